import { describe, expect, it, vi } from 'vitest'
import { COLUMNS } from '#contract/statistica-columns'
import { memoryPlatform } from '#tests/workers/memory'
import { loadSqlite } from '#wasm/sqlite'
import type { Connection, Driver, Platform } from '#workers/core/platform'
import { VERSION } from '#workers/core/schema'
import { connectionOver } from '#workers/engine/connection'
import { createDatabase } from '#workers/store/database'
import { firstBrokenLink } from '../chain.ts'
import { apri, codice, creaBanca, giusta, rispondi, serve, UTENTE, value } from '../mondo.ts'

/** The same platform, whose connections can be looked into. */
function spia(base: Platform) {
  const connessioni: Connection[] = []
  const statements: string[] = []
  const platform: Platform = {
    ...base,
    async openDriver(id): Promise<Driver> {
      const driver = await base.openDriver(id)
      return {
        ...driver,
        connect() {
          const db = driver.connect()
          connessioni.push(db)
          return {
            ...db,
            exec: (sql) => {
              statements.push(sql)
              db.exec(sql)
            },
            run: (sql, ...values) => {
              statements.push(sql)
              return db.run(sql, ...values)
            },
            get: (sql, ...values) => {
              statements.push(sql)
              return db.get(sql, ...values)
            },
          }
        },
      }
    },
  }
  return { platform, connessioni, statements, sql: () => connessioni.at(-1)! }
}

describe('opening', () => {
  it('[DB1] [DB10] sets EXCLUSIVE first, then WAL and FULL, before any bank is attached', async () => {
    const banca = await creaBanca()
    const { platform, statements, sql } = spia(memoryPlatform({ fetch: serve(banca) }))
    const db = createDatabase(platform)
    expect(value(await db.open({ id_utente: UTENTE }))).toMatchObject({ rung: 'memoria', versione: VERSION })
    value(await db.downloadBanca({ concorso: banca.concorso, at: '2026-11-21T10:00:00.000Z' }, () => {}))
    expect(statements[0]).toBe('PRAGMA locking_mode=EXCLUSIVE')
    const wal = statements.indexOf('PRAGMA main.journal_mode=WAL')
    expect(wal).toBeGreaterThan(0)
    expect(statements.findIndex((s) => s.includes('ATTACH'))).toBeGreaterThan(wal)
    const ask = (name: string) => Object.values(sql().get<object>(`PRAGMA main.${name}`)!)[0]
    expect(['journal_mode', 'locking_mode', 'synchronous', 'page_size'].map(ask)).toEqual(['wal', 'exclusive', 2, 8192])
  })

  it('a journal mode that is not what was asked for is refused', async () => {
    const { platform, connessioni } = spia(memoryPlatform())
    const db = createDatabase({
      ...platform,
      async openDriver(id) {
        const driver = await platform.openDriver(id)
        const connect = () => {
          const real = driver.connect()
          return {
            ...real,
            get: <T>(sql: string) =>
              sql === 'PRAGMA main.journal_mode=WAL' ? ({ journal_mode: 'delete' } as T) : real.get<T>(sql),
          }
        }
        return { ...driver, connect }
      },
    })
    const result = await db.open({ id_utente: UTENTE })
    expect(result).toMatchObject({ ok: false, error: { codice: 'INDEXEDDB_GENERIC_ERROR' } })
    expect(connessioni).toHaveLength(1)
  })

  it('[DB2] [DB3] [DB4] [DB5] [DB6] [DB8] has the six stores with their keys and indexes, and the rest beside', async () => {
    const { platform, sql } = spia(memoryPlatform())
    value(await createDatabase(platform).open({ id_utente: UTENTE }))
    const tables = sql()
      .all<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .map((t) => t.name)
    for (const store of ['banche', 'banche_meta', 'statistiche', 'percorsi', 'percorsi_meta', 'statistiche_percorsi'])
      expect(tables).toContain(store)
    for (const table of ['eventi', 'sedute', 'chiavi_utente', 'filtri_salvati']) expect(tables).toContain(table)
    const key = (table: string) =>
      sql()
        .all<{ name: string; pk: number }>(`SELECT name, pk FROM pragma_table_info('${table}') WHERE pk > 0`)
        .map((c) => c.name)
    expect(['statistiche', 'banche', 'banche_meta', 'percorsi', 'percorsi_meta'].map(key)).toEqual([
      ['id_domanda'],
      ['id_concorso'],
      ['id_concorso'],
      ['id_argomento'],
      ['id_argomento'],
    ])
    const indexes = sql()
      .all<{ name: string }>("SELECT name FROM pragma_index_list('statistiche')")
      .map(({ name }) =>
        sql()
          .all<{ name: string }>(`SELECT name FROM pragma_index_info('${name}')`)
          .map((c) => c.name),
      )
    expect(indexes).toContainEqual(['id_concorso', 'indice_uff'])
    expect(indexes).toContainEqual(['id_concorso', 'id_materia', 'livello_conoscenza'])
    expect(indexes).toContainEqual(['id_concorso', 'has_risposta', 'id_domanda'])
    expect(indexes.map((columns) => columns.slice(0, 2))).toContainEqual(['id_concorso', 'eseguita_ms'])
  })

  it('[DB9] the view shows the store in full, with the defaults of an untouched question', async () => {
    const banca = await creaBanca()
    const { platform, sql } = spia(memoryPlatform({ fetch: serve(banca) }))
    const db = createDatabase(platform)
    const at = '2026-11-21T10:00:00.000+01:00'
    value(await db.open({ id_utente: UTENTE }))
    value(await db.downloadBanca({ concorso: banca.concorso, at }, () => {}))
    const mondo = { db, banca, platform, at: () => at, id: () => 'e1' }
    const { statistica } = value(await rispondi(mondo, 2, giusta(2)))
    const rows = await vi.waitFor(() =>
      sql().all<Record<string, unknown>>('SELECT * FROM statistiche_v9 ORDER BY indice_uff'),
    )
    expect(rows).toHaveLength(60)
    expect(rows[1]).toEqual(statistica)
    expect(Object.keys(rows[0]!)).toEqual([...COLUMNS])
    expect(rows[5]).toMatchObject({
      livello_conoscenza: -99,
      preferiti: 0,
      sincronizzata: null,
      data_eseguita: null,
      has_image: 1,
      has_risposta: 1,
      id_materia: 11,
    })
  })

  it('a store written by a newer version is refused and not touched', async () => {
    const { platform, sql } = spia(memoryPlatform())
    const db = createDatabase(platform)
    value(await db.open({ id_utente: UTENTE }))
    sql().exec('PRAGMA user_version = 99')
    value(await db.close())
    expect(codice(await db.open({ id_utente: UTENTE }))).toBe('INDEXEDDB_GENERIC_ERROR')
    expect(codice(await db.listBanche())).toBe('ARCHIVIO_NON_APERTO')
  })

  it('opening the same account twice is the same store', async () => {
    const { db } = await apri()
    expect(value(await db.open({ id_utente: UTENTE })).banche).toHaveLength(1)
  })
})

