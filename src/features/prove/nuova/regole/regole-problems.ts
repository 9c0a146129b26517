import { checkRegolamento, type RegolamentoDefect } from '#rules/regolamento/read'
import type { WrittenRegolamento } from '#rules/regolamento/types'
import { fullRegoleText as testi } from '../../../../text/regole.ts'
import { type TypedRegole, toDocument } from './typed-regole.ts'

/** Problem of the rules, with its field, the sentence beside the field, and the sentence that stands alone. */
export type RegoleProblem = { campo: string; message: string; full: string }

function message({ campo: field, difetto: problem }: RegolamentoDefect, d: WrittenRegolamento): string {
  const sezione = /^sezioni\[(\d+)\]\.domande$/.exec(field)
  // Use the sentence on quotas for a whole number, because only their sum makes it wrong.
  if (sezione && Number.isInteger(d.sezioni?.[Number(sezione[1])]?.domande)) return testi.difetti.quote_somma
  return testi.difetti[problem]
}

/** Returns every problem that `checkRegolamento` finds, in words. */
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

/** Returns the sentence of a field; null without a problem. */
export const problemTextOf = (problems: readonly RegoleProblem[], field: string): string | null =>
  problems.find((d) => d.campo === field)?.message ?? null
