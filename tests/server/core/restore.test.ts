import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { expect, it } from 'vitest'
import type { Database } from '#contract/database'
import type { Result } from '#contract/result'
import type { Concorso, ConcorsoScaricabile } from '#contract/schemas'
import type { SimulazioneAvviata } from '#contract/simulazioni'
import { backup, restore } from '#server/backup/backup'
import { createCall } from '#src/api/create-call'
import { toProvaStart } from '#src/domain/start-simulazione'
import { meetingFirst, settle } from '#src/sync/installation'
import { pullBanca } from '#src/sync/pull'
import { pushRisposte } from '#src/sync/push'
import { sendSimulazioni } from '#src/sync/simulazioni'
import { memoryPlatform } from '#tests/workers/memory'
import { createDatabase } from '#workers/store/database'
import { nuovaSeduta, value } from '../../workers/mondo.ts'
import { addBanca } from '../concorso/fixtures.ts'
import { type Mondo, makeSeededWorld, makeWorld } from '../world.ts'

const ACCOUNTS = 2
const QUESTIONS = 30

/** The page's own calls, push and pull over the page's own store, without a browser or a port. */
async function openDevice(world: Mondo, { token, id_utente }: { token: string; id_utente: number }, name: string) {
  const http = (async (address: string | URL | Request, init: RequestInit = {}) => {
    const { pathname, search } = new URL(String(address), 'http://idoneo')
    const answer = await world.app.inject({
      method: (init.method ?? 'GET') as 'GET',
      url: pathname + search,
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(init.body != null && { payload: init.body as InjectOptions['payload'] & string }),
    })
    const headers = Object.entries(answer.headers).map(([k, v]): [string, string] => [k, String(v)])
    const empty = answer.statusCode === 204
    return new Response(empty ? null : new Uint8Array(answer.rawPayload), { status: answer.statusCode, headers })
  }) as typeof fetch
  const heard = { epoca: null as string | null }
  const call = createCall({
    base: 'http://idoneo/api',
    token: () => token,
    isOnline: () => true,
    now: () => Date.now(),
    fetch: http,
    onSessionEnd: () => {},
    onClockOffset: () => {},
    onEpoch: (epoca) => {
      heard.epoca = epoca
    },
  })
  const db: Database = createDatabase(memoryPlatform({ fetch: (address, init) => http(address, init) }))
  value(await db.open({ id_utente }))
  const grant = (id_concorso: number) => call('concorso', { query: { id_concorso, sorgente: 'WEB' } })
  const list = async (): Promise<Result<Concorso[]>> => {
    const own = await call('concorsi_utente')
    return own.ok ? { ok: true, value: own.value.elementi } : own
  }
  const heardEpoch = () => heard.epoca
  let n = 0
  /** The next act of the person: its instant and its event. */
  const next = () => {
    world.orologio.advance(1000)
    const at = world.orologio.now().toISOString().replace('Z', '+00:00')
    return { at, id_evento: `${name}-${String(++n).padStart(6, '0')}` }
  }
  return {
    db,
    add: async (id_concorso: number): Promise<ConcorsoScaricabile> => {
      const concorso = value(await grant(id_concorso)) as ConcorsoScaricabile
      value(await db.downloadBanca({ concorso, at: world.orologio.now().toISOString() }, () => {}))
      return concorso
    },
    answer: async (id_concorso: number, id_domanda: number): Promise<string> => {
      const act = next()
      const base = { id_concorso, id_domanda, risposta: 1 + (n % 4), modalita: 'ESEGUITA' as const, ...act }
      return value(await db.answer({ ...base, id_seduta: null, indice: null })).id_evento
    },
    undo: async (id_evento_annullato: string) => value(await db.undo({ id_evento_annullato, ...next() })),
    forget: async (id_concorso: number, id_domanda: number) =>
      value(await db.setLivello({ id_concorso, id_domanda, livello: -99, ...next() })),
    sync: async (...banks: number[]) => {
      value(await settle(db, heardEpoch, { list, grant }))
      const sent = value(await pushRisposte(db, (args) => call('invia_risposte_concorso', args)))
      const fetchPage = meetingFirst(
        db,
        (args) => call('risposte_concorso', args),
        () => heard.epoca,
      )
      for (const id of banks) value(await pullBanca(db, fetchPage, id))
      return sent
    },
    /** Begins a simulation as the page does; every bank of its draw is here. */
    begin: async (id_simulazione: number): Promise<SimulazioneAvviata> => {
      const started = value(
        await call('simulazione', { query: { id_simulazione, attiva: 'true' } }),
      ) as SimulazioneAvviata
      for (const { id_concorso } of started.concorsi) {
        const concorso = value(await grant(id_concorso)) as ConcorsoScaricabile
        value(await db.downloadBanca({ concorso, at: world.orologio.now().toISOString() }, () => {}))
      }
      const { id_concorso = 0, ...prova } = toProvaStart(started, null)
      const at = world.orologio.now().toISOString()
      value(await db.createProva({ ...nuovaSeduta({ at }), ...prova, id_concorso, filtro: { id_concorso } }))
      return started
    },
    deliver: async (id: string) => value(await db.deliverProva({ id, at: world.orologio.now().toISOString() })),
    counted: async (id: string) =>
      value(await db.readProva({ id, at: world.orologio.now().toISOString() })).consegna?.server,
    sendOutcomes: async () =>
      value(
        await sendSimulazioni(db, (args) => call('invia_esiti_simulazione', args), {
          ora: () => world.orologio.now().toISOString(),
          confirm: async () => true,
          sorgente: 'WEB',
          inVista: null,
        }),
      ),
    /** What the device says of each question: level, answer, favourite and date. */
    records: async (id_concorso: number, id_domande: readonly number[]) =>
      value(await db.readDomande({ id_concorso, id_domande })).map(({ statistica }) => ({
        id_domanda: statistica.id_domanda,
        livello: statistica.livello_conoscenza,
        risposta: statistica.risposta_gettonata,
        preferiti: statistica.preferiti,
        data: statistica.data_eseguita,
      })),
    waiting: async () => value(await db.countUnsynced()).totale,
  }
}