describe('one owner', () => {
  it('the second tab is told ARCHIVIO_OCCUPATO, waits, and takes over with everything there', async () => {
    const mondo = await apri()
    value(await rispondi(mondo, 1, 1))
    const second = createDatabase(mondo.platform)
    expect(codice(await second.open({ id_utente: UTENTE }))).toBe('ARCHIVIO_OCCUPATO')
    const waiting = second.open({ id_utente: UTENTE, wait: true })
    value(await mondo.db.close())
    expect(value(await waiting)).toMatchObject({ da_sincronizzare: 1 })
    expect(codice(await mondo.db.open({ id_utente: UTENTE }))).toBe('ARCHIVIO_OCCUPATO')
  })

  it('closing gives up the wait for the lock', async () => {
    const mondo = await apri()
    const second = createDatabase(mondo.platform)
    const waiting = second.open({ id_utente: UTENTE, wait: true })
    value(await second.close())
    expect(codice(await waiting)).toBe('ARCHIVIO_NON_APERTO')
    value(await mondo.db.close())
    expect(codice(await mondo.db.open({ id_utente: UTENTE }))).toBe('ok')
  })

  it('only a handle held elsewhere is asked for again, 50 ms apart and not for ever', async () => {
    const base = memoryPlatform()
    const attempts = async (name: string, failures: number) => {
      const waits: number[] = []
      let tries = 0
      const db = createDatabase({
        ...base,
        // A longer one is the care of an open store, not a pause between attempts.
        wait: async (ms) => void (ms === 50 && waits.push(ms)),
        openDriver: async (id) => {
          if (++tries <= failures) throw new DOMException('held', name)
          return base.openDriver(id)
        },
      })
      const result = codice(await db.open({ id_utente: UTENTE }))
      await db.close()
      return { result, waits }
    }
    expect(await attempts('NoModificationAllowedError', 3)).toEqual({ result: 'ok', waits: [50, 50, 50] })
    const forever = await attempts('NoModificationAllowedError', 1000)
    expect(forever.result).toBe('ARCHIVIO_OCCUPATO')
    expect(forever.waits.length).toBeLessThan(100)
    expect(await attempts('InvalidStateError', 1)).toEqual({ result: 'INDEXEDDB_GENERIC_ERROR', waits: [] })
  })

  it('[DB7] another account opens another store and sees nothing of the first', async () => {
    const mondo = await apri()
    value(await rispondi(mondo, 1, 1))
    expect(value(await mondo.db.open({ id_utente: 8 }))).toMatchObject({ banche: [], da_sincronizzare: 0 })
    expect(value(await mondo.db.open({ id_utente: UTENTE }))).toMatchObject({ da_sincronizzare: 1 })
  })
})

