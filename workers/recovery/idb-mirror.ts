import { RECOVERY_CHANNEL } from '#contract/store-care'
import type {
  Mirror,
  MirrorContent,
  MirrorEnd,
  MirroredProva,
  MirrorHead,
  MirrorSummary,
  OldDatabaseClaim,
  StoredRow,
} from '../core/mirror.ts'
import type { Platform } from '../core/platform.ts'

/** Name of the mirror's database, one for all accounts of the browser. */
const MIRROR_NAME = 'idoneo-specchio'
const STORES = ['teste', 'eventi', 'sedute', 'domande', 'vecchio'] as const
type Store = (typeof STORES)[number]

const OLD_DATABASE = 'concorsi'

/**
 * Milliseconds after which a silent mirror counts as none: some browsers' IndexedDB never replies. A first write waits
 * for the mirror's end, upkeep for the rest. A recovery, which has no substitute, waits for all of it.
 */
const WAIT_MS = 2_000
const UPKEEP_WAIT_MS = 10_000
const RECOVERY_WAIT_MS = 30_000

/** A row of a sitting; a trial's own rows lie in the same record. */
type KeptSeduta = StoredRow & { prova?: MirroredProva }

/** The mirror in IndexedDB, opened for each task: browsers close idle connections at any time. */
export function indexedDbMirror(factory: IDBFactory): Mirror {
  const use = <T>(
    stores: readonly Store[],
    mode: IDBTransactionMode,
    work: (tx: IDBTransaction) => Promise<T>,
    ms = UPKEEP_WAIT_MS,
  ) =>
    soon(
      open(factory).then(async (db) => {
        try {
          const tx = db.transaction([...stores], mode, { durability: 'strict' })
          const done = ended(tx)
          const value = await work(tx)
          await done
          return value
        } finally {
          db.close()
        }
      }),
      ms,
    )

  return {
    read: (id_utente) =>
      use(
        ['teste', 'eventi', 'sedute', 'domande'],
        'readonly',
        async (tx): Promise<MirrorContent> => {
          const all = <T>(store: Store) => ask<T[]>(tx.objectStore(store).getAll(mine(id_utente)))
          const [head, eventi, sedute, domande] = await Promise.all([
            ask<MirrorHead | undefined>(tx.objectStore('teste').get(id_utente)),
            all<MirrorContent['events'][number]>('eventi'),
            all<KeptSeduta>('sedute'),
            all<StoredRow>('domande'),
          ])
          const byId = new Map(domande.map((d) => [d.id_seduta, d]))
          return {
            head: head ?? null,
            events: eventi,
            sedute: sedute.flatMap(({ prova, ...row }) => {
              const sue = byId.get(row.id as string)
              return sue ? [{ riga: row, domande: sue, prova }] : []
            }),
          }
        },
        RECOVERY_WAIT_MS,
      ),
    readEnd: (id_utente) =>
      use(
        ['teste', 'sedute'],
        'readonly',
        async (tx): Promise<MirrorEnd> => {
          const [head, sedute] = await Promise.all([
            ask<MirrorHead | undefined>(tx.objectStore('teste').get(id_utente)),
            ask<StoredRow[]>(tx.objectStore('sedute').getAll(mine(id_utente))),
          ])
          return { head: head ?? null, sedute }
        },
        WAIT_MS,
      ),
    readSummary: (id_utente) =>
      use(['teste', 'eventi', 'sedute'], 'readonly', async (tx): Promise<MirrorSummary> => {
        const [head, keys, sedute] = await Promise.all([
          ask<MirrorHead | undefined>(tx.objectStore('teste').get(id_utente)),
          ask<[number, string][]>(tx.objectStore('eventi').getAllKeys(mine(id_utente)) as IDBRequest),
          ask<StoredRow[]>(tx.objectStore('sedute').getAll(mine(id_utente))),
        ])
        return { head: head ?? null, events: keys.map(([, id]) => id), sedute }
      }),
    write: (id_utente, { head, events: eventi, removed, sedute, ended: over }) =>
      use(['teste', 'eventi', 'sedute', 'domande'], 'readwrite', async (tx) => {
        tx.objectStore('teste').put(head, id_utente)
        for (const e of eventi) tx.objectStore('eventi').put(e, [id_utente, e.id])
        for (const id of removed) tx.objectStore('eventi').delete([id_utente, id])
        for (const { id, riga, domande, prova } of sedute) {
          tx.objectStore('sedute').put(prova ? { ...riga, prova } : riga, [id_utente, id])
          if (domande) tx.objectStore('domande').put(domande, [id_utente, id])
        }
        for (const id of over) for (const s of ['sedute', 'domande']) tx.objectStore(s).delete([id_utente, id])
      }),
    clear: (id_utente) =>
      use(['teste', 'eventi', 'sedute', 'domande'], 'readwrite', async (tx) => {
        tx.objectStore('teste').delete(id_utente)
        for (const store of ['eventi', 'sedute', 'domande']) tx.objectStore(store).delete(mine(id_utente))
      }),
    readOld: async () =>
      (await use(['vecchio'], 'readonly', (tx) =>
        ask<OldDatabaseClaim | undefined>(tx.objectStore('vecchio').get(OLD_DATABASE)),
      )) ?? null,
    writeOld: (old) =>
      use(['vecchio'], 'readwrite', async (tx) => void tx.objectStore('vecchio').put(old, OLD_DATABASE)),
  }
}

const mine = (id_utente: number) => IDBKeyRange.bound([id_utente], [id_utente, []])

const ask = <T>(request: IDBRequest): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as T)
    request.onerror = () => reject(request.error)
  })

function soon<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the mirror does not answer')), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

const ended = (tx: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    tx.oncomplete = () => resolve()
    tx.onerror = () => reject(tx.error)
    tx.onabort = () => reject(tx.error ?? new Error('aborted'))
  })

function open(factory: IDBFactory): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = factory.open(MIRROR_NAME, 1)
    request.onupgradeneeded = () => {
      for (const store of STORES) request.result.createObjectStore(store)
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/**
 * Returns the browser's part of recovery: a mirror and the old database where there is IndexedDB, and the announcement
 * to pages.
 */
export function browserCare(): Pick<Platform, 'mirror' | 'indexedDB' | 'announce'> {
  const { indexedDB: factory } = globalThis
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(RECOVERY_CHANNEL)
  return {
    ...(factory && { mirror: indexedDbMirror(factory), indexedDB: factory }),
    announce: (announcement) => channel?.postMessage(announcement),
  }
}