it('[SY12][SY16] after a backup, everything deleted and a restore, all devices agree with the server, also on what the backup lacked', async () => {
  const world = await makeWorld()
  const before = await addBanca(world, { n: QUESTIONS, concorso: 'Banca di prima' })
  const after = await addBanca(world, { n: QUESTIONS, concorso: 'Banca di dopo' })
  const people = await Promise.all(
    Array.from({ length: ACCOUNTS }, async (_, i) => {
      const account = await world.registerVerified(`persona${i}@posta.example`, 3)
      return { ...account, a: await openDevice(world, account, `a${i}`), b: await openDevice(world, account, `b${i}`) }
    }),
  )
  const file = join(world.cartella, 'prova.idoneo')
  const first: string[] = []
  for (const { a, b } of people) {
    await a.add(before.id_concorso)
    await b.add(before.id_concorso)
    for (const [i, id] of before.ids.slice(0, 10).entries()) {
      const id_evento = await a.answer(before.id_concorso, id)
      if (i === 0) first.push(id_evento)
    }
    await a.sync(before.id_concorso)
    await b.sync(before.id_concorso)
  }
  await backup(world.deps, file)

  // Acknowledged after the backup: other answers, newer ones to the same questions, a bank that is new in the list, a first answer
  // taken back and a level put back to unanswered by hand.
  for (const [i, { a, b }] of people.entries()) {
    await a.undo(first[i] as string)
    await a.forget(before.id_concorso, before.ids[1] as number)
    await a.add(after.id_concorso)
    for (const id of after.ids.slice(0, 8)) await a.answer(after.id_concorso, id)
    for (const id of before.ids.slice(5, 15)) await b.answer(before.id_concorso, id)
    await a.sync(before.id_concorso, after.id_concorso)
    await b.sync(before.id_concorso)
    await a.sync(before.id_concorso)
    expect([await a.waiting(), await b.waiting()]).toEqual([0, 0])
    const shown = await a.records(before.id_concorso, before.ids)
    expect(shown.slice(0, 3).map(({ livello }) => livello === -99)).toEqual([true, true, false])
    expect(await b.records(before.id_concorso, before.ids)).toEqual(shown)
  }
  const known = await Promise.all(people.map(({ a }) => a.records(before.id_concorso, before.ids)))
  const knownAfter = await Promise.all(people.map(({ a }) => a.records(after.id_concorso, after.ids)))

  await world.db.script('delete from utente; delete from concorso; delete from ente')
  expect((await restore(world.deps, file)).rows.utente).toBe(ACCOUNTS)
  const lacking = await world.db.query<{ n: number }>('select count(*)::int as n from statistica')
  expect(lacking.rows[0]?.n).toBe(ACCOUNTS * 10)

  for (const { a, b } of people) {
    // The first call only hears of it, whatever call it is; what follows puts everything right.
    await a.sync(before.id_concorso)
    for (const device of [a, b, a, b]) await device.sync(before.id_concorso)
    await b.add(after.id_concorso)
    await b.sync(after.id_concorso)
  }
  for (const [i, { a, b, id_utente, ...account }] of people.entries()) {
    // A new device has what the server has.
    const fresh = await openDevice(world, { id_utente, ...account }, `c${i}`)
    for (const bank of [before, after]) await fresh.add(bank.id_concorso)
    await fresh.sync(before.id_concorso, after.id_concorso)
    for (const device of [a, b, fresh]) {
      expect(await device.records(before.id_concorso, before.ids)).toEqual(known[i])
      expect(await device.records(after.id_concorso, after.ids)).toEqual(knownAfter[i])
      expect(await device.waiting()).toBe(0)
    }
    const { rows } = await world.db.query<{ n: number }>(
      'select count(*)::int as n from statistica where id_utente = $1',
      [id_utente],
    )
    expect(rows[0]?.n).toBe(15 + 8)
  }
  await world.close()
}, 120_000)