describe('clearUser', () => {
  it('deletes the account’s files, records and events, and nobody else’s', async () => {
    const mondo = await apri()
    value(await rispondi(mondo, 1, 1))
    value(await mondo.db.open({ id_utente: 8 }))
    value(await mondo.db.clearUser({ id_utente: 8 }))
    expect(value(await mondo.db.open({ id_utente: UTENTE })).da_sincronizzare).toBe(1)
    value(await mondo.db.clearUser({ id_utente: UTENTE }))
    expect(codice(await mondo.db.listBanche())).toBe('ARCHIVIO_NON_APERTO')
    expect(value(await mondo.db.open({ id_utente: UTENTE }))).toMatchObject({ banche: [], da_sincronizzare: 0 })
  })

  it('is refused while another tab owns that store', async () => {
    const mondo = await apri()
    expect(codice(await createDatabase(mondo.platform).clearUser({ id_utente: UTENTE }))).toBe('ARCHIVIO_OCCUPATO')
    expect(value(await mondo.db.listBanche())).toHaveLength(1)
  })
})

describe('events', () => {
  async function storia() {
    const banca = await creaBanca()
    const { platform, sql } = spia(memoryPlatform({ fetch: serve(banca) }))
    const db = createDatabase(platform)
    let n = 0
    const at = () => `2026-11-21T10:00:${String(++n).padStart(2, '0')}.000+01:00`
    const id = () => `e${++n}`
    value(await db.open({ id_utente: UTENTE }))
    value(await db.downloadBanca({ concorso: banca.concorso, at: at() }, () => {}))
    const mondo = { db, banca, platform, at, id }
    const { id_evento } = value(await rispondi(mondo, 1, 1))
    value(await db.setPreferiti({ id_concorso: 1, id_domanda: 100_001, preferiti: true, at: at(), id_evento: id() }))
    await rispondi(mondo, 99, 1)
    value(await db.undo({ id_evento_annullato: id_evento, at: at(), id_evento: id() }))
    value(await db.close())
    value(await db.open({ id_utente: UTENTE }))
    value(await db.setLivello({ id_concorso: 1, id_domanda: 100_002, livello: 1, at: at(), id_evento: id() }))
    return { sql: sql(), banca }
  }

  it('[SY10] every change is an event of its own, numbered without gaps over reopening and refusals', async () => {
    const { sql, banca } = await storia()
    const rows = sql.all<{ seq: number; tipo: string; dispositivo: string; versione_banca: string }>(
      'SELECT seq, tipo, dispositivo, versione_banca FROM eventi ORDER BY seq',
    )
    expect(rows.map((r) => [r.seq, r.tipo])).toEqual([
      [1, 'RISPOSTA'],
      [2, 'PREFERITO'],
      [3, 'ANNULLA'],
      [4, 'LIVELLO'],
    ])
    expect(new Set(rows.map((r) => r.dispositivo)).size).toBe(1)
    expect(new Set(rows.map((r) => r.versione_banca))).toEqual(new Set([banca.concorso.versione]))
  })

  it('a changed, missing or exchanged event breaks the chain', async () => {
    const damages = [
      'UPDATE eventi SET dati = replace(dati, \'"risposta":1\', \'"risposta":2\') WHERE seq = 1',
      "UPDATE eventi SET ts_client = '2020-01-01T00:00:00.000Z' WHERE seq = 2",
      'DELETE FROM eventi WHERE seq = 2',
      'UPDATE eventi SET id_domanda = 100003 WHERE seq = 4',
      "UPDATE eventi SET catena = x'00' WHERE seq = 3",
    ]
    for (const [i, damage] of damages.entries()) {
      const { sql } = await storia()
      const { dispositivo } = sql.get<{ dispositivo: string }>('SELECT dispositivo FROM eventi')!
      expect(firstBrokenLink(sql, dispositivo)).toBeNull()
      sql.exec(damage)
      expect(firstBrokenLink(sql, dispositivo)).toBe([1, 2, 2, 4, 3][i])
    }
  })

  it('a commit that fails leaves no event, no record and no gap', async () => {
    const banca = await creaBanca()
    const base = memoryPlatform({ fetch: serve(banca) })
    let fail = false
    const { platform, sql } = spia(base)
    const db = createDatabase({
      ...platform,
      async openDriver(id) {
        const driver = await platform.openDriver(id)
        const connect = () => {
          const real = driver.connect()
          const transaction = <T>(work: () => T) =>
            real.transaction(() => {
              const result = work()
              if (fail)
                throw Object.assign(new Error('disk'), {
                  name: 'SQLite3Error',
                  resultCode: 778,
                })
              return result
            })
          return { ...real, transaction }
        }
        return { ...driver, connect }
      },
    })
    let n = 0
    const mondo = { db, banca, platform, at: () => '2026-11-21T10:00:00.000Z', id: () => `e${++n}` }
    value(await db.open({ id_utente: UTENTE }))
    value(await db.downloadBanca({ concorso: banca.concorso, at: mondo.at() }, () => {}))
    value(await rispondi(mondo, 1, 1))
    fail = true
    expect(codice(await rispondi(mondo, 2, 1))).toBe('INDEXEDDB_GENERIC_ERROR')
    fail = false
    value(await rispondi(mondo, 3, 1))
    expect(sql().all('SELECT seq, id_domanda FROM eventi ORDER BY seq')).toEqual([
      { seq: 1, id_domanda: 100_001 },
      { seq: 2, id_domanda: 100_003 },
    ])
    expect(sql().all('SELECT id_domanda FROM statistiche')).toHaveLength(2)
  })
})

