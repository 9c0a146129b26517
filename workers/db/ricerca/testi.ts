import { FLAG_HTML } from '#contract/pacchetto'
import { searchIndice } from '#rules/indice'
import { testoRicerca } from '#rules/testo'
import type { Archivio } from '../archivio.ts'
import { attach } from '../attach.ts'
import { type BancaLetta, indiceOf } from './letta.ts'

type Testi = {
  posizione: number
  testo: string
  risposta1: string
  risposta2: string
  risposta3: string | null
  risposta4: string | null
  risposta5: string | null
  flags: number
}

/** Texts read at a time. */
const PAGINA = 2048

/**
 * What a search reads of some questions (`testoRicerca`), in their order. Kept with the bank: phrases and alphabets ask for
 * the same ones again.
 */
export function readTesti(a: Archivio, letta: BancaLetta, posizioni: Int32Array): string[] {
  letta.testi ??= new Array(letta.id_domande.length)
  const { testi } = letta
  const missing = posizioni.filter((p) => testi[p] === undefined)
  for (let from = 0; from < missing.length; from += PAGINA) {
    const page = missing.subarray(from, from + PAGINA)
    const rows = a.db.all<Testi>(
      `SELECT posizione, testo, risposta1, risposta2, risposta3, risposta4, risposta5, flags
       FROM json_each(?) j CROSS JOIN ${attach(a, letta.id_concorso).alias}.domande d ON d.posizione = j.value`,
      `[${page.join(',')}]`,
    )
    for (const { posizione, testo, risposta1, risposta2, risposta3, risposta4, risposta5, flags } of rows) {
      const risposte = [risposta1, risposta2, risposta3, risposta4, risposta5]
      testi[posizione] = testoRicerca({ testo, risposte, html: (flags & FLAG_HTML) !== 0 })
    }
  }
  return Array.from(posizioni, (p) => testi[p] as string)
}

/** Positions of the questions that hold the keywords, by the bank's own index; null when nothing was typed. */
export function searchTesto(
  a: Archivio,
  letta: BancaLetta,
  { testo, corrispondenza = 'ALL' }: { testo?: string; corrispondenza?: 'ANY' | 'ALL' },
): Int32Array | null {
  if (testo === undefined || testo.trim() === '') return null
  return searchIndice(indiceOf(a, letta), testo, corrispondenza, (posizioni) => readTesti(a, letta, posizioni))
}
