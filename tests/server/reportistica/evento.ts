import type { EventoGiornale } from '#contract/giornale'

/** An answer as a device sends it. */
export const risposta = (id: string, rest: Partial<EventoGiornale> = {}): EventoGiornale => ({
  id,
  tipo: 'RISPOSTA',
  chiave: null,
  id_concorso: 1,
  id_domanda: 7,
  dati: '{"risposta":2}',
  ts_client: '2026-11-20T10:00:00.000+01:00',
  versione_banca: 'v1',
  dispositivo: 'telefono',
  seq: 1,
  ...rest,
})
