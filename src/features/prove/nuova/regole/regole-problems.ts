import { checkRegolamento, type RegolamentoDefect } from '#rules/regolamento/read'
import type { WrittenRegolamento } from '#rules/regolamento/types'
import { fullRegoleText as testi } from '../../../../text/regole.ts'
import { type TypedRegole, toDocument } from './typed-regole.ts'

/** What is wrong in the rules: the field, the sentence beside it, and the sentence that stands alone. */
export type RegoleProblem = { campo: string; message: string; full: string }

function message({ campo: field, difetto: problem }: RegolamentoDefect, d: WrittenRegolamento): string {
  const sezione = /^sezioni\[(\d+)\]\.domande$/.exec(field)
  // Two ways to be wrong: no whole number, or another one than the quotas make.
  if (sezione && Number.isInteger(d.sezioni?.[Number(sezione[1])]?.domande)) return testi.difetti.quote_somma
  return testi.difetti[problem]
}

/** Everything that `checkRegolamento` finds wrong, in words. */
export function problemTexts(document: WrittenRegolamento): RegoleProblem[] {
  const parsed = checkRegolamento(document)
  if (parsed.ok) return []
  return parsed.difetti.map((problem) => {
    const spoken = message(problem, document)
    const i = /^sezioni\[(\d+)\]/.exec(problem.campo)?.[1]
    const name = i === undefined ? undefined : document.sezioni?.[Number(i)]?.nome
    return { campo: problem.campo, message: spoken, full: name === undefined ? spoken : testi.in_sezione(name, spoken) }
  })
}

export const regoleProblems = (r: TypedRegole): RegoleProblem[] => problemTexts(toDocument(r))

/** The sentence of a field, of itself or of one of its three values. */
export const problemTextOf = (problems: readonly RegoleProblem[], field: string): string | null =>
  problems.find((d) => d.campo === field)?.message ?? null
