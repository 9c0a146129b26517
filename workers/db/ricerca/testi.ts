import { FLAG_HTML } from '#contract/pacchetto'
import type { Corrispondenza } from '#rules/filtro'
import { buildIndice, type Indice, isAttuale, openIndice, searchIndice, type VoceIndice } from '#rules/indice'
import { testoAlfabetico, testoRicerca } from '#rules/testo'
import type { Archivio } from '../archivio.ts'
import { attach } from '../attach.ts'
import type { BancaLetta } from './letta.ts'

type Testi = {
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
/** Characters kept of one bank: the texts of some 60,000 questions. */
const TENUTI = 32 * 1024 * 1024

/** Texts of a bank that were asked for, as far as there is room, by official position. */
export type Tenuti = { caratteri: number; per_posizione: Map<number, string> }

export const newTenuti = (): Tenuti => ({ caratteri: 0, per_posizione: new Map() })

/** What a search reads of some questions (`testoRicerca`), in their order. Kept with the bank: phrases ask for the same again. */
export function readTesti(a: Archivio, letta: BancaLetta, posizioni: Int32Array): string[] {
  letta.testi ??= newTenuti()
  const columns = 'testo, risposta1, risposta2, risposta3, risposta4, risposta5, flags'
  return readKept(a, letta, posizioni, letta.testi, columns, normalizeRow)
}

/** What a question is ordered by: its text as it is shown. Kept with the bank: the next alphabet asks for the same ones. */
export function readTitoli(a: Archivio, letta: BancaLetta, posizioni: Int32Array): string[] {
  letta.titoli ??= newTenuti()
  return readKept(a, letta, posizioni, letta.titoli, 'testo, flags', ({ testo, flags }: Testi) =>
    testoAlfabetico({ testo, html: (flags & FLAG_HTML) !== 0 }),
  )
}

function readKept(
  a: Archivio,
  letta: BancaLetta,
  posizioni: Int32Array,
  kept: Tenuti,
  columns: string,
  textOf: (row: Testi) => string,
): string[] {
  const found = Array.from(posizioni, (p) => kept.per_posizione.get(p))
  const missing = Array.from(posizioni.keys()).filter((i) => found[i] === undefined)
  for (let from = 0; from < missing.length; from += PAGINA) {
    const page = missing.slice(from, from + PAGINA)
    const rows = a.db.all<Testi>(
      `SELECT ${columns}
       FROM json_each(?) j LEFT JOIN ${attach(a, letta.id_concorso).alias}.domande d ON d.posizione = j.value
       ORDER BY j.key`,
      `[${page.map((i) => posizioni[i]).join(',')}]`,
    )
    for (const [k, row] of rows.entries()) {
      const testo = textOf(row)
      found[page[k] as number] = testo
      if (kept.caratteri + testo.length > TENUTI) continue
      kept.caratteri += testo.length
      kept.per_posizione.set(posizioni[page[k] as number] as number, testo)
    }
  }
  return found as string[]
}

function normalizeRow({ testo, risposta1, risposta2, risposta3, risposta4, risposta5, flags }: Testi): string {
  const risposte = [risposta1, risposta2, risposta3, risposta4, risposta5]
  return testoRicerca({ testo, risposte, html: (flags & FLAG_HTML) !== 0 })
}

/** The bank's search index: its own, or one built in memory when texts were read in another way as the file was written. */
function indiceOf(a: Archivio, letta: BancaLetta): Indice {
  if (letta.indice) return letta.indice
  const voci = a.db.all<VoceIndice>(`SELECT chiave, valore FROM ${attach(a, letta.id_concorso).alias}.indice`)
  letta.indice = openIndice(isAttuale(voci) ? voci : buildIndice(textsOf(a, letta)))
  return letta.indice
}

function textsOf(a: Archivio, letta: BancaLetta): { posizione: number; testo: string }[] {
  const testi = readTesti(a, letta, letta.posizioni)
  return Array.from(letta.posizioni, (posizione, i) => ({ posizione, testo: testi[i] as string }))
}

/**
 * Positions of the questions that hold the keywords, by the bank's own index; null when nothing was typed. The last search
 * of each bank is kept: its counts and its other orders ask for it again.
 */
export function searchTesto(
  a: Archivio,
  letta: BancaLetta,
  { testo, corrispondenza = 'ALL' }: { testo?: string; corrispondenza?: Corrispondenza },
): Int32Array | null {
  if (testo === undefined || testo.trim() === '') return null
  const last = letta.cercata
  if (last && last.testo === testo && last.corrispondenza === corrispondenza) return last.posizioni
  const posizioni = searchIndice(indiceOf(a, letta), testo, corrispondenza, (wanted) => readTesti(a, letta, wanted))
  letta.cercata = { testo, corrispondenza, posizioni }
  return posizioni
}
