import { proxy, ref } from 'valtio'
import type { Domanda, SearchHits } from '#contract/database'
import type { Result } from '#contract/result'
import type { Statistica } from '#rules/statistica'
import { showError } from '../../session/notices.ts'
import { onStore } from '../../store/on-store.ts'

/** Questions read at a time. */
export const ROWS_PER_PAGE = 50
/** Pages kept: what was seen last, forwards and backwards. */
const KEPT_PAGES = 24
/** Reads under way at once: with more the ones in sight would wait behind the ones already gone. */
const PARALLEL_READS = 2
/** Rows passed between two calls from which on a person is flying over the list, and how long it must then rest. */
const FAST_ROWS = 40
const SETTLE_MS = 90

type Read = (id_concorsi: readonly number[], id_domande: readonly number[]) => Promise<Result<Domanda[]>>

/** The answers of the store that say that what was found is no longer there. */
const GONE_CODES: ReadonlySet<string> = new Set([
  'CONCORSO_NON_TROVATO',
  'CONCORSO_NOT_INITIALIZED',
  'DOMANDA_NON_TROVATA',
])

/**
 * The rows of a long list, read by pages as they come into view; pages scrolled past before their turn are never read. `stato`
 * changes when a row does.
 */
export function createRows(read: Read) {
  const stato = proxy({ version: 0 })
  let trovate: SearchHits | null = null
  let onGone: () => void = () => {}
  const pages = new Map<number, Domanda[]>()
  const arriving = new Set<number>()
  const failed = new Set<number>()
  let wanted: number[] = []
  let epoch = 0
  let last = 0
  let settleTimer: ReturnType<typeof setTimeout> | undefined

  const pump = () => {
    for (const page of wanted) {
      if (arriving.size >= PARALLEL_READS) return
      if (!pages.has(page) && !arriving.has(page) && !failed.has(page)) void load(page)
    }
  }

  const load = async (page: number) => {
    if (!trovate) return
    const mine = epoch
    const part = (ids: Int32Array) => [...ids.subarray(page * ROWS_PER_PAGE, (page + 1) * ROWS_PER_PAGE)]
    arriving.add(page)
    const result = await read(part(trovate.id_concorsi), part(trovate.id_domande))
    if (mine !== epoch) return
    arriving.delete(page)
    if (result.ok) keep(page, result.value)
    else {
      failed.add(page)
      if (GONE_CODES.has(result.error.codice)) onGone()
      else showError(result.error, { riprova: retry })
    }
    pump()
  }

  const keep = (page: number, domande: Domanda[]) => {
    pages.set(page, domande)
    for (const oldest of pages.keys()) {
      if (pages.size <= KEPT_PAGES) break
      if (!wanted.includes(oldest)) pages.delete(oldest)
    }
    stato.version++
  }

  const retry = () => {
    failed.clear()
    pump()
  }

  const clear = () => {
    epoch++
    clearTimeout(settleTimer)
    trovate = null
    wanted = []
    last = 0
    pages.clear()
    arriving.clear()
    failed.clear()
    stato.version++
  }

  return {
    stato,
    clear,
    /** Another list with its first questions, as far as they were read; `gone` is called when its questions turn out to be gone. */
    show(next: SearchHits, gone: () => void, first: Domanda[] = []): void {
      clear()
      trovate = ref(next)
      onGone = gone
      if (first.length > 0) keep(0, first)
    },
    /** The question at a place; null until it was read. */
    at: (indice: number): Domanda | null =>
      pages.get(Math.floor(indice / ROWS_PER_PAGE))?.[indice % ROWS_PER_PAGE] ?? null,
    /** The places in view, both included: they are read, and those half a page around them. */
    want(from: number, a: number): void {
      if (!trovate) return
      const jump = Math.abs(from - last)
      last = from
      const first = Math.floor(Math.max(0, from - ROWS_PER_PAGE / 2) / ROWS_PER_PAGE)
      const lastPage = Math.floor(Math.min(trovate.id_domande.length - 1, a + ROWS_PER_PAGE / 2) / ROWS_PER_PAGE)
      const here = Math.floor(from / ROWS_PER_PAGE)
      wanted = Array.from({ length: lastPage - first + 1 }, (_, i) => first + i)
      wanted.sort((x, y) => Math.abs(x - here) - Math.abs(y - here))
      clearTimeout(settleTimer)
      if (jump > FAST_ROWS) settleTimer = setTimeout(pump, SETTLE_MS)
      else pump()
    },
    /** A record came back from the store: its row shows it. */
    put(statistica: Statistica): void {
      for (const domande of pages.values()) {
        const i = domande.findIndex((d) => d.id_domanda === statistica.id_domanda)
        if (i >= 0) domande[i] = { ...(domande[i] as Domanda), statistica }
      }
      stato.version++
    },
  }
}

/** The rows of the search on screen. */
export const ricercaRows = createRows((id_concorso, id_domande) =>
  onStore((db) => db.readDomande({ id_concorso, id_domande })),
)
