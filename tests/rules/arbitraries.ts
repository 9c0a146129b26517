import fc from 'fast-check'
import { formatIso } from '#rules/dates'
import { LIVELLI } from '#rules/livello'
import { newStatistica, type RispostaRecord, type Statistica } from '#rules/statistica'

/** Few instants and several offsets, so that equal instants and equal texts both happen. */
export const arbIso = fc
  .tuple(fc.integer({ min: 0, max: 8 }), fc.constantFrom(0, 60, 120, -300))
  .map(([passo, offset]) => formatIso(Date.UTC(2026, 9, 25, 0, 0, 0, 0) + passo * 977, offset))

export const arbLivello = fc.constantFrom(...LIVELLI)
const arbPosizione = fc.option(fc.integer({ min: 1, max: 5 }))
const arbData = fc.option(arbIso)

export const arbRisposta: fc.Arbitrary<RispostaRecord> = fc.record({
  id_concorso: fc.constant(7),
  id_domanda: fc.constant(70),
  id_materia: fc.option(fc.integer({ min: 1, max: 3 })),
  id_argomento: fc.option(fc.oneof(fc.constantFrom('1;2', '3'), fc.integer({ min: 1, max: 3 }))),
  id_sotto_percorso: fc.option(fc.constantFrom('2', '3')),
  livello_conoscenza: arbLivello,
  data_eseguita: arbIso,
  risposta_gettonata: arbPosizione,
  preferiti: fc.boolean(),
  modalita: fc.constantFrom<RispostaRecord['modalita']>([], ['ESEGUITA'], ['LETTA'], ['ASCOLTATA']),
  data_livello: arbData,
  data_preferiti: arbData,
  data_letta: arbData,
  data_ascoltata: arbData,
})

/** A record of a caller of the specification's own fields: no instant but data_eseguita. */
export const withoutInstants = (r: RispostaRecord): RispostaRecord => ({
  ...r,
  data_livello: null,
  data_preferiti: null,
  data_letta: null,
  data_ascoltata: null,
})

export const IDENTITA = {
  id_concorso: 7,
  id_domanda: 70,
  id_materia: 3,
  id_argomento: '1;2',
  id_sotto_percorso: '2',
  indice_uff: 12,
  has_image: 1,
  has_risposta: 1,
} as const

/** Something a person does to a record. */
export type Mossa =
  | { tipo: 'risposta'; esito: 'corretta' | 'errata' | 'nulla'; risposta: number | null; at: string }
  | { tipo: 'livello'; livello: (typeof LIVELLI)[number]; at: string }
  | { tipo: 'preferiti'; preferiti: boolean; at: string }
  | { tipo: 'lettura'; modalita: 'LETTA' | 'ASCOLTATA'; at: string }

export const arbMossa: fc.Arbitrary<Mossa> = fc.oneof(
  fc.record({
    tipo: fc.constant('risposta' as const),
    esito: fc.constantFrom('corretta' as const, 'errata' as const, 'nulla' as const),
    risposta: arbPosizione,
    at: arbIso,
  }),
  fc.record({ tipo: fc.constant('livello' as const), livello: arbLivello, at: arbIso }),
  fc.record({ tipo: fc.constant('preferiti' as const), preferiti: fc.boolean(), at: arbIso }),
  fc.record({
    tipo: fc.constant('lettura' as const),
    modalita: fc.constantFrom('LETTA' as const, 'ASCOLTATA' as const),
    at: arbIso,
  }),
)

export const nuova = (altro: Partial<Statistica> = {}): Statistica => ({ ...newStatistica(IDENTITA), ...altro })
