import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { NumberedDomanda } from '#contract/domanda'
import type { ConcorsoScaricabile } from '#contract/schemas'
import { permute } from '#rules/shuffle'
import { normalizeText, searchableText } from '#rules/text'
import { memoryPlatform } from '#tests/workers/memory'
import type { Connection, Driver, SqlValue } from '#workers/core/platform'
import { createDatabase } from '#workers/store/database'
import { openSqlite, type Statement } from '../pari/sqlite.ts'
import { makeDomande } from './corpus.ts'
import { type Compito, digest, halfOf, type Metodo, repeat, ricercheOf, SCELTE } from './lavoro.ts'
import { createNostro } from './nostro.ts'

const UTENTE = 'utente.db'

/** The store's connection over a native database: the store itself asks for one owner, WAL and FULL. */
function nativeConnection(file: string): Connection {
  const db = openSqlite(file)
  /** A statement answers objects or plain rows, as it was prepared. */
  const kept = { objects: new Map<string, Statement>(), rows: new Map<string, Statement>() }
  const prepare = (sql: string, as: keyof typeof kept = 'objects') => {
    const statement = kept[as].get(sql) ?? (as === 'rows' ? db.prepare(sql).raw() : db.prepare(sql))
    kept[as].set(sql, statement)
    return statement
  }
  /** Numbered arguments are named ones to this library. */
  const given = (sql: string, values: SqlValue[]): unknown[] =>
    /[?]\d/.test(sql) ? [Object.fromEntries(values.map((value, i) => [i + 1, value]))] : values
  const rowsOf = (sql: string, values: SqlValue[]) => prepare(sql, 'rows').all(...given(sql, values)) as unknown[][]
  const firstOf = (rows: unknown[][], columns: number) =>
    Array.from({ length: columns }, (_, i) => Int32Array.from(rows, (row) => row[i] as number))
  return {
    exec: (sql) => void db.exec(sql),
    run(sql, ...values) {
      const statement = prepare(sql)
      const bound = given(sql, values)
      return statement.reader ? statement.all(...bound).length : statement.run(...bound).changes
    },
    get: <T>(sql: string, ...values: SqlValue[]) => prepare(sql).get(...given(sql, values)) as T | undefined,
    all: <T>(sql: string, ...values: SqlValue[]) => prepare(sql).all(...given(sql, values)) as T[],
    integers: (sql, columns, ...values) => firstOf(rowsOf(sql, values), columns),
    integersAndText(sql, columns, ...values) {
      const rows = rowsOf(sql, values)
      return { integers: firstOf(rows, columns), texts: rows.map((row) => (row[columns] as string | null) ?? '') }
    },
    transaction: (work) => db.transaction(work)(),
    forget(part) {
      for (const map of Object.values(kept)) for (const sql of [...map.keys()]) if (sql.includes(part)) map.delete(sql)
    },
    close: () => db.close(),
  }
}

/** Databases and bank files as plain files of a folder. */
function nativeDriver(dir: string, banks: Set<string>): Driver {
  return {
    rung: 'memoria',
    connect: () => nativeConnection(join(dir, UTENTE)),
    address: (name) => join(dir, name),
    listBanks: () => [...banks],
    async writeBank(name, bytes) {
      writeFileSync(join(dir, name), bytes, { flush: true })
      banks.add(name)
    },
    deleteBank(name) {
      if (banks.delete(name)) rmSync(join(dir, name))
    },
    readBank: async (name) => new Uint8Array(readFileSync(join(dir, name))),
    copyUtente: async () => new Uint8Array(readFileSync(join(dir, UTENTE))),
    async settle() {},
    async release() {},
  }
}

/**
 * The peer that is the limit: the store's own code, schema, triggers and statements over better-sqlite3, in Node, with the same
 * bank file. Selections and searches are written as one would natively: one statement each, a trigram index for the words.
 */
