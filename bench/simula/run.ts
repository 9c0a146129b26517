// `npm run simula -- studio|previsione …`: learners that study by different plans, and exams predicted before they are taken.
import { parseArgs } from 'node:util'
import { PUPILS, simulateErrori } from './errori.ts'
import { LEARNERS, type LearnerKind } from './learners.ts'
import { takeExams } from './previsione.ts'
import { simulateStudy } from './studio.ts'

const USAGE = `Uso: npm run simula -- studio [--domande N] [--giorni D] [--al-giorno Q] [--semi S] [--json]
     npm run simula -- previsione [--persone N] [--json]`

const whole = (text: string | undefined, otherwise: number): number => {
  const n = text === undefined ? otherwise : Number(text)
  if (Number.isInteger(n) && n > 0) return n
  console.error(USAGE)
  process.exit(2)
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    domande: { type: 'string' },
    giorni: { type: 'string' },
    'al-giorno': { type: 'string' },
    semi: { type: 'string' },
    persone: { type: 'string' },
    json: { type: 'boolean' },
  },
})

const round = (x: number) => Math.round(10 * x) / 10
const rounded = (of: Record<LearnerKind, number>) => Object.fromEntries(LEARNERS.map((kind) => [kind, round(of[kind])]))

function studio(): void {
  const scenario = {
    domande: whole(values.domande, 5000),
    giorni: whole(values.giorni, 30),
    al_giorno: whole(values['al-giorno'], 250),
    semi: whole(values.semi, 5),
  }
  const policies = simulateStudy(scenario).map(({ name, known, coverage }) => ({
    name,
    known: rounded(known),
    coverage: rounded(coverage),
  }))
  const errori = simulateErrori(10 * scenario.semi)
  if (values.json) console.log(JSON.stringify({ scenario, policies, errori }))
  else {
    console.table(
      Object.fromEntries(
        policies.map((p) => [p.name, { ...p.known, 'viste %': LEARNERS.map((k) => p.coverage[k]).join(' / ') }]),
      ),
    )
    for (const kind of PUPILS) {
      console.log(`Errori da chiudere: ${kind}`)
      console.table(Object.fromEntries(errori.map((way) => [way.name, way.pupils[kind]])))
    }
  }
}

function previsione(): void {
  const exams = takeExams(whole(values.persone, 600))
  const mean = (of: readonly number[]) => of.reduce((sum, x) => sum + x, 0) / Math.max(1, of.length)
  const learners = LEARNERS.map((kind) => {
    const own = exams.filter((e) => e.learner === kind)
    return {
      name: kind,
      persone: own.length,
      errore_medio: mean(own.map((e) => Math.abs(e.predicted - e.expected))).toFixed(2),
      scarto: mean(own.map((e) => e.predicted - e.expected)).toFixed(2),
      nella_fascia: mean(own.map((e) => (e.score >= e.da && e.score <= e.a ? 1 : 0))).toFixed(2),
    }
  })
  const bins = Array.from({ length: 10 }, (_, i) => {
    const own = exams.filter((e) => Math.min(9, Math.floor(10 * e.p)) === i)
    return {
      persone: own.length,
      detta: mean(own.map((e) => e.p)).toFixed(2),
      vera: mean(own.map((e) => (e.passed ? 1 : 0))).toFixed(2),
    }
  })
  if (values.json) console.log(JSON.stringify({ learners, bins }))
  else {
    console.table(learners)
    console.table(bins)
  }
}

const [name] = positionals
if (name === 'studio') studio()
else if (name === 'previsione') previsione()
else {
  console.error(USAGE)
  process.exit(2)
}
