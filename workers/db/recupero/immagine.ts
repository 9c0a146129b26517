import { PAGINA } from '../drivers/registro.ts'
import type { Immagine } from './albero.ts'
import { readResti } from './resti-log.ts'
import { sumsOf } from './somma.ts'
import type { Somme } from './somme.ts'

/**
 * A database with its log written over it, as SQLite would read it, and which of its pages are not what was written. Without
 * sums every page is taken for good: then only what cannot be read is lost. `guaste`: pages that are known to be damaged,
 * whatever the log made of them since. Null for bytes that hold no page.
 */
export function imageOf(
  main: Uint8Array<ArrayBuffer>,
  log: Uint8Array<ArrayBuffer> | null,
  somme: Somme | null,
  guaste: ReadonlySet<number> = new Set(),
): (Immagine & { logIntero: boolean }) | null {
  const resti = log && readResti(log)
  const total = resti?.totale || Math.ceil(main.length / PAGINA)
  if (total === 0) return null
  const bytes = new Uint8Array(total * PAGINA)
  bytes.set(main.subarray(0, bytes.length))
  const pagine = resti?.pagine ?? new Map<number, Uint8Array<ArrayBuffer>>()
  for (const [numero, page] of pagine) if (numero <= total) bytes.set(page, (numero - 1) * PAGINA)
  const found = somme ? sumsOf(bytes, PAGINA) : []
  const unlike = (numero: number) =>
    somme !== null && !pagine.has(numero) && found[numero - 1] !== somme.somme[numero - 1]
  return {
    bytes,
    page: PAGINA,
    rotta: (numero) => guaste.has(numero) || (resti?.guaste.has(numero) ?? false) || unlike(numero),
    logIntero: resti?.intero ?? true,
  }
}
