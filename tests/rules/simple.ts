import { readDuration } from '#rules/regolamento/duration'
import { millesimi } from '#rules/regolamento/read'
import type { Regolamento } from '#rules/regolamento/types'

/** What the specification says of a simulation's score (spec §3): points as added, `durata` as HH:MM:SS. */
export type ThreeNumbers = {
  punteggio_risposte_corrette: number
  punteggio_risposte_sbagliate: number
  punteggio_non_risposte: number
  sbarramento: number | null
  durata: string | null
}

/**
 * The simplest rules: three numbers and a threshold, one section (D23). Null when a number has more than three decimals or the
 * duration is not above zero.
 */
export function simpleRegolamento(s: ThreeNumbers): Regolamento | null {
  const corretta = millesimi(s.punteggio_risposte_corrette)
  const sbagliata = millesimi(s.punteggio_risposte_sbagliate)
  const omessa = millesimi(s.punteggio_non_risposte)
  const minimo = s.sbarramento === null ? null : millesimi(s.sbarramento)
  const durata = s.durata === null ? null : readDuration(s.durata)
  if (corretta === null || sbagliata === null || omessa === null) return null
  if ((s.sbarramento !== null && minimo === null) || (s.durata !== null && !durata)) return null
  return {
    base: 0,
    sezioni: [
      {
        nome: '',
        materie: [],
        domande: null,
        quote_difficolta: null,
        punti: { tipo: 'fissi', corretta, sbagliata, omessa },
        sbarramento: null,
        durata: null,
      },
    ],
    risposta_multipla: 'omessa',
    ammissione: { minimo, minimo_per_sezione: null, primi: null, pari_merito: true },
    durata,
    navigazione: 'libera',
    correzioni: 'fino_alla_consegna',
    pausa: false,
    massimo: null,
    scala: null,
  }
}