export function createNativo(dir: string, concorso: ConcorsoScaricabile, compito: Compito): Metodo {
  const { n, ripetizioni } = compito
  const banks = new Set<string>()
  const platform = memoryPlatform({ openDriver: async () => nativeDriver(dir, banks) })
  let db = createDatabase(platform)
  const accesso = {
    open: () => db.open({ id_utente: 1 }),
    db: async () => db,
    async close() {
      await db.close()
      db = createDatabase(platform)
    },
  }
  const store = createNostro(accesso, concorso, compito)
  const selections = openSelections(() => [...banks].map((name) => join(dir, name))[0] ?? '')
  const half = Object.values(halfOf(n))
  const ids = (giro: number, f: (seme: number) => Iterable<number>) =>
    repeat(ripetizioni, (i) => f(giro * ripetizioni + i), digest)
  const RANGE = 'posizione BETWEEN ? AND ?'
  const search = (giro: number, operator: 'AND' | 'OR') => {
    const ricerche = ricercheOf(compito, giro)
    const find = openTrigrams(n)
    return repeat(
      ricerche.length,
      (i) => find(ricerche[i] ?? '', operator),
      (found) => found.length,
    )
  }
  return {
    ...store,
    ids_all: (giro) => ids(giro, () => selections('SELECT id_domanda FROM domande ORDER BY posizione')),
    range_subjects: (giro) =>
      ids(giro, () =>
        selections(
          `SELECT id_domanda FROM domande WHERE ${RANGE} AND +id_materia IN (${SCELTE}) ORDER BY posizione`,
          ...half,
        ),
      ),
    order_alphabetical: (giro) =>
      ids(giro, () => selections(`SELECT id_domanda FROM domande WHERE ${RANGE} ORDER BY alfabetico`, ...half)),
    order_random: (giro) =>
      ids(giro, (seme) =>
        permute(
          Int32Array.from(selections(`SELECT id_domanda FROM domande WHERE ${RANGE} ORDER BY posizione`, ...half)),
          seme,
        ),
      ),
    search_all: (giro) => search(giro, 'AND'),
    search_any: (giro) => search(giro, 'OR'),
  }
}

/** Lists of ids from the bank file, opened once and read-only, each statement prepared once. */
function openSelections(file: () => string): (sql: string, ...values: number[]) => number[] {
  const kept = new Map<string, Statement>()
  let db: ReturnType<typeof openSqlite> | undefined
  return (sql, ...values) => {
    db ??= openSqlite(file())
    const statement = kept.get(sql) ?? db.prepare(sql).pluck()
    kept.set(sql, statement)
    return statement.all(...values) as number[]
  }
}

type Find = (testo: string, operator: 'AND' | 'OR') => unknown[]
let trigrams: { n: number; find: Find } | undefined

/** Substrings by FTS5's trigram index over the normalised texts, in memory: the best that SQLite itself has for them. */
function openTrigrams(n: number): Find {
  if (trigrams?.n === n) return trigrams.find
  const db = openSqlite(':memory:')
  db.exec("CREATE VIRTUAL TABLE testi USING fts5(testo, content='', detail=full, tokenize='trigram')")
  const insert = db.prepare('INSERT INTO testi(rowid, testo) VALUES (?, ?)')
  db.transaction(() => {
    for (const d of makeDomande(n)) insert.run(d.posizione, searchableText(d))
  })()
  const select = db.prepare('SELECT rowid FROM testi WHERE testi MATCH ? ORDER BY rowid').pluck()
  const find: Find = (testo, operator) =>
    select.all(
      testo
        .split(' ')
        .map((t) => `"${normalizeText(t)}"`)
        .join(` ${operator} `),
    )
  trigrams = { n, find }
  return find
}

/** Milliseconds of each keyword search written as LIKE over every text column, in memory (ASCII case only, accents count). */
export function searchWithLike(domande: readonly NumberedDomanda[], ricerche: readonly string[]): number[] {
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
