import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RispostaRecord } from '#rules/statistica'
import { runRound } from '#server/background'
import { backup, restore } from '#server/backup/backup'
import { MIGRATIONS_FOLDER, migrate } from '#server/db/migrate'
import type { Db, Queryable } from '#server/deps'
import { type HealthReport, readHealth } from '#server/pacchetti/health'
import { countChoices, forgetChoices } from '#server/reportistica/choices'
import { foldRisposte } from '#server/reportistica/parse'
import { storeRisposte } from '#server/reportistica/statistiche'
import { eraseUtente } from '#server/utente/deletion'
import { resetStatistics } from '#server/utente/statistics-reset'
import { freeUnproven } from '#server/utente/unproven'
import { addBanca } from '../concorso/fixtures.ts'
import { ENGINES, type Mondo, makeWorld, openDatabase } from '../world.ts'

const PEOPLE = 7
const QUESTIONS = 3
const DAY_MS = 24 * 3600 * 1000
const HOUR = Date.parse('2026-11-21T09:00:00.000Z')

/** Counts every person's records, as the health of a bank did before the counters (decision 0162). */
const FROM_RECORDS = `
select s.id_domanda, count(*) as people, count(*) filter (where s.risposta_gettonata <> d.corretta) as wrong,
  array[${[1, 2, 3, 4, 5].map((n) => `count(*) filter (where s.risposta_gettonata = ${n})`).join(', ')}]::int[] as chosen
from statistica s join domanda d using (id_domanda)
where s.id_domanda = any($1::bigint[]) and s.risposta_gettonata is not null and d.corretta is not null
group by s.id_domanda having count(*) >= 5
order by count(*) filter (where s.risposta_gettonata <> d.corretta)::float / count(*) desc, s.id_domanda`

/** Chosen positions of all questions, those that left their bank too, by what counts them. */
const readChoices = async (db: Db, from: 'records' | 'counters') => {
  const { rows } = await db.query<{ d: number; s: number; n: number }>(
    from === 'records'
      ? `select id_domanda as d, risposta_gettonata as s, count(*) as n from statistica where risposta_gettonata is not null
         group by 1, 2 order by 1, 2`
      : 'select id_domanda as d, scelta as s, n from scelte_domanda where n <> 0 order by 1, 2',
  )
  return rows.map(({ d, s, n }) => [d, s, n])
}

type Push = { places: number[]; choices: (number | null)[]; minutes: number }
type Act =
  | { tipo: 'push'; people: number[]; push: Push }
  | { tipo: 'again' }
  | { tipo: 'round'; anew: boolean }
  | { tipo: 'reset'; person: number; minutes: number; bank: boolean }
  | { tipo: 'erase'; person: number; by: 'person' | 'address' }
  | { tipo: 'key'; place: number; key: number | null }

const person = fc.integer({ min: 0, max: PEOPLE - 1 })
const place = fc.integer({ min: 0, max: QUESTIONS - 1 })
const minutes = fc.integer({ min: 0, max: 40 })
const push = fc.record({
  places: fc.uniqueArray(place, { minLength: 1, maxLength: QUESTIONS }),
  choices: fc.array(fc.option(fc.integer({ min: 1, max: 5 }), { nil: null }), { minLength: 1, maxLength: 4 }),
  minutes,
})
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      tipo: fc.constant('push' as const),
      people: fc.uniqueArray(person, { minLength: 1, maxLength: PEOPLE }),
      push,
    }),
  },
  fc.record({ tipo: fc.constant('again' as const) }),
  { weight: 2, arbitrary: fc.record({ tipo: fc.constant('round' as const), anew: fc.boolean() }) },
  fc.record({ tipo: fc.constant('reset' as const), person, minutes, bank: fc.boolean() }),
  fc.record({
    tipo: fc.constant('erase' as const),
    person,
    by: fc.constantFrom('person' as const, 'address' as const),
  }),
  fc.record({
    tipo: fc.constant('key' as const),
    place,
    key: fc.option(fc.integer({ min: 1, max: 4 }), { nil: null }),
  }),
)

