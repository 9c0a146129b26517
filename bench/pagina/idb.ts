import { ID } from '../lib/lavoro.ts'
import { answeredRow, CHIAVI, INDICI, nameOf, type Riga, rowOf, sentRow } from './righe.ts'
import type { Righe } from './righe-store.ts'

const NOME = 'concorsi-idb'
const VERSIONE = 9
/** Rows that a scan holds in memory at once. */
const BATCH = 2000

const answerOf = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const committed = (tx: IDBTransaction) =>
  new Promise<void>((resolve, reject) => {
    tx.oncomplete = () => resolve()
    tx.onabort = () => reject(tx.error)
  })

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(NOME, VERSIONE)
  request.onupgradeneeded = () => {
    for (const [store, keyPath] of Object.entries(CHIAVI)) {
      const made = request.result.createObjectStore(store, { keyPath })
      for (const path of store in INDICI ? INDICI[store as keyof typeof INDICI] : [])
        made.createIndex(nameOf(path), path as string | string[])
    }
  }
  return answerOf(request)
}

/** The same six stores without a library: requests of one transaction are sent together, keys and rows come in batches. */
export function createIdb(): Righe {
  let open: IDBDatabase | undefined
  const db = () => {
    if (!open) throw new Error('closed')
    return open
  }
  const reading = () => db().transaction('statistiche', 'readonly').objectStore('statistiche')
  const writing = () => db().transaction('statistiche', 'readwrite', { durability: 'strict' })
  const byIndex = ({ ix_start, ix_end }: { ix_start: number; ix_end: number }) =>
    IDBKeyRange.bound([ID, ix_start], [ID, ix_end])
  const getMany = (store: IDBObjectStore, ids: readonly number[]): Promise<(Riga | undefined)[]> =>
    Promise.all(ids.map((id) => answerOf<Riga | undefined>(store.get(id))))
  const waiting = (store: IDBObjectStore) =>
    answerOf<Riga[]>(store.index('[id_concorso+sincronizzata]').getAll([ID, 0]))
  /** Writes rows without waiting for each, and for the disk at the end. */
  const putAll = async (tx: IDBTransaction, rows: Iterable<Riga>) => {
    const store = tx.objectStore('statistiche')
    for (const row of rows) store.put(row)
    const done = committed(tx)
    tx.commit()
    await done
  }

  return {
    remove: async () => void (await answerOf(indexedDB.deleteDatabase(NOME))),
    async open() {
      open = await openDatabase()
    },
    async close() {
      open?.close()
      open = undefined
    },
    async fill(domande) {
      const tx = db().transaction(['banche', 'banche_meta', 'statistiche'], 'readwrite', { durability: 'strict' })
      tx.objectStore('banche').put({ id_concorso: ID })
      tx.objectStore('banche_meta').put({ id_concorso: ID })
      await putAll(tx, domande.map(rowOf))
    },
    get: (id_domanda) => answerOf<Riga | undefined>(reading().get(id_domanda)),
    ids: (range) =>
      answerOf(reading().index('[id_concorso+indice_uff]').getAllKeys(byIndex(range))) as Promise<number[]>,
    idsOfMateria: (id_materia) =>
      answerOf(
        reading()
          .index('[id_concorso+id_materia+livello_conoscenza]')
          .getAllKeys(IDBKeyRange.bound([ID, id_materia], [ID, id_materia, []])),
      ) as Promise<number[]>,
    rows: (range) => answerOf<Riga[]>(reading().index('[id_concorso+indice_uff]').getAll(byIndex(range))),
    page: (ids) => getMany(reading(), ids),
    unanswered: (materie) => {
      const index = reading().index('[id_concorso+id_materia+livello_conoscenza]')
      return Promise.all(Array.from({ length: materie }, (_, i) => answerOf(index.count([ID, i + 1, -99]))))
    },
    async answer(id_domanda, risposta, at) {
      const tx = writing()
      const row = await answerOf<Riga>(tx.objectStore('statistiche').get(id_domanda))
      await putAll(tx, [answeredRow(row, risposta, at)])
    },
    async answerAll(ids, at) {
      const tx = writing()
      const rows = await getMany(tx.objectStore('statistiche'), ids)
      await putAll(
        tx,
        rows.map((row) => answeredRow(row as Riga, 1, at)),
      )
    },
    unsynced: () => waiting(reading()),
    async mark(pairs) {
      const tx = writing()
      const rows = await getMany(
        tx.objectStore('statistiche'),
        pairs.map((p) => p.id_domanda),
      )
      const sent = rows.filter((row, i) => row?.data_eseguita === pairs[i]?.data_eseguita) as Riga[]
      await putAll(tx, sent.map(sentRow))
      return sent.length
    },
    async filter(test) {
      const store = reading()
      const found: number[] = []
      // By the key, which is the order of the bank's rows: the next batch is asked for before this one is read.
      let next = answerOf<Riga[]>(store.getAll(undefined, BATCH))
      for (;;) {
        const rows = await next
        const last = rows.at(-1)
        if (rows.length === BATCH && last)
          next = answerOf<Riga[]>(store.getAll(IDBKeyRange.lowerBound(last.id_domanda, true), BATCH))
        for (const row of rows) if (row.id_concorso === ID && test(row)) found.push(row.id_domanda)
        if (rows.length < BATCH) return found
      }
    },
  }
}
