import type { Fine, ProvaRiflessa, Riflesso, RigaMagazzino, Sommario, Specchio, Testa, Vecchio } from './specchio.ts'

/** Name of the mirror's database, one for all accounts of the browser. */
export const NOME_SPECCHIO = 'idoneo-specchio'
const STORES = ['teste', 'eventi', 'sedute', 'domande', 'vecchio'] as const
type Store = (typeof STORES)[number]

const CONCORSI = 'concorsi'

/**
 * A mirror that does not answer is like none, milliseconds: there are browsers whose IndexedDB never does. Whoever writes waits for
 * where it stood; the care of the store for the rest; a recovery, which nothing can take the place of, for all of it.
 */
const ATTESA_MS = 2_000
const ATTESA_CURA_MS = 10_000
const ATTESA_RECUPERO_MS = 30_000

/** A row of a sitting; a trial's own rows lie in the same record. */
type Conservata = RigaMagazzino & { prova?: ProvaRiflessa }

/** The mirror in IndexedDB. Opened for each piece of work: browsers close idle connections under our feet (reliability §2). */
export function indexedDbSpecchio(factory: IDBFactory): Specchio {
  const use = <T>(
    stores: readonly Store[],
    mode: IDBTransactionMode,
    work: (tx: IDBTransaction) => Promise<T>,
    ms = ATTESA_CURA_MS,
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
        async (tx): Promise<Riflesso> => {
          const all = <T>(store: Store) => ask<T[]>(tx.objectStore(store).getAll(mine(id_utente)))
          const [testa, eventi, sedute, domande] = await Promise.all([
            ask<Testa | undefined>(tx.objectStore('teste').get(id_utente)),
            all<Riflesso['eventi'][number]>('eventi'),
            all<Conservata>('sedute'),
            all<RigaMagazzino>('domande'),
          ])
          const byId = new Map(domande.map((d) => [d.id_seduta, d]))
          return {
            testa: testa ?? null,
            eventi,
            sedute: sedute.flatMap(({ prova, ...riga }) => {
              const sue = byId.get(riga.id as string)
              return sue ? [{ riga, domande: sue, prova }] : []
            }),
          }
        },
        ATTESA_RECUPERO_MS,
      ),
    readFine: (id_utente) =>
      use(
        ['teste', 'sedute'],
        'readonly',
        async (tx): Promise<Fine> => {
          const [testa, sedute] = await Promise.all([
            ask<Testa | undefined>(tx.objectStore('teste').get(id_utente)),
            ask<RigaMagazzino[]>(tx.objectStore('sedute').getAll(mine(id_utente))),
          ])
          return { testa: testa ?? null, sedute }
        },
        ATTESA_MS,
      ),
    readSommario: (id_utente) =>
      use(['teste', 'eventi', 'sedute'], 'readonly', async (tx): Promise<Sommario> => {
        const [testa, chiavi, sedute] = await Promise.all([
          ask<Testa | undefined>(tx.objectStore('teste').get(id_utente)),
          ask<[number, string][]>(tx.objectStore('eventi').getAllKeys(mine(id_utente)) as IDBRequest),
          ask<RigaMagazzino[]>(tx.objectStore('sedute').getAll(mine(id_utente))),
        ])
        return { testa: testa ?? null, eventi: chiavi.map(([, id]) => id), sedute }
      }),
    write: (id_utente, { testa, eventi, togli, sedute, finite }) =>
      use(['teste', 'eventi', 'sedute', 'domande'], 'readwrite', async (tx) => {
        tx.objectStore('teste').put(testa, id_utente)
        for (const e of eventi) tx.objectStore('eventi').put(e, [id_utente, e.id])
        for (const id of togli) tx.objectStore('eventi').delete([id_utente, id])
        for (const { id, riga, domande, prova } of sedute) {
          tx.objectStore('sedute').put(prova ? { ...riga, prova } : riga, [id_utente, id])
          if (domande) tx.objectStore('domande').put(domande, [id_utente, id])
        }
        for (const id of finite) for (const s of ['sedute', 'domande']) tx.objectStore(s).delete([id_utente, id])
      }),
    clear: (id_utente) =>
      use(['teste', 'eventi', 'sedute', 'domande'], 'readwrite', async (tx) => {
        tx.objectStore('teste').delete(id_utente)
        for (const store of ['eventi', 'sedute', 'domande']) tx.objectStore(store).delete(mine(id_utente))
      }),
    readVecchio: async () =>
      (await use(['vecchio'], 'readonly', (tx) => ask<Vecchio | undefined>(tx.objectStore('vecchio').get(CONCORSI)))) ??
      null,
    writeVecchio: (vecchio) =>
      use(['vecchio'], 'readwrite', async (tx) => void tx.objectStore('vecchio').put(vecchio, CONCORSI)),
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
    const request = factory.open(NOME_SPECCHIO, 1)
    request.onupgradeneeded = () => {
      for (const store of STORES) request.result.createObjectStore(store)
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
