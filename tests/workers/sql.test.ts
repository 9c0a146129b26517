import { IDBKeyRange } from 'fake-indexeddb'
import { afterEach, describe, expect, it } from 'vitest'
import type { Database } from '#contract/database'
import { type CellaSql, type Copie, MAX_RIGHE_SQL, type TabellaSql } from '#contract/sql'
import { SQL as ESEMPI } from '#src/screens/sql/esempi'
import { loadSqlite } from '#wasm/sqlite'
import { createDatabase } from '#workers/db/database'
import { memoryPlatform } from '#workers/db/drivers/memory'
import { createFinestra } from '#workers/sql/finestra'
import { databaseOf, newFactory } from './contratto/mondi.ts'
import {
  apri,
  codice,
  creaBanca,
  domandaDiProva,
  giusta,
  type Mondo,
  rispondi,
  sbagliata,
  serve,
  UTENTE,
  valore,
} from './mondo.ts'

const aperti: Database[] = []
afterEach(async () => {
  for (const db of aperti.splice(0)) valore(await db.close())
})

type Finestra = {
  mondo: Mondo
  copie: Copie
  tabelle: TabellaSql[]
  chiedi: (sql: string) => Promise<CellaSql[][]>
  rifiuta: (sql: string) => Promise<string>
  esito: ReturnType<typeof createFinestra>['query']
}

/** A store with answers, and the SQL window over copies of it. */
async function finestra(prepara: (m: Mondo) => Promise<unknown> = async () => {}, banche = [1]): Promise<Finestra> {
  const mondo = await apri()
  aperti.push(mondo.db)
  await prepara(mondo)
  const copie = valore(await mondo.db.copyArchivio({ id_concorsi: banche }))
  const sql = createFinestra()
  const tabelle = valore(await sql.open({ copie }))
  return {
    mondo,
    copie,
    tabelle,
    esito: sql.query,
    chiedi: async (testo) => valore(await sql.query({ sql: testo })).righe,
    rifiuta: async (testo) => codice(await sql.query({ sql: testo })),
  }
}

/** A second bank on the device. */
async function aggiungi({ db, at }: Mondo, altra: Awaited<ReturnType<typeof creaBanca>>) {
  valore(await db.downloadBanca({ concorso: altra.concorso, at: at() }, () => {}))
}

describe('copies', () => {
  it('hold what is committed, and later answers are not in them', async () => {
    const { chiedi, mondo } = await finestra(async (m) => {
      valore(await rispondi(m, 1, giusta(1)))
      valore(await rispondi(m, 2, sbagliata(2)))
    })
    valore(await rispondi(mondo, 3, giusta(3)))
    expect(await chiedi('SELECT count(*) FROM eventi')).toEqual([[2]])
    expect(await chiedi("SELECT count(*) FROM risposte WHERE esito = 'errata'")).toEqual([[1]])
  })

  it('are plain databases that nothing of the store keeps', async () => {
    const { copie, mondo } = await finestra()
    const header = new Uint8Array(await copie.utente.arrayBuffer())
    expect(new TextDecoder().decode(header.subarray(0, 15))).toBe('SQLite format 3')
    // Versions 1: neither half of the file format is WAL's.
    expect([header[18], header[19]]).toEqual([1, 1])
    valore(await rispondi(mondo, 1, giusta(1)))
    const peso = valore(await mondo.db.measureCopie())
    expect(peso.banche.map(({ byte }) => byte)).toEqual(copie.banche.map(({ file }) => file.size))
    expect(copie.utente.size).toBeLessThanOrEqual(peso.utente + 65_536)
  })

  it('are refused above 300 MB in all, before anything is copied', async () => {
    const platform = memoryPlatform()
    const letti: string[] = []
    const db = createDatabase({
      ...platform,
      openDriver: async (id) => {
        const driver = await platform.openDriver(id)
        return {
          ...driver,
          connect: () => {
            const connection = driver.connect()
            return {
              ...connection,
              all: <T>(sql: string, ...values: never[]): T[] =>
                sql.includes('dimensione AS byte')
                  ? ([
                      { id_concorso: 1, concorso: 'A', byte: 200_000_000 },
                      { id_concorso: 2, concorso: 'B', byte: 99_000_000 },
                      { id_concorso: 3, concorso: 'C', byte: 101_000_000 },
                    ] as T[])
                  : connection.all<T>(sql, ...values),
            }
          },
          readBank: async (name) => {
            letti.push(name)
            return new Uint8Array()
          },
          copyUtente: async () => {
            letti.push('utente')
            return new Uint8Array()
          },
        }
      },
    })
    aperti.push(db)
    valore(await db.open({ id_utente: UTENTE }))
    const esito = await db.copyArchivio({ id_concorsi: [1, 3] })
    expect(codice(esito)).toBe('COPIE_TROPPO_GRANDI')
    expect(esito.ok ? null : esito.guasto.dati).toEqual({ servono_mb: 302, limite_mb: 300 })
    expect(letti).toEqual([])
    // Under the limit the refusal is another one: this bank is not in the account's list.
    expect(codice(await db.copyArchivio({ id_concorsi: [1, 2] }))).toBe('CONCORSO_NON_TROVATO')
  })

  it('of a bank that is not on the device are refused', async () => {
    const { mondo } = await finestra()
    expect(codice(await mondo.db.copyArchivio({ id_concorsi: [9] }))).toBe('CONCORSO_NON_TROVATO')
    valore(await mondo.db.deleteBanca({ id_concorso: 1, dallaLista: false }))
    expect(codice(await mondo.db.copyArchivio({ id_concorsi: [1] }))).toBe('CONCORSO_NOT_INITIALIZED')
    expect(valore(await mondo.db.measureCopie()).banche).toEqual([])
  })

  it('that are no database are refused, and the window stays closed', async () => {
    const sql = createFinestra()
    const rotta = { utente: new Blob([new Uint8Array(8192).fill(7)]), banche: [] }
    expect(codice(await sql.open({ copie: rotta }))).toBe('SQL_NON_APERTA')
    expect(codice(await sql.query({ sql: 'SELECT 1' }))).toBe('SQL_NON_APERTA')
  })
})

