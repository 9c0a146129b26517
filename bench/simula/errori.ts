import { MARTELLA_MASSIMO, questionsAgain } from '#rules/martella'
import { makeLearner, OPTIONS } from './learners.ts'
import { randomOf } from './random.ts'

/** A person asked again what was wrong. Days count from 0 and have parts: an answer takes half a minute. */
type Pupil = { answer(q: number, day: number): boolean; recall(q: number, day: number): number }
export const PUPILS = ['potenza', 'attivazione', 'distanza'] as const
type PupilKind = (typeof PUPILS)[number]

const ANSWER_DAYS = 25 / 86_400
const QUESTIONS = 60
const LONGEST_DAYS = 60
/** Right first answers, on different days and in a row, that end an error for good. */
const DAYS_RIGHT = 2
/** Days after its end on which an error is looked at again. */
const LATER = 14

const makePupil = (kind: PupilKind, seed: number): Pupil =>
  kind === 'distanza' ? spacing(seed) : makeLearner(kind, QUESTIONS, seed, 0)

/**
 * Activation whose traces decay the faster the more active a question was when it was asked: asking at once teaches little (Pavlik and
 * Anderson 2005, their parameters; between two days time runs 40 times slower).
 */
function spacing(seed: number): Pupil {
  const random = randomOf(seed)
  const [SCALE, FLOOR, THRESHOLD, NOISE, BETWEEN_DAYS] = [0.217, 0.177, -0.704, 0.255, 0.025]
  const traces: { at: number; decay: number }[][] = Array.from({ length: QUESTIONS }, () => [])
  const ease = Array.from({ length: QUESTIONS }, () => 0.3 * random.normal())
  const seconds = (from: number, to: number) => {
    const nights = Math.floor(to) - Math.floor(from)
    const inside = to - Math.floor(to) + (nights > 0 ? 0 : Math.floor(from) - from)
    return Math.max(1, 86_400 * (inside + nights * BETWEEN_DAYS))
  }
  const activation = (q: number, day: number) => {
    const own = traces[q] as { at: number; decay: number }[]
    return Math.log(own.reduce((sum, t) => sum + seconds(t.at, day) ** -t.decay, 0))
  }
  const recall = (q: number, day: number) =>
    1 / (1 + Math.exp((THRESHOLD - activation(q, day) - (ease[q] as number)) / NOISE))
  return {
    recall,
    answer(q, day) {
      const right = random.next() < recall(q, day) || random.next() < 1 / OPTIONS
      traces[q]?.push({ at: day, decay: SCALE * Math.exp(activation(q, day)) + FLOOR })
      return right
    },
  }
}

/** Asks one question now; true when it was right. */
type Ask = (q: number) => boolean
type Way = { name: string; again(wrong: readonly number[], ask: Ask): void }

/** Each until right `times` in a row; what is not ended waits behind all the others. */
const inTurn = (times: number) => (wrong: readonly number[], ask: Ask) => {
  const queue = wrong.map((q) => ({ q, row: 0 }))
  for (let next = queue.shift(); next; next = queue.shift()) {
    const row = ask(next.q) ? next.row + 1 : 0
    if (row < times) queue.push({ q: next.q, row })
  }
}

/** The product's own drill, as many questions at a time as it takes. */
function martella(wrong: readonly number[], ask: Ask): void {
  for (let from = 0; from < wrong.length; from += MARTELLA_MASSIMO) {
    const places = wrong.slice(from, from + MARTELLA_MASSIMO)
    const given = new Map<number, boolean>()
    for (let at = 0; at < places.length; at++) {
      given.set(at, ask(places[at] as number))
      places.push(...questionsAgain({ places, given }, at))
    }
  }
}

const WAYS: readonly Way[] = [
  { name: 'due di fila, altre in mezzo (Martella)', again: martella },
  { name: 'una volta alla fine', again: (wrong, ask) => wrong.forEach(ask) },
  {
    name: 'subito, finché è corretta',
    again: (wrong, ask) => {
      for (const q of wrong) while (!ask(q));
    },
  },
  { name: 'tre di fila, altre in mezzo', again: inTurn(3) },
  { name: 'un giorno dopo l’altro', again: () => {} },
]

type Ended = { errors: number; answers: number; inside: number; days: number; later: number }

/** Everything is asked once; what was wrong is asked again by one way, and on each day after, until it is ended. */
function endErrors(pupil: Pupil, way: Way): Ended {
  let asked = 0
  let today = 0
  const ask = (day: number) => {
    const at = day === today ? asked : 0
    ;[today, asked] = [day, at + 1]
    return (q: number) => pupil.answer(q, day + at * ANSWER_DAYS)
  }
  const count = { answers: 0, inside: 0 }
  const open = new Map<number, number>()
  for (let q = 0; q < QUESTIONS; q++) if (!ask(0)(q)) open.set(q, 0)
  const errors = open.size
  const ends: { q: number; day: number }[] = []
  let day = 0
  for (; open.size > 0 && day < LONGEST_DAYS; day++) {
    const wrong: number[] = []
    for (const [q, row] of [...open]) {
      if (day > 0) count.answers++
      if (day > 0 && ask(day)(q)) open.set(q, row + 1)
      else wrong.push(q)
      if (row + 1 === DAYS_RIGHT && !wrong.includes(q)) {
        open.delete(q)
        ends.push({ q, day })
      }
    }
    for (const q of wrong) open.set(q, 0)
    way.again(wrong, (q) => {
      count.inside++
      return ask(day)(q)
    })
  }
  const later = ends.reduce((sum, e) => sum + pupil.recall(e.q, e.day + LATER), 0) / Math.max(1, ends.length)
  return { errors, answers: count.answers + count.inside, inside: count.inside, days: day, later }
}

/**
 * Ways of asking errors again, on each pupil, means over the seeds: `risposte` to an error until it is ended for good, `in_seduta` of them
 * on the day of the error, `giorni` until the last one is, and `dopo`, percent remembered two weeks after its end.
 */
export function simulateErrori(seeds: number) {
  return WAYS.map((way) => ({
    name: way.name,
    pupils: Object.fromEntries(
      PUPILS.map((kind) => {
        const runs = Array.from({ length: seeds }, (_, i) => endErrors(makePupil(kind, 1000 * i + 11), way))
        const mean = (of: (run: Ended) => number) => runs.reduce((sum, run) => sum + of(run), 0) / seeds
        const round = (x: number) => Math.round(100 * x) / 100
        return [
          kind,
          {
            risposte: round(mean((r) => r.answers / r.errors)),
            in_seduta: round(mean((r) => r.inside / r.errors)),
            giorni: round(mean((r) => r.days)),
            dopo: round(100 * mean((r) => r.later)),
          },
        ]
      }),
    ) as Record<PupilKind, { risposte: number; in_seduta: number; giorni: number; dopo: number }>,
  }))
}
