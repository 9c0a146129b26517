import type { ConcorsoScaricabile } from '#contract/schemas'
import { formatIso } from '#rules/dates'
import { closeDb, db, openDb } from '#src/store/client'
import { SQLITE_WASM } from '#wasm/address'
import { createSqlWindow } from '#workers/sql/sql-window'
import type { Facts } from '../store/examine.ts'

const UTENTE = 7
const at = () => formatIso(Date.now(), 60)
type Coded = { ok: true } | { ok: false; error: { codice: string } }
const code = (r: Coded) => (r.ok ? 'ok' : r.error.codice)
const acknowledged: string[] = []
let next = 0

/** Every call answers the code of what happened, `ok` when it went well. */
const spazio = {
  open: async () => code(await openDb({ id_utente: UTENTE })),
  install: async (concorso: ConcorsoScaricabile) =>
    code(await (await db()).downloadBanca({ concorso, at: at() }, () => {})),

  /** Answers up to `n` times, by twenty, until one fails; what the store answered is kept. */
  async answer(id_concorso: number, ids: number[], n: number): Promise<string> {
    const store = await db()
    const one = async (): Promise<string> => {
      const i = next++
      const id_evento = `evento-${i}`
      const question = { id_concorso, id_domanda: ids[i % ids.length] as number, risposta: 1 + (i % 2) }
      const given = await store.answer({
        ...question,
        modalita: 'ESEGUITA',
        at: at(),
        id_evento,
        id_seduta: null,
        indice: null,
      })
      if (given.ok) acknowledged.push(id_evento)
      return code(given)
    }
    for (let done = 0; done < n; done += 20) {
      const codes = await Promise.all(Array.from({ length: 20 }, one))
      const failed = codes.find((c) => c !== 'ok')
      if (failed !== undefined) return failed
    }
    return 'ok'
  },

  banks: async () => {
    const list = await (await db()).listBanche()
    return list.ok ? list.value.map((b) => ({ versione: b.versione, n: b.n_domande })) : list.error.codice
  },

  deleteBank: async (id_concorso: number) => code(await (await db()).deleteBanca({ id_concorso, dallaLista: false })),

  /** Acknowledged answers that a store just opened does not have, whatever the rung. */
  async missing(): Promise<number> {
    await closeDb()
    await openDb({ id_utente: UTENTE })
    const copie = await (await db()).copyStore({ id_concorsi: [] })
    if (!copie.ok) throw new Error(copie.error.codice)
    const sql = createSqlWindow(SQLITE_WASM)
    await sql.open({ copie: copie.value })
    const ids = JSON.stringify(acknowledged)
    const esito = await sql.query({
      sql: `SELECT count(*) FROM json_each('${ids}') WHERE value NOT IN (SELECT id FROM eventi)`,
    })
    if (!esito.ok) throw new Error(esito.error.detail ?? esito.error.codice)
    return Number(esito.value.righe[0]?.[0])
  },
  acknowledged: () => acknowledged.length,

  /** Pieces of both reserves in IndexedDB. */
  reserveIdb: () =>
    new Promise<number>((resolve) => {
      const request = indexedDB.open('idoneo-archivio')
      request.onsuccess = () => {
        const keys = request.result.transaction('pezzi').objectStore('pezzi').getAllKeys()
        keys.onsuccess = () => {
          request.result.close()
          resolve(keys.result.filter((key) => (key as unknown[])[1] === 'riserva').length)
        }
      }
    }),

  /** Bytes of a reserve in OPFS; null where there is none. */
  async reserve(name: string): Promise<number | null> {
    try {
      const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle(`idoneo-${UTENTE}`)
      return (await (await folder.getFileHandle(name)).getFile()).size
    } catch {
      return null
    }
  },

  async dropReserve(name: string): Promise<void> {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle(`idoneo-${UTENTE}`)
    await folder.removeEntry(name)
  },

  usage: async () => (await navigator.storage.estimate()).usage ?? 0,

  /** Closes the store and looks into it: acknowledged answers that are missing, and whatever contradicts itself. */
  async look(): Promise<{ acknowledged: number; missing: number; wrong: string[] }> {
    await closeDb()
    const worker = new Worker(new URL('../kill/examine.worker.ts', import.meta.url), { type: 'module' })
    const facts = await new Promise<Facts>((resolve, reject) => {
      worker.onerror = (e) => reject(new Error(e.message))
      worker.onmessage = ({ data }) => (data.error ? reject(new Error(data.error)) : resolve(data.facts))
      worker.postMessage(UTENTE)
    })
    worker.terminate()
    const here = new Set(facts.events)
    const missing = acknowledged.filter((id) => !here.has(id)).length
    return { acknowledged: acknowledged.length, missing, wrong: facts.wrong }
  },
}
window.spazio = spazio

declare global {
  interface Window {
    spazio: typeof spazio
  }
}
