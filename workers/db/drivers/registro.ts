import { StoreFault } from '../guard.ts'
import { sumsOf } from '../recupero/somma.ts'
import { ask, type Idb, ofAccount, STORES } from './idb.ts'
import type { Voce } from './motore.ts'
import { deletePezzi, join, listNames, PEZZO, putPezzo, readPezzi, writeWhole } from './pezzi.ts'
import { noise, RISERVA, RISERVA_RISPOSTE } from './riserva.ts'

/** What an account's database is made from: the snapshot, then the transactions after it, in order. */
export type Letto = {
  istantanea: Uint8Array<ArrayBuffer> | null
  /** Sums of the snapshot's pages as they were written; null when nobody knows them. */
  somme: number[] | null
  /** The snapshot is as it was written, as far as its sums say. */
  intera: boolean
  /** Transactions to be run on the snapshot, up to the first that is gone; none on a snapshot that is not whole. */
  transazioni: Voce[][]
  /** Those that cannot be: what they changed is gone. */
  oltre: Voce[][]
  /** Number of the last transaction. */
  fino: number
  /** Why this is not the whole store, null when it is. */
  rotto: string | null
}

/** Header of the snapshot: its pieces' name, the last transaction that is in it, and the sums of its pages. */
type Istantanea = { nome: string; fino: number; somme?: number[] }

/** Page size of every store of this program. */
export const PAGINA = 8192

/** One account's log of committed transactions, its snapshot and the row that says who may write. */
export interface Registro {
  read(): Promise<Letto>
  /** Appends one transaction, and deletes bank files that it gave up: all or nothing, durable when it answers. */
  append(n: number, voci: readonly Voce[], banche: readonly string[]): Promise<void>
  /** Puts `bytes`, the database as of transaction `fino`, in the place of the log up to there. */
  snapshot(bytes: Uint8Array, fino: number): Promise<void>
  writeBank(name: string, bytes: Uint8Array): Promise<void>
}

const last = ([, n]: [number, number]) => n

/**
 * Becomes the account's only writer: whoever was before fails at its next write with ARCHIVIO_OCCUPATO. This holds without Web
 * Locks, because every write checks the row `epoche` inside its own transaction (data-engine §8).
 */
export async function claimRegistro(idb: Idb, id_utente: number): Promise<Registro> {
  const epoca = await idb.transaction(['epoche'], 'readwrite', async (tx) => {
    const next = ((await ask<number | undefined>(tx.objectStore('epoche').get(id_utente))) ?? 0) + 1
    tx.objectStore('epoche').put(next, id_utente)
    return next
  })
  const check = async (tx: IDBTransaction) => {
    if ((await ask(tx.objectStore('epoche').get(id_utente))) !== epoca)
      throw new StoreFault('ARCHIVIO_OCCUPATO', 'another owner opened the store')
  }
  return {
    read: () =>
      idb.transaction(['epoche', 'registro', 'istantanee', 'pezzi'], 'readonly', async (tx) => {
        await check(tx)
        return readRegistro(tx, id_utente)
      }),
    append: (n, voci, banche) =>
      idb.transaction(['epoche', 'registro', 'pezzi'], 'readwrite', async (tx) => {
        await check(tx)
        if (voci.length > 0) tx.objectStore('registro').put(voci, [id_utente, n])
        for (const name of banche) deletePezzi(tx, id_utente, 'banche', name)
      }),
    writeBank: (name, bytes) => writeWhole(idb, id_utente, 'banche', name, bytes, check),
    async snapshot(bytes, fino) {
      const nome = `${epoca}-${fino}`
      const somme = sumsOf(new Uint8Array(bytes), PAGINA)
      // The pieces first: until the short transaction below nothing names them, and the next snapshot deletes them.
      await writeWhole(idb, id_utente, 'istantanee', nome, bytes, check)
      await idb.transaction(['epoche', 'registro', 'istantanee', 'pezzi'], 'readwrite', async (tx) => {
        await check(tx)
        tx.objectStore('istantanee').put({ nome, fino, somme } satisfies Istantanea, id_utente)
        tx.objectStore('registro').delete(IDBKeyRange.bound([id_utente], [id_utente, fino]))
        for (const old of await listNames(tx, id_utente, 'istantanee'))
          if (old !== nome) deletePezzi(tx, id_utente, 'istantanee', old)
      })
    },
  }
}

