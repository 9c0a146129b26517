import { ask, type Idb } from './idb.ts'

/** Kinds of files in the store `pezzi`. */
export type Area = 'banche' | 'file' | 'istantanee' | 'riserva'

/** Bytes of a piece: a download writes each as soon as it is whole. */
export const CHUNK_BYTES = 1024 * 1024

const key = (id_utente: number, area: Area, name: string, n: number) => [id_utente, area, name, n]
const range = (id_utente: number, area: Area, name: string) =>
  IDBKeyRange.bound([id_utente, area, name], [id_utente, area, name, []])

/** Puts one piece of a file. */
export const putChunk = (
  tx: IDBTransaction,
  id_utente: number,
  area: Area,
  name: string,
  n: number,
  bytes: Uint8Array,
) => tx.objectStore('pezzi').put(bytes.slice(), key(id_utente, area, name, n))

/** Deletes the pieces of a file from the `from`-th on. */
export const deleteChunks = (tx: IDBTransaction, id_utente: number, area: Area, name: string, from = 0) =>
  tx.objectStore('pezzi').delete(IDBKeyRange.bound(key(id_utente, area, name, from), [id_utente, area, name, []]))

/** Writes a whole file in one transaction, in the place of any other of that name; `check` refuses it in there. */
export function writeChunks(
  idb: Idb,
  id_utente: number,
  area: Area,
  name: string,
  bytes: Uint8Array,
  check: (tx: IDBTransaction) => Promise<void>,
): Promise<void> {
  return idb.transaction(['epoche', 'pezzi'], 'readwrite', async (tx) => {
    await check(tx)
    deleteChunks(tx, id_utente, area, name)
    // Write an empty file as one empty piece.
    for (let n = 0; n === 0 || n * CHUNK_BYTES < bytes.length; n++)
      putChunk(tx, id_utente, area, name, n, bytes.subarray(n * CHUNK_BYTES, (n + 1) * CHUNK_BYTES))
  })
}

/** The pieces of a file in order, null when there is none. */
export async function readChunks(
  tx: IDBTransaction,
  id_utente: number,
  area: Area,
  name: string,
): Promise<Uint8Array<ArrayBuffer>[] | null> {
  const found = await ask(tx.objectStore('pezzi').getAll(range(id_utente, area, name)))
  return found.length > 0 ? (found as Uint8Array<ArrayBuffer>[]) : null
}

/** Names of the files of an area. */
export async function listNames(tx: IDBTransaction, id_utente: number, area: Area): Promise<string[]> {
  const keys = await ask(
    tx.objectStore('pezzi').getAllKeys(IDBKeyRange.bound([id_utente, area], [id_utente, area, []])),
  )
  return [...new Set(keys.map((k) => (k as [number, Area, string, number])[2]))]
}
