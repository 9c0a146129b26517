import { cp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { unzip } from 'unzipit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EVENTI_PER_CALL, type EventoGiornale } from '#contract/giornale'
import { formatIso } from '#rules/dates'
import { createRandom } from '#rules/random'
import { backup, rehearse, restore } from '#server/backup/backup'
import { bringBack } from '#server/clock-repair'
import { MIGRATIONS_FOLDER, migrate, readSchema } from '#server/db/migrate'
import type { Db, Queryable } from '#server/deps'
import { decodePack, encodePack } from '#server/giornale/pack-format'
import { packDue } from '#server/giornale/packing'
import { listEventi, RECOUNT, readEventi, storeEventi } from '#server/giornale/store'
import { openDataExport } from '#server/utente/data-export'
import { uuidV7 } from '#src/platform/ids'
import { seedOf } from '#tests/seme'
import { type Mondo, makeWorld } from '../world.ts'
import { risposta } from './evento.ts'

const HISTORIES = Number(process.env.STORIE ?? (process.env.NOTTE ? 30 : 2))
const SEED = seedOf(20_261_129)
const STEPS = 40
const DAY_MS = 86_400_000
const START = '2026-01-09T09:00:00.000Z'
const MIB = 1024 * 1024
const AWKWARD = ['"\\ \n\t\b\f\r è', '\u2028\u2029 😀', '\u0001\u001f\u007f', '=1+1', '', 'v1']

/** Events of one history as devices send them: new, repeated, late, with dates of all kinds, sittings under way and ended. */
function createSource(seed: number) {
  const draw = createRandom(seed)
  const pick = <T>(of: readonly T[]): T => of[draw(of.length)] as T
  const sent: EventoGiornale[] = []
  let seq = 0
  const when = (now: number) => now - pick([0, 1, 45, 90, 400, -3]) * DAY_MS - draw(9_999)
  const make = (now: number): EventoGiornale => {
    const kind = draw(40)
    if (kind === 0 && sent.length > 0) return { ...pick(sent), ...(draw(2) ? { dati: '{"altro":1}' } : {}) }
    const ms = when(now)
    const id = draw(9)
      ? uuidV7(
          ms,
          Uint8Array.from({ length: 10 }, () => draw(256)),
        )
      : `${pick(AWKWARD)}${draw(9_999)}`
    const ts = pick([formatIso(ms, 60), formatIso(ms, 0), new Date(ms).toISOString(), '2026-03-01T10:00:00Z'])
    const plain = { id, versione_banca: pick(AWKWARD), ts_client: ts, dispositivo: pick(['uno', 'due']) }
    if (kind < 4) {
      const chiave = `s${draw(9)}`
      const seduta = { tipo: 'SEDUTA' as const, id: `SEDUTA:${chiave}`, dispositivo: null, seq: null }
      const aperta = { tipo: 'APERTA' as const, id: `APERTA:${chiave}:uno`, dispositivo: 'uno', seq: draw(50) }
      return { ...risposta(id), ...(kind === 1 ? seduta : aperta), chiave, id_concorso: null, id_domanda: null }
    }
    if (kind < 8) {
      const nota = { tipo: 'NOTA' as const, chiave: '7', id_concorso: null, id_domanda: null, dispositivo: null }
      return { ...risposta(id), ...nota, seq: null, dati: pick([null, 'x']), ts_client: pick([null, ts, 'ieri']) }
    }
    return risposta(id, { ...plain, seq: ++seq, id_domanda: draw(3_000), dati: `{"risposta":${draw(5)}}` })
  }
  return {
    draw,
    batch(now: number): EventoGiornale[] {
      const size = pick([1, 3, 30, 200, EVENTI_PER_CALL])
      const made = Array.from({ length: size }, () => make(now))
      // Add one as long as an event can be.
      if (draw(10) === 0) made.push(risposta(`lungo-${sent.length}`, { dati: JSON.stringify('è'.repeat(79_000)) }))
      const ended = new Set(made.flatMap((e) => (e.tipo === 'SEDUTA' ? [e.chiave] : [])))
      const batch = [...new Map(made.map((e) => [e.id, e])).values()].slice(0, EVENTI_PER_CALL)
      const kept = batch.filter((e) => e.tipo !== 'APERTA' || !ended.has(e.chiave))
      sent.push(...kept.filter((e) => e.tipo !== 'APERTA'))
      return kept
    },
  }
}

/** Compares what may be megabytes, and shows the first difference alone. */
function expectSame(found: unknown, wanted: unknown, told = ''): void {
  const [one, other] = [JSON.stringify(found), JSON.stringify(wanted)]
  let at = one === other ? one.length : 0
  while (at < one.length && one[at] === other[at]) at += 1
  const around = (text: string) => text.slice(Math.max(0, at - 80), at + 80)
  expect(one === other, `${told}: ${around(one)} is not ${around(other)}`).toBe(true)
}

/** A pack of three events, as it stands in databases. */
const FIRST =
  'G7ABAMSv5nxlO09v5qB8rpJIBXhTokvKzn/j/+A5YF/0GyPtmIEHPfEt9X7dJkn8kTYXo/LrzwfbHMZDeTqDkJcMgr0xAsJjBcvuor/88bHrgSyZTFc95DDbbJOKYbwbASd9/P/VfLR9YE62eZSdT9n5did0FSkcWnzPz8fklCcwXpvaPckTu9069/Fx2961HUp8GP0DhXEe1uxw9NcIcHqoFECQB5hhbrq120pXwfKBi7PulYsJPXuPjjMP47UkoZp8Oko5Wq5k10hppHQT3DtfpW110I7KRyK5PWmqBwQuCrb751W721StZvGqSEmSHAPlLOs2A0IRCKrS4jU5ID7xAw=='

class Killed extends Error {
  code = '57P01'
}

/** The database of a program that is killed at the statement with that number of a transaction. */
const killedAt = (db: Db, statement: number): Db => ({
  ...db,
  tx: (work) =>
    db.tx((q) => {
      let left = statement
      const query: Queryable['query'] = (...args) =>
        left-- > 0 ? q.query(...args) : Promise.reject(new Killed('killed'))
      return work({ ...q, query })
    }),
})

describe('[OP39] events of closed months are packed', () => {
  let world: Mondo
  let n = 0
  beforeAll(async () => {
    world = await makeWorld({ config: { giornaleImpacca: true } })
  })
  afterAll(() => world.close())

  const account = async (packed = true) => {
    const { id_utente } = await world.registerVerified(`impacca-${++n}@posta.example`)
    if (!packed) await world.db.query("update utente set impaccato_fino = 'infinity' where id_utente = $1", [id_utente])
    return id_utente
  }
  const ora = () => world.orologio.now()
  const push = (id_utente: number, eventi: readonly EventoGiornale[]) =>
    storeEventi(world.db, { id_utente, eventi, ora: ora(), spazio: 1024 * MIB })
  const pull = (id_utente: number, cursore = 0, aperte = true) => listEventi(world.db, { id_utente, cursore, aperte })
  const pullAll = async (id_utente: number, aperte = true) => {
    const pages: string[] = []
    for (let cursore = 0; ; ) {
      const page = await pull(id_utente, cursore, aperte)
      if (page.cursore <= cursore) return pages
      if (page.eventi !== '[]') pages.push(page.eventi)
      cursore = page.cursore
    }
  }
  const exported = async (id_utente: number) => {
    const { entries } = await unzip(
      new Uint8Array(await buffer(await openDataExport({ db: world.db, now: ora }, id_utente))),
    )
    const text = await entries['evento_utente.csv']?.text()
    const { tabelle } = JSON.parse((await entries['dati.json']?.text()) ?? '{}')
    const rows = tabelle.evento_utente.map((row: object) => ({ ...row, id_utente: 0 }))
    return { names: Object.keys(entries).toSorted(), text: text?.replaceAll(`\r\n${id_utente},`, '\r\n'), rows }
  }
  const count = async (table: string, id_utente: number) =>
    (await world.db.query<{ n: number }>(`select count(*) as n from ${table} where id_utente = $1`, [id_utente]))
      .rows[0]!.n
  const counted = async (id_utente: number) =>
    (await world.db.query<{ b: number }>('select byte_eventi as b from utente where id_utente = $1', [id_utente]))
      .rows[0]!.b
  const pack = (db = world.db) => packDue({ ...world.deps, db }, Number.POSITIVE_INFINITY)

  it.each(Array.from({ length: HISTORIES }, (_, i) => SEED + i))(
    'history %i: whenever they are packed, each pull and the export are those of a twin without packs',
    async (seed) => {
      world.orologio.set(START)
      const [one, twin] = [await account(), await account(false)]
      const { draw, batch } = createSource(seed)
      let cursore = 0
      for (let step = 0; step < STEPS; step++) {
        world.orologio.advance(draw(12 * DAY_MS))
        const events = batch(ora().getTime())
        expect(await push(one, events)).toEqual(await push(twin, events))
        const packing = draw(6)
        if (packing < 2) await pack()
        if (packing === 2)
          await pack(killedAt(world.db, draw(8))).catch((error) => expect(error).toBeInstanceOf(Killed))
        if (draw(12) === 0) await bringBack(world.db, new Date(ora().getTime() - draw(50) * DAY_MS))
        const aperte = draw(2) === 0
        const from = draw(2) ? cursore : draw(cursore + 1)
        const page = await pull(one, from, aperte)
        expectSame(page, await pull(twin, from, aperte), `SEME=${seed} step ${step}`)
        cursore = page.cursore
      }
      world.orologio.advance(40 * DAY_MS)
      await pack()
      const rows = await world.db.query("select 1 from evento_utente where id_utente = $1 and tipo <> 'APERTA'", [one])
      expect(rows.count).toBe(0)
      expect(await count('eventi_impaccati', one)).toBeGreaterThan(1)
      for (const aperte of [true, false]) expectSame(await pullAll(one, aperte), await pullAll(twin, aperte))
      expectSame(await exported(one), await exported(twin))
      const bytes = [await counted(one), await counted(twin)]
      expect(bytes[0]).toBe(bytes[1])
      await world.db.query(RECOUNT)
      expect([await counted(one), await counted(twin)]).toEqual(bytes)
      await world.db.query('delete from utente where id_utente = any($1)', [[one, twin]])
      for (const table of ['eventi_impaccati', 'impronte_eventi']) expect(await count(table, one)).toBe(0)
    },
    120_000,
  )

  /** A year of pushes of 90 answers a week; at its end, `account` is due for eleven months. */
  async function fill(id_utente: number, weeks = 50) {
    world.orologio.set(START)
    for (let week = 0; week < weeks; week++) {
      world.orologio.advance(7 * DAY_MS)
      const ts_client = formatIso(ora().getTime() - 5_000, 60)
      await push(
        id_utente,
        Array.from({ length: 90 }, (_, i) => risposta(`${week}-${i}`, { ts_client, seq: week * 90 + i })),
      )
    }
  }

  it('several replicas at once pack each event once, while devices push and pull', async () => {
    const accounts = [await account(), await account()]
    for (const id of accounts) await fill(id)
    const wanted = await Promise.all(accounts.map((id) => pullAll(id)))
    const again = Array.from({ length: 90 }, (_, i) => risposta(`3-${i}`))
    const devices = accounts.flatMap((id) => [
      ...Array.from({ length: 9 }, () => push(id, again)),
      ...Array.from({ length: 4 }, async () =>
        expectSame((await pullAll(id)).slice(0, 8), wanted[accounts.indexOf(id)]?.slice(0, 8)),
      ),
    ])
    await Promise.all([pack(), pack(), pack(), ...devices])
    await pack()
    for (const [i, id] of accounts.entries()) {
      expectSame(await pullAll(id), wanted[i])
      const { rows } = await world.db.query<{ quanti: number }>(
        'select quanti from eventi_impaccati where id_utente = $1 order by fino',
        [id],
      )
      expect(rows.map(({ quanti }) => quanti)).toEqual([1000, 1000, 1000, 1000, 140])
      const { rows: blocks } = await world.db.query<{ prints: number }>(
        'select length(impronte) / 10 as prints from impronte_eventi where id_utente = $1',
        [id],
      )
      expect(blocks.reduce((sum, { prints }) => sum + prints, 0)).toBe(
        rows.reduce((sum, { quanti }) => sum + quanti, 0),
      )
      expect(Math.max(...blocks.map(({ prints }) => prints))).toBeLessThanOrEqual(150)
    }
  })

  it('a cursor inside a pack with many unused places reads that pack and the next one alone', async () => {
    const { id_utente } = await world.registerVerified('buchi@posta.example')
    const at = new Date(START)
    const make = (n: number) => ({ ...risposta(`b${n}`), seq_utente: n, effettivo: at, ricevuto: at })
    const places = Array.from({ length: EVENTI_PER_CALL }, (_, i) => i + 1)
    // Pushes of known events left places unused between the last two.
    const packs = [
      [...places.slice(0, -1), 60_500],
      ...[60_500, 61_000, 61_500].map((from) => places.map((n) => from + n)),
    ]
    for (const pack of packs)
      await world.db.query(
        `insert into eventi_impaccati (id_utente, dal, fino, quanti, byte, effettivo, corpo) values ($1, $2, $3, $4, 0, $5, $6)`,
        [id_utente, pack[0], pack.at(-1), pack.length, at, await encodePack(pack.map(make))],
      )
    let read = 0
    const counting: Queryable = {
      ...world.db,
      query: async (...a) => {
        const result = await world.db.query(...a)
        read += result.rows.filter((row) => (row as { corpo?: unknown }).corpo).length
        return result as never
      },
    }
    const page = await readEventi(counting, { id_utente, cursore: 60_499, aperte: true })
    expect([page.length, page[0]?.seq_utente, read]).toEqual([EVENTI_PER_CALL, 60_500, 2])
  })

  it('the open month stays in rows, and an event of a season ago is packed with the month that brought it', async () => {
    const id = await account()
    world.orologio.set('2026-05-31T23:59:59.000Z')
    await push(id, [risposta('maggio')])
    world.orologio.set('2026-06-08T23:59:59.999Z')
    await pack()
    expect(await count('evento_utente', id)).toBe(1)
    world.orologio.set('2026-06-09T00:00:00.000Z')
    await push(id, [risposta('giugno')])
    await pack()
    await push(id, [risposta('tardi', { ts_client: '2026-03-02T10:00:00.000+01:00' })])
    await pack()
    const rows = async () =>
      (
        await world.db.query<{ id: string }>('select id from evento_utente where id_utente = $1 order by seq_utente', [
          id,
        ])
      ).rows.map((row) => row.id)
    expect(await rows()).toEqual(['giugno', 'tardi'])
    expect((await readEventi(world.db, { id_utente: id, cursore: 0, aperte: true })).map((e) => e.id)).toEqual([
      'maggio',
      'giugno',
      'tardi',
    ])
    world.orologio.set('2026-07-09T00:00:00.000Z')
    await pack()
    expect(await rows()).toEqual([])
    expect(await count('eventi_impaccati', id)).toBe(1)
    // Sent again by a device whose answer got lost, in another month.
    expect(
      await push(
        id,
        ['tardi', 'maggio'].map((one) => risposta(one)),
      ),
    ).toMatchObject({ ok: true })
    expect(await rows()).toEqual([])
  })

  it('a repair of the clock that makes rows of an older pack leaves its places before the packs that follow', async () => {
    const [one, twin] = [await account(), await account(false)]
    const send = async (at: string, dates: readonly string[], name: string) => {
      world.orologio.set(at)
      for (const [part, ts_client] of dates.entries()) {
        const batch = Array.from({ length: EVENTI_PER_CALL }, (_, i) => risposta(`${name}${part}-${i}`, { ts_client }))
        for (const id of [one, twin]) await push(id, batch)
      }
    }
    const [early, late] = ['2026-01-05T09:00:00.000Z', '2026-01-25T09:00:00.000Z'] as const
    await send(late, [early, late], 'a')
    await send('2026-02-10T09:00:00.000Z', [early, early, early, early], 'b')
    world.orologio.set('2026-03-09T09:00:00.000Z')
    await pack()
    expect(await count('eventi_impaccati', one)).toBe(3)
    await bringBack(world.db, new Date('2026-01-10T09:00:00.000Z'))
    expect(await count('eventi_impaccati', one)).toBe(2)
    for (const packed of [true, false]) {
      expectSame(await pullAll(one), await pullAll(twin))
      if (packed) await pack()
    }
    expect(await count('evento_utente', one)).toBe(0)
  })

  it('an account that cannot be packed is logged, keeps its rows and holds up no other', async () => {
    const [broken, other] = [await account(), await account()]
    for (const id of [broken, other]) await fill(id, 8)
    await world.db.query(
      `insert into eventi_impaccati (id_utente, dal, fino, quanti, byte, effettivo, corpo) values ($1, -2, -1, 1, 1, now(), 'x')`,
      [broken],
    )
    await pack()
    expect(world.righe.filter((row) => row.includes('non impaccati'))).toHaveLength(1)
    expect(await count('evento_utente', broken)).toBe(8 * 90)
    expect(await count('evento_utente', other)).toBeLessThan(8 * 90)
    await world.db.query('delete from utente where id_utente = $1', [broken])
  })

  it('packs nothing unless it is set, and from the first pack on no older program runs', async () => {
    const fresh = await makeWorld()
    const older = join(fresh.deps.config.dataDir, 'prima')
    const names = (await readdir(MIGRATIONS_FOLDER)).filter((name) => name < '0035')
    for (const name of names) await cp(join(MIGRATIONS_FOLDER, name), join(older, name))
    const { id_utente } = await fresh.registerVerified('spento@posta.example')
    const eventi = [risposta('uno')]
    await storeEventi(fresh.db, { id_utente, eventi, ora: fresh.orologio.now(), spazio: MIB })
    fresh.orologio.advance(40 * DAY_MS)
    expect(await packDue(fresh.deps)).toBe(0)
    expect(await migrate(fresh.db, older)).toEqual([])
    fresh.deps.config.giornaleImpacca = true
    expect(await packDue(fresh.deps)).toBeGreaterThan(0)
    await expect(migrate(fresh.db, older)).rejects.toThrow('serve una versione dallo schema 35 in poi')
    expect((await readSchema(fresh.db, older)).migrated).toBe(false)
    expect((await readSchema(fresh.db)).migrated).toBe(true)
    await fresh.close()
  })

  it('a backup keeps the packs; restored, they are read, counted and closed to older programs', async () => {
    const fresh = await makeWorld({ config: { giornaleImpacca: true } })
    const { id_utente } = await fresh.registerVerified('copia@posta.example')
    const batch = Array.from({ length: 400 }, (_, i) => risposta(`e${i}`, { seq: i }))
    await storeEventi(fresh.db, { id_utente, eventi: batch, ora: fresh.orologio.now(), spazio: MIB })
    fresh.orologio.advance(40 * DAY_MS)
    await packDue(fresh.deps, Number.POSITIVE_INFINITY)
    const file = join(fresh.deps.config.dataDir, 'prova.backup')
    const read = () => listEventi(fresh.db, { id_utente, cursore: 0, aperte: false })
    const room = async () => (await fresh.db.query('select byte_eventi from utente')).rows
    const wanted = [await read(), await room()]
    await backup(fresh.deps, file)
    await rehearse(fresh.deps, file)
    await fresh.db.query('delete from eventi_impaccati')
    await fresh.db.query('update migrazione set compatibile_da = 31 where numero = 35')
    await restore(fresh.deps, file)
    expect([await read(), await room()]).toEqual(wanted)
    const { rows } = await fresh.db.query('select compatibile_da from migrazione where numero = 35')
    expect(rows).toEqual([{ compatibile_da: 35 }])
    await fresh.close()
  })

  it('reads a pack as the first program wrote it', async () => {
    const events = await decodePack(Buffer.from(FIRST, 'base64'))
    const first = { effettivo: new Date('2026-11-20T09:00:00.000Z'), ricevuto: new Date('2026-11-18T11:06:40.007Z') }
    const note = { tipo: 'NOTA', chiave: 'è "7"', dati: null, id_concorso: null, id_domanda: null } as const
    const none = { ts_client: null, dispositivo: null, seq: null }
    const second = { seq: 3, ts_client: '2026-11-20T09:00:00Z', versione_banca: null }
    expect(events).toEqual([
      { ...risposta('uno'), ...first, seq_utente: 7 },
      { ...risposta('due', second), ...first, ricevuto: new Date('2026-11-18T11:06:40.009Z'), seq_utente: 9 },
      {
        ...risposta('tre', { ...note, ...none }),
        effettivo: new Date(5),
        ricevuto: new Date('2026-11-18T11:06:40.012Z'),
        seq_utente: 12,
      },
    ])
  })
})