describe('[D32] copies of a rung without OPFS', () => {
  Object.assign(globalThis, { IDBKeyRange })
  it.each([
    ['IndexedDB', 'indexeddb', { factory: newFactory() }],
    ['plain JavaScript', 'asm', { factory: newFactory(), senzaWasm: true }],
    ['nothing kept', 'nessuno', {}],
  ] as const)('%s open in the window', async (_, gradino, opzioni) => {
    const banca = await creaBanca()
    const db = databaseOf({ ...opzioni, fetch: serve(banca) })
    aperti.push(db)
    const m: Mondo = { ...(await apri()), db, banca }
    expect(valore(await db.open({ id_utente: UTENTE })).gradino).toBe(gradino)
    await aggiungi(m, banca)
    valore(await rispondi(m, 1, giusta(1)))
    const sql = createFinestra()
    valore(await sql.open({ copie: valore(await db.copyArchivio({ id_concorsi: [1] })) }))
    const chieste =
      'SELECT (SELECT count(*) FROM domande), (SELECT count(*) FROM risposte), (SELECT count(*) FROM statistiche)'
    expect(valore(await sql.query({ sql: chieste })).righe).toEqual([[60, 1, 60]])
    expect(valore(await db.measureCopie()).banche.length).toBe(1)
  })
})

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
    const prima = await chiedi('SELECT * FROM eventi')
    const tabelle = await chiedi('SELECT count(*) FROM sqlite_schema')
    for (const sql of VIETATI) expect([sql, await rifiuta(sql)]).toEqual([sql, 'SQL_SOLO_LETTURA'])
    expect(await chiedi('SELECT * FROM eventi')).toEqual(prima)
    expect(await chiedi('SELECT count(*) FROM sqlite_schema')).toEqual(tabelle)
  })

  it('shows nothing of the tables that are the machine’s own', async () => {
    const { rifiuta, chiedi, tabelle } = await finestra((m) => rispondi(m, 1, giusta(1)))
    const leggibili = new Set([
      ...tabelle.map(({ nome }) => nome),
      // Read by the views of the same names.
      'banche',
      'statistiche',
    ])
    const tutte = await chiedi("SELECT name FROM sqlite_schema WHERE type = 'table'")
    const proprie = tutte.map(([nome]) => String(nome)).filter((nome) => !leggibili.has(nome))
    expect(proprie).toContain('ambiente')
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
    const guasto = async (sql: string) => {
      const r = await esito({ sql })
      return r.ok ? null : r.guasto
    }
    expect(await guasto("SELECT 'perché', boh FROM domande")).toMatchObject({
      codice: 'SQL_ERRATA',
      dati: { messaggio: 'no such column: boh', posto: 17 },
    })
    expect(await guasto('SELEC 1')).toMatchObject({ dati: { messaggio: 'near "SELEC": syntax error', posto: 0 } })
    expect(await guasto('SELECT abs(-9223372036854775808)')).toMatchObject({ dati: { messaggio: 'integer overflow' } })
    expect(await guasto('SELECT max(length(zeroblob(200000000)))')).toMatchObject({ codice: 'SQL_ERRATA' })
  })
})

