import { IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import { loadAsm } from '#wasm/asm'
import { loadSqlite } from '#wasm/sqlite'
import { ask, type Idb, openIdb } from '#workers/backends/idb'
import { CHUNK_BYTES } from '#workers/backends/idb-chunks'
import { idbFiles } from '#workers/backends/idb-files'
import { dropReserve, keepReserve, removeAccount } from '#workers/backends/idb-log'
import { logDriver } from '#workers/backends/log-driver'
import type { FileStore } from '#workers/core/platform'
import { asmEngine } from '#workers/engine/asm-engine'
import { belongsToLog, type MemoryEngine } from '#workers/engine/memory-engine'
import { wasmEngine } from '#workers/engine/wasm-engine'
import { newFactory } from './platforms.ts'

Object.assign(globalThis, { IDBKeyRange })

const motori: [string, () => Promise<MemoryEngine>][] = [
  ['sqlite-wasm', async () => wasmEngine(await loadSqlite())],
  ['sql.js', async () => asmEngine(await loadAsm())],
]

describe('what the log keeps', () => {
  it.each([
    ['INSERT INTO t VALUES (?)', true],
    ['  UPDATE t SET a = 1', true],
    ['PRAGMA main.user_version = 9', true],
    ['WITH x AS (SELECT 1) DELETE FROM t', true],
    ['WITH x AS (SELECT 1) SELECT * FROM x', false],
    ['CREATE TABLE t(a); CREATE TRIGGER g AFTER INSERT ON t BEGIN UPDATE t SET a = 1; DELETE FROM t; END;', true],
    ['SELECT 1', false],
    ['PRAGMA foreign_keys=ON', false],
    ['ATTACH ? AS b1', false],
    ['CREATE TEMP VIEW v AS SELECT * FROM b1.domande', false],
    ['DROP VIEW IF EXISTS temp.v', false],
    ['CREATE TABLE IF NOT EXISTS temp.trovate(p); DELETE FROM temp.trovate', false],
    ['INSERT INTO temp.trovate SELECT value FROM json_each(?)', false],
    ['VACUUM main INTO ?', false],
  ])('%s: %s', (sql, kept) => {
    expect(belongsToLog(sql, ['b1'])).toBe(kept)
  })

  it.each([
    'UPDATE t SET a = (SELECT count(*) FROM b1.domande)',
    'INSERT INTO t SELECT posizione FROM temp.trovate',
    'INSERT INTO t VALUES (random())',
    "INSERT INTO t VALUES (datetime('now'))",
    'UPDATE t SET a = last_insert_rowid()',
    'INSERT INTO t VALUES (1); SELECT 1',
  ])('refused, because it could give another result when run again: %s', (sql) => {
    expect(() => belongsToLog(sql, ['b1'])).toThrow()
  })
})

describe.each(motori)('the log under %s', (_, engine) => {
  const pace = (every: number) => ({ every, quiet: 0, wait: () => Promise.resolve() })

  it('keeps what committed and nothing of what did not', async () => {
    const idb = openIdb(newFactory() as never)
    const driver = await logDriver(idb, 1, await engine(), 'indexeddb', pace(100))
    const db = driver.connect()
    db.exec('CREATE TABLE t(a INTEGER PRIMARY KEY, b)')
    db.transaction(() => db.run('INSERT INTO t VALUES (1, ?)', 'città'))
    expect(() =>
      db.transaction(() => {
        db.run('INSERT INTO t VALUES (2, 0)')
        throw new Error('no')
      }),
    ).toThrow('no')
    expect(() => db.run('INSERT INTO t VALUES (1, 0)')).toThrow()
    db.run('INSERT INTO t VALUES (3, ?)', new Uint8Array([0, 255]))
    await driver.settle()
    db.run('INSERT INTO t VALUES (4, 0)')
    // The last one was never settled: it never happened.
    const again = await logDriver(idb, 1, await engine(), 'indexeddb', pace(100))
    expect(again.connect().all('SELECT a, b FROM t ORDER BY a')).toEqual([
      { a: 1, b: 'città' },
      { a: 3, b: new Uint8Array([0, 255]) },
    ])
  })

  it('a snapshot takes the place of the log, and what comes after it is run again', async () => {
    const factory = newFactory()
    const idb = openIdb(factory as never)
    const driver = await logDriver(idb, 1, await engine(), 'indexeddb', pace(3))
    const db = driver.connect()
    db.exec('CREATE TABLE t(a INTEGER PRIMARY KEY)')
    const count = () =>
      idb.transaction(['registro', 'istantanee'], 'readonly', async (tx) => ({
        log: await ask(tx.objectStore('registro').count()),
        snapshots: await ask(tx.objectStore('istantanee').count()),
      }))
    let least = 0
    for (let a = 1; a <= 20; a++) {
      db.run('INSERT INTO t VALUES (?)', a)
      await driver.settle()
      // Time for the snapshot that is due.
      await new Promise((r) => setTimeout(r))
      if ((await count()).snapshots === 1) least = least || a
    }
    expect(least).toBeGreaterThan(0)
    await expect.poll(async () => (await count()).log).toBeLessThan(20)
    db.run('INSERT INTO t VALUES (100)')
    await driver.settle()
    const again = await logDriver(idb, 1, await engine(), 'indexeddb', pace(3))
    expect(
      again
        .connect()
        .all<{ a: number }>('SELECT a FROM t ORDER BY a')
        .map(({ a }) => a),
    ).toEqual([...Array.from({ length: 20 }, (_, i) => i + 1), 100])
  })

  it('a snapshot under way when the account is removed writes nothing, and who lets go waits for it', async () => {
    const idb = openIdb(newFactory() as never)
    let begun = () => {}
    let goOn = () => {}
    const reached = new Promise<void>((r) => (begun = r))
    const gate = new Promise<void>((r) => (goOn = r))
    const slow: Idb = {
      ...idb,
      async transaction(stores, mode, work) {
        if (mode === 'readwrite' && stores.includes('pezzi') && !stores.includes('registro')) {
          begun()
          await gate
        }
        return idb.transaction(stores, mode, work)
      },
    }
    // The reserve waits for ever: it is another write of pieces.
    const waits = { n: 0 }
    const wait = () => (waits.n++ === 0 ? new Promise<void>(() => {}) : Promise.resolve())
    const driver = await logDriver(slow, 1, await engine(), 'indexeddb', { every: 1, quiet: 0, wait })
    driver.connect().exec('CREATE TABLE t(a)')
    await driver.settle()
    await reached
    await removeAccount(idb, 1)
    let released = false
    const release = driver.release().then(() => (released = true))
    for (let i = 0; i < 20; i++) await new Promise((r) => setImmediate(r))
    expect(released).toBe(false)
    goOn()
    await release
    const left = await idb.transaction(['pezzi', 'istantanee'], 'readonly', async (tx) => [
      await ask(tx.objectStore('pezzi').count()),
      await ask(tx.objectStore('istantanee').count()),
    ])
    expect(left).toEqual([0, 0])
  })

  it('a hole in the log is told, not skipped', async () => {
    const idb = openIdb(newFactory() as never)
    const driver = await logDriver(idb, 1, await engine(), 'indexeddb', pace(100))
    const db = driver.connect()
    for (const sql of ['CREATE TABLE t(a)', 'INSERT INTO t VALUES (1)', 'INSERT INTO t VALUES (2)']) {
      db.exec(sql)
      await driver.settle()
    }
    await idb.transaction(['registro'], 'readwrite', (tx) => void tx.objectStore('registro').delete([1, 2]))
    const again = await logDriver(idb, 1, await engine(), 'indexeddb', pace(100))
    expect(() => again.connect()).toThrow('transaction 2 of the log is gone')
    const remains = await again.logRecovery?.readRemains()
    expect([remains?.transactions.length, remains?.beyond.length]).toEqual([1, 1])
  })
})

describe('plain files in IndexedDB', () => {
  const holds = async (files: FileStore, name: string, expected: Uint8Array) =>
    Buffer.from((await (await files.blob(name))?.arrayBuffer()) ?? new ArrayBuffer(0)).equals(expected)
  const bytes = (n: number, seed: number) => Uint8Array.from({ length: n }, (_, i) => (i * 31 + seed) & 0xff)

  it('whole mebibytes of a download outlive a crash, and the rest goes on from there', async () => {
    const factory = newFactory()
    const file = await idbFiles(openIdb(factory as never), 1).open('1-domande-x.zip')
    const all = bytes(2 * CHUNK_BYTES + 500, 7)
    for (let at = 0; at < all.length; at += 300_000) file.write(all.subarray(at, at + 300_000), { at })
    // No flush, no close: the worker is gone.
    const again = idbFiles(openIdb(factory as never), 1)
    const resumed = await expect
      .poll(async () => (await again.open('1-domande-x.zip')).getSize())
      .toBe(2 * CHUNK_BYTES)
      .then(() => again.open('1-domande-x.zip'))
    resumed.write(all.subarray(2 * CHUNK_BYTES), { at: 2 * CHUNK_BYTES })
    resumed.close()
    expect(await holds(again, '1-domande-x.zip', all)).toBe(true)
    const other = idbFiles(openIdb(factory as never), 2)
    expect(await other.list()).toEqual([])
    await again.remove('1-domande-x.zip')
    expect(await again.blob('1-domande-x.zip')).toBeNull()
  })

  it('starting over leaves nothing of what was there', async () => {
    const files = idbFiles(openIdb(newFactory() as never), 1)
    const file = await files.open('a')
    file.write(bytes(CHUNK_BYTES + 10, 1), { at: 0 })
    file.truncate(0)
    file.write(bytes(5, 2), { at: 0 })
    file.close()
    expect(await holds(files, 'a', bytes(5, 2))).toBe(true)
  })

  it('a write that failed is told by the next one', async () => {
    const idb = openIdb(newFactory() as never)
    const full = new DOMException('full', 'QuotaExceededError')
    let refuse = false
    const files = idbFiles(
      { ...idb, transaction: (s, m, w) => (refuse ? Promise.reject(full) : idb.transaction(s, m, w)) },
      1,
    )
    const file = await files.open('a')
    refuse = true
    file.write(bytes(CHUNK_BYTES, 1), { at: 0 })
    await new Promise((r) => setTimeout(r))
    expect(() => file.write(bytes(10, 1), { at: CHUNK_BYTES })).toThrow(full)
  })
})

describe('room kept for deleting', () => {
  it('is kept once and given up once', async () => {
    const idb = openIdb(newFactory() as never)
    await keepReserve(idb, 1, 'riserva')
    await keepReserve(idb, 1, 'riserva')
    expect(await dropReserve(idb, 1, 'riserva')).toBe(true)
    expect(await dropReserve(idb, 1, 'riserva')).toBe(false)
  })
})
