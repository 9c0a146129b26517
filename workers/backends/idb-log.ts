import { joinBytes } from '#rules/bytes'
import { sumsOf } from '../core/checksum.ts'
import { StoreFault } from '../core/guard.ts'
import type { LogContents, LoggedStatement } from '../core/recovery-sources.ts'
import { LOG_RESERVE_BYTES, noise, RESERVE_BYTES } from './disk-reserve.ts'
import { ask, type Idb, ofAccount, STORES } from './idb.ts'
import { CHUNK_BYTES, deleteChunks, listNames, putChunk, readChunks, writeChunks } from './idb-chunks.ts'

/** Header of the snapshot: its pieces' name, its last transaction, and the sums of its pages. */
type SnapshotHeader = { nome: string; upTo: number; checksums?: number[] }

/** Page size of every store of this program. */
export const PAGE_BYTES = 8192

/** Log of an account's committed transactions, its snapshot and the row that names the writer. */
export interface IdbLog {
  read(): Promise<LogContents>
  /**
   * Appends one transaction, and deletes bank files that it gave up: all or nothing, durable when the promise resolves.
   */
  append(n: number, statements: readonly LoggedStatement[], banche: readonly string[]): Promise<void>
  /** Replaces the log up to `upTo` by `bytes`, the database as of that transaction. */
  snapshot(bytes: Uint8Array, upTo: number): Promise<void>
  writeBank(name: string, bytes: Uint8Array): Promise<void>
}

const last = ([, n]: [number, number]) => n

/**
 * Makes the caller the account's only writer: the writer before it fails at its next write with ARCHIVIO_OCCUPATO. No
 * Web Locks are needed, because every write checks the row `epoche` inside its own transaction.
 */
export async function claimLog(idb: Idb, id_utente: number): Promise<IdbLog> {
  const epoch = await idb.transaction(['epoche'], 'readwrite', async (tx) => {
    const next = ((await ask<number | undefined>(tx.objectStore('epoche').get(id_utente))) ?? 0) + 1
    tx.objectStore('epoche').put(next, id_utente)
    return next
  })
  const check = async (tx: IDBTransaction) => {
    if ((await ask(tx.objectStore('epoche').get(id_utente))) !== epoch)
      throw new StoreFault('ARCHIVIO_OCCUPATO', 'another owner opened the store')
  }
  return {
    read: () =>
      idb.transaction(['epoche', 'registro', 'istantanee', 'pezzi'], 'readonly', async (tx) => {
        await check(tx)
        return readLog(tx, id_utente)
      }),
    append: (n, statements, banche) =>
      idb.transaction(['epoche', 'registro', 'pezzi'], 'readwrite', async (tx) => {
        await check(tx)
        if (statements.length > 0) tx.objectStore('registro').put(statements, [id_utente, n])
        for (const name of banche) deleteChunks(tx, id_utente, 'banche', name)
      }),
    writeBank: (name, bytes) => writeChunks(idb, id_utente, 'banche', name, bytes, check),
    async snapshot(bytes, upTo) {
      const nome = `${epoch}-${upTo}`
      const checksums = sumsOf(new Uint8Array(bytes), PAGE_BYTES)
      // Write the pieces first: until the short transaction below nothing names them, and the next snapshot deletes
      // them.
      await writeChunks(idb, id_utente, 'istantanee', nome, bytes, check)
      await idb.transaction(['epoche', 'registro', 'istantanee', 'pezzi'], 'readwrite', async (tx) => {
        await check(tx)
        tx.objectStore('istantanee').put({ nome, upTo, checksums } satisfies SnapshotHeader, id_utente)
        tx.objectStore('registro').delete(IDBKeyRange.bound([id_utente], [id_utente, upTo]))
        for (const old of await listNames(tx, id_utente, 'istantanee'))
          if (old !== nome) deleteChunks(tx, id_utente, 'istantanee', old)
      })
    },
  }
}

