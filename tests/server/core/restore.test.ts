import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { expect, it } from 'vitest'
import type { Database } from '#contract/database'
import type { Result } from '#contract/result'
import type { Concorso, ConcorsoScaricabile } from '#contract/schemas'
import { backup, restore } from '#server/backup/backup'
import { createCall } from '#src/api/create-call'
import { meetingFirst, settle } from '#src/sync/installation'
import { pullBanca } from '#src/sync/pull'
import { pushRisposte } from '#src/sync/push'
import { memoryPlatform } from '#workers/backends/test-memory'
import { createDatabase } from '#workers/store/database'
import { value } from '../../workers/mondo.ts'
import { addBanca } from '../concorso/fixtures.ts'
import { type Mondo, makeWorld } from '../world.ts'

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
  return {
    db,
    add: async (id_concorso: number): Promise<ConcorsoScaricabile> => {
      const concorso = value(await grant(id_concorso)) as ConcorsoScaricabile
      value(await db.downloadBanca({ concorso, at: world.orologio.now().toISOString() }, () => {}))
      return concorso
    },
    answer: async (id_concorso: number, id_domanda: number) => {
      world.orologio.advance(1000)
      const at = world.orologio.now().toISOString().replace('Z', '+00:00')
      const id_evento = `${name}-${String(++n).padStart(6, '0')}`
      const base = { id_concorso, id_domanda, risposta: 1 + (n % 4), modalita: 'ESEGUITA' as const, at, id_evento }
      value(await db.answer({ ...base, id_seduta: null, indice: null }))
    },
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

it('[SY12] after a backup, everything deleted and a restore, all devices agree with the server, also on what the backup lacked', async () => {
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
  for (const { a, b } of people) {
    await a.add(before.id_concorso)
    await b.add(before.id_concorso)
    for (const id of before.ids.slice(0, 10)) await a.answer(before.id_concorso, id)
    await a.sync(before.id_concorso)
    await b.sync(before.id_concorso)
  }
  await backup(world.deps, file)

  // Acknowledged after the backup: other answers, newer ones to the same questions, a bank that is new in the list.
  for (const { a, b } of people) {
    await a.add(after.id_concorso)
    for (const id of after.ids.slice(0, 8)) await a.answer(after.id_concorso, id)
    for (const id of before.ids.slice(5, 15)) await b.answer(before.id_concorso, id)
    await a.sync(before.id_concorso, after.id_concorso)
    await b.sync(before.id_concorso)
    await a.sync(before.id_concorso)
    expect([await a.waiting(), await b.waiting()]).toEqual([0, 0])
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
  for (const [i, { a, b, id_utente }] of people.entries()) {
    for (const device of [a, b]) {
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
