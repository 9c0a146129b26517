import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_SQL_ROWS } from '#contract/sql'
import { migrate } from '#workers/core/migrate'
import { memoria } from '../engine/connections.ts'
import { giusta, rispondi, value } from '../mondo.ts'
import { finestra } from './helpers.ts'

/** Every table of a new store. */
async function tabelleDelloStore(): Promise<string[]> {
  const db = await memoria()
  migrate(db)
  const names = db.all<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
  db.close()
  return names.map(({ name }) => name)
}

/** Views without a table of the same name. */
const VISTE = new Set(['domande', 'risposte', 'materie', 'opzioni'])

describe('reading only', () => {
  const VIETATI = [
    "INSERT INTO filtri_salvati VALUES ('a', 'b', '{}', 'UFFICIALE', 'x')",
    'UPDATE eventi SET seq = 2',
    'DELETE FROM eventi',
    'REPLACE INTO chiavi_utente VALUES (1, 1, 1, 1)',
    'WITH x AS (SELECT 1) DELETE FROM eventi',
    'DELETE FROM eventi RETURNING id',
    'CREATE TABLE t(a)',
    'CREATE TEMP TABLE t(a)',
    'CREATE TABLE t AS SELECT 1',
    'CREATE INDEX i ON eventi(id)',
    'CREATE VIEW v AS SELECT 1',
    'CREATE TEMP VIEW v AS SELECT 1',
    'CREATE TEMP TRIGGER t AFTER INSERT ON eventi BEGIN SELECT 1; END',
    'CREATE VIRTUAL TABLE temp.f USING fts5(a)',
    'DROP TABLE eventi',
    'DROP VIEW domande',
    'ALTER TABLE eventi ADD COLUMN a',
    'ALTER TABLE eventi RENAME TO e',
    "ATTACH 'altro.db' AS altro",
    "ATTACH ':memory:' AS altro",
    'DETACH banca_1',
    'VACUUM',
    "VACUUM INTO 'fuori.db'",
    'REINDEX',
    'ANALYZE',
    'BEGIN',
    'COMMIT',
    'ROLLBACK',
    'SAVEPOINT s',
    'PRAGMA query_only=OFF',
    'PRAGMA query_only',
    'PRAGMA writable_schema=ON',
    'PRAGMA journal_mode=DELETE',
    'PRAGMA user_version=3',
    'PRAGMA hard_heap_limit=1',
    'PRAGMA database_list',
    'PRAGMA trusted_schema=ON',
    'EXPLAIN DELETE FROM eventi',
  ]
  it('refuses every other kind of statement, and nothing changes', async () => {
    const { rifiuta, chiedi } = await finestra((m) => rispondi(m, 1, giusta(1)))
    const before = await chiedi('SELECT * FROM eventi')
    const tabelle = await chiedi('SELECT count(*) FROM sqlite_schema')
    for (const sql of VIETATI) expect([sql, await rifiuta(sql)]).toEqual([sql, 'SQL_SOLO_LETTURA'])
    expect(await chiedi('SELECT * FROM eventi')).toEqual(before)
    expect(await chiedi('SELECT count(*) FROM sqlite_schema')).toEqual(tabelle)
  })

  it('shows nothing of the tables that are the machine’s own', async () => {
    const { rifiuta, chiedi, tabelle } = await finestra((m) => rispondi(m, 1, giusta(1)))
    const leggibili = new Set([
      ...tabelle.map(({ nome }) => nome),
      // Read by the views of the same names.
      'banche',
      'banche_meta',
      'statistiche',
    ])
    const proprie = (await tabelleDelloStore()).filter((nome) => !leggibili.has(nome))
    expect(proprie).toContain('ambiente')
    // Not even their names are in the copy.
    const qui = (await chiedi("SELECT name FROM sqlite_schema WHERE type = 'table'")).map(([nome]) => String(nome))
    expect(new Set(qui)).toEqual(new Set([...leggibili].filter((nome) => !VISTE.has(nome))))
    for (const nome of [...proprie, 'banca_1.indice', 'banca_1.manifesto', 'sqlite_dbpage', 'sqlite_stmt', 'dbstat'])
      for (const cosa of ['*', 'count(*)'])
        expect([nome, await rifiuta(`SELECT ${cosa} FROM ${nome}`)]).toEqual([nome, 'SQL_ERRATA'])
    expect(await rifiuta("SELECT load_extension('x')")).toBe('SQL_ERRATA')
  })

  it('allows the pragmas that tell what a table is made of, EXPLAIN and functions', async () => {
    const { chiedi } = await finestra()
    expect((await chiedi('PRAGMA table_info(eventi)')).map(([, nome]) => nome)).toContain('ts_client')
    expect(await chiedi("SELECT name FROM pragma_table_info('chiavi_utente') LIMIT 1")).toEqual([['id_domanda']])
    expect((await chiedi('EXPLAIN QUERY PLAN SELECT * FROM domande')).length).toBeGreaterThan(0)
    expect(await chiedi("SELECT upper('è'), json_extract('[5]', '$[0]'), round(2.5)")).toEqual([['è', 5, { reale: 3 }]])
    expect(await chiedi('VALUES (1), (2)')).toEqual([[1], [2]])
    expect(await chiedi("SELECT value FROM json_each('[7]')")).toEqual([[7]])
    const conta = 'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 5) SELECT sum(n) FROM c'
    expect(await chiedi(conta)).toEqual([[15]])
  })

  it('a query’s own table may have any name, also that of a table', async () => {
    const { chiedi, rifiuta } = await finestra((m) => rispondi(m, 1, giusta(1)))
    const nomi = [
      ...(await tabelleDelloStore()),
      ...['domande', 'risposte', 'materie', 'indice', 'manifesto', 'json_each', 'pragma_table_info', 'dbstat', 'fts5'],
      ...['sqlite_dbpage', 'sqlite_schema', 'NOTE', 'Ambiente', 'select', 'x y', 'città', 'main', 'temp', 'banca_1'],
    ]
    const corpo = fc.constantFrom(
      'SELECT 1 AS k',
      'SELECT 1 AS k UNION SELECT 2',
      'SELECT indice_uff AS k FROM domande',
    )
    const forma = fc.constantFrom<(n: string, c: string) => string>(
      (n, c) => `WITH ${n} AS (${c}) SELECT count(*) FROM ${n}`,
      (n, c) => `WITH ${n} AS (${c}) SELECT * FROM ${n} ORDER BY 1`,
      (n, c) => `WITH ${n} AS MATERIALIZED (${c}) SELECT 1 FROM ${n}`,
      (n, c) => `WITH ${n}(k) AS NOT MATERIALIZED (${c}) SELECT sum(k) FROM ${n} AS a`,
      (n, c) => `WITH prima AS (${c}), ${n} AS (SELECT * FROM prima) SELECT count(*) FROM ${n} JOIN prima USING (k)`,
      (n, c) => `SELECT (WITH ${n} AS (${c}) SELECT count(*) FROM ${n}) AS quanti`,
      (n, c) => `WITH ${n} AS (${c}) SELECT (SELECT count(*) FROM ${n}) WHERE EXISTS (SELECT 1 FROM ${n})`,
      (n) => `WITH RECURSIVE ${n}(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM ${n} LIMIT 9) SELECT count(*) FROM ${n}`,
    )
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...nomi), corpo, forma, async (nome, c, f) => {
        // A body that reads a table of that name would read itself.
        fc.pre(nome !== 'domande')
        expect(await chiedi(f(`"${nome}"`, c))).toEqual(await chiedi(f('zzz', c)))
      }),
      { numRuns: 400 },
    )
    // What is no table of the query is still what it is.
    for (const [sql, codice] of [
      ['WITH note AS (SELECT 1) DELETE FROM eventi', 'SQL_SOLO_LETTURA'],
      ['WITH eventi AS (SELECT 1) DELETE FROM eventi', 'SQL_SOLO_LETTURA'],
      ['WITH note AS (SELECT 1) INSERT INTO chiavi_utente SELECT 1, 1, 1, 1 FROM note', 'SQL_SOLO_LETTURA'],
      ['WITH note AS (SELECT 1) UPDATE eventi SET seq = 2', 'SQL_SOLO_LETTURA'],
      ['WITH note AS (SELECT 1) SELECT count(*) FROM ambiente', 'SQL_ERRATA'],
      ['SELECT count(*) FROM cursori, (WITH cursori AS (SELECT 1) SELECT * FROM cursori)', 'SQL_ERRATA'],
      ['WITH note AS (SELECT * FROM main.ambiente) SELECT count(*) FROM note', 'SQL_ERRATA'],
      ['WITH note AS (SELECT data FROM sqlite_dbpage) SELECT count(*) FROM note', 'SQL_ERRATA'],
      ['WITH i AS (SELECT valore FROM banca_1.indice) SELECT count(*) FROM i', 'SQL_ERRATA'],
      ['WITH i AS (SELECT valore FROM indice) SELECT count(*) FROM i', 'SQL_ERRATA'],
    ] as const)
      expect([sql, await rifiuta(sql)]).toEqual([sql, codice])
  })

  it('takes one statement at a time', async () => {
    const { rifiuta, chiedi } = await finestra()
    for (const sql of ['SELECT 1; SELECT 2', 'SELECT 1; DELETE FROM eventi', 'SELECT 1; boh', ';SELECT 1;;SELECT 2'])
      expect([sql, await rifiuta(sql)]).toEqual([sql, 'SQL_UN_COMANDO'])
    for (const sql of ['', '  \n', ';', '-- solo un commento', '/* niente */ ;'])
      expect([sql, await rifiuta(sql)]).toEqual([sql, 'SQL_VUOTA'])
    for (const sql of ['-- prima\nSELECT 1', 'SELECT 1;', 'SELECT 1; -- dopo\n ; /* e poi */'])
      expect([sql, await chiedi(sql)]).toEqual([sql, [[1]]])
  })

  it('answers SQLite’s own words and the place of the mistake', async () => {
    const { esito } = await finestra()
    const failure = async (sql: string) => {
      const r = await esito({ sql })
      return r.ok ? null : r.error
    }
    expect(await failure("SELECT 'perché', boh FROM domande")).toMatchObject({
      codice: 'SQL_ERRATA',
      dati: { messaggio: 'no such column: boh', posto: 17 },
    })
    expect(await failure('SELEC 1')).toMatchObject({ dati: { messaggio: 'near "SELEC": syntax error', posto: 0 } })
    expect(await failure('SELECT abs(-9223372036854775808)')).toMatchObject({ dati: { messaggio: 'integer overflow' } })
    expect(await failure('SELECT max(length(zeroblob(200000000)))')).toMatchObject({ codice: 'SQL_ERRATA' })
  })
})

