import { proxy, ref } from 'valtio'
import type {
  Domanda,
  FacetCounts,
  FiltroRicerca,
  MeantQuery,
  Ordine,
  SearchHits,
  SedutaSummary,
} from '#contract/database'
import { SEVERAL_BANCHE } from '#contract/database'
import type { Failure, Result } from '#contract/result'
import type { StoreChange } from '#contract/tabs'
import { startSeduta } from '../../domain/banca-state.ts'
import { readOpenSedute } from '../../domain/open-sedute.ts'
import { preferences } from '../../domain/preferences.ts'
import { coalesce, onStoreChange } from '../../store/changes.ts'
import { onStore } from '../../store/on-store.ts'
import { ROWS_PER_PAGE, ricercaRows } from './rows.ts'

export type RicercaQuery = { filtro: FiltroRicerca; ordine: Ordine; seme: number }

/** Search on screen. Hits stay until others replace them, so that nothing flashes while a person types. */
export const ricercaState = proxy({
  fase: 'mai' as 'mai' | 'pronta' | 'guasto',
  error: null as Failure | null,
  trovate: null as SearchHits | null,
  counts: null as FacetCounts | null,
  /**
   * Words that were meant. `shown` is true when their questions are on screen, because the typed words find none. `apart` is set
   * when no question has the meant words together.
   */
  suggestion: null as (MeantQuery & { shown: boolean }) | null,
  /** Open sittings over several banks, newest first. */
  open: ref<readonly SedutaSummary[]>([]),
})

const searching = {
  asked: null as RicercaQuery | null,
  running: false,
}

/** Searches and counts, one search at a time; of those asked meanwhile only the newest runs. */
export async function searchRicerca(next: RicercaQuery): Promise<void> {
  onStoreChange(follow)
  searching.asked = next
  if (searching.running) return
  searching.running = true
  try {
    // Leaving the screen clears `searching.asked` and ends the loop.
    for (let current: RicercaQuery | null = null; searching.asked && current !== searching.asked; ) {
      current = searching.asked
      await search(current)
      if (current === searching.asked) await count(current)
    }
  } finally {
    searching.running = false
  }
}

async function search(current: RicercaQuery): Promise<void> {
  const result = await onStore((db) => db.searchDomande(current))
  if (current !== searching.asked) return
  if (!result.ok) {
    ricercaState.fase = 'guasto'
    ricercaState.error = ref(result.error)
    return
  }
  const { testo = '', corrispondenza } = current.filtro
  const none = result.value.id_domande.length === 0
  const found = testo !== '' && none ? await suggest(current) : null
  const meant =
    found === null || found.apart ? null : await onStore((db) => db.searchDomande(meaning(current, found.query)))
  const shown = meant?.ok === true && meant.value.id_domande.length > 0
  const hits = shown ? meant.value : result.value
  const first = await readFirst(hits)
  if (current !== searching.asked) return
  show(current, hits, first)
  ricercaState.suggestion = found !== null && (shown || found.apart) ? { ...found, shown } : null
  // Suggest words for an ANY search too, because its unmatched words may be mistyped.
  if (none || corrispondenza !== 'ANY') return
  const other = await suggest(current)
  if (current === searching.asked && other !== null) ricercaState.suggestion = { ...other, shown: false }
}

/** Reads the first questions before the list is drawn, because outlines would have another height. */
async function readFirst({ id_concorsi, id_domande }: SearchHits): Promise<Domanda[]> {
  const part = (ids: Int32Array) => [...ids.subarray(0, ROWS_PER_PAGE)]
  if (id_domande.length === 0) return []
  const result = await onStore((db) => db.readDomande({ id_concorso: part(id_concorsi), id_domande: part(id_domande) }))
  return result.ok ? result.value : []
}

function show(current: RicercaQuery, hits: SearchHits, first: Domanda[]): void {
  ricercaRows.show(hits, () => void searchRicerca({ ...current }), first)
  ricercaState.trovate = ref(hits)
  ricercaState.fase = 'pronta'
  ricercaState.error = null
}

const meaning = (asked: RicercaQuery, testo: string): RicercaQuery => ({
  ...asked,
  filtro: { ...asked.filtro, testo },
})

/** Returns null when the store fails, because the search stands without a suggestion. */
async function suggest({ filtro }: RicercaQuery): Promise<MeantQuery | null> {
  const result = await onStore((db) => db.suggestQuery({ filtro }))
  return result.ok ? result.value : null
}

async function count(asked: RicercaQuery): Promise<void> {
  const { suggestion } = ricercaState
  const { filtro } = suggestion?.shown ? meaning(asked, suggestion.query) : asked
  const result = await onStore((db) => db.countRicerca({ filtro }))
  if (result.ok) ricercaState.counts = ref(result.value)
}

/** Counts again for the search on screen, after a favourite or a level changed. */
export async function recountRicerca(): Promise<void> {
  if (searching.asked && !searching.running) await count(searching.asked)
}

// Follow the changes of other tabs. A changed record updates its row; a bank or synced data repeats the search.
const followCounts = coalesce(recountRicerca)
const followAll = coalesce(async () => {
  if (searching.asked) await searchRicerca({ ...searching.asked })
})
function follow(n: StoreChange): void {
  if (n.tipo === 'seduta' && ricercaState.fase !== 'mai') void readOpenRicercaSedute()
  if (!searching.asked) return
  if (n.tipo === 'record' || n.tipo === 'annullata') {
    ricercaRows.put(n.statistica)
    followCounts()
  } else if (n.tipo === 'banche' || n.tipo === 'ricevute') followAll()
}

/** Leaves the screen and clears the hits; the address keeps the query. */
export function leaveRicerca(): void {
  searching.asked = null
  ricercaRows.clear()
  Object.assign(ricercaState, {
    fase: 'mai',
    error: null,
    trovate: null,
    counts: null,
    suggestion: null,
    open: ref([]),
  })
}

export async function readOpenRicercaSedute(): Promise<void> {
  onStoreChange(follow)
  ricercaState.open = ref(await readOpenSedute(SEVERAL_BANCHE))
}

/** Starts a sitting over the chosen questions, in their order. */
export const startFoundSeduta = (chosen: Int32Array): Promise<Result<{ id: string; id_concorso: number }>> =>
  startSeduta({
    filtro: { id_concorso: SEVERAL_BANCHE },
    ordine: 'UFFICIALE',
    mescola: preferences.mescola,
    avanti_da_sola: preferences.avanti_da_sola,
    scelte: chosen,
  })