async function readRegistro(tx: IDBTransaction, id_utente: number): Promise<Letto> {
  const header = await ask<Istantanea | undefined>(tx.objectStore('istantanee').get(id_utente))
  // Without its header a snapshot may still hold events.
  const nome = header?.nome ?? (await listNames(tx, id_utente, 'istantanee')).at(-1)
  const pezzi = nome === undefined ? null : await readPezzi(tx, id_utente, 'istantanee', nome)
  const store = tx.objectStore('registro')
  const keys = (await ask(store.getAllKeys(ofAccount(id_utente)))) as [number, number][]
  const transazioni = (await ask(store.getAll(ofAccount(id_utente)))) as Voce[][]
  const from = (header?.fino ?? 0) + 1
  const istantanea = pezzi && join(pezzi)
  const somme = header?.somme ?? null
  const gap = keys.findIndex((key, i) => last(key) !== from + i || !Array.isArray(transazioni[i]))
  // Pieces that no header names are of a snapshot that was never finished, unless the log does not begin at its beginning.
  const orfana = !header && istantanea !== null && (keys.length === 0 || gap === 0)
  const intera = header ? istantanea !== null && (!somme || isAs(istantanea, somme)) : !orfana
  const good = !intera ? 0 : gap < 0 ? keys.length : gap
  const whyNot = intera ? null : 'the snapshot is not what was written'
  return {
    istantanea: header || orfana ? istantanea : null,
    somme,
    intera,
    transazioni: transazioni.slice(0, good),
    oltre: transazioni.slice(good).filter((t) => Array.isArray(t)),
    fino: Math.max(from - 1, ...keys.slice(-1).map(last)),
    rotto: whyNot ?? (gap < 0 ? null : `transaction ${from + gap} of the log is gone`),
  }
}

function isAs(bytes: Uint8Array<ArrayBuffer>, somme: readonly number[]): boolean {
  const found = sumsOf(bytes, PAGINA)
  return bytes.length === somme.length * PAGINA && found.every((sum, i) => sum === somme[i])
}

/** Whether the log holds anything of an account. */
export const holdsAccount = (idb: Idb, id_utente: number): Promise<boolean> =>
  idb.transaction(['registro', 'istantanee'], 'readonly', async (tx) => {
    const logged = await ask(tx.objectStore('registro').count(ofAccount(id_utente)))
    return logged > 0 || (await ask(tx.objectStore('istantanee').count(id_utente))) > 0
  })

/** Deletes everything of an account; whoever has it open fails at its next write. */
export const removeAccount = (idb: Idb, id_utente: number): Promise<void> =>
  idb.transaction(STORES, 'readwrite', async (tx) => {
    const epoca = (await ask<number | undefined>(tx.objectStore('epoche').get(id_utente))) ?? 0
    tx.objectStore('epoche').put(epoca + 1, id_utente)
    for (const name of ['registro', 'pezzi'] as const) tx.objectStore(name).delete(ofAccount(id_utente))
    for (const name of ['istantanee', 'gradini'] as const) tx.objectStore(name).delete(id_utente)
  })

/** Every bank file of an account, with its bytes. */
export const readBanks = (idb: Idb, id_utente: number): Promise<Map<string, Uint8Array<ArrayBuffer>>> =>
  idb.transaction(['pezzi'], 'readonly', async (tx) => {
    const banks = new Map<string, Uint8Array<ArrayBuffer>>()
    for (const name of await listNames(tx, id_utente, 'banche'))
      banks.set(name, join((await readPezzi(tx, id_utente, 'banche', name)) ?? []))
    return banks
  })

/** The bytes of one bank file, null when there is none. */
export const readBank = (idb: Idb, id_utente: number, name: string): Promise<Uint8Array<ArrayBuffer> | null> =>
  idb.transaction(['pezzi'], 'readonly', async (tx) => {
    const pezzi = await readPezzi(tx, id_utente, 'banche', name)
    return pezzi && join(pezzi)
  })

/** What deleting needs, and what answers may use when there is no other room: each a file of its own, in pieces of 1 MiB. */
const RISERVE = { riserva: RISERVA, risposte: RISERVA_RISPOSTE } as const
export type NomeRiserva = keyof typeof RISERVE

/** Puts a reserve where there is none. */
export const keepReserve = (idb: Idb, id_utente: number, nome: NomeRiserva): Promise<void> =>
  idb.transaction(['pezzi'], 'readwrite', async (tx) => {
    if ((await readPezzi(tx, id_utente, 'riserva', nome)) !== null) return
    for (let n = 0; n * PEZZO < RISERVE[nome]; n++) putPezzo(tx, id_utente, 'riserva', nome, n, noise(PEZZO, n))
  })

/** Deletes a reserve; false when there was none. */
export const dropReserve = (idb: Idb, id_utente: number, nome: NomeRiserva): Promise<boolean> =>
  idb.transaction(['pezzi'], 'readwrite', async (tx) => {
    const there = (await readPezzi(tx, id_utente, 'riserva', nome)) !== null
    deletePezzi(tx, id_utente, 'riserva', nome)
    return there
  })
