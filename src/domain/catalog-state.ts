import { proxy, ref } from 'valtio'
import type { Failure } from '#contract/result'
import type { Concorso, Ente } from '#contract/schemas'
import { call } from '../api/client.ts'
import { fetchPages, MAX_PAGE_SIZE } from '../api/pages.ts'

/** Page size of the lists (D17b). */
const PAGE_SIZE = 10

export type CatalogFilter = { id_ente: number | null; profilo: string | null; anno: number | null; search: string }
/** Most characters of the words searched in the catalogue, by the server's limit. */
export const MAX_CATALOG_WORDS = 200
export const NO_CATALOG_FILTERS: CatalogFilter = { id_ente: null, profilo: null, anno: null, search: '' }

/** Published banks in the server's order. */
export const catalog = proxy({
  filter: { ...NO_CATALOG_FILTERS },
  elementi: [] as Concorso[],
  totale: 0,
  anni: [] as number[],
  profili: [] as string[],
  enti: [] as Ente[],
  in_evidenza: [] as Concorso[],
  fase: 'mai' as 'mai' | 'caricamento' | 'pronto' | 'guasto',
  loading_more: false,
  error: null as Failure | null,
})

const query = (f: CatalogFilter, start: number) => ({
  start,
  size: PAGE_SIZE,
  ...(f.id_ente !== null && { id_ente: f.id_ente }),
  ...(f.profilo !== null && { profilo: f.profilo }),
  ...(f.anno !== null && { anno: f.anno }),
  ...(f.search.trim() !== '' && { search: f.search.trim() }),
})

/** Fetches the first page of the filters. */
export async function searchCatalog(filter: CatalogFilter): Promise<void> {
  catalog.filter = { ...filter }
  // Keep only the response to the newest request.
  const asked = catalog.filter
  if (catalog.fase !== 'pronto') catalog.fase = 'caricamento'
  const result = await call('concorsi', { query: query(filter, 0) })
  if (catalog.filter !== asked) return
  if (!result.ok) {
    catalog.fase = 'guasto'
    catalog.error = ref(result.error)
    return
  }
  const { elementi, totale, anni, profili } = result.value
  Object.assign(catalog, { elementi, totale, anni, profili, fase: 'pronto', error: null })
}

/** Fetches the next page and adds it below the others. */
export async function loadMoreCatalog(): Promise<void> {
  const asked = catalog.filter
  catalog.loading_more = true
  const result = await call('concorsi', { query: query(catalog.filter, catalog.elementi.length) })
  catalog.loading_more = false
  if (catalog.filter !== asked) return
  if (!result.ok) {
    catalog.error = ref(result.error)
    return
  }
  const known = new Set(catalog.elementi.map((c) => c.id_concorso))
  catalog.elementi.push(...result.value.elementi.filter((c) => !known.has(c.id_concorso)))
  catalog.totale = result.value.totale
}

/** Fetches every body, for the filter. */
export async function loadEnti(): Promise<void> {
  const result = await fetchPages((page) => call('enti', { query: page }))
  if (result.ok) catalog.enti = result.value.elementi
}

/** Fetches the featured banks, for the dashboard and for the first look at the catalogue. */
export async function loadFeatured(): Promise<void> {
  const result = await call('concorsi', { query: { in_evidenza: 'true', size: PAGE_SIZE } })
  if (result.ok) catalog.in_evidenza = result.value.elementi
}

/** Fetches the published banks whose name, body or profile holds the words, for the search of the dashboard. */
export async function findConcorsi(search: string): Promise<Concorso[]> {
  const result = await call('concorsi', { query: { search, size: PAGE_SIZE } })
  return result.ok ? result.value.elementi : []
}

/** Finds one published bank by its id; null when it is absent. Reads page after page, because the call has no filter by id. */
export async function findConcorso(id_concorso: number): Promise<Concorso | null> {
  for (let start = 0; ; ) {
    const result = await call('concorsi', { query: { start, size: MAX_PAGE_SIZE } })
    if (!result.ok) return null
    const found = result.value.elementi.find((c) => c.id_concorso === id_concorso)
    start += result.value.elementi.length
    if (found || result.value.elementi.length === 0 || start >= result.value.totale) return found ?? null
  }
}
