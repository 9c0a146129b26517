import { proxy, ref } from 'valtio'
import type { Domanda, SearchHits } from '#contract/database'
import type { Result } from '#contract/result'
import type { Statistica } from '#rules/statistica'
import { showError } from '../../session/notices.ts'
import { onStore } from '../../store/on-store.ts'

/** Questions read at a time. */
export const ROWS_PER_PAGE = 50
/** Pages kept, forwards and backwards; the oldest out of sight go first. */
const KEPT_PAGES = 24
/** Reads under way at once; with more, rows in sight would wait behind rows scrolled past. */
const PARALLEL_READS = 2
/** Rows passed between two calls that count as a fast scroll, and the milliseconds of rest that end it. */
const FAST_ROWS = 40
const SETTLE_MS = 90

type Read = (id_concorsi: readonly number[], id_domande: readonly number[]) => Promise<Result<Domanda[]>>

/** Error codes of the store for hits that are no longer there. */
const GONE_CODES: ReadonlySet<string> = new Set([
  'CONCORSO_NON_TROVATO',
  'CONCORSO_NOT_INITIALIZED',
  'DOMANDA_NON_TROVATA',
])

/**
 * Rows of a long list, read by pages as they come into view. Pages scrolled past before their turn are never read. `stato`
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
    /** Shows another list with the first questions already read; calls `gone` when the store no longer has its questions. */
    show(next: SearchHits, gone: () => void, first: Domanda[] = []): void {
      clear()
      trovate = ref(next)
      onGone = gone
      if (first.length > 0) keep(0, first)
    },
    /** Returns the question at a place, or null until it is read. */
    at: (indice: number): Domanda | null =>
      pages.get(Math.floor(indice / ROWS_PER_PAGE))?.[indice % ROWS_PER_PAGE] ?? null,
    /** Reads the places in view, both included, and half a page around them. */
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
    /** Puts a changed record into its row. */
    put(statistica: Statistica): void {
      for (const domande of pages.values()) {
        const i = domande.findIndex((d) => d.id_domanda === statistica.id_domanda)
        if (i >= 0) domande[i] = { ...(domande[i] as Domanda), statistica }
      }
      stato.version++
    },
  }
}

/** Rows of the search on screen. */
export const ricercaRows = createRows((id_concorso, id_domande) =>
  onStore((db) => db.readDomande({ id_concorso, id_domande })),
)
