import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadSqlite } from '#wasm/sqlite'
import { connectionOver } from '#workers/db/drivers/connection'

const sqlite = await loadSqlite()
const open = () => connectionOver(sqlite, new sqlite.oo1.DB(':memory:', 'c'))

describe('cells of a row', () => {
  it('texts come back as they were written, whatever came before them in the same length', () => {
    const db = open()
    db.exec('CREATE TABLE t(n INTEGER PRIMARY KEY, a TEXT, b TEXT)')
    // Few letters, so that neighbours often share their length and most of their bytes.
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'è', '’', '🜚', '0'), maxLength: 24 })
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { maxLength: 30 }), (rows) => {
        db.exec('DELETE FROM t')
        for (const [i, [a, b]] of rows.entries()) db.run('INSERT INTO t VALUES (?, ?, ?)', i, a, b)
        const read = db.all<{ a: string; b: string }>('SELECT a, b FROM t ORDER BY n')
        expect(read.map(({ a, b }) => [a, b])).toEqual(rows)
      }),
    )
    db.close()
  })

  it('a row asked by what its columns are gives what it gives as a whole', () => {
    const db = open()
    db.exec('CREATE TABLE t(n INTEGER PRIMARY KEY, i INTEGER, a TEXT)')
    const record = fc.tuple(
      fc.option(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
      fc.option(fc.string({ unit: 'grapheme', maxLength: 60 }).filter((s) => !s.includes('\0'))),
    )
    fc.assert(
      fc.property(fc.array(record, { maxLength: 30 }), (rows) => {
        db.exec('DELETE FROM t')
        for (const [n, [i, a]] of rows.entries()) db.run('INSERT INTO t VALUES (?, ?, ?)', n, i, a)
        const read: unknown[] = []
        const sql = 'SELECT i, a, n FROM t WHERE n >= ? ORDER BY n'
        db.each(sql, (riga) => read.push({ i: riga.integerOrNull(0), a: riga.text(1), n: riga.integer(2) }), 0)
        expect(read).toEqual(db.all(sql, 0))
      }),
    )
    db.close()
  })

  it('a row that nobody wants ends the reading and leaves the statement ready', () => {
    const db = open()
    const sql = 'SELECT value FROM json_each(?)'
    const refuse = () => {
      throw new Error('enough')
    }
    expect(() => db.each(sql, refuse, '[1,2]')).toThrow('enough')
    const read: number[] = []
    db.each(sql, (riga) => read.push(riga.integer(0)), '[3,4]')
    expect(read).toEqual([3, 4])
    db.close()
  })

  it('a step that fails throws and leaves the statement ready for the next time', () => {
    const db = open()
    db.exec('CREATE TABLE t(n INTEGER PRIMARY KEY)')
    const insert = 'INSERT INTO t VALUES (?)'
    expect(db.run(insert, 1)).toBe(1)
    expect(() => db.run(insert, 1)).toThrow(/UNIQUE/)
    expect(db.run(insert, 2)).toBe(1)
    expect(() => db.all("SELECT json_extract('{', '$')")).toThrow(/JSON/)
    expect(db.integers('SELECT n FROM t ORDER BY n', 1)[0]).toEqual(Int32Array.of(1, 2))
    db.close()
  })
})