describe.each(ENGINES)('[OP60] choices of all people on %s', (engine) => {
  let world: Mondo
  let bank: Awaited<ReturnType<typeof addBanca>>
  const accounts: number[] = []
  let account = 0

  const addPerson = async (): Promise<number> => {
    const { rows } = await world.db.query<{ id_utente: number }>(
      'insert into utente (email) values ($1) returning id_utente',
      [`sceglie${++account}@prova.it`],
    )
    return rows[0]!.id_utente
  }
  /** Deletes an account as its person does, or as who proves that its address is theirs. */
  const erase = async (who: number, by: 'person' | 'address') => {
    const { rows } = await world.db.query<{ email: string }>('select email from utente where id_utente = $1', [who])
    if (by === 'person') await eraseUtente(world.deps, who)
    else await world.db.tx((q) => freeUnproven(q, rows[0]!.email))
  }
  beforeAll(async () => {
    world = await makeWorld({ motore: engine })
    bank = await addBanca(world, { n: QUESTIONS })
  })
  afterAll(() => world.close())
  /** Starts again with new people. */
  const restart = async () => {
    await world.db.script('delete from utente; delete from scelte_da_contare; delete from conteggio_scelte')
    accounts.splice(0)
    for (let i = 0; i < PEOPLE; i++) accounts.push(await addPerson())
  }
  beforeEach(restart)

  const record = (place: number, choice: number | null, minute: number): RispostaRecord => ({
    id_concorso: bank.id_concorso,
    id_domanda: bank.ids[place]!,
    id_materia: 1,
    id_argomento: null,
    id_sotto_percorso: null,
    livello_conoscenza: choice === null ? -99 : 0,
    data_eseguita: new Date(HOUR + minute * 60_000).toISOString(),
    risposta_gettonata: choice,
    preferiti: false,
    modalita: ['ESEGUITA'],
    data_livello: null,
    data_preferiti: null,
    data_letta: null,
    data_ascoltata: null,
  })
  const send = async (
    people: readonly number[],
    { places, choices, minutes: minute }: Push,
    q: Queryable = world.db,
  ) => {
    for (const [i, who] of people.entries())
      await storeRisposte(q, {
        id_utente: accounts[who]!,
        records: foldRisposte(places.map((at) => record(at, choices[(i + at) % choices.length] ?? null, minute))),
        incrementa: true,
        ora: new Date(HOUR),
      })
  }
  const difficulty = async (): Promise<HealthReport['difficulty']> => {
    const report = await readHealth(world.deps, bank.id_concorso)
    if (!report.ok) throw new Error(report.error.codice)
    return report.value.difficulty
  }
  const fromRecords = async () => (await world.db.query(FROM_RECORDS, [bank.ids])).rows

  async function run(done: Act, last: Extract<Act, { tipo: 'push' }> | undefined): Promise<void> {
    const { db, deps } = world
    if (done.tipo === 'push') await send(done.people, done.push)
    else if (done.tipo === 'again') await (last && send(last.people, last.push))
    else if (done.tipo === 'round') await countChoices(deps, { anew: done.anew })
    else if (done.tipo === 'reset') {
      const reset = { ...deps, now: () => new Date(HOUR + done.minutes * 60_000) }
      await resetStatistics(reset, accounts[done.person]!, done.bank ? { id_concorso: bank.id_concorso } : {})
    } else if (done.tipo === 'erase') {
      await erase(accounts[done.person]!, done.by)
      accounts[done.person] = await addPerson()
    } else await db.query('update domanda set corretta = $2 where id_domanda = $1', [bank.ids[done.place], done.key])
  }

  test('health says of any history what all records say, also when counters are behind and counted anew', {
    timeout: 240_000,
  }, async () => {
    let longest = 0
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 14 }), async (acts) => {
        await restart()
        let last: Extract<Act, { tipo: 'push' }> | undefined
        for (const done of acts) {
          await run(done, last)
          if (done.tipo === 'push') last = done
        }
        const wanted = await fromRecords()
        longest = Math.max(longest, wanted.length)
        expect(await difficulty()).toEqual(wanted)
        expect(await readChoices(world.db, 'counters')).toEqual(await readChoices(world.db, 'records'))
      }),
      { numRuns: Number(process.env.PROVE ?? (process.env.NOTTE === '1' ? 1_500 : 80)) },
    )
    // Enough people answered for health to show questions.
    expect(longest).toBe(QUESTIONS)
  })

  test('pushes, deletions, rounds and new counts at once lose no choice and count none twice', {
    timeout: 120_000,
  }, async () => {
    const everybody = accounts.map((_, i) => i)
    for (let turn = 0; turn < 6; turn++) {
      const pushes = everybody.map((who) =>
        send([who], { places: [0, 1, 2], choices: [1 + (turn % 5)], minutes: turn }),
      )
      const counts = [true, false, false].map((anew) => countChoices(world.deps, { anew }))
      await Promise.all([...pushes, ...counts, erase(accounts[turn]!, turn % 2 ? 'person' : 'address')])
      accounts[turn] = await addPerson()
    }
    expect(await countChoices(world.deps)).toBe(true)
    const found = await readChoices(world.db, 'counters')
    expect(found).toEqual(await readChoices(world.db, 'records'))
    expect(found.length).toBeGreaterThan(0)
  })

  test('a deletion waits for a push under way, and forgets its choices too', async () => {
    const waits = async () =>
      (
        await world.db.query(
          `select 1 from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()`,
        )
      ).count
    await countChoices(world.deps)
    let erased = Promise.resolve()
    await world.db.tx(async (q) => {
      await send([0, 1], { places: [0], choices: [2], minutes: 1 }, q)
      erased = erase(accounts[0]!, 'person')
      await expect.poll(waits, { timeout: 60_000 }).toBeGreaterThan(0)
    })
    await erased
    await countChoices(world.deps)
    expect(await readChoices(world.db, 'counters')).toEqual([[bank.ids[0], 2, 1]])
  })

  test('a round adds the changes up and deletes them, and waits for no other that counts', async () => {
    await send([0, 1], { places: [0], choices: [2], minutes: 1 })
    await world.db.tx(async (q) => {
      await q.query('select pg_advisory_xact_lock($1)', [0x49444e53])
      expect(await countChoices(world.deps)).toBe(false)
    })
    await runRound(world.deps)
    expect(await readChoices(world.db, 'counters')).toEqual([[bank.ids[0], 2, 2]])
    expect((await world.db.query('select 1 from scelte_da_contare')).count).toBe(0)
  })

  test('a failed count ends no round', async () => {
    await world.db.script('alter table scelte_domanda rename to altrove')
    await runRound(world.deps)
    await world.db.script('alter table altrove rename to scelte_domanda')
    expect(world.righe.at(-1)).toContain('scelte non contate: al prossimo giro')
  })

  test('what an older program wrote beside this one is counted within a week', async () => {
    await send([0, 1], { places: [0, 1], choices: [2], minutes: 1 })
    await countChoices(world.deps)
    await world.db.query('update statistica set risposta_gettonata = 3 where id_domanda = $1', [bank.ids[0]])
    const wanted = await readChoices(world.db, 'records')
    world.orologio.advance(7 * DAY_MS)
    await countChoices(world.deps)
    expect(await readChoices(world.db, 'counters')).not.toEqual(wanted)
    world.orologio.advance(1)
    await countChoices(world.deps)
    expect(await readChoices(world.db, 'counters')).toEqual(wanted)
  })

  test('a restore brings counters and changes of the same instant; those of a backup without them are counted anew', async () => {
    const file = join(world.cartella, 'scelte.idoneo')
    const everybody = accounts.map((_, i) => i)
    await send(everybody, { places: [0, 1], choices: [1, 2, 3], minutes: 1 })
    await countChoices(world.deps)
    await send(everybody, { places: [1, 2], choices: [4], minutes: 2 })
    const wanted = await fromRecords()
    for (const counted of [true, false]) {
      if (!counted) await world.db.script('truncate scelte_domanda, scelte_da_contare, conteggio_scelte')
      await backup(world.deps, file)
      await send(everybody, { places: [0, 1, 2], choices: [5], minutes: 3 })
      await countChoices(world.deps)
      await restore(world.deps, file)
      expect(await difficulty()).toEqual(wanted)
    }
  })
})

