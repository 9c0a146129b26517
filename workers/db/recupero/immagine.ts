import { rawOver } from '../drivers/raw.ts'
import type { Immagine } from './albero.ts'
import { Registro } from './log.ts'
import { sumsOf } from './sigillo.ts'
import type { Somme } from './somme.ts'

/** Page size of every store of this program. */
const PAGINA = 8192

/**
 * A database with its log written over it, as SQLite would read it, and which of its pages are not what was written. Without
 * sums every page is taken for good: then only what cannot be read is lost. Null for bytes that hold no page.
 */
export function imageOf(
  main: Uint8Array<ArrayBuffer>,
  log: Uint8Array<ArrayBuffer> | null,
  somme: Somme | null,
): Immagine | null {
  const pages = new Map<number, Uint8Array<ArrayBuffer>>()
  const registro = log && new Registro(rawOver(log), ({ numero, bytes }) => pages.set(numero, bytes))
  while (registro?.advance(Number.MAX_SAFE_INTEGER));
  const total = registro?.totale || Math.ceil(main.length / PAGINA)
  if (total === 0) return null
  const bytes = new Uint8Array(total * PAGINA)
  bytes.set(main.subarray(0, bytes.length))
  for (const [numero, page] of pages)
    if (page.length === PAGINA && numero <= total) bytes.set(page, (numero - 1) * PAGINA)
  const found = somme ? sumsOf(bytes, PAGINA) : []
  return {
    bytes,
    page: PAGINA,
    rotta: (numero) => somme !== null && !pages.has(numero) && found[numero - 1] !== somme.somme[numero - 1],
  }
}
