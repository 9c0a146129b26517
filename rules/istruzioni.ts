import { breakEven } from './coach.ts'
import type { Esame } from './esame.ts'
import { withTempoAggiuntivo } from './regolamento/duration.ts'
import type { Modello } from './regolamento/modelli.ts'

/** Scoring of an exam, as far as its rules define it; null is unknown. Times in milliseconds, points in thousandths. */
export type FattiEsame = {
  domande: number
  /** With the extra time. */
  durata: number | null
  a_domanda: number | null
  corretta: number | null
  errata: number | null
  omessa: number | null
  soglia: number | null
  massimo: number
  /** Two marks on one question count as wrong. */
  multipla: boolean
  /** Share of right answers from which answering pays. */
  conviene: number | null
}

/**
 * Reads the rules of an exam for its instructions [FG8]. `ignoti`: points that their source leaves open
 * (rules/regolamento/modelli); own rules in four numbers (`proprie`) leave blanks open. `extra`: percentage of time added.
 */
export function factsOf(
  esame: Esame,
  { extra, ignoti = [], proprie }: { extra: number; ignoti?: Modello['non_indicati']; proprie: boolean },
): FattiEsame {
  const durata = esame.durata === undefined ? null : withTempoAggiuntivo(esame.durata, extra)
  const points = !ignoti.includes('punti')
  const [corretta, errata] = points ? [esame.corretta, esame.sbagliata] : [null, null]
  const omessa = !points || ignoti.includes('omessa') || proprie ? null : (esame.omessa ?? 0)
  return {
    domande: esame.domande,
    durata,
    a_domanda: durata === null ? null : durata / esame.domande,
    corretta,
    errata,
    omessa,
    soglia: esame.soglia,
    massimo: esame.massimo,
    multipla: esame.multipla === 'sbagliata',
    conviene: omessa === null ? null : breakEven({ corretta: esame.corretta, sbagliata: esame.sbagliata, omessa }),
  }
}
