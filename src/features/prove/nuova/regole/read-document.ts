import { writtenRegolamento } from '#contract/regolamento'
import type { WrittenRegolamento } from '#rules/regolamento/types'
import { regoleDocumentText as testi } from '../../../../text/regole.ts'
import { problemTexts } from './regole-problems.ts'

export type DocumentResult = { ok: true; regole: WrittenRegolamento } | { ok: false; frase: string }

/** Most characters of a document of rules. */
const MAX_CHARACTERS = 200_000

/** Reads a document by its form, then its meaning; returns the first problem in words. */
export function readDocument(text: string): DocumentResult {
  if (text.length > MAX_CHARACTERS) return { ok: false, frase: testi.troppo }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { ok: false, frase: testi.non_json }
  }
  const parsed = writtenRegolamento.safeParse(value)
  if (!parsed.success) {
    const [first] = parsed.error.issues
    if (first?.code === 'unrecognized_keys') return { ok: false, frase: testi.ignoto(first.keys[0] ?? '') }
    return { ok: false, frase: testi.campo(first?.path.join('.') ?? '') }
  }
  const [problem] = problemTexts(parsed.data)
  return problem
    ? { ok: false, frase: testi.difetto(problem.campo, problem.message) }
    : { ok: true, regole: parsed.data }
}
