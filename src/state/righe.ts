import { proxy, ref } from 'valtio'
import type { Domanda, Trovate } from '#contract/database'
import type { Result } from '#contract/result'
import type { Statistica } from '#rules/statistica'
import { showGuasto } from './avvisi.ts'
import { onArchivio } from './scrittura.ts'

/** Questions read at a time (data-engine §2). */
export const PAGINA = 50
/** Pages kept: what was seen last, forwards and backwards. */
const TENUTE = 24
/** Reads under way at once: with more the ones in sight would wait behind the ones already gone. */
const INSIEME = 2
/** Rows passed between two calls from which on a person is flying over the list, and how long it must then rest. */
const VOLO = 40
const RIPOSO_MS = 90

type Read = (id_concorsi: readonly number[], id_domande: readonly number[]) => Promise<Result<Domanda[]>>

/** The answers of the store that say that what was found is no longer there. */
const SPARITE: ReadonlySet<string> = new Set([
  'CONCORSO_NON_TROVATO',
  'CONCORSO_NOT_INITIALIZED',
  'DOMANDA_NON_TROVATA',
])

/**
 * The rows of a long list, read by pages as they come into view; pages scrolled past before their turn are never read. `stato`
 * changes when a row does.
 */
export function createRighe(read: Read) {
  const stato = proxy({ versione: 0 })
  let trovate: Trovate | null = null
  let onSparite: () => void = () => {}
  const pagine = new Map<number, Domanda[]>()
  const inArrivo = new Set<number>()
  const fallite = new Set<number>()
  let volute: number[] = []
  let giro = 0
  let ultima = 0
  let riposo: ReturnType<typeof setTimeout> | undefined

  const pump = () => {
    for (const pagina of volute) {
      if (inArrivo.size >= INSIEME) return
      if (!pagine.has(pagina) && !inArrivo.has(pagina) && !fallite.has(pagina)) void load(pagina)
    }
  }

  const load = async (pagina: number) => {
    if (!trovate) return
    const mio = giro
    const parte = (lista: Int32Array) => [...lista.subarray(pagina * PAGINA, (pagina + 1) * PAGINA)]
    inArrivo.add(pagina)
    const esito = await read(parte(trovate.id_concorsi), parte(trovate.id_domande))
    if (mio !== giro) return
    inArrivo.delete(pagina)
    if (esito.ok) keep(pagina, esito.value)
    else {
      fallite.add(pagina)
      if (SPARITE.has(esito.error.codice)) onSparite()
      else showGuasto(esito.error, { riprova: retry })
    }
    pump()
  }

  const keep = (pagina: number, domande: Domanda[]) => {
    pagine.set(pagina, domande)
    for (const vecchia of pagine.keys()) {
      if (pagine.size <= TENUTE) break
      if (!volute.includes(vecchia)) pagine.delete(vecchia)
    }
    stato.versione++
  }

  const retry = () => {
    fallite.clear()
    pump()
  }

  const clear = () => {
    giro++
    clearTimeout(riposo)
    trovate = null
    volute = []
    ultima = 0
    pagine.clear()
    inArrivo.clear()
    fallite.clear()
    stato.versione++
  }

  return {
    stato,
    clear,
    /** Another list; `sparite` is called when its questions turn out to be gone. */
    show(nuove: Trovate, sparite: () => void): void {
      clear()
      trovate = ref(nuove)
      onSparite = sparite
    },
    /** The question at a place; null until it was read. */
    at: (indice: number): Domanda | null => pagine.get(Math.floor(indice / PAGINA))?.[indice % PAGINA] ?? null,
    /** The places in view, both included: they are read, and those half a page around them. */
    want(da: number, a: number): void {
      if (!trovate) return
      const salto = Math.abs(da - ultima)
      ultima = da
      const prima = Math.floor(Math.max(0, da - PAGINA / 2) / PAGINA)
      const dopo = Math.floor(Math.min(trovate.id_domande.length - 1, a + PAGINA / 2) / PAGINA)
      const qui = Math.floor(da / PAGINA)
      volute = Array.from({ length: dopo - prima + 1 }, (_, i) => prima + i)
      volute.sort((x, y) => Math.abs(x - qui) - Math.abs(y - qui))
      clearTimeout(riposo)
      if (salto > VOLO) riposo = setTimeout(pump, RIPOSO_MS)
      else pump()
    },
    /** A record came back from the store: its row shows it. */
    put(statistica: Statistica): void {
      for (const domande of pagine.values()) {
        const i = domande.findIndex((d) => d.id_domanda === statistica.id_domanda)
        if (i >= 0) domande[i] = { ...(domande[i] as Domanda), statistica }
      }
      stato.versione++
    },
  }
}

/** The rows of the search on screen. */
export const righe = createRighe((id_concorso, id_domande) =>
  onArchivio((db) => db.readDomande({ id_concorso, id_domande })),
)
