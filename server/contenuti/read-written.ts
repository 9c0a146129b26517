import type { TipoContenuto, Written } from '#contract/contenuti'
import { readEntry } from '#contract/written-entry'

/** Entries of a file, or why it is refused: one reason for the whole, or the defects of entries as sentences. */
export type ReadEntries<T extends TipoContenuto> =
  | { voci: Written<T>[]; motivo: null; difetti: [] }
  | { voci: null; motivo: string; difetti: [] }
  | { voci: null; motivo: null; difetti: string[] }

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
  const read = list.map((entry) => readEntry(tipo, entry))
  const difetti = read.flatMap((r, i) =>
    r.difetti.map(({ campo, frase }) => `voce ${i + 1}: ${campo === '' ? '' : `${campo}: `}${frase}`),
  )
  // Cast: the schemas are the same.
  const voci = read.flatMap(({ voce }) => voce ?? []) as Written<T>[]
  const keys = voci.map((e) => e.chiave)
  const seen = new Set<string>()
  for (const [i, key] of keys.entries()) {
    if (seen.has(key)) difetti.push(`voce ${i + 1}: chiave: "${key}" compare due volte`)
    seen.add(key)
  }
  return difetti.length > 0 ? { voci: null, motivo: null, difetti } : { voci, motivo: null, difetti: [] }
}
