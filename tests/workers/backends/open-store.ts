// A store over a browser with only some of its parts, its bank, and what a person does with it.
import type { Database } from '#contract/database'
import type { Platform } from '#workers/core/platform'
import { createDatabase } from '#workers/store/database'
import { creaBanca, serve, UTENTE, value } from '../mondo.ts'
import { type Opzioni, platformOf } from './platforms.ts'

export const ORA = '2026-11-21T10:00:00.000+01:00'
export const free: Platform['lock'] = async () => () => {}

export const banca = await creaBanca({ id_concorso: 1, n: 60 })
export const fetch = serve(banca)

export const open = async (opzioni: Opzioni, lock: Platform['lock'] | null = free) => {
  const db = createDatabase({ ...platformOf({ fetch, ...opzioni }), ...(lock && { lock }) })
  const opened = await db.open({ id_utente: UTENTE })
  return { db, aperta: opened }
}
export const answer = (db: Database, posizione: number, id_evento = `evento-${posizione}`) =>
  db.answer({
    id_concorso: 1,
    id_domanda: 100_000 + posizione,
    risposta: 1,
    modalita: 'ESEGUITA',
    at: ORA,
    id_evento,
    id_seduta: null,
    indice: null,
  })
export const download = async (db: Database) => {
  value(await db.downloadBanca({ concorso: banca.concorso, at: ORA }, () => {}))
  // Waits for the used-up download to be gone.
  value(await db.cancelDownload({ id_concorso: 1 }))
}
export const waiting = async (db: Database) => value(await db.countUnsynced()).totale
