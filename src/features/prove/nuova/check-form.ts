import { MAX_DURATION } from '#rules/regolamento/duration'
import { checkRegolamento } from '#rules/regolamento/read'
import { documentOf, toRegole } from './compose.ts'
import { type Shortage, settleDifficolta } from './difficolta.ts'
import {
  type AvailableMateria,
  type FormState,
  positionProblem,
  readPoints,
  readTime,
  sezioneOf,
  totalQuotas,
} from './form-state.ts'
import { regoleProblems } from './regole/regole-problems.ts'
import { toDocument } from './regole/typed-regole.ts'

/** Reason why the form cannot start a trial. `campo` names the field that shows it. */
export type FormProblem =
  | { campo: 'posizioni'; tipo: 'forma' | 'inverse' }
  | { campo: 'quote'; tipo: 'nessuna' | 'troppe' }
  | { campo: 'materia'; tipo: 'poche'; materia: string; n: number }
  | { campo: 'tempo'; tipo: 'manca' | 'zero' | 'forma' | 'lungo' }
  | { campo: 'punti'; tipo: 'forma'; nome: string }
  | ({ campo: 'difficolta' } & Shortage)
  | { campo: 'scritte'; frase: string }
  | { campo: 'sezione'; nome: string; servono: number; ci_sono: number }
  | { campo: 'regole'; tipo: 'contraddette' }

/** Most questions of one trial. */
export const MAX_DOMANDE = 1000

/** Returns every problem of the form, in the order of the page [VA10][EB21]. */
export function checkForm(m: FormState, available: readonly AvailableMateria[]): FormProblem[] {
  const problems: FormProblem[] = []
  const total = totalQuotas(m, available)
  if (total === 0) problems.push({ campo: 'quote', tipo: 'nessuna' })
  if (total > MAX_DOMANDE) problems.push({ campo: 'quote', tipo: 'troppe' })
  const ms = readTime(m)
  if (ms === null) problems.push({ campo: 'tempo', tipo: 'manca' })
  else if (Number.isNaN(ms)) problems.push({ campo: 'tempo', tipo: 'forma' })
  else if (ms <= 0) problems.push({ campo: 'tempo', tipo: 'zero' })
  else if (ms > MAX_DURATION) problems.push({ campo: 'tempo', tipo: 'lungo' })
  if (m.origine === 'numeri')
    for (const name of ['corretta', 'sbagliata', 'omessa', 'soglia'] as const)
      if (!(name === 'soglia' && m.numeri.soglia.trim() === '') && readPoints(m.numeri[name]) === null)
        problems.push({ campo: 'punti', tipo: 'forma', nome: name })
  if (m.origine === 'complete') {
    const [first] = regoleProblems(m.regole)
    if (first) return [...problems, { campo: 'scritte', frase: first.full }]
  }
  problems.push(...sezioniCounts(m, available))
  for (const { id_materia, materia, n } of available)
    if ((m.quote[id_materia] ?? 0) > n) problems.push({ campo: 'materia', tipo: 'poche', materia, n })
  const posizioni = positionProblem(m)
  if (posizioni) problems.push({ campo: 'posizioni', tipo: posizioni.tipo })
  const { manca: missing } = settleDifficolta(m, documentOf(m), available)
  if (missing && problems.length === 0) problems.push({ campo: 'difficolta', ...missing })
  if (problems.length === 0 && !checkRegolamento(toRegole(m, [total], [])).ok)
    problems.push({ campo: 'regole', tipo: 'contraddette' })
  return problems
}

/** Counts the questions that the subjects give to each section of the rules. */
export const domandePerSezione = (m: FormState, available: readonly AvailableMateria[], n: number): number[] =>
  Array.from({ length: n }, (_, i) =>
    available.reduce(
      (sum, d) => sum + (sezioneOf(m, d.id_materia, d.materia) === i ? (m.quote[d.id_materia] ?? 0) : 0),
      0,
    ),
  )

/** Returns the sections of one's own rules whose number of questions differs from that of their subjects. */
function sezioniCounts(m: FormState, available: readonly AvailableMateria[]): FormProblem[] {
  if (m.origine !== 'complete') return []
  const sezioni = toDocument(m.regole).sezioni ?? []
  const counts = domandePerSezione(m, available, sezioni.length)
  // Check only a number of questions, because quotas alone are a proportion.
  return sezioni.flatMap(({ nome: name, domande: needed }, i) => {
    const available = counts[i] ?? 0
    return needed === undefined || needed === available
      ? []
      : [{ campo: 'sezione' as const, nome: name, servono: needed, ci_sono: available }]
  })
}
