import { onTestFinished } from 'vitest'
import type { Database } from '#contract/database'
import type { Copies, SqlCell, SqlTable } from '#contract/sql'
import { memoryPlatform } from '#tests/workers/memory'
import { createSqlWindow } from '#workers/sql/sql-window'
import { createDatabase } from '#workers/store/database'
import {
  apri,
  codice,
  creaBanca,
  domandaDiProva,
  giusta,
  type Mondo,
  sbagliata,
  serve,
  UTENTE,
  value,
} from '../mondo.ts'

/** Closes a store after the test. A hook of this module would be one of the first file that loads it. */
export const closeAfter = (db: Database) => onTestFinished(async () => void value(await db.close()))

type Finestra = {
  mondo: Mondo
  copie: Copies
  tabelle: SqlTable[]
  chiedi: (sql: string) => Promise<SqlCell[][]>
  rifiuta: (sql: string) => Promise<string>
  esito: ReturnType<typeof createSqlWindow>['query']
}

/** A store with answers, and the SQL window over copies of it. */
export async function finestra(
  prepara: (m: Mondo) => Promise<unknown> = async () => {},
  banche = [1],
): Promise<Finestra> {
  const mondo = await apri()
  closeAfter(mondo.db)
  await prepara(mondo)
  const copie = value(await mondo.db.copyStore({ id_concorsi: banche }))
  const sql = createSqlWindow()
  const tabelle = value(await sql.open({ copie }))
  return {
    mondo,
    copie,
    tabelle,
    esito: sql.query,
    chiedi: async (testo) => value(await sql.query({ sql: testo })).righe,
    rifiuta: async (testo) => codice(await sql.query({ sql: testo })),
  }
}

/** A second bank on the device. */
export async function aggiungi({ db, at }: Mondo, other: Awaited<ReturnType<typeof creaBanca>>) {
  value(await db.downloadBanca({ concorso: other.concorso, at: at() }, () => {}))
}

/**
 * Question 1 known and then wrong, question 2 wrong three times (the last after half an hour elsewhere), and a second bank with
 * the same texts as the first.
 */
export async function conStoria() {
  const mondo = await apri()
  closeAfter(mondo.db)
  const backup = await creaBanca({
    id_concorso: 2,
    n: 3,
    cambia: (d) => ({ ...domandaDiProva(1, d.posizione), id_domanda: d.id_domanda }),
  })
  const db = createDatabase(memoryPlatform({ fetch: serve(mondo.banca, backup) }))
  closeAfter(db)
  const m = { ...mondo, db }
  value(await db.open({ id_utente: UTENTE }))
  await aggiungi(m, mondo.banca)
  await aggiungi(m, backup)
  const dai = async (posizione: number, risposta: number, ms: number) =>
    value(
      await db.answer({
        id_concorso: 1,
        id_domanda: 100_000 + posizione,
        risposta,
        modalita: 'ESEGUITA',
        at: m.at(),
        id_evento: m.id(),
        id_seduta: null,
        indice: null,
        ms,
      }),
    )
  for (let i = 0; i < 3; i++) await dai(1, giusta(1), 1000)
  await dai(1, sbagliata(1), 6000)
  await dai(2, sbagliata(2), 2999.6)
  await dai(2, sbagliata(2), 3000)
  await dai(2, sbagliata(2), 1_800_000)
  const copie = value(await db.copyStore({ id_concorsi: [1, 2] }))
  const sql = createSqlWindow()
  value(await sql.open({ copie }))
  return { esito: sql.query, chiedi: async (testo: string) => value(await sql.query({ sql: testo })).righe }
}
