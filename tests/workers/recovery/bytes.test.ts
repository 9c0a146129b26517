import { IDBFactory as Fabbrica, IDBKeyRange as Intervallo } from 'fake-indexeddb'
import fc from 'fast-check'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { createRandom } from '#rules/random'
import { loadSqlite } from '#wasm/sqlite'
import { sumOf, sumOfPage } from '#workers/core/checksum'
import { isDamage } from '#workers/core/corruption'
import type { Connection } from '#workers/core/platform'
import { connectionOver } from '#workers/engine/connection'
import { headerOf, nameOf } from '#workers/engine/pool-headers'
import { rawOver } from '#workers/engine/raw-file'
import { WalReader } from '#workers/engine/wal-reader'
import { wasmEngine } from '#workers/engine/wasm-engine'
import { indexedDbMirror } from '#workers/recovery/idb-mirror'
import { decodeChecksums, encodeChecksums } from '#workers/recovery/page-checksums'
import { findEventi } from '#workers/recovery/raw-events'
import { readTree } from '#workers/recovery/sqlite-btree'
import { readRecord } from '#workers/recovery/sqlite-record'
import { lookBeyond, salvageLog } from '#workers/recovery/wal-salvage'
import { conConnessione } from '../engine/connections.ts'
import { apri, creaBanca, rispondi, serve, UTENTE, value } from '../mondo.ts'

const PAGE = 512

/** A database with small pages, so that few rows make trees of several levels and overflow pages. */
async function piccola(sql: string): Promise<{ db: Connection; bytes: () => Uint8Array<ArrayBuffer> }> {
  const sqlite = await loadSqlite()
  const db = new sqlite.oo1.DB(':memory:', 'c')
  db.exec(`PRAGMA page_size=${PAGE}; ${sql}`)
  return {
    db: connectionOver(sqlite, db),
    bytes: () => sqlite.capi.sqlite3_js_db_export(db) as Uint8Array<ArrayBuffer>,
  }
}

describe('the header of a bank’s file', () => {
  it('changed anywhere in one bit, opens or is told as damage, whatever SQLite calls it', async () => {
    const engine = wasmEngine(await loadSqlite())
    const { bytes } = await piccola(
      "CREATE TABLE domande(id_domanda INTEGER PRIMARY KEY, testo TEXT); INSERT INTO domande VALUES (1, 'perché')",
    )
    const whole = bytes()
    const db = engine.connect(null)
    const told = new Set<string>()
    for (let bit = 0; bit < 800; bit++) {
      const changed = whole.slice()
      changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7))
      const address = engine.putBank('banca', changed)
      try {
        db.run('ATTACH ? AS b', address)
        db.get('PRAGMA b.user_version')
        db.all('SELECT * FROM b.domande')
      } catch (error) {
        told.add((error as Error).message.split(': ').at(-1) as string)
        expect(isDamage(error), `bit ${bit}: ${error}`).toBe(true)
      } finally {
        db.forget('b.')
        try {
          db.exec('DETACH b')
        } catch {
          // It never was attached.
        }
        engine.dropBank(address)
      }
    }
    expect([...told]).toEqual(expect.arrayContaining(['unsupported file format', 'file is not a database']))
    db.close()
  })
})

describe('sums', () => {
  it('show every change of one byte, anywhere', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 8, maxLength: 512 }),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (b, at, x) => {
          const bytes = new Uint8Array(4 * Math.floor(b.length / 4))
          bytes.set(b.subarray(0, bytes.length))
          const changed = bytes.slice()
          changed[at % bytes.length] = (changed[at % bytes.length] as number) ^ x
          const words = (of: Uint8Array<ArrayBuffer>) => new Uint32Array(of.buffer)
          return sumOf(bytes) !== sumOf(changed) && sumOfPage(words(bytes)) !== sumOfPage(words(changed))
        },
      ),
      { numRuns: 3000 },
    )
  })

  it('come back from their file, and a changed file is none', () => {
    const checksums = { generation: 7, page: 8192, sums: [1, 2 ** 47 + 1, 0] }
    const bytes = encodeChecksums(checksums)
    expect(decodeChecksums(bytes)).toEqual(checksums)
    for (let at = 0; at < bytes.length; at++) {
      const changed = bytes.slice()
      changed[at] = (changed[at] as number) ^ 0x10
      expect(decodeChecksums(changed)).toBeNull()
    }
    expect(decodeChecksums(bytes.slice(0, -8))).toBeNull()
  })
})

