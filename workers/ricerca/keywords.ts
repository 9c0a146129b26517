import type { MatchMode } from '#rules/filtro'
import {
  buildIndex,
  type IndexEntry,
  isCurrentIndex,
  openIndex,
  type SearchIndex,
  searchIndex,
} from '#rules/search-index'
import { attach } from '../banche/attach.ts'
import type { StoreContext } from '../core/context.ts'
import type { LoadedBank } from '../core/loaded-bank.ts'
import { readTexts } from './texts.ts'

/** Returns the bank's search index: its own, or one built in memory where the file has an older text norm. */
export function indexOf(ctx: StoreContext, bank: LoadedBank): SearchIndex {
  if (bank.index) return bank.index
  const voci = ctx.db.all<IndexEntry>(`SELECT chiave, valore FROM ${attach(ctx, bank.id_concorso).alias}.indice`)
  bank.index = openIndex(isCurrentIndex(voci) ? voci : buildIndex(textsOf(ctx, bank)))
  return bank.index
}

function textsOf(ctx: StoreContext, bank: LoadedBank): { posizione: number; testo: string }[] {
  const texts = readTexts(ctx, bank, bank.posizioni)
  return Array.from(bank.posizioni, (posizione, i) => ({ posizione, testo: texts[i] as string }))
}

/**
 * Returns positions of the questions that hold the keywords, by the bank's own index; null without keywords. The last
 * search of each bank is cached for its counts and its other orders.
 */
export function searchText(
  ctx: StoreContext,
  bank: LoadedBank,
  { testo, corrispondenza = 'ALL' }: { testo?: string; corrispondenza?: MatchMode },
): Int32Array | null {
  if (testo === undefined || testo.trim() === '') return null
  const last = bank.lastSearch
  if (last && last.testo === testo && last.corrispondenza === corrispondenza) return last.posizioni
  const posizioni = searchIndex(indexOf(ctx, bank), testo, corrispondenza, (wanted) => readTexts(ctx, bank, wanted))
  bank.lastSearch = { testo, corrispondenza, posizioni }
  return posizioni
}
