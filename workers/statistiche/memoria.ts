import { FSRSAlgorithm, type FSRSState, generatorParameters } from 'ts-fsrs'
import { LIVELLI, type Livello, NON_RISPOSTE } from '#rules/livello'
import type { PrimeProve, Riscontro } from '#rules/previsione'
import { CORRETTA, dayNumberReader, ERRATA, type Passi, readPasso, type Touched } from '#rules/progressi'

const AGAIN = 1
const GOOD = 3
/** First grade for a level set by hand, or brought by a record alone (places in LIVELLI). */
const GRADE_OF_LEVEL = [0, 1, 2, 3, 4] as const

/** State of memory after the answers of one day; `before`: the state of the last earlier day. */
type Trace = { state: FSRSState; day: number; before: Omit<Trace, 'before'> | null }

/**
 * Memory of the questions of a bank [ME1], beside the five levels: FSRS at the grain of a day. Only the first answer of a day counts,
 * because a repetition on the same day adds little. Days are numbers of Italian days.
 */
export function createMemoria() {
  const fsrs = new FSRSAlgorithm(generatorParameters({ enable_short_term: false }))
  const known = new Map<number, Trace>()
  const lookUp = (id: number, until: number) => {
    const trace = known.get(id)
    const of = trace && trace.day >= until ? trace.before : trace
    return of && of.day < until ? of : null
  }
  const keep = (id: number, day: number, state: FSRSState, last: Trace | undefined) =>
    known.set(id, { state, day, before: last ? { state: last.state, day: last.day } : null })
  return {
    /**
     * Returns the recall of a question on a day: probability, 0 to 1, and days since the answer that counted; null
     * where there is none. Answers from the day `until` on are left out.
     */
    recall(id: number, day: number, until = Number.POSITIVE_INFINITY): { ricordo: number; giorni: number } | null {
      const trace = lookUp(id, until)
      if (!trace) return null
      const giorni = Math.max(0, day - trace.day)
      return { ricordo: fsrs.forgetting_curve(giorni, trace.state.stability), giorni }
    },
    answer(id: number, day: number, right: boolean): void {
      const last = known.get(id)
      if (last && day <= last.day) return
      const elapsed = last ? day - last.day : 0
      keep(id, day, fsrs.next_state(last?.state ?? null, elapsed, right ? GOOD : AGAIN), last)
    },
    /** Restart the memory from a level set by hand, which is no answer; unanswered drops the question. */
    setLevel(id: number, day: number, livello: Livello): void {
      const grade = GRADE_OF_LEVEL[LIVELLI.indexOf(livello)] ?? 0
      if (grade === 0) known.delete(id)
      else keep(id, day, fsrs.next_state(null, 0, grade), known.get(id))
    },
  }
}
type Memoria = ReturnType<typeof createMemoria>

/** The answers of a bank for memory and prediction. `prime`: first tries of each subject, 0 for no subject. */
export type Storia = { memoria: Memoria; riscontri: Riscontro[]; prime: Map<number, PrimeProve> }

/**
 * Follows the steps of a bank. `follow` takes them in the order of their happening, and may be called again with later
 * ones. `meet` takes records without steps, of other devices or of an earlier time, whose memory begins from their
 * level.
 */
export function createStoria() {
  const memoria = createMemoria()
  const storia: Storia = { memoria, riscontri: [], prime: new Map() }
  const dayOf = dayNumberReader()
  const last = new Map<number, number>()
  const answer = (id: number, day: number, livello: Livello, giusta: boolean, id_materia: number) => {
    const before = last.get(id)
    if (before === undefined) countTry(storia.prime, id_materia, giusta)
    const seen = before !== undefined && before < day ? memoria.recall(id, day) : null
    if (seen) storia.riscontri.push({ ...seen, livello, giusta })
    memoria.answer(id, day, giusta)
    last.set(id, day)
  }
  return {
    storia,
    follow({ minuti, domande, stati }: Passi, materie: ReadonlyMap<number, number>): void {
      for (let i = 0; i < domande.length; i++) {
        const id = domande[i] as number
        const day = dayOf(minuti[i] as number)
        const { esito, prima, dopo } = readPasso(stati[i] as number)
        if (esito === CORRETTA || esito === ERRATA)
          answer(id, day, LIVELLI[prima] ?? NON_RISPOSTE, esito === CORRETTA, materie.get(id) ?? 0)
        else if (esito === 0 && dopo < LIVELLI.length) {
          memoria.setLevel(id, day, LIVELLI[dopo] as Livello)
          last.set(id, day)
        }
      }
    },
    meet({ domande, livelli, minuti }: Touched): void {
      for (let i = 0; i < domande.length; i++) {
        const id = domande[i] as number
        if (!last.has(id)) memoria.setLevel(id, dayOf(minuti[i] as number), livelli[i] as Livello)
      }
    },
  }
}

function countTry(prime: Storia['prime'], id_materia: number, right: boolean): void {
  const tries = prime.get(id_materia) ?? { risposte: 0, giuste: 0 }
  tries.risposte++
  if (right) tries.giuste++
  prime.set(id_materia, tries)
}