describe('results', () => {
  it('end at the row limit, and that there are more is told', async () => {
    const { esito } = await finestra()
    const conta = (n: number) =>
      `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT ${n}) SELECT n FROM c`
    const giuste = valore(await esito({ sql: conta(MAX_RIGHE_SQL) }))
    expect([giuste.righe.length, giuste.tagliato]).toEqual([MAX_RIGHE_SQL, null])
    const troppe = valore(await esito({ sql: conta(MAX_RIGHE_SQL + 1) }))
    expect([troppe.righe.length, troppe.tagliato]).toEqual([MAX_RIGHE_SQL, 'righe'])
    const lunghe = `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 50) SELECT hex(zeroblob(500000)) FROM c`
    const testi = valore(await esito({ sql: lunghe }))
    expect([testi.righe.length, testi.tagliato]).toEqual([20, 'testo'])
  })

  it('keep numbers, blobs and nulls as they are', async () => {
    const { esito } = await finestra()
    const r = valore(
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

describe('views', () => {
  it('domande and materie hold every chosen bank', async () => {
    const altra = await creaBanca({ id_concorso: 2, n: 20 })
    const mondo = await apri()
    aperti.push(mondo.db)
    const platform = memoryPlatform({ fetch: serve(mondo.banca, altra) })
    const db = createDatabase(platform)
    aperti.push(db)
    const m = { ...mondo, db }
    valore(await db.open({ id_utente: UTENTE }))
    await aggiungi(m, mondo.banca)
    await aggiungi(m, altra)
    const sql = createFinestra()
    const chiedi = async (testo: string) => valore(await sql.query({ sql: testo })).righe
    valore(await sql.open({ copie: valore(await db.copyArchivio({ id_concorsi: [1, 2] })) }))
    expect(await chiedi('SELECT id_concorso, concorso, count(*) FROM domande GROUP BY 1, 2 ORDER BY 1')).toEqual([
      [1, 'Concorso 1', 60],
      [2, 'Concorso 2', 20],
    ])
    const prima = altra.domande[0]
    expect(
      await chiedi(
        'SELECT id_domanda, materia, testo, risposta1, risposta5, corretta FROM domande WHERE id_concorso = 2 AND indice_uff = 1',
      ),
    ).toEqual([[200_001, 'Informatica', prima?.testo, prima?.risposte[0], null, prima?.corretta]])
    expect(await chiedi('SELECT sum(n) FROM materie WHERE id_concorso = 2')).toEqual([[18]])
    expect(await chiedi('SELECT id_concorso, inclusa FROM banche ORDER BY 1')).toEqual([
      [1, 1],
      [2, 1],
    ])
    // Opened again over fewer copies.
    valore(await sql.open({ copie: valore(await db.copyArchivio({ id_concorsi: [2] })) }))
    expect(await chiedi('SELECT count(*) FROM domande')).toEqual([[20]])
    expect(await chiedi('SELECT inclusa FROM banche ORDER BY id_concorso')).toEqual([[0], [1]])
    valore(await sql.open({ copie: valore(await db.copyArchivio({ id_concorsi: [] })) }))
    expect(await chiedi('SELECT * FROM domande')).toEqual([])
  })

  it('[DB9] statistiche is the full store: every question, touched or not', async () => {
    const { chiedi } = await finestra(async (m) => {
      valore(await rispondi(m, 1, giusta(1)))
      valore(await rispondi(m, 2, sbagliata(2)))
    })
    expect(await chiedi('SELECT count(*) FROM statistiche')).toEqual([[60]])
    expect(await chiedi('SELECT livello_conoscenza, count(*) FROM statistiche GROUP BY 1 ORDER BY 1')).toEqual([
      [-99, 58],
      [-2, 1],
      [-1, 1],
    ])
  })

  it('statistiche keeps the touched questions of banks that are not chosen', async () => {
    const { chiedi } = await finestra((m) => rispondi(m, 1, giusta(1)), [])
    expect(await chiedi('SELECT id_domanda FROM statistiche')).toEqual([[100_001]])
  })

  it('risposte has one row per answer, without those taken back', async () => {
    const { chiedi, mondo } = await finestra(async (m) => {
      valore(await rispondi(m, 1, giusta(1)))
      const presa = valore(await rispondi(m, 2, sbagliata(2)))
      valore(await m.db.undo({ id_evento_annullato: presa.id_evento, at: m.at(), id_evento: m.id() }))
      valore(await rispondi(m, 2, giusta(2)))
      valore(
        await m.db.setPreferiti({
          id_concorso: 1,
          id_domanda: 100_001,
          preferiti: true,
          at: m.at(),
          id_evento: m.id(),
        }),
      )
    })
    expect(mondo.banca.id_concorso).toBe(1)
    expect(
      await chiedi(
        'SELECT id_domanda, esito, risposta, giorno, livello_prima, livello_dopo, ms FROM risposte ORDER BY quando',
      ),
    ).toEqual([
      [100_001, 'corretta', giusta(1), '2026-11-21', -99, -1, null],
      [100_002, 'corretta', giusta(2), '2026-11-21', -99, -1, null],
    ])
    expect(await chiedi('SELECT tipo, count(*) FROM eventi GROUP BY 1 ORDER BY 1')).toEqual([
      ['ANNULLA', 1],
      ['PREFERITO', 1],
      ['RISPOSTA', 3],
    ])
  })

  it('the schema names every view and table with its columns', async () => {
    const { tabelle, chiedi } = await finestra()
    for (const { nome, colonne } of tabelle) {
      expect([nome, colonne.length > 0]).toEqual([nome, true])
      expect(
        (await chiedi(`SELECT ${colonne.map((c) => c.nome).join(', ')} FROM ${nome} LIMIT 1`)).length,
      ).toBeLessThan(2)
    }
    expect(tabelle.slice(0, 3).map(({ nome }) => nome)).toEqual(['domande', 'statistiche', 'risposte'])
  })
})

it('a bank’s name with an apostrophe is only a name', async () => {
  const sqlite = await loadSqlite()
  const file = (sql: string) => {
    const db = new sqlite.oo1.DB(':memory:', 'c')
    db.exec(sql)
    const bytes = sqlite.capi.sqlite3_js_db_export(db) as Uint8Array<ArrayBuffer>
    db.close()
    return new Blob([bytes])
  }
  const { copie } = await finestra()
  const sql = createFinestra()
  const banca = copie.banche[0]
  expect(banca).toBeDefined()
  valore(await sql.open({ copie: { ...copie, banche: banca ? [{ ...banca, concorso: "L'Aquila'); --" }] : [] } }))
  expect(valore(await sql.query({ sql: 'SELECT DISTINCT concorso FROM domande' })).righe).toEqual([["L'Aquila'); --"]])
  // A bank file of another shape is refused whole.
  const strana = [{ id_concorso: 1, concorso: 'x', file: file('CREATE TABLE altro(a)') }]
  expect(codice(await sql.open({ copie: { ...copie, banche: strana } }))).toBe('SQL_NON_APERTA')
})

/**
 * Question 1 known and then wrong, question 2 wrong three times (the last after half an hour elsewhere), and a second bank with
 * the same texts as the first.
 */
async function conStoria() {
  const mondo = await apri()
  aperti.push(mondo.db)
  const copia = await creaBanca({
    id_concorso: 2,
    n: 3,
    cambia: (d) => ({ ...domandaDiProva(1, d.posizione), id_domanda: d.id_domanda }),
  })
  const db = createDatabase(memoryPlatform({ fetch: serve(mondo.banca, copia) }))
  aperti.push(db)
  const m = { ...mondo, db }
  valore(await db.open({ id_utente: UTENTE }))
  await aggiungi(m, mondo.banca)
  await aggiungi(m, copia)
  const dai = async (posizione: number, risposta: number, ms: number) =>
    valore(
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
  const copie = valore(await db.copyArchivio({ id_concorsi: [1, 2] }))
  const sql = createFinestra()
  valore(await sql.open({ copie }))
  return { esito: sql.query, chiedi: async (testo: string) => valore(await sql.query({ sql: testo })).righe }
}

describe('examples', () => {
  it.each(Object.entries(ESEMPI))('%s runs and reads what it says', async (id, sql) => {
    const { esito } = await conStoria()
    const { colonne, righe } = valore(await esito({ sql }))
    expect([id, righe.length > 0, colonne]).toEqual([id, true, expect.any(Array)])
  })

  it('wrong three times, forgotten, errors and lost time count what was answered', async () => {
    const { chiedi } = await conStoria()
    expect((await chiedi(ESEMPI.sbagliate)).map(([id, , errori]) => [id, errori])).toEqual([[100_002, 3]])
    expect((await chiedi(ESEMPI.dimenticate)).map(([id]) => id)).toEqual([100_001])
    expect(await chiedi(ESEMPI.errori)).toEqual([
      ['Logica', 3],
      ['Informatica', 1],
    ])
    expect(await chiedi(ESEMPI.tempo)).toEqual([
      ['Logica', 5.1],
      ['Informatica', 0.1],
    ])
    expect(await chiedi(ESEMPI.giorni)).toEqual([['2026-11-21', 7]])
    expect(await chiedi(ESEMPI.livelli)).toEqual([
      ['Concorso 1', 1, 0, 1, 0, 58],
      ['Concorso 2', 0, 0, 0, 0, 3],
    ])
    const doppioni = await chiedi(ESEMPI.doppioni)
    expect(doppioni.map(([a, banca, b, altra]) => [a, banca, b, altra]).sort()).toEqual([
      [100_001, 'Concorso 1', 200_001, 'Concorso 2'],
      [100_002, 'Concorso 1', 200_002, 'Concorso 2'],
      [100_003, 'Concorso 1', 200_003, 'Concorso 2'],
    ])
  })
})
