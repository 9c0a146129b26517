import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadSqlite } from '#wasm/sqlite'
import { connectionOver } from '#workers/engine/connection'

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

  it('rows gathered as integers and a text give what they give as rows', () => {
    const db = open()
    db.exec('CREATE TABLE t(n INTEGER PRIMARY KEY, i INTEGER, a TEXT)')
    const record = fc.tuple(
      fc.option(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
      fc.option(fc.oneof(fc.string({ maxLength: 9 }), fc.string({ unit: 'grapheme', maxLength: 60 }))),
    )
    fc.assert(
      fc.property(fc.array(record, { maxLength: 30 }), (rows) => {
        db.exec('DELETE FROM t')
        for (const [n, [i, a]] of rows.entries()) db.run('INSERT INTO t VALUES (?, ?, ?)', n, i, a)
        const { integers, texts } = db.integersAndText('SELECT n, i, a FROM t WHERE n >= ? ORDER BY n', 2, 0)
        expect(integers).toEqual([Int32Array.from(rows.keys()), Int32Array.from(rows, ([i]) => i ?? 0)])
        expect(texts).toEqual(rows.map(([, a]) => a ?? ''))
      }),
    )
    db.close()
  })

  it('texts gathered by the thousand outgrow what was made for them, and the memory of the engine its first size', () => {
    const db = open()
    const long = (n: number) => `${n}`.repeat(300)
    db.exec(`CREATE TABLE t AS SELECT value AS n FROM json_each('[${Array.from({ length: 3000 }, (_, i) => i)}]')`)
    const sql = `SELECT n, replace(printf('%300s', ''), ' ', n) FROM t ORDER BY n`
    const { texts } = db.integersAndText(sql, 1)
    expect(texts.length).toBe(3000)
    expect(texts[7]).toBe(long(7))
    expect(texts[2999]).toBe(long(2999))
    expect(
      db.integersAndText(`SELECT n, hex(zeroblob(40000000)) FROM t WHERE n < 2`, 1).texts.map((t) => t.length),
    ).toEqual([80_000_000, 80_000_000])
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