test('0041: choices of before are counted once, by the first round after it, beside those of since', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'idoneo-scelte-'))
  await cp(MIGRATIONS_FOLDER, folder, { recursive: true })
  const later = (await readdir(folder)).filter((name) => name >= '0041')
  for (const name of later) await rm(join(folder, name))
  const database = await openDatabase('incorporato', 'template0')
  const db = await database.open()
  try {
    await migrate(db, folder)
    await db.script(`insert into utente (email) select n || '@prova.it' from generate_series(1, 4) n;
      insert into statistica (id_utente, contesto, id_contesto, id_domanda, livello_conoscenza, preferiti, risposta_gettonata,
        data_eseguita, data_eseguita_testo, seq)
      select id_utente, 0, 1, d, 0, false, 1 + d % 3, now(), '', d from utente, generate_series(1, 5) d`)
    for (const name of later) await cp(join(MIGRATIONS_FOLDER, name), join(folder, name))
    await migrate(db, folder)
    await db.tx((q) => forgetChoices(q, [1]))
    await db.script(
      'delete from utente where id_utente = 1; update statistica set risposta_gettonata = 4 where id_domanda = 1',
    )
    const wanted = await readChoices(db, 'records')
    for (const _ of ['first', 'next']) {
      expect(await countChoices({ db, now: () => new Date(HOUR) })).toBe(true)
      expect(await readChoices(db, 'counters')).toEqual(wanted)
    }
  } finally {
    await db.close()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
})