describe('a bank file', () => {
  it('is attached read-only', async () => {
    const banca = await creaBanca()
    const { platform, sql } = spia(memoryPlatform({ fetch: serve(banca) }))
    const db = createDatabase(platform)
    value(await db.open({ id_utente: UTENTE }))
    value(await db.downloadBanca({ concorso: banca.concorso, at: '2026-11-21T10:00:00.000Z' }, () => {}))
    value(await db.countDomande({ filtro: { id_concorso: 1 } }))
    expect(() => sql().exec('UPDATE b1.domande SET testo = ?')).toThrow(/readonly/)
  })
})

describe('a connection', () => {
  it('keeps statements, gives integers by the thousand and rolls a failed transaction back', async () => {
    const sqlite = await loadSqlite()
    const db = connectionOver(sqlite, new sqlite.oo1.DB(':memory:', 'c'))
    const numbers = Array.from({ length: 5000 }, (_, i) => i + 1)
    db.exec('CREATE TABLE t(x INTEGER PRIMARY KEY, y TEXT)')
    expect(db.run('INSERT INTO t SELECT value, value FROM json_each(?)', JSON.stringify(numbers))).toBe(5000)
    const [x, y] = db.integers('SELECT x, y FROM t WHERE x > ? ORDER BY x DESC', 2, 10) as [Int32Array, Int32Array]
    expect([x.length, x[0], y.at(-1)]).toEqual([4990, 5000, 11])
    expect(() =>
      db.transaction(() => {
        db.run('DELETE FROM t')
        throw new Error('no')
      }),
    ).toThrow('no')
    expect(db.get('SELECT count(*) AS n FROM t')).toEqual({ n: 5000 })
    for (let i = 0; i < 300; i++) expect(db.get(`SELECT ${i} AS i`)).toEqual({ i })
    expect(db.get('SELECT x FROM t WHERE x = 9999')).toBeUndefined()
    db.forget('t')
    db.close()
  })
})