async function readLog(tx: IDBTransaction, id_utente: number): Promise<LogContents> {
  const header = await ask<SnapshotHeader | undefined>(tx.objectStore('istantanee').get(id_utente))
  // Read a snapshot without a header too: it may still hold events.
  const nome = header?.nome ?? (await listNames(tx, id_utente, 'istantanee')).at(-1)
  const chunks = nome === undefined ? null : await readChunks(tx, id_utente, 'istantanee', nome)
  const store = tx.objectStore('registro')
  const keys = (await ask(store.getAllKeys(ofAccount(id_utente)))) as [number, number][]
  const transactions = (await ask(store.getAll(ofAccount(id_utente)))) as LoggedStatement[][]
  const from = (header?.upTo ?? 0) + 1
  const snapshot = chunks && joinBytes(chunks)
  const checksums = header?.checksums ?? null
  const gap = keys.findIndex((key, i) => last(key) !== from + i || !Array.isArray(transactions[i]))
  // Pieces without a header are an unfinished snapshot, unless the log lacks its beginning.
  const orphan = !header && snapshot !== null && (keys.length === 0 || gap === 0)
  const whole = header ? snapshot !== null && (!checksums || isAs(snapshot, checksums)) : !orphan
  const good = !whole ? 0 : gap < 0 ? keys.length : gap
  const whyNot = whole ? null : 'the snapshot is not what was written'
  return {
    snapshot: header || orphan ? snapshot : null,
    checksums,
    whole,
    transactions: transactions.slice(0, good),
    beyond: transactions.slice(good).filter((t) => Array.isArray(t)),
    upTo: Math.max(from - 1, ...keys.slice(-1).map(last)),
    broken: whyNot ?? (gap < 0 ? null : `transaction ${from + gap} of the log is gone`),
  }
}

function isAs(bytes: Uint8Array<ArrayBuffer>, checksums: readonly number[]): boolean {
  const found = sumsOf(bytes, PAGE_BYTES)
  return bytes.length === checksums.length * PAGE_BYTES && found.every((sum, i) => sum === checksums[i])
}

/** Returns whether the log holds any row of an account. */
export const holdsAccount = (idb: Idb, id_utente: number): Promise<boolean> =>
  idb.transaction(['registro', 'istantanee'], 'readonly', async (tx) => {
    const logged = await ask(tx.objectStore('registro').count(ofAccount(id_utente)))
    return logged > 0 || (await ask(tx.objectStore('istantanee').count(id_utente))) > 0
  })

/** Deletes all rows of an account; a tab that has it open fails at its next write. */
export const removeAccount = (idb: Idb, id_utente: number): Promise<void> =>
  idb.transaction(STORES, 'readwrite', async (tx) => {
    const epoch = (await ask<number | undefined>(tx.objectStore('epoche').get(id_utente))) ?? 0
    tx.objectStore('epoche').put(epoch + 1, id_utente)
    for (const name of ['registro', 'pezzi'] as const) tx.objectStore(name).delete(ofAccount(id_utente))
    for (const name of ['istantanee', 'gradini'] as const) tx.objectStore(name).delete(id_utente)
  })

/** Returns every bank file of an account, with its bytes. */
export const readBanks = (idb: Idb, id_utente: number): Promise<Map<string, Uint8Array<ArrayBuffer>>> =>
  idb.transaction(['pezzi'], 'readonly', async (tx) => {
    const banks = new Map<string, Uint8Array<ArrayBuffer>>()
    for (const name of await listNames(tx, id_utente, 'banche'))
      banks.set(name, joinBytes((await readChunks(tx, id_utente, 'banche', name)) ?? []))
    return banks
  })

/** Returns the bytes of one bank file, null when there is none. */
export const readBank = (idb: Idb, id_utente: number, name: string): Promise<Uint8Array<ArrayBuffer> | null> =>
  idb.transaction(['pezzi'], 'readonly', async (tx) => {
    const chunks = await readChunks(tx, id_utente, 'banche', name)
    return chunks && joinBytes(chunks)
  })

/** Reserves of a deletion, and of answers on a full disk: each a file of its own, in pieces of 1 MiB. */
const RESERVES = { riserva: RESERVE_BYTES, risposte: LOG_RESERVE_BYTES } as const
export type ReserveName = keyof typeof RESERVES

/** Puts a reserve where there is none. */
export const keepReserve = (idb: Idb, id_utente: number, nome: ReserveName): Promise<void> =>
  idb.transaction(['pezzi'], 'readwrite', async (tx) => {
    if ((await readChunks(tx, id_utente, 'riserva', nome)) !== null) return
    for (let n = 0; n * CHUNK_BYTES < RESERVES[nome]; n++)
      putChunk(tx, id_utente, 'riserva', nome, n, noise(CHUNK_BYTES, n))
  })

/** Deletes a reserve; returns false when there was none. */
export const dropReserve = (idb: Idb, id_utente: number, nome: ReserveName): Promise<boolean> =>
  idb.transaction(['pezzi'], 'readwrite', async (tx) => {
    const there = (await readChunks(tx, id_utente, 'riserva', nome)) !== null
    deleteChunks(tx, id_utente, 'riserva', nome)
    return there
  })
