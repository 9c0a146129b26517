import { LIVELLI } from '#rules/livello'
import { calibrate, predictEsame } from '#rules/previsione'
import { packPasso } from '#tests/rules/passo'
import { composeEsame } from '#workers/statistiche/esame'
import { createStoria } from '#workers/statistiche/memoria'
import { LEARNERS, type LearnerKind, makeLearner, OPTIONS } from './learners.ts'
import { idoneo } from './policies.ts'
import { randomOf } from './random.ts'
import { study } from './studio.ts'

/** The exam of the calibration: 40 questions, +0,75 and −0,25, 21 of 30 passes (RIPAM). */
const EXAM = { domande: 40, corretta: 750, sbagliata: -250, soglia: 21_000 }
const FIRST_MINUTE = 29_000_000

/** One person: what was predicted on the morning of the exam, and what an exam gave. Points of 30. */
export type Prova = {
  learner: LearnerKind
  predicted: number
  expected: number
  da: number
  a: number
  p: number
  passed: boolean
  score: number
}

/** Studies a bank by the product's plan for some days, predicts the exam, and takes it. */
function takeExam(kind: LearnerKind, seed: number): Prova {
  const random = randomOf(seed * 31 + 5)
  const n = 600 + random.below(1800)
  const days = 10 + random.below(36)
  const perDay = 40 + random.below(160)
  const learner = makeLearner(kind, n, seed)
  const steps: [minute: number, id: number, state: number][] = []
  const sight = study(
    learner,
    idoneo(true),
    { domande: n, giorni: days, al_giorno: perDay },
    ({ q, day, right, before, after }) => {
      const [prima, dopo] = [LIVELLI.indexOf(before), LIVELLI.indexOf(after)]
      steps.push([FIRST_MINUTE + day * 1440, q, packPasso({ esito: right ? 1 : 2, prima, dopo, decimi: 0 })])
    },
  )
  const ids = Int32Array.from({ length: n }, (_, q) => q)
  const livelli = Int32Array.from(sight.levels)
  const materie = new Int32Array(n)
  const { storia, follow } = createStoria()
  follow(
    {
      minuti: Int32Array.from(steps, ([minute]) => minute),
      domande: Int32Array.from(steps, ([, id]) => id),
      stati: Int32Array.from(steps, ([, , state]) => state),
    },
    new Map(),
  )
  const calibrazione = calibrate(storia.riscontri, OPTIONS)
  const today = Math.floor((FIRST_MINUTE + 60) / 1440) + days
  const { esame } = composeEsame(
    { domande: ids, materie, livelli },
    storia,
    calibrazione,
    {
      base: 0,
      massimo: 30_000,
      soglia: EXAM.soglia,
      opzioni: OPTIONS,
      sezioni: [{ domande: EXAM.domande, punti: EXAM, materie: [] }],
    },
    today,
  )
  const { mediana, da, a, p_soglia } = predictEsame(esame, calibrazione, seed)
  const right = ids.reduce((sum, q) => sum + chance(learner.recall(q, days)), 0) / n
  let correct = 0
  for (let i = 0; i < EXAM.domande; i++) if (random.next() < chance(learner.recall(random.below(n), days))) correct++
  const score = correct * EXAM.corretta + (EXAM.domande - correct) * EXAM.sbagliata
  return {
    learner: kind,
    predicted: mediana / 1000,
    expected: (EXAM.domande * (right * EXAM.corretta + (1 - right) * EXAM.sbagliata)) / 1000,
    da: da / 1000,
    a: a / 1000,
    p: p_soglia ?? 0,
    passed: score >= EXAM.soglia,
    score: score / 1000,
  }
}

const chance = (recall: number) => recall + (1 - recall) / OPTIONS

export const takeExams = (learners: number): Prova[] =>
  Array.from({ length: learners }, (_, i) => takeExam(LEARNERS[i % LEARNERS.length] as LearnerKind, i + 1))
