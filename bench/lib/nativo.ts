import type { DomandaNumerata } from '#contract/domanda'
import { answerStatistica, newStatistica } from '#rules/statistica'
import type { Connection, Valore } from '#workers/db/drivers/platform'
import { appendEvento, type Chain } from '#workers/db/eventi'
import { MIGRATIONS } from '#workers/db/schema'
import { readStatistica, toStatistica, writeStatistica } from '#workers/db/statistiche'
import { openSqlite, type Statement } from '../pari/sqlite.ts'

/** The store's connection over native SQLite, with the same durability: one owner, WAL, FULL. */
function openNative(file: string): Connection {
  const db = openSqlite(file)
  for (const pragma of [
    'locking_mode=EXCLUSIVE',
    'page_size=8192',
    'journal_mode=WAL',
    'synchronous=FULL',
    'cache_size=-32768',
    'foreign_keys=ON',
  ])
    db.pragma(pragma)
  const kept = new Map<string, Statement>()
  const prepare = (sql: string) => {
    const statement = kept.get(sql) ?? db.prepare(sql)
    kept.set(sql, statement)
    return statement
  }
  return {
    exec: (sql) => void db.exec(sql),
    run: (sql, ...values: Valore[]) => prepare(sql).run(...values).changes,
    get: <T>(sql: string, ...values: Valore[]) => prepare(sql).get(...values) as T | undefined,
    all: <T>(sql: string, ...values: Valore[]) => prepare(sql).all(...values) as T[],
    integers: () => {
      throw new Error('not measured natively')
    },
    transaction: (work) => db.transaction(work)(),
    forget: () => kept.clear(),
    close: () => db.close(),
  }
}

/** Milliseconds of each durable answer: the store's own statements and triggers on native SQLite. */
export function answerNatively(file: string, n: number, giri: number): number[] {
  const db = openNative(file)
  for (const { sql } of MIGRATIONS) db.exec(sql)
  let chain: Chain = { dispositivo: 'nativo', seq: 0, catena: new Uint8Array(0) }
  const samples: number[] = []
  for (let i = 0; i < giri; i++) {
    const id_domanda = ((i * 7919) % n) + 1
    const at = `2026-11-21T10:00:00.${String(i % 1000).padStart(3, '0')}+01:00`
    const start = performance.now()
    db.transaction(() => {
      const found = readStatistica(db, id_domanda)
      const before = found
        ? toStatistica(found)
        : newStatistica({
            id_concorso: 1,
            id_domanda,
            indice_uff: id_domanda,
            id_materia: (id_domanda % 10) + 1,
            has_risposta: 1,
          })
      const after = answerStatistica(before, { risposta: 1, esito: 'corretta', modalita: 'ESEGUITA', at })
      const id = `nativo-${i}`
      chain = appendEvento(db, chain, {
        id,
        id_concorso: 1,
        id_domanda,
        tipo: 'RISPOSTA',
        dati: { risposta: 1 },
        ts_client: at,
        versione_banca: null,
      })
      writeStatistica(db, after, 1, id)
    })
    samples.push(performance.now() - start)
  }
  db.close()
  return samples
}

/** Milliseconds of each keyword search written as LIKE over every text column, in memory (ASCII case only, accents count). */
export function searchWithLike(domande: readonly DomandaNumerata[], ricerche: readonly string[]): number[] {
  const db = openSqlite(':memory:')
  db.exec(
    'CREATE TABLE domande(posizione INTEGER PRIMARY KEY, testo TEXT, r1 TEXT, r2 TEXT, r3 TEXT, r4 TEXT, r5 TEXT)',
  )
  const insert = db.prepare('INSERT INTO domande VALUES (?, ?, ?, ?, ?, ?, ?)')
  db.transaction(() => {
    for (const d of domande) insert.run(d.posizione, d.testo, ...[0, 1, 2, 3, 4].map((i) => d.risposte[i] ?? null))
  })()
  const columns = ['testo', 'r1', 'r2', 'r3', 'r4', 'r5']
  const term = `(${columns.map((c) => `${c} LIKE ?`).join(' OR ')})`
  const samples = ricerche.map((ricerca) => {
    const terms = ricerca.split(' ')
    const statement = db.prepare(
      `SELECT posizione FROM domande WHERE ${terms.map(() => term).join(' AND ')} ORDER BY posizione`,
    )
    const values = terms.flatMap((t) => columns.map(() => `%${t}%`))
    const start = performance.now()
    statement.pluck().all(...values)
    return performance.now() - start
  })
  db.close()
  return samples
}