it('[SI7] after a restore the outcome of a simulation is sent again, counted once and the same as before', async () => {
  const world = await makeSeededWorld()
  const { rows } = await world.db.query<{ id: number }>('select min(id_simulazione) as id from simulazione')
  const account = await world.registerVerified('prova@posta.example', 3)
  const device = await openDevice(world, account, 'a')
  const begun = await device.begin(rows[0]?.id ?? 0)
  const bank = begun.concorsi[0]?.id_concorso ?? 0
  const file = join(world.cartella, 'prova.idoneo')
  await backup(world.deps, file)

  // Delivered and acknowledged after the backup, and a second one of which the backup knows nothing.
  const outcomes = async () =>
    (await world.db.query('select gettone, corrette, errate, omesse, consegnata from esito_simulazione order by 1'))
      .rows
  world.orologio.advance(60_000)
  await device.deliver(begun.gettone)
  expect((await device.sendOutcomes()).sent.map(({ gettone }) => gettone)).toEqual([begun.gettone])
  const [known, counted] = [await outcomes(), await device.counted(begun.gettone)]
  expect(known).toHaveLength(1)
  const later = await device.begin(rows[0]?.id ?? 0)
  await device.deliver(later.gettone)
  await device.sendOutcomes()
  const countedLater = await device.counted(later.gettone)
  await device.sync(bank)

  await restore(world.deps, file)
  expect(await outcomes()).toEqual([])
  await device.sync(bank)
  await device.sync(bank)
  const again = await device.sendOutcomes()
  expect(again.sent.map(({ gettone }) => gettone)).toEqual([begun.gettone])
  // The server never drew it, as far as it knows: the device keeps its result, and says so once.
  expect(again.refused.map(({ prova, error }) => [prova.id, error.codice])).toEqual([[later.gettone, 'NON_TROVATO']])
  expect(await outcomes()).toEqual(known)
  expect([await device.counted(begun.gettone), await device.counted(later.gettone)]).toEqual([counted, countedLater])
  expect(await device.sendOutcomes()).toEqual({ sent: [], refused: [], postponed: null })
  expect(await outcomes()).toEqual(known)
  await world.close()
}, 120_000)
