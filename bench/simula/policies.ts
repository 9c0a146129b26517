import { addDays } from '#rules/italian-day'
import { type Livello, lowerLivello, NON_RISPOSTE, raiseLivello } from '#rules/livello'
import { composeOggi, orderRipasso, planDay } from '#rules/oggi'
import { createMemoria } from '#workers/statistiche/memoria'
import { randomOf } from './random.ts'

/** What a policy may see of a bank of `n` questions: its own answers, never the learner's memory. */
export type Sight = {
  n: number
  days: number
  day: number
  /** Answers still to give on this day. */
  left: number
  levels: Int8Array
  /** Day of the last answer; -1 where none was given. */
  last: Int16Array
  /** Last outcome: 1 right, 0 wrong, -1 none. */
  outcome: Int8Array
  /** Answers that were given today and questions of them that were new. */
  done: { answers: number; news: number }
  perDay: number
}

/** Questions of the next sitting, in the order in which they are asked; it may be called again with what is left of the day. */
export type Policy = {
  name: string
  next(sight: Sight): number[]
  heard?(q: number, day: number, right: boolean): void
}

/** Questions of a sitting. */
const SITTING = 20
const EXAM_DAY = '2027-03-01'

const range = (n: number) => Array.from({ length: n }, (_, i) => i)
const levelOf = (sight: Sight, q: number) => sight.levels[q] as Livello
const isNew = ({ last }: Sight, q: number) => last[q] === -1

export const recordAnswer = (sight: Sight, q: number, right: boolean): void => {
  if (isNew(sight, q)) sight.done.news++
  sight.levels[q] = right ? raiseLivello(levelOf(sight, q)) : lowerLivello(levelOf(sight, q))
  sight.last[q] = sight.day
  sight.outcome[q] = right ? 1 : 0
  sight.done.answers++
}
export const NOT_SEEN = NON_RISPOSTE

/** The product's own plan: `planDay`, `orderRipasso` and `composeOggi` as the store calls them. */
export function idoneo(memory: boolean): Policy {
  const model = memory ? createMemoria() : null
  return {
    name: memory ? 'idoneo' : 'idoneo senza memoria',
    heard: (q, day, right) => model?.answer(q, day, right),
    next(sight) {
      const unseen = range(sight.n).filter((q) => isNew(sight, q))
      const piano = planDay({
        mai_viste: unseen.length,
        viste_oggi: sight.done.news,
        n_domande: sight.n,
        data_prova: EXAM_DAY,
        inizio: addDays(EXAM_DAY, -sight.days),
        today: addDays(EXAM_DAY, sight.day - sight.days),
        scelto: sight.perDay,
        usuale: sight.perDay,
        riposo: [],
      })
      const seen = range(sight.n).filter((q) => !isNew(sight, q) && sight.last[q] !== sight.day)
      const ripasso = orderRipasso(
        seen.map((id) => ({
          id,
          livello: levelOf(sight, id),
          quando: sight.last[id] as number,
          ...(model && { ricordo: model.recall(id, sight.days)?.ricordo ?? 0 }),
        })),
      )
      const n = Math.min(SITTING, sight.left)
      const picked = composeOggi([{ id_materia: null, peso: sight.n, mai_viste: unseen }], ripasso, {
        n,
        oggi: piano.oggi,
        resta: piano.obiettivo - sight.done.answers,
      })
      return picked.length > 0 ? picked : leastKnown(sight).slice(0, n)
    },
  }
}

const leastKnown = (sight: Sight): number[] =>
  range(sight.n)
    .filter((q) => !isNew(sight, q))
    .sort((x, y) => levelOf(sight, x) - levelOf(sight, y) || (sight.last[x] as number) - (sight.last[y] as number))

const news = (sight: Sight) => range(sight.n).filter((q) => isNew(sight, q))

const official = (): Policy => {
  let at = 0
  return {
    name: 'ordine ufficiale',
    next: ({ n, left }) => Array.from({ length: left }, () => at++ % n),
  }
}

const unseenFirst: Policy = {
  name: 'mai viste, poi livello più basso',
  next: (sight) => [...news(sight), ...leastKnown(sight)].slice(0, sight.left),
}

const wrongFirst: Policy = {
  name: 'sbagliate prima',
  next(sight) {
    const wrong = range(sight.n).filter((q) => sight.outcome[q] === 0 && sight.last[q] !== sight.day)
    const right = leastKnown(sight).filter((q) => sight.outcome[q] === 1)
    return [...wrong, ...news(sight), ...right].slice(0, sight.left)
  },
}

const seventyThirty: Policy = {
  name: '70 % nuove, 30 % sbagliate',
  next(sight) {
    const wrong = leastKnown(sight).filter((q) => sight.outcome[q] === 0 && sight.last[q] !== sight.day)
    const fresh = news(sight)
    const old = wrong.slice(0, Math.max(Math.round(0.3 * sight.left), sight.left - fresh.length))
    const first = [...fresh.slice(0, sight.left - old.length), ...old]
    const chosen = new Set(first)
    return [...first, ...leastKnown(sight).filter((q) => !chosen.has(q))].slice(0, sight.left)
  },
}

/** Spaced repetition as it comes: what is due before what is new, an interval for the wanted retention. */
const dueFirst = (retention: number): Policy => {
  const model = createMemoria()
  const recall = (q: number, day: number) => model.recall(q, day)?.ricordo ?? 0
  return {
    name: `scadute prima, ${retention.toFixed(2).replace('.', ',')}`,
    heard: model.answer,
    next(sight) {
      const due = range(sight.n)
        .filter((q) => !isNew(sight, q) && sight.last[q] !== sight.day && recall(q, sight.day) <= retention)
        .sort((x, y) => recall(x, sight.day) - recall(y, sight.day))
      const chosen = [...due, ...news(sight)].slice(0, sight.left)
      if (chosen.length === sight.left) return chosen
      const taken = new Set(chosen)
      return [...chosen, ...leastKnown(sight).filter((q) => !taken.has(q))].slice(0, sight.left)
    },
  }
}

const trials = (seed: number): Policy => {
  const random = randomOf(seed)
  return { name: 'simulazioni a caso', next: ({ n, left }) => Array.from({ length: left }, () => random.below(n)) }
}

/** Idoneo first; every policy of the field beside it. Each call makes them anew. */
export const makePolicies = (seed: number): Policy[] => [
  idoneo(true),
  idoneo(false),
  official(),
  unseenFirst,
  wrongFirst,
  seventyThirty,
  dueFirst(0.8),
  dueFirst(0.9),
  trials(seed),
]
