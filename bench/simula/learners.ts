import { randomOf } from './random.ts'

/** A person who studies one bank, seen by policies through right and wrong alone. Days count from 0. */
export type Learner = {
  /** Answers question `q` on `day`; true when the option was right. The right one is shown afterwards. */
  answer(q: number, day: number): boolean
  /** Share of the bank that is remembered on a day, 0 to 1. */
  known(day: number): number
  /** Probability to remember question `q` on a day, 0 to 1. */
  recall(q: number, day: number): number
  /** Answers that the person gives on a day, of those that were planned. */
  strength(day: number, planned: number): number
}

export type LearnerKind = 'potenza' | 'attivazione' | 'stanchezza'
export const LEARNERS: readonly LearnerKind[] = ['potenza', 'attivazione', 'stanchezza']

/** Options of a question. */
export const OPTIONS = 4
/** Share of the bank that is known before the first day. */
const KNOWN_AT_START = 0.35

/** `known`: share of the bank that is known before the first day. */
export function makeLearner(kind: LearnerKind, n: number, seed: number, known = KNOWN_AT_START): Learner {
  if (kind === 'attivazione') return activation(n, randomOf(seed), known)
  // Days that are missed come from a chance of their own, the same under every policy.
  return powerLaw(n, randomOf(seed), kind === 'stanchezza' ? randomOf(seed + 1) : null, known)
}

type Random = ReturnType<typeof randomOf>

const guess = (p: number, random: Random) => random.next() < p + (1 - p) / OPTIONS

/** Forgets as (1 + t/S)^-0.7; S is drawn anew at each lapse and grows by a random factor at each recall (Wixted and Carpenter 2007). */
function powerLaw(n: number, random: Random, days: Random | null, known: number): Learner {
  const stability = new Float64Array(n)
  const last = new Float64Array(n)
  for (let q = 0; q < n; q++) {
    if (random.next() >= known) continue
    stability[q] = random.lognormal(90, 1)
    last[q] = -random.next() * 30
  }
  const recall = (q: number, day: number) => {
    const s = stability[q] as number
    return s === 0 ? 0 : (1 + Math.max(0, day - (last[q] as number)) / s) ** -0.7
  }
  let today = -1
  let answers = 0
  /** A tired person keeps less of what comes late in a day. */
  const freshness = (day: number) => {
    if (day !== today) [today, answers] = [day, 0]
    answers++
    return days ? Math.max(0.35, Math.exp(-Math.max(0, answers - 80) / 250)) : 1
  }
  return {
    answer(q, day) {
      const p = recall(q, day)
      const fresh = freshness(day)
      const remembers = random.next() < p
      const right = remembers || random.next() < 1 / OPTIONS
      const s = stability[q] as number
      const spaced = Math.min(1, day - (last[q] as number))
      stability[q] = remembers
        ? s * (1 + fresh * spaced * random.lognormal(0.9, 0.5) * (1 + 1.5 * (1 - p)))
        : Math.max(0.3 * s, fresh * random.lognormal(3, 0.7))
      last[q] = day
      return right
    },
    recall,
    known: (day) => mean(n, (q) => recall(q, day)),
    strength: (_day, planned) => {
      if (!days) return planned
      const [missed, share] = [days.next() < 0.15, days.next()]
      return missed ? 0 : Math.round(planned * (0.7 + 0.4 * share))
    },
  }
}

/** Remembers by base-level activation, ln of the sum of t^-d over the answers, through a logistic (Anderson and Schooler 1991). */
function activation(n: number, random: Random, known: number): Learner {
  const DECAY = 0.5
  const THRESHOLD = -1.6
  const NOISE = 0.6
  const traces: number[][] = Array.from({ length: n }, () => [])
  const ease = new Float64Array(n)
  for (let q = 0; q < n; q++) {
    ease[q] = 0.5 * random.normal()
    if (random.next() < known) for (let i = 0; i < 4; i++) traces[q]?.push(-1 - random.next() * 60)
  }
  const recall = (q: number, day: number) => {
    const times = traces[q] as number[]
    if (times.length === 0) return 0
    let sum = 0
    for (const t of times) sum += Math.max(0.02, day - t) ** -DECAY
    return 1 / (1 + Math.exp((THRESHOLD - (ease[q] as number) - Math.log(sum)) / NOISE))
  }
  return {
    answer(q, day) {
      const right = guess(recall(q, day), random)
      traces[q]?.push(day)
      return right
    },
    recall,
    known: (day) => mean(n, (q) => recall(q, day)),
    strength: (_day, planned) => planned,
  }
}

function mean(n: number, of: (q: number) => number): number {
  let sum = 0
  for (let q = 0; q < n; q++) sum += of(q)
  return sum / n
}
