import type { Ordine, SearchHits } from '#contract/database'
import { type FilterConditions, STATI_RISPOSTA } from '#rules/filtro'
import { weaveSubjects } from '#rules/oggi'
import { relevanceRank } from '#rules/relevance'
import { permuteN, rankExact } from '#rules/shuffle'
import { parseQuery } from '#rules/text'
import type { StoreContext } from '../core/context.ts'
import type { LoadedBank, RecordState } from '../core/loaded-bank.ts'
import { rankAlphabetically } from './alphabetical.ts'
import { compile, cutRange, isOpen, readsOf } from './facet-mask.ts'
import { searchText } from './keywords.ts'
import { loadBank } from './loaded-bank.ts'
import { readRecordState } from './record-state.ts'
import { readTexts } from './texts.ts'

/** Hits of one bank: positions, ascending. Read only: the list may be the bank's own. */
type BankHits = { bank: LoadedBank; posizioni: Int32Array; stato: RecordState }

/** Returns the positions, ascending, that words and range leave. */
export const candidates = (ctx: StoreContext, bank: LoadedBank, filtro: FilterConditions): Int32Array =>
  cutRange(searchText(ctx, bank, filtro) ?? bank.posizioni, filtro)

/**
 * Returns the questions that a filter leaves in these banks, in the requested order. UFFICIALE is bank by bank, in the
 * given order.
 */
export function selectIn(
  ctx: StoreContext,
  concorsi: readonly number[],
  filtro: FilterConditions,
  ordine: Ordine,
  seme: number,
): SearchHits {
  // Sort the banks, so that chance does not depend on their last use.
  const inOrder = ordine === 'CASUALE' ? [...concorsi].sort((x, y) => x - y) : concorsi
  const parts = inOrder.map((id_concorso) => filterIn(ctx, loadBank(ctx, id_concorso), filtro, ordine === 'ESATTE'))
  const official = join(parts)
  switch (ordine) {
    case 'UFFICIALE':
      return official
    case 'MATERIE':
      return pick(official, weaveSubjects(subjectsOf(parts)))
    case 'CASUALE':
      return pick(official, permuteN(official.posizioni.length, seme))
    case 'ESATTE':
      return pick(official, byRisposta(parts))
    case 'ALFABETICO':
      return pick(official, rankAlphabetically(ctx, parts))
    case 'PERTINENZA':
      return pick(official, byRelevance(ctx, parts, filtro.testo ?? ''))
  }
}

/**
 * Yields the subject of each hit: one number for each subject of each bank, the questions of no subject last in their
 * bank.
 */
function* subjectsOf(parts: readonly BankHits[]): Iterable<number> {
  for (const [place, { bank, posizioni }] of parts.entries())
    for (const p of posizioni) yield place * 0x1_0000 + ((bank.materia[p] as number) || 0xffff)
}

function filterIn(ctx: StoreContext, bank: LoadedBank, filtro: FilterConditions, byOutcome: boolean): BankHits {
  const found = candidates(ctx, bank, filtro)
  const { record, chiavi } = readsOf(filtro)
  const stato = readRecordState(ctx, bank, { record, chiavi: chiavi || byOutcome })
  if (isOpen(filtro)) return { bank, posizioni: found, stato }
  const failed = compile(filtro, bank, stato)
  const kept = new Int32Array(found.length)
  let n = 0
  for (let i = 0; i < found.length; i++) {
    const p = found[i] as number
    if (failed(p) === 0) kept[n++] = p
  }
  return { bank, posizioni: kept.subarray(0, n), stato }
}

function join(parts: readonly BankHits[]): SearchHits {
  const n = parts.reduce((sum, { posizioni }) => sum + posizioni.length, 0)
  const hits = { id_domande: new Int32Array(n), id_concorsi: new Int32Array(n), posizioni: new Int32Array(n) }
  let place = 0
  for (const { bank, posizioni } of parts) {
    const { id_domande } = bank
    hits.id_concorsi.fill(bank.id_concorso, place, place + posizioni.length)
    hits.posizioni.set(posizioni, place)
    for (let i = 0; i < posizioni.length; i++) hits.id_domande[place + i] = id_domande[posizioni[i] as number] as number
    place += posizioni.length
  }
  return hits
}

/** Returns the hits in another order of their places. */
function pick(hits: SearchHits, places: Int32Array): SearchHits {
  const at = (array: Int32Array) => places.map((place) => array[place] as number)
  return { id_domande: at(hits.id_domande), id_concorsi: at(hits.id_concorsi), posizioni: at(hits.posizioni) }
}

const RANK = Uint8Array.from(STATI_RISPOSTA, (stato) => rankExact(stato === 'mai' ? null : stato))

/**
 * Returns places of the official order, wrong answers first, then never answered or neither, then right ones [EX12].
 */
function byRisposta(parts: readonly BankHits[]): Int32Array {
  const places = new Int32Array(parts.reduce((sum, { posizioni }) => sum + posizioni.length, 0))
  let n = 0
  for (let rank = 0; n < places.length; rank++) {
    let place = 0
    for (const { posizioni, stato } of parts)
      for (let i = 0; i < posizioni.length; i++, place++)
        if (RANK[stato.risposta[posizioni[i] as number] as number] === rank) places[n++] = place
  }
  return places
}

/** Most hits that are ranked: more stay in the official order, and a search while typing stays quick. */
const MAX_RANKED = 4_000

/** Returns places of the official order, the nearest to the words first. */
function byRelevance(ctx: StoreContext, parts: readonly BankHits[], query: string): Int32Array {
  const terms = parseQuery(query)
  const n = parts.reduce((sum, { posizioni }) => sum + posizioni.length, 0)
  const places = Int32Array.from({ length: n }, (_, i) => i)
  if (terms.length === 0 || n > MAX_RANKED) return places
  const ranks = parts.flatMap(({ bank, posizioni }) =>
    readTexts(ctx, bank, posizioni).map((testo) => relevanceRank(testo, terms)),
  )
  return places.sort((a, b) => (ranks[a] as number) - (ranks[b] as number) || a - b)
}