describe('rows read by the file format', () => {
  const valoreSql = fc.oneof(
    fc.constant(null),
    fc.integer(),
    fc.integer({ min: -(2 ** 47), max: 2 ** 47 }),
    fc.double({ noNaN: true }),
    fc.string({ maxLength: 900 }),
    fc.uint8Array({ maxLength: 900 }),
  )

  it('equal what SQLite reads, with and without rowid, over several levels and overflow pages', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(valoreSql, valoreSql), { minLength: 1, maxLength: 60 }), async (righe) => {
        const { db, bytes } = await piccola(
          'CREATE TABLE a(id INTEGER PRIMARY KEY, x, y); CREATE TABLE b(k INTEGER, x, y, PRIMARY KEY(k)) WITHOUT ROWID',
        )
        for (const [i, [x, y]] of righe.entries())
          for (const t of ['a', 'b']) db.run(`INSERT INTO ${t} VALUES (?, ?, ?)`, i + 1, x, y)
        const img = { bytes: bytes(), page: PAGE, broken: () => false }
        for (const table of ['a', 'b']) {
          const root = db.get<{ r: number }>('SELECT rootpage AS r FROM sqlite_schema WHERE name = ?', table)?.r ?? 0
          const tree = readTree(img, root)
          const lette = tree.rows.map(({ rowid, values: [k, ...others] }) => [rowid ?? k, ...others])
          const vere = db.all<Record<string, unknown>>(`SELECT * FROM ${table}`).map((r) => Object.values(r))
          const ordina = (l: unknown[][]) => [...l].sort((p, q) => (p[0] as number) - (q[0] as number))
          expect(tree.whole).toBe(true)
          expect(ordina(lette)).toEqual(ordina(vere))
        }
      }),
      { numRuns: 60 },
    )
  })

  it('a damaged page costs its own rows only, and any bytes at all are survived', async () => {
    const { db, bytes } = await piccola('CREATE TABLE a(id INTEGER PRIMARY KEY, x)')
    for (let i = 1; i <= 200; i++) db.run('INSERT INTO a VALUES (?, ?)', i, `riga ${i} ${'x'.repeat(40)}`)
    const whole = bytes()
    const pages = whole.length / PAGE
    const vere = new Map(db.all<{ id: number; x: string }>('SELECT id, x FROM a').map(({ id, x }) => [id, x]))
    for (let rotta = 3; rotta <= pages; rotta++) {
      const { rows: righe, whole: intero } = readTree({ bytes: whole, page: PAGE, broken: (n) => n === rotta }, 2)
      expect(intero).toBe(false)
      expect(righe.length).toBeGreaterThan(100)
      for (const { rowid, values } of righe) expect(values[1]).toBe(vere.get(rowid as number))
    }
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: PAGE, maxLength: PAGE * 4 }),
        fc.integer({ min: 0, max: 5 }),
        (b, root) => {
          readTree({ bytes: new Uint8Array(b), page: PAGE, broken: () => false }, root)
          readRecord(b)
          findEventi(new Uint8Array(b))
        },
      ),
    )
  })
})

