import { HTML_FLAG } from '#contract/package'
import { alphabeticText, searchableText } from '#rules/text'
import { attach } from '../banche/attach.ts'
import type { TextColumns } from '../banche/domande.ts'
import type { StoreContext } from '../core/context.ts'
import type { KeptTexts, LoadedBank } from '../core/loaded-bank.ts'

type TextRow = TextColumns & { flags: number }

/** Texts read at a time. */
const PAGE_ROWS = 2048
/** Characters kept of one bank: the texts of some 60,000 questions. */
const KEPT_CHARACTERS = 32 * 1024 * 1024

const newKeptTexts = (): KeptTexts => ({ characters: 0, byPosition: new Map() })

/**
 * Returns the searched text of some questions (`normalizeRow`), in their order. The bank caches it: phrases read the
 * same texts again.
 */
export function readTexts(ctx: StoreContext, bank: LoadedBank, posizioni: Int32Array): string[] {
  bank.texts ??= newKeptTexts()
  const columns = 'testo, risposta1, risposta2, risposta3, risposta4, risposta5, flags'
  return readKept(ctx, bank, posizioni, bank.texts, columns, normalizeRow)
}

/** Returns the text of each question as shown, for its order. The bank caches it for the next alphabet. */
export function readTitles(ctx: StoreContext, bank: LoadedBank, posizioni: Int32Array): string[] {
  bank.titles ??= newKeptTexts()
  return readKept(ctx, bank, posizioni, bank.titles, 'testo, flags', ({ testo, flags }: TextRow) =>
    alphabeticText({ testo, html: (flags & HTML_FLAG) !== 0 }),
  )
}

function readKept(
  ctx: StoreContext,
  bank: LoadedBank,
  posizioni: Int32Array,
  kept: KeptTexts,
  columns: string,
  textOf: (row: TextRow) => string,
): string[] {
  const found = Array.from(posizioni, (p) => kept.byPosition.get(p))
  const missing = Array.from(posizioni.keys()).filter((i) => found[i] === undefined)
  for (let from = 0; from < missing.length; from += PAGE_ROWS) {
    const page = missing.slice(from, from + PAGE_ROWS)
    const rows = ctx.db.all<TextRow>(
      `SELECT ${columns}
       FROM json_each(?) j LEFT JOIN ${attach(ctx, bank.id_concorso).alias}.domande d ON d.posizione = j.value
       ORDER BY j.key`,
      `[${page.map((i) => posizioni[i]).join(',')}]`,
    )
    for (const [k, row] of rows.entries()) {
      const testo = textOf(row)
      found[page[k] as number] = testo
      if (kept.characters + testo.length > KEPT_CHARACTERS) continue
      kept.characters += testo.length
      kept.byPosition.set(posizioni[page[k] as number] as number, testo)
    }
  }
  return found as string[]
}

function normalizeRow({ testo, risposta1, risposta2, risposta3, risposta4, risposta5, flags }: TextRow): string {
  const risposte = [risposta1, risposta2, risposta3, risposta4, risposta5]
  return searchableText({ testo, risposte, html: (flags & HTML_FLAG) !== 0 })
}
