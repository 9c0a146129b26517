import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RECORDS } from '#server/clock-repair'
import { UPSERT } from '#server/reportistica/upsert'
import { ROOT } from '#server/root'
import { sweep } from '#server/sweep'
import { GROWN } from '#server/utente/removal'
import { RESET } from '#server/utente/statistics-reset'
import { type Mondo, makeWorld, PASSWORD } from '../world.ts'

const DAY = 24 * 3600_000
const readPage = () => readFile(join(ROOT, 'docs/operators/crescere.md'), 'utf8')

describe('tables that an operator may distribute by account', () => {
  let world: Mondo
  beforeAll(async () => {
    world = await makeWorld()
  })
  afterAll(() => world.close())

  it.each([
    ['upsert', UPSERT.slice(UPSERT.indexOf('do update set'))],
    ['reset', RESET.slice(RESET.indexOf('update statistica s set'))],
    ['repair of a clock', RECORDS.slice(RECORDS.indexOf('update statistica s set'))],
  ])('%s: what each server sets is computed by immutable functions', async (_, text) => {
    const called = new Set([...text.matchAll(/\b([a-z_]+)\(/g)].map(([, name]) => name))
    const { rows } = await world.db.query<{ name: string }>(
      "select distinct proname as name from pg_proc where proname = any($1) and provolatile <> 'i'",
      [[...called]],
    )
    expect(rows).toEqual([])
  })

  it('upsert: what each server sets on a conflict takes no parameter', () => {
    expect(UPSERT.slice(UPSERT.indexOf('do update set'))).not.toMatch(/\$\d/)
  })

  it('the page for operators distributes the tables whose rows a removal deletes itself', async () => {
    const page = await readPage()
    const named = [...page.matchAll(/create_distributed_table\('(\w+)'/g)].map(([, table]) => table)
    expect(named.sort()).toEqual([...GROWN].sort())
  })

  it('without references to `utente` an account goes whole: its own deletion, a new registration, the sweep', async () => {
    const { db, call, orologio } = world
    for (const [line] of (await readPage()).matchAll(/^alter table \w+ drop constraint \w+;$/gm)) await db.script(line)
    const references = await db.query(
      "select 1 from pg_constraint where contype = 'f' and conrelid = any($1::regclass[])",
      [[...GROWN]],
    )
    expect(references.count).toBe(0)
    const erased = await world.registerVerified('via@posta.example')
    const replaced = await world.register('ripresa@posta.example')
    const forgotten = await world.register('mai@posta.example')
    const stays = await world.registerVerified('resta@posta.example')
    const gone = [erased.id_utente, replaced.id_utente_idoneo, forgotten.id_utente_idoneo]
    for (const id of [...gone, stays.id_utente]) await addRows(id)
    const count = async (ids: readonly number[]) => {
      const counts = await Promise.all(
        ['utente', ...GROWN].map((table) => db.query(`select 1 from ${table} where id_utente = any($1)`, [ids])),
      )
      return counts.map((one) => one.count)
    }
    expect(await count(gone)).toEqual([3, 3, 3, 3, 3, 3])
    const deleted = await call('DELETE', '/ms_utente/utente', {
      token: erased.token,
      payload: { password: PASSWORD },
    })
    expect(deleted.status).toBe(204)
    await world.register('ripresa@posta.example')
    orologio.advance(31 * DAY)
    await sweep(world.deps)
    expect(await count(gone)).toEqual([0, 0, 0, 0, 0, 0])
    expect(await count([stays.id_utente])).toEqual([1, 1, 1, 1, 1, 1])
  })

  const addRows = (id: number) =>
    world.db.tx(async (q) => {
      const at = world.orologio.now()
      await q.query(
        `insert into evento_utente (id_utente, seq_utente, id, tipo, effettivo, ricevuto) values ($1, 1, 'e', 'NOTA', $2, $2)`,
        [id, at],
      )
      await q.query(
        `insert into eventi_impaccati (id_utente, dal, fino, quanti, byte, effettivo, corpo) values ($1, 1, 1, 1, 1, $2, '')`,
        [id, at],
      )
      await q.query(`insert into impronte_eventi (id_utente, dal, impronte) values ($1, '', '')`, [id])
      await q.query(
        `insert into statistica (id_utente, contesto, id_contesto, id_domanda, livello_conoscenza, preferiti, data_eseguita,
           data_eseguita_testo, seq) values ($1, 0, 1, 1, 1, false, $2, '', 1)`,
        [id, at],
      )
      await q.query(
        `insert into statistica_storico (id_utente, contesto, id_contesto, id_domanda, record, causa, archiviata)
         values ($1, 0, 1, 1, '{}', 'azzeramento', $2)`,
        [id, at],
      )
    })
})
