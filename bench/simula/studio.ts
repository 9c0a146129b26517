import type { Livello } from '#rules/livello'
import { LEARNERS, type Learner, type LearnerKind, makeLearner } from './learners.ts'
import { makePolicies, NOT_SEEN, type Policy, recordAnswer, type Sight } from './policies.ts'

export type Scenario = { domande: number; giorni: number; al_giorno: number; semi: number }
/** `known`: percent of the bank remembered on the day of the exam; `coverage`: percent asked at least once; means over the seeds. */
export type PolicyResult = { name: string; known: Record<LearnerKind, number>; coverage: Record<LearnerKind, number> }

/** Lets one person study by one policy until the eve of the exam. `onAnswer` gets each answer, with the level that it found. */
export function study(
  learner: Learner,
  policy: Policy,
  { domande: n, giorni, al_giorno }: Omit<Scenario, 'semi'>,
  onAnswer: (answer: { q: number; day: number; right: boolean; before: Livello; after: Livello }) => void = () => {},
): Sight {
  const sight: Sight = {
    n,
    days: giorni,
    day: 0,
    left: 0,
    levels: new Int8Array(n).fill(NOT_SEEN),
    last: new Int16Array(n).fill(-1),
    outcome: new Int8Array(n).fill(-1),
    done: { answers: 0, news: 0 },
    perDay: al_giorno,
  }
  for (let day = 0; day < giorni; day++) {
    Object.assign(sight, { day, left: learner.strength(day, al_giorno), done: { answers: 0, news: 0 } })
    while (sight.left > 0) {
      const sitting = policy.next(sight).slice(0, sight.left)
      for (const q of sitting) {
        const before = sight.levels[q] as Livello
        const right = learner.answer(q, day)
        recordAnswer(sight, q, right)
        policy.heard?.(q, day, right)
        onAnswer({ q, day, right, before, after: sight.levels[q] as Livello })
      }
      sight.left -= sitting.length
    }
  }
  return sight
}

function outcome(learner: Learner, { last, days, n }: Sight) {
  const seen = last.reduce((sum, day) => sum + (day === -1 ? 0 : 1), 0)
  return { known: 100 * learner.known(days), coverage: (100 * seen) / n }
}

/** Every policy on every learner of a scenario; the same learners for each policy. */
export function simulateStudy(scenario: Scenario, learners: readonly LearnerKind[] = LEARNERS): PolicyResult[] {
  const sums = new Map<string, PolicyResult>()
  for (const kind of learners)
    for (let seed = 1; seed <= scenario.semi; seed++)
      for (const policy of makePolicies(seed)) {
        const learner = makeLearner(kind, scenario.domande, 1000 * seed + 7)
        const { known, coverage } = outcome(learner, study(learner, policy, scenario))
        const sum = sums.get(policy.name) ?? {
          name: policy.name,
          known: { potenza: 0, attivazione: 0, stanchezza: 0 },
          coverage: { potenza: 0, attivazione: 0, stanchezza: 0 },
        }
        sums.set(policy.name, sum)
        sum.known[kind] += known / scenario.semi
        sum.coverage[kind] += coverage / scenario.semi
      }
  return [...sums.values()]
}