describe('the log', () => {
  async function conLog(commit: number) {
    const sqlite = await loadSqlite()
    const name = `/registro-${Math.random()}.db`
    const raw = new sqlite.oo1.DB(name, 'c')
    const db = connectionOver(sqlite, raw)
    db.exec(
      'PRAGMA locking_mode=EXCLUSIVE; PRAGMA page_size=8192; PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0',
    )
    db.exec('CREATE TABLE t(x)')
    for (let i = 0; i < commit; i++) db.run('INSERT INTO t VALUES (?)', 'x'.repeat(9000))
    const log = db.raw?.('main', true)
    return { db, log: log?.read(0, log.size()) ?? new Uint8Array(0) }
  }

  it('gives the pages as SQLite has them, as it grows', async () => {
    const { db } = await conLog(20)
    const log = db.raw?.('main', true)
    if (!log) throw new Error('no log')
    const registro = new WalReader(log)
    while (registro.advance(3));
    for (let i = 0; i < 10; i++) {
      db.run('INSERT INTO t VALUES (?)', 'y'.repeat(5000))
      while (registro.advance(2));
    }
    const pages = db.all<{ pgno: number; data: Uint8Array }>('SELECT pgno, data FROM sqlite_dbpage')
    expect(registro.total).toBe(pages.length)
    for (const { pgno, data } of pages)
      expect(registro.pages.get(pgno)).toBe(sumOfPage(new Uint32Array(data.slice().buffer)))
    expect(lookBeyond(log, framesIn(registro.end)).state).toBe('niente')
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    expect(registro.advance(1)).toBe(false)
    expect(registro.total).toBe(0)
    db.close()
  })

  const FRAME = 24 + 8192
  const framesIn = (end: number) => (end - 32) / FRAME
  const finish = (bytes: Uint8Array<ArrayBuffer>): WalReader => {
    const registro = new WalReader(rawOver(bytes))
    while (registro.advance(1000));
    return registro
  }

  it('ends at the first changed byte, and knows what lies beyond it', async () => {
    const { db, log } = await conLog(10)
    const whole = finish(log)
    // Here and there, and the sum in the header of every frame.
    const here = Array.from({ length: Math.ceil((log.length - 132) / 5_003) }, (_, i) => 132 + i * 5_003)
    const sums = Array.from({ length: framesIn(log.length) }, (_, i) => 32 + i * FRAME + 16 + (i % 8))
    for (const at of [...here, ...sums]) {
      const changed = log.slice()
      changed[at] = (changed[at] as number) ^ 1
      const { end } = finish(changed)
      expect(end).toBeLessThanOrEqual(at)
      // Only the last transaction can have been cut short by the power.
      const last = finish(log.slice(0, -FRAME)).end
      expect(lookBeyond(rawOver(changed), framesIn(end)).state).toBe(at >= last ? 'interrotta' : 'danno')
    }
    expect(whole.end).toBe(log.length)
    // Two frames in a row, so that what follows a commit does not seem to: commits after them still do.
    const last = finish(log.slice(0, -FRAME)).end
    const beforeLast = finish(log.slice(0, last - FRAME)).end
    const third = finish(log.slice(0, beforeLast - FRAME)).end
    for (let at = 32; at < third - FRAME; at += FRAME) {
      const changed = log.slice()
      for (const of of [at, at + FRAME]) changed[of + 100] = (changed[of + 100] as number) ^ 1
      expect(lookBeyond(rawOver(changed), framesIn(finish(changed).end)).state).toBe('danno')
    }
    db.close()
  })

  it('a transaction cut short over a longer one cut short before is no damage', async () => {
    const { db } = await conLog(3)
    const log = db.raw?.('main', true)
    if (!log) throw new Error('no log')
    const from = log.size()
    // SQLite spills the longer one into the log, and writes the next over its beginning.
    db.exec('PRAGMA cache_size=2; BEGIN')
    for (let i = 0; i < 20; i++) db.run('INSERT INTO t VALUES (?)', 'y'.repeat(9000))
    db.exec('ROLLBACK')
    db.run('INSERT INTO t VALUES (?)', 'z'.repeat(9000))
    const bytes = log.read(0, log.size())
    expect(finish(bytes).end).toBeGreaterThan(from + FRAME)
    expect(bytes.length).toBeGreaterThan(finish(bytes).end + FRAME)
    bytes[from + 100] = (bytes[from + 100] as number) ^ 1
    expect(finish(bytes).end).toBe(from)
    expect(lookBeyond(rawOver(bytes), framesIn(from)).state).toBe('interrotta')
    db.close()
  })

  it('a failed commit’s frames are not read', async () => {
    const { db, log } = await conLog(3)
    const registro = new WalReader(rawOver(log))
    while (registro.advance(1000, log.length - FRAME));
    expect(registro.end).toBeLessThanOrEqual(log.length - FRAME)
    db.close()
  })

  it('past a changed byte, only the frame that has it is lost', async () => {
    const { db, log } = await conLog(10)
    const whole = salvageLog(log)
    const sole = finish(log)
    expect(whole).toMatchObject({ whole: true, total: sole.total, brokenPages: new Set() })
    expect([...whole.pages.keys()].sort()).toEqual([...sole.pages.keys()].sort())
    const ultima = framesIn(log.length) - 1
    // The header's words one by one, then the bodies of the frames.
    for (const at of [0, 5, 8, 13, 17, 21, 25, 30, ...Array.from({ length: 40 }, (_, i) => 60 + i * 3_001)]) {
      if (at >= log.length) continue
      const changed = log.slice()
      changed[at] = (changed[at] as number) ^ 4
      const frame = Math.floor((at - 32) / FRAME)
      const remains = salvageLog(changed)
      if (frame === ultima) continue
      expect(remains.whole, String(at)).toBe(false)
      expect(remains.total, String(at)).toBe(whole.total)
      const differing = [...whole.pages].filter(
        ([number, bytes]) =>
          !remains.brokenPages.has(number) &&
          Buffer.compare(remains.pages.get(number) ?? bytes.subarray(1), bytes) !== 0,
      )
      expect(
        differing.map(([number]) => number),
        String(at),
      ).toEqual([])
      expect(remains.brokenPages.size, String(at)).toBeLessThanOrEqual(1)
    }
    db.close()
  })

  it('any bytes at all are survived', () => {
    const caso = createRandom(7)
    for (let i = 0; i < 60; i++) {
      const bytes = Uint8Array.from({ length: caso(30_000) }, () => caso(256))
      expect(salvageLog(bytes).total).toBe(0)
      expect(['niente', 'interrotta', 'danno']).toContain(lookBeyond(rawOver(bytes), 0).state)
    }
  })
})

