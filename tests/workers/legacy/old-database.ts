import { IDBFactory as Fabbrica } from 'fake-indexeddb'
import { memoryPlatform } from '#tests/workers/memory'
import type { Platform } from '#workers/core/platform'
import type { RawRecord } from '#workers/legacy/read'
import { indexedDbMirror } from '#workers/recovery/idb-mirror'
import { createDatabase } from '#workers/store/database'
import { UTENTE, value } from '../mondo.ts'

export const AT = '2026-11-21T10:00:00.000+01:00'
export const DOPO = (giorni: number) => new Date(Date.parse(AT) + giorni * 86_400_000).toISOString()

/** A browser with an old database; opening it again is another visit. */
export function browser(platform: Partial<Platform> = {}) {
  const factory = new Fabbrica() as unknown as IDBFactory
  const mirror = indexedDbMirror(factory)
  const mine = memoryPlatform({ indexedDB: factory, mirror, ...platform })
  return { factory, specchio: mirror, platform: mine, open: () => createDatabase(mine) }
}

/** Some days pass, the store opened every week. */
export async function passano(db: ReturnType<typeof createDatabase>, giorni: number, id_utente = UTENTE) {
  for (let n = 7; n < giorni; n += 7) await visita(db, id_utente, DOPO(n))
  return visita(db, id_utente, DOPO(giorni))
}

export async function visita(db: ReturnType<typeof createDatabase>, id_utente = UTENTE, at = AT) {
  value(await db.open({ id_utente }))
  return value(await db.migrateVecchio({ at }))
}

export const names = async (factory: IDBFactory) => (await factory.databases()).map(({ name }) => name)

/** Names that an app of the specification may have given to its stores. */
const NOMI = {
  banche: 'concorsi',
  banche_meta: 'concorsi_metadata',
  statistiche: 'statistiche',
  percorsi: 'percorsi',
  percorsi_meta: 'percorsi_metadata',
  statistiche_percorsi: 'statistiche_percorsi',
} as const

/** Which stores and indexes a version has: each adds to the one before. */
const DA: Record<keyof typeof NOMI, number> = {
  banche: 1,
  statistiche: 1,
  banche_meta: 2,
  percorsi: 4,
  statistiche_percorsi: 4,
  percorsi_meta: 6,
}

export const TOCCATE = 6

/** Records of a version: before the eighth flags are booleans, before the fifth some fields are missing. */
export function statisticheDi(versione: number): RawRecord[] {
  const flag = (on: boolean) => (versione < 8 ? on : on ? 1 : 0)
  const base = (n: number) => ({
    id_domanda: 100_000 + n,
    id_concorso: 1,
    ...(versione >= 5 && { id_materia: 11, indice_uff: n, has_image: flag(n === 6) }),
    ...(versione >= 3 && { has_risposta: flag(true) }),
  })
  const data = (n: number) =>
    versione < 3 ? Date.UTC(2024, 4, n) : versione < 6 ? `2024-05-0${n} 10:00:00` : `2024-05-0${n}T10:00:00.000+02:00`
  return [
    // Sent.
    {
      ...base(1),
      livello_conoscenza: 1,
      preferiti: flag(false),
      data_eseguita: data(1),
      sincronizzata: versione < 8 ? true : 1,
      risposta_gettonata: 2,
      modalita: 'ESEGUITA',
    },
    // To be sent: a level.
    {
      ...base(2),
      livello_conoscenza: -2,
      preferiti: flag(true),
      data_eseguita: data(2),
      sincronizzata: versione < 8 ? false : 0,
      modalita: ['ESEGUITA'],
    },
    // To be sent: only a favourite that changed.
    {
      ...base(3),
      livello_conoscenza: -99,
      preferiti: flag(true),
      data_eseguita: data(3),
      isPreferitiUpdated: flag(true),
      ...(versione < 8 && { sincronizzata: false }),
    },
    // Never touched.
    { ...base(4), livello_conoscenza: -99, preferiti: flag(false) },
    // Touched without a date.
    { ...base(5), livello_conoscenza: 0 },
    // Levels of another scale, texts for numbers.
    {
      ...base(6),
      livello_conoscenza: 7,
      preferiti: flag(false),
      data_eseguita: data(6),
      sincronizzata: versione < 8 ? false : 0,
      risposta_gettonata: '3',
    },
    // A favourite that says of no change: kept, not sent.
    {
      ...base(7),
      livello_conoscenza: -99,
      preferiti: flag(true),
      data_eseguita: data(7),
      ...(versione < 8 && { sincronizzata: false }),
    },
  ]
}

const CONTENUTO: Record<Exclude<keyof typeof NOMI, 'statistiche'>, RawRecord[]> = {
  banche: [
    {
      id_concorso: 1,
      concorso: 'Concorso vecchio',
      ente: { id_ente: 3, ente: 'Ente' },
      anno: 2023,
      data_ultimo_aggiornamento: '2024-01-01',
      stato: 1,
      numero_domande: 60,
    },
    { id_concorso: 9, concorso: 'Senza statistiche' },
  ],
  banche_meta: [
    { id_concorso: 1, n_domande_by_materia: { 11: 40 }, n_domande_assegnate: 2, n_domande_con_risposta: 38 },
  ],
  percorsi: [
    {
      id_argomento: 5,
      argomento: 'Diritto',
      premium: true,
      stato: 1,
      sotto_percorsi: { a: { id_sotto_percorso: 'a' } },
    },
  ],
  percorsi_meta: [{ id_argomento: 5, n_domande_by_materia: { 11: 3 }, n_domande_con_risposta: 3 }],
  statistiche_percorsi: [
    {
      id_domanda: 700_001,
      id_argomento: 5,
      id_sotto_percorso: 'a',
      livello_conoscenza: -1,
      preferiti: true,
      data_eseguita: '2024-05-01T10:00:00.000Z',
      sincronizzata: false,
    },
    { id_domanda: 700_002, id_argomento: 5, livello_conoscenza: -99, preferiti: false },
  ],
}

/** Writes the database that an app of that version would have left, with further records of questions and of the lists. */
export function writeVecchio(
  factory: IDBFactory,
  versione: number,
  tante: RawRecord[] = [],
  others: Partial<typeof CONTENUTO> = {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = factory.open('concorsi', versione)
    request.onupgradeneeded = () => {
      for (const [negozio, nome] of Object.entries(NOMI) as [keyof typeof NOMI, string][]) {
        if (versione < DA[negozio]) continue
        const keyPath = negozio.startsWith('statistiche')
          ? 'id_domanda'
          : negozio.startsWith('percorsi')
            ? 'id_argomento'
            : 'id_concorso'
        const store = request.result.createObjectStore(nome, { keyPath })
        if (negozio.startsWith('statistiche') && versione >= 3)
          store.createIndex('by_bank', negozio === 'statistiche' ? 'id_concorso' : 'id_argomento')
        if (negozio === 'statistiche' && versione >= 7) store.createIndex('by_sync', ['id_concorso', 'sincronizzata'])
        const records =
          negozio === 'statistiche'
            ? [...statisticheDi(versione), ...tante]
            : [...CONTENUTO[negozio], ...(others[negozio] ?? [])]
        for (const record of records) store.put(record)
      }
    }
    request.onsuccess = () => {
      request.result.close()
      resolve()
    }
    request.onerror = () => reject(request.error)
  })
}
