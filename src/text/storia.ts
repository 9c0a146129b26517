import type { TipoSeduta } from '#rules/seduta/machine'
import { formatCount, formatNumber, formatPoints } from './formats.ts'

const day = new Intl.DateTimeFormat('it-IT', { day: 'numeric', month: 'short' })

/** Ended sittings in lists: their kind and result. */
export const historyText = {
  titolo: 'Storico',
  altre: 'Mostra le precedenti',
  tipi: {
    ESERCITAZIONE: 'Esercitazione',
    PROVA_PERSONALIZZATA: 'Prova',
    SIMULAZIONE: 'Simulazione',
    ASSEGNA_RISPOSTE: 'Risposte assegnate',
    LETTA: 'Lettura',
    ASCOLTATA: 'Ascolto',
    RIVEDI_PROVA: 'Prova rivista',
    RIEPILOGO: 'Riepilogo',
  } satisfies Record<TipoSeduta, string>,
  con_nome: (tipo: string, name: string) => `${tipo} «${name}»`,
  abbandonata: 'Abbandonata',
  senza_punteggio: 'senza punteggio',
  corrette: (corrette: number, date: number) =>
    `${formatCount(corrette, 'corretta', 'corrette')} su ${formatNumber(date)} ${date === 1 ? 'data' : 'date'}`,
  in_elenco: (n: number) => formatCount(n, 'domanda', 'domande'),
  banca_tolta: 'Banca dati rimossa',
  piu_banche: 'Più banche dati',
  voce: (p: number, max: number) => `${formatPoints(p)} su ${formatPoints(max)}`,
  esiti: { si: 'superata', no: 'non superata', senza: 'senza soglia' },
  giorno: (iso: string) => day.format(new Date(iso)),
}