describe('results', () => {
  it('end at the row limit, and that there are more is told', async () => {
    const { esito } = await finestra()
    const conta = (n: number) =>
      `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT ${n}) SELECT n FROM c`
    const giuste = value(await esito({ sql: conta(MAX_SQL_ROWS) }))
    expect([giuste.righe.length, giuste.tagliato]).toEqual([MAX_SQL_ROWS, null])
    const troppe = value(await esito({ sql: conta(MAX_SQL_ROWS + 1) }))
    expect([troppe.righe.length, troppe.tagliato]).toEqual([MAX_SQL_ROWS, 'righe'])
    const lunghe = `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 50) SELECT hex(zeroblob(500000)) FROM c`
    const testi = value(await esito({ sql: lunghe }))
    expect([testi.righe.length, testi.tagliato]).toEqual([19, 'testo'])
    // Short cells weigh too: millions of them would hold the page.
    const colonne = Array.from({ length: 200 }, () => 'zeroblob(0)').join(', ')
    const corte = `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT ${colonne} FROM c`
    const vuote = value(await esito({ sql: corte }))
    expect([vuote.righe.length < 7_000, vuote.tagliato]).toEqual([true, 'testo'])
  })

  it('keep numbers, blobs and nulls as they are', async () => {
    const { esito } = await finestra()
    const r = value(
      await esito({
        sql: `SELECT NULL AS a, '' AS b, 9007199254740991 AS c, 9007199254740993 AS d, -9223372036854775808 AS e, 2.0 AS f,
          0.1 AS g, 9e999 AS h, x'00ff' AS i, zeroblob(1000) AS j, 'però €' AS j`,
      }),
    )
    expect(r.colonne).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'j'])
    expect(r.righe).toEqual([
      [
        null,
        '',
        9007199254740991,
        9007199254740993n,
        -9223372036854775808n,
        { reale: 2 },
        0.1,
        { reale: Number.POSITIVE_INFINITY },
        { byte: 2, inizio: '00ff' },
        { byte: 1000, inizio: '00'.repeat(16) },
        'però €',
      ],
    ])
  })
})
