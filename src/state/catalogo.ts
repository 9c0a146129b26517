import { proxy, ref } from 'valtio'
import type { Failure } from '#contract/result'
import type { Concorso, Ente } from '#contract/schemi'
import { call } from './api.ts'

/** Page size of the lists (D17b). */
const PAGINA = 10
const PAGINA_MASSIMA = 100

export type FiltroCatalogo = { id_ente: number | null; profilo: string | null; anno: number | null; search: string }
/** Characters of the words searched in the catalogue, as the server takes them. */
export const MAX_PAROLE = 200
export const SENZA_FILTRI: FiltroCatalogo = { id_ente: null, profilo: null, anno: null, search: '' }

/** Published banks, as the server lists them. */
export const catalogo = proxy({
  filtro: { ...SENZA_FILTRI },
  elementi: [] as Concorso[],
  totale: 0,
  anni: [] as number[],
  profili: [] as string[],
  enti: [] as Ente[],
  in_evidenza: [] as Concorso[],
  fase: 'mai' as 'mai' | 'caricamento' | 'pronto' | 'guasto',
  altre_in_arrivo: false,
  guasto: null as Failure | null,
})

const query = (f: FiltroCatalogo, start: number) => ({
  start,
  size: PAGINA,
  ...(f.id_ente !== null && { id_ente: f.id_ente }),
  ...(f.profilo !== null && { profilo: f.profilo }),
  ...(f.anno !== null && { anno: f.anno }),
  ...(f.search.trim() !== '' && { search: f.search.trim() }),
})

/** Only the answer to the newest question counts. */
let giro = 0

/** Asks for the first page of what the filters say. */
export async function searchCatalogo(filtro: FiltroCatalogo): Promise<void> {
  catalogo.filtro = { ...filtro }
  const mio = ++giro
  if (catalogo.fase !== 'pronto') catalogo.fase = 'caricamento'
  const esito = await call('concorsi', { query: query(filtro, 0) })
  if (mio !== giro) return
  if (!esito.ok) {
    catalogo.fase = 'guasto'
    catalogo.guasto = ref(esito.error)
    return
  }
  const { elementi, totale, anni, profili } = esito.value
  Object.assign(catalogo, { elementi, totale, anni, profili, fase: 'pronto', guasto: null })
}

/** The next page, under the ones already shown. */
export async function loadAltre(): Promise<void> {
  const mio = giro
  catalogo.altre_in_arrivo = true
  const esito = await call('concorsi', { query: query(catalogo.filtro, catalogo.elementi.length) })
  catalogo.altre_in_arrivo = false
  if (mio !== giro) return
  if (!esito.ok) {
    catalogo.guasto = ref(esito.error)
    return
  }
  const note = new Set(catalogo.elementi.map((c) => c.id_concorso))
  catalogo.elementi.push(...esito.value.elementi.filter((c) => !note.has(c.id_concorso)))
  catalogo.totale = esito.value.totale
}

/** Every body, for the filter. */
export async function loadEnti(): Promise<void> {
  const enti: Ente[] = []
  for (;;) {
    const esito = await call('enti', { query: { start: enti.length, size: PAGINA_MASSIMA } })
    if (!esito.ok) return
    enti.push(...esito.value.elementi)
    if (esito.value.elementi.length === 0 || enti.length >= esito.value.totale) break
  }
  catalogo.enti = enti
}

/** Featured banks, for the dashboard and for the first look at the catalogue. */
export async function loadInEvidenza(): Promise<void> {
  const esito = await call('concorsi', { query: { in_evidenza: 'true', size: PAGINA } })
  if (esito.ok) catalogo.in_evidenza = esito.value.elementi
}

/** Published banks whose name, body or profile holds the words, for the search of the dashboard. */
export async function findConcorsi(search: string): Promise<Concorso[]> {
  const esito = await call('concorsi', { query: { search, size: PAGINA } })
  return esito.ok ? esito.value.elementi : []
}

/** One published bank by its id: the lists have no such question, so the pages are leafed through; null when it is not there. */
export async function findConcorso(id_concorso: number): Promise<Concorso | null> {
  for (let start = 0; ; ) {
    const esito = await call('concorsi', { query: { start, size: PAGINA_MASSIMA } })
    if (!esito.ok) return null
    const trovato = esito.value.elementi.find((c) => c.id_concorso === id_concorso)
    start += esito.value.elementi.length
    if (trovato || esito.value.elementi.length === 0 || start >= esito.value.totale) return trovato ?? null
  }
}
