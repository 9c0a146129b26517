import { proxy, ref } from 'valtio'
import type { FacetCounts, FiltroRicerca, Ordine, SearchHits, SedutaSummary } from '#contract/database'
import { SEVERAL_BANCHE } from '#contract/database'
import type { Failure, Result } from '#contract/result'
import type { StoreChange } from '#contract/tabs'
import { startSeduta } from '../../domain/banca-state.ts'
import { readOpenSedute } from '../../domain/open-sedute.ts'
import { preferences } from '../../domain/preferences.ts'
import { coalesce, onStoreChange } from '../../store/changes.ts'
import { onStore } from '../../store/on-store.ts'
import { ricercaRows } from './rows.ts'

export type RicercaQuery = { filtro: FiltroRicerca; ordine: Ordine; seme: number }

/** The search on screen. What was found stays until something else is, so that nothing flashes while a person types. */
export const ricercaState = proxy({
  fase: 'mai' as 'mai' | 'pronta' | 'guasto',
  error: null as Failure | null,
  trovate: null as SearchHits | null,
  /** From the question to the ids on the page, milliseconds. */
  ms: 0,
  counts: null as FacetCounts | null,
  /** The sittings over several banks that were left open, newest first. */
  open: ref<readonly SedutaSummary[]>([]),
})

const searching = {
  asked: null as RicercaQuery | null,
  running: false,
}

/** Searches and counts. One search at a time, and only the newest of those that came meanwhile. */
export async function searchRicerca(next: RicercaQuery): Promise<void> {
  onStoreChange(follow)
  searching.asked = next
  if (searching.running) return
  searching.running = true
  try {
    // The screen may be left in the middle: then nothing is asked for any more.
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
  const startedAt = performance.now()
  const result = await onStore((db) => db.searchDomande(current))
  if (current !== searching.asked) return
  if (!result.ok) {
    ricercaState.fase = 'guasto'
    ricercaState.error = ref(result.error)
    return
  }
  ricercaState.ms = performance.now() - startedAt
  ricercaRows.show(result.value, () => void searchRicerca({ ...current }))
  ricercaState.trovate = ref(result.value)
  ricercaState.fase = 'pronta'
  ricercaState.error = null
}

async function count({ filtro }: RicercaQuery): Promise<void> {
  const result = await onStore((db) => db.countRicerca({ filtro }))
  if (result.ok) ricercaState.counts = ref(result.value)
}

/** Counts again what the search on screen leaves, after a favourite or a level changed. */
export async function recountRicerca(): Promise<void> {
  if (searching.asked && !searching.running) await count(searching.asked)
}

// What another tab changed shows here too: a record in its row, a bank or what a server sent in what is found.
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

/** The screen is left: what was found is forgotten, the address remembers what was asked. */
export function leaveRicerca(): void {
  searching.asked = null
  ricercaRows.clear()
  Object.assign(ricercaState, { fase: 'mai', error: null, trovate: null, counts: null, open: ref([]) })
}

export async function readOpenRicercaSedute(): Promise<void> {
  onStoreChange(follow)
  ricercaState.open = ref(await readOpenSedute(SEVERAL_BANCHE))
}

/** Starts a sitting over chosen questions, in this order. */
export const startFoundSeduta = (chosen: Int32Array): Promise<Result<{ id: string; id_concorso: number }>> =>
  startSeduta({
    filtro: { id_concorso: SEVERAL_BANCHE },
    ordine: 'UFFICIALE',
    mescola: preferences.mescola,
    avanti_da_sola: preferences.avanti_da_sola,
    scelte: chosen,
  })
