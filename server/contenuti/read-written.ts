import * as z from 'zod/mini'
import { type TipoContenuto, WRITTEN, type Written } from '#contract/contenuti'

/** Entries of a file, or why it is refused: one reason for the whole, or the defects of entries as sentences. */
export type ReadEntries<T extends TipoContenuto> =
  | { voci: Written<T>[]; motivo: null; difetti: [] }
  | { voci: null; motivo: string; difetti: [] }
  | { voci: null; motivo: null; difetti: string[] }

/** Returns the defect of a field as a sentence for the operator. */
function sentence({ path, code, message, ...rest }: z.core.$ZodIssue): string {
  if (code === 'unrecognized_keys' && 'keys' in rest) return `campi sconosciuti: ${rest.keys.join(', ')}`
  const field = path.join('.') || 'voce'
  if (code === 'custom') return `${field}: ${message}`
  if (code === 'too_big') return `${field}: supera la misura ammessa`
  if (code === 'too_small') return `${field}: è vuoto o sotto la misura ammessa`
  return `${field}: manca, o non è un valore ammesso`
}

/** Parses the entries of a kind from the text of a JSON file. */
export function parseWritten<T extends TipoContenuto>(text: string, tipo: T): ReadEntries<T> {
  const refuse = (motivo: string): ReadEntries<T> => ({ voci: null, motivo, difetti: [] })
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch (error) {
    return refuse(`non è JSON (${(error as Error).message})`)
  }
  if (!Array.isArray(list) || list.length === 0) return refuse('vuole un elenco JSON non vuoto')
  const parsed = list.map((entry) => z.safeParse(WRITTEN[tipo], entry))
  const difetti = parsed.flatMap((p, i) =>
    p.success ? [] : p.error.issues.map((issue) => `voce ${i + 1}: ${sentence(issue)}`),
  )
  const voci = parsed.flatMap((p) => (p.success ? [p.data as Written<T>] : []))
  const keys = voci.map((e) => e.chiave)
  const seen = new Set<string>()
  for (const [i, key] of keys.entries()) {
    if (seen.has(key)) difetti.push(`voce ${i + 1}: chiave: "${key}" compare due volte`)
    seen.add(key)
  }
  return difetti.length > 0 ? { voci: null, motivo: null, difetti } : { voci, motivo: null, difetti: [] }
}