describe('events lying in bytes', () => {
  it('are found without any page, each whole or not at all', async () => {
    const { platform, sql } = conConnessione({ fetch: serve(await creaBanca({ n: 30 })) })
    const mondo = await apri({ n: 30 }, platform)
    for (let p = 1; p <= 30; p++) if (p % 5 !== 0) value(await rispondi(mondo, p, 1))
    const log = sql().raw?.('main', true)
    const main = sql().raw?.('main')
    const bytes = new Uint8Array([...(main?.read(0, main.size()) ?? []), ...(log?.read(0, log.size()) ?? [])])
    const ids = sql()
      .all<{ id: string }>('SELECT id FROM eventi')
      .map(({ id }) => id)
    expect(new Set(findEventi(bytes).map(({ id }) => id))).toEqual(new Set(ids))
    const rows = new Map(
      sql()
        .all<{ id: string }>('SELECT * FROM eventi')
        .map((r) => [r.id, r]),
    )
    for (let k = 0; k < 200; k++) {
      const at = (k * 7919) % bytes.length
      bytes[at] = (bytes[at] as number) ^ (1 << (k % 8))
    }
    for (const e of findEventi(bytes)) expect(rows.get(e.id)).toMatchObject({ dati: e.dati, ts_client: e.ts_client })
    await mondo.db.close()
  })
})

describe('headers of the pool', () => {
  it('are known as the package writes them, and a changed one is not', () => {
    const head = headerOf('/utente.db', 0x100)
    expect(nameOf(head)).toBe('/utente.db')
    for (let at = 0; at < head.length; at++) {
      const changed = head.slice()
      changed[at] = (changed[at] as number) ^ 4
      expect(nameOf(changed), String(at)).toBeNull()
    }
    expect(nameOf(new Uint8Array(524))).toBe('')
  })
})

describe('the mirror in IndexedDB', () => {
  beforeAll(() => {
    globalThis.IDBKeyRange = Intervallo
  })

  it('[DB7] [SY10] holds what is not sent yet, of each account on its own, and is empty when it was sent', async () => {
    const banca = await creaBanca({ n: 20 })
    const mirror = indexedDbMirror(new Fabbrica() as unknown as IDBFactory)
    const { platform } = conConnessione({ fetch: serve(banca), mirror })
    const mondo = await apri({ n: 20 }, platform)
    for (const p of [1, 2, 3]) value(await rispondi(mondo, p, 1))
    value(await mondo.db.verifyArchivio({ at: mondo.at(), completa: false }))
    const mirrored = await mirror.read(UTENTE)
    expect(mirrored.head?.seq).toBe(3)
    expect(mirrored.events.map((e) => e.id_domanda)).toEqual([100_001, 100_002, 100_003])
    expect((await mirror.read(8)).events).toEqual([])
    // The next visit knows what is mirrored by the ids alone.
    value(await mondo.db.close())
    value(await mondo.db.open({ id_utente: UTENTE }))
    const batch = value(await mondo.db.listUnsynced({ id_concorso: 1, limite: 2 }))
    value(
      await mondo.db.markSynced({ id_concorso: 1, coppie: [...(batch?.con_livello ?? []), ...(batch?.altre ?? [])] }),
    )
    value(await mondo.db.verifyArchivio({ at: mondo.at(), completa: false }))
    expect((await mirror.read(UTENTE)).events.map((e) => e.id_domanda)).toEqual([100_003])
    value(await mondo.db.clearUser({ id_utente: UTENTE }))
    expect(await mirror.read(UTENTE)).toEqual({ head: null, events: [], sedute: [] })
  })

  it('one that never answers is told from one that does, within seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const muta = indexedDbMirror({ open: () => ({}) } as unknown as IDBFactory)
      const failed = expect(muta.readEnd(UTENTE)).rejects.toThrow('does not answer')
      await vi.advanceTimersByTimeAsync(2000)
      await failed
    } finally {
      vi.useRealTimers()
    }
  })

  it('one that fails breaks nothing', async () => {
    const fail = () => Promise.reject(new Error('gone'))
    const mirror = {
      read: fail,
      readEnd: fail,
      readSummary: fail,
      write: fail,
      clear: async () => {},
      readOld: fail,
      writeOld: fail,
    }
    const { platform } = conConnessione({ fetch: serve(await creaBanca({ n: 20 })), mirror })
    const mondo = await apri({ n: 20 }, platform)
    value(await rispondi(mondo, 1, 1))
    expect(value(await mondo.db.verifyArchivio({ at: mondo.at(), completa: true })).recupero).toBeNull()
  })
})
