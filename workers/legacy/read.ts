/** Name of the database of the app before this one (spec §3, D31). */
const OLD_NAME = 'concorsi'

/** A record of the old database, in any form that an app of versions 1 to 9 wrote. */
export type RawRecord = Readonly<Record<string, unknown>>

/** The six stores of the specification, as far as they exist. */
const OLD_STORES = [
  'banche',
  'banche_meta',
  'statistiche',
  'percorsi',
  'percorsi_meta',
  'statistiche_percorsi',
] as const
export type OldStore = (typeof OLD_STORES)[number]
export type OldContent = { versione: number } & Record<OldStore, RawRecord[]>

const ask = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** Opens the old database; null when there is none. Opening never makes one. */
function openOld(factory: IDBFactory): Promise<IDBDatabase | null> {
  return new Promise((resolve, reject) => {
    const request = factory.open(OLD_NAME)
    let absent = false
    request.onupgradeneeded = () => {
      absent = true
      request.transaction?.abort()
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => (absent ? resolve(null) : reject(request.error))
  })
}

/** Reads the whole old database, null when there is none, and changes nothing in it. */
export async function readOld(factory: IDBFactory): Promise<OldContent | null> {
  const db = await openOld(factory)
  if (!db) return null
  try {
    const content = { versione: db.version, ...empty() }
    for (const name of db.objectStoreNames) {
      const store = db.transaction([name], 'readonly').objectStore(name)
      const { keyPath } = store
      const records = (await ask(store.getAll())) as RawRecord[]
      const oldStore = whichOf(name, keyPath, records)
      if (oldStore) content[oldStore].push(...records)
    }
    return content
  } finally {
    db.close()
  }
}

const empty = () => Object.fromEntries(OLD_STORES.map((n) => [n, [] as RawRecord[]])) as Record<OldStore, RawRecord[]>

/**
 * Identifies a store among the six. The specification names keys and contents of the stores, not the stores. A store is
 * found by its key, by its records or, where there is none, by the words of its name.
 */
export function whichOf(
  name: string,
  keyPath: string | string[] | null,
  records: readonly RawRecord[],
): OldStore | null {
  const [first] = records
  const key =
    typeof keyPath === 'string'
      ? keyPath
      : (['id_domanda', 'id_concorso', 'id_argomento'].find((k) => first && k in first) ?? '')
  const ofPaths = /percors|argoment|materi/i.test(name)
  const isMeta = first ? Object.keys(first).some((k) => k.startsWith('n_domande_')) : /meta/i.test(name)
  if (key === 'id_domanda') {
    const paths = first ? first.id_concorso === undefined && first.id_argomento !== undefined : ofPaths
    return paths || (ofPaths && first?.id_concorso == null) ? 'statistiche_percorsi' : 'statistiche'
  }
  if (key === 'id_argomento') return isMeta ? 'percorsi_meta' : 'percorsi'
  if (key === 'id_concorso') return isMeta ? 'banche_meta' : 'banche'
  return null
}

/** Deletes the old database; returns false while another tab holds it. */
export function deleteOld(factory: IDBFactory): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const request = factory.deleteDatabase(OLD_NAME)
    request.onsuccess = () => resolve(true)
    request.onblocked = () => resolve(false)
    request.onerror = () => reject(request.error)
  })
}
