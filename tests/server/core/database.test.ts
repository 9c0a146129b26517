import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isDatabaseDown, sqlState } from '#server/db/failures'
import { readSecret } from '#server/db/secrets'
import type { Db } from '#server/deps'
import { BOTH_ENGINES, type Motore, openDatabase } from '../world.ts'

type Open = { db: Db; close: () => Promise<void> }

async function openMotore(engine: Motore): Promise<Open> {
  const database = await openDatabase(engine)
  const db = await database.open()
  return {
    db,
    close: async () => {
      await db.close()
      await database.drop()
    },
  }
}

describe.each(BOTH_ENGINES)('[OP3] Db on %s', (engine) => {
  let opened: Open
  let db: Db
  beforeAll(async () => {
    opened = await openMotore(engine)
    db = opened.db
  })
  afterAll(() => opened.close())

  it('names its engine', () => {
    expect(db.engine).toBe(engine)
  })

  it('gives bigint as number, instants as Date, bytes as Buffer, arrays and json as they are', async () => {
    const bytes = randomBytes(5)
    const { rows, count } = await db.query(
      `select $1::bigint as n, count(*) as c, $2::timestamptz as t, $3::bytea as b, $4::text[] as a, $5::bigint[] as ids,
         $6::jsonb as j, null::text as z`,
      [9_007_199_254_740_991, new Date(5), bytes, ['a', 'è "x", {y}'], [1, 2], JSON.stringify({ x: [1] })],
    )
    expect(count).toBe(1)
    expect(rows).toEqual([
      {
        n: 9_007_199_254_740_991,
        c: 1,
        t: new Date(5),
        b: bytes,
        a: ['a', 'è "x", {y}'],
        ids: [1, 2],
        j: { x: [1] },
        z: null,
      },
    ])
    expect(Buffer.isBuffer(rows[0]?.b)).toBe(true)
  })

  it('counts the rows that a statement touched', async () => {
    const due = `insert into ente (ente) values ('uno'), ('due')`
    expect((await db.query(due)).count).toBe(2)
    expect((await db.query(`update ente set ente = ente || '!' where ente = 'uno'`)).count).toBe(1)
    expect((await db.query(`delete from ente where ente = 'nessuno'`)).count).toBe(0)
  })

  it('runs one prepared statement many times with other parameters', async () => {
    for (const n of [1, 2, 3])
      expect((await db.query<{ n: number }>('select $1::integer + 1 as n', [n], 'prova')).rows).toEqual([{ n: n + 1 }])
  })

  it('keeps what a transaction wrote only when it ends well', async () => {
    const insert = `insert into ente (ente) values ($1)`
    await db.tx((q) => q.query(insert, ['tenuto']))
    await expect(
      db.tx(async (q) => {
        await q.query(insert, ['perso'])
        throw new Error('ripensamento')
      }),
    ).rejects.toThrow('ripensamento')
    const { rows } = await db.query(`select ente from ente where ente in ('tenuto', 'perso')`)
    expect(rows).toEqual([{ ente: 'tenuto' }])
  })

  it('tells which constraint was broken and goes on after it', async () => {
    await db.query(`insert into ente (ente) values ('doppio')`)
    const error = await db.query(`insert into ente (ente) values ('doppio')`).catch((e) => e)
    expect(sqlState(error)).toBe('23505')
    expect(isDatabaseDown(error)).toBe(false)
    expect((await db.query('select 1 as uno')).rows).toEqual([{ uno: 1 }])
  })

  it('makes one secret for all who ask at once', async () => {
    const nati = await Promise.all([1, 2, 3, 4].map(() => readSecret(db, 'prova', randomBytes)))
    expect(new Set(nati.map((s) => s.toString('hex'))).size).toBe(1)
    expect(nati[0]).toHaveLength(32)
  })

  it('lowers accented letters', async () => {
    expect((await db.query(`select lower('PERCHÉ') as t`)).rows).toEqual([{ t: 'perché' }])
  })
})

describe.each(BOTH_ENGINES)('a connection cut by %s', (engine) => {
  it('fails the running call as "database down" and not the next one', async () => {
    const { db, close } = await openMotore(engine)
    const [{ pid } = { pid: 0 }] = (await db.query<{ pid: number }>('select pg_backend_pid() as pid')).rows
    const other = await openMotore(engine)
    const taglio = db.tx(async (q) => {
      const { rows } = await q.query<{ pid: number }>('select pg_backend_pid() as pid')
      await other.db.query('select pg_terminate_backend($1)', [rows[0]?.pid ?? pid])
      await q.query('select 1')
    })
    expect(isDatabaseDown(await taglio.catch((e) => e))).toBe(true)
    expect((await db.query('select 1 as uno')).rows).toEqual([{ uno: 1 }])
    await other.close()
    await close()
  })
})
