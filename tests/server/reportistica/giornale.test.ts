import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BELIEVED } from '#server/clock'
import { createCall } from '#src/api/create-call'
import { type GiornaleServer, syncGiornale } from '#src/sync/giornale'
import { seedOf } from '#tests/seme'
import { memoryPlatform } from '#tests/workers/memory'
import { runHistory } from '../../workers/giornale/model.ts'
import type { Remote } from '../../workers/giornale/model-server.ts'
import { workerShelf } from '../../workers/giornale/shelf.ts'
import { type Mondo as Archivio, apri, creaBanca, nuovaSeduta, rispondi, serve, value } from '../../workers/mondo.ts'
import { type Mondo, makeWorld } from '../world.ts'

const HISTORIES = Number(process.env.STORIE ?? (process.env.NOTTE ? 1_000 : 25))
/** Answers of a long time without a network; at night those of thirty days. */
const MONTH = process.env.NOTTE ? 50_000 : 1_500
const SEED = seedOf(20_261_127)
/** Nothing of what a page does about an answer beside it. */
const DEPS = { isOnline: () => true, onSessionEnd: () => {}, onClockOffset: () => {}, onEpoch: () => {} }

describe('the journal over TCP, HTTP and PostgreSQL (decision 0073)', () => {
  let world: Mondo
  let address = ''
  let n = 0
  beforeAll(async () => {
    world = await makeWorld({ deps: () => ({ clock: BELIEVED }) })
    address = await world.app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(() => world.close())

  const registerAccount = () => world.registerVerified(`storie-${++n}@posta.example`)
  const register = async () => (await registerAccount()).token
  /** The product's calls, as one account makes them over TCP. */
  const callsOf = (token: string) =>
    createCall({
      ...DEPS,
      base: `${address}/api`,
      token: () => token,
      now: () => world.orologio.now().getTime(),
    })

  /** The server as one account reaches it, at the instant of the history. */
  const remoteOf = (token: string) => {
    const call = callsOf(token)
    const page = async (cursore: number) => value(await call('eventi', { query: { cursore, aperte: 'true' } }))
    return (now: () => number): Remote => ({
      put: async (eventi) => {
        world.orologio.set(new Date(now()).toISOString())
        if (eventi.length === 0) return null
        return value(await call('invia_eventi', { corpo: { eventi: [...eventi] } })).numeri
      },
      page,
      all: async () => {
        const found = []
        for (let cursore = 0; ; ) {
          const one = await page(cursore)
          found.push(...one.eventi)
          if (one.cursore <= cursore) return found
          cursore = one.cursore
        }
      },
    })
  }

  it(
    `${HISTORIES} histories: everything acknowledged is everywhere, once, and all devices show the same`,
    async () => {
      const start = world.orologio.now().toISOString()
      const { token, id_utente } = await registerAccount()
      for (let i = 0; i < HISTORIES; i++) {
        world.orologio.set(start)
        await world.db.query('delete from evento_utente where id_utente = $1', [id_utente])
        await world.db.query('update utente set seq_eventi = 0 where id_utente = $1', [id_utente])
        expect(
          await runHistory(SEED + i, { shelf: workerShelf, remote: remoteOf(token) }),
          `SEME=${SEED + i} STORIE=1`,
        ).toBeNull()
      }
      world.orologio.set(start)
    },
    HISTORIES * 2_000 + 60_000,
  )

  it('a second device has answers, ended sittings, notes, keys, searches, templates and settings of the first, and counts them like its own', async () => {
    const token = await register()
    let fetched = 0
    const call = callsOf(token)
    const server: GiornaleServer = {
      send: (args) => call('invia_eventi', args),
      fetch: async (args) => {
        const page = await call('eventi', args)
        fetched += value(page).eventi.length
        return page
      },
      clock: () => ({ at: world.orologio.now().toISOString(), scarto_ms: 0 }),
    }
    const sync = async ({ db }: Archivio) => value(await syncGiornale(db, server))
    const banca = await creaBanca()
    const [phone, desk] = await Promise.all([apri(), apri({}, memoryPlatform({ fetch: serve(banca) }))])
    value(await rispondi(phone, 1, 1))
    const second = value(await rispondi(phone, 2, 1))
    value(await phone.db.undo({ id_evento_annullato: second.id_evento, at: phone.at(), id_evento: phone.id() }))
    value(await phone.db.saveNota({ id_concorso: 1, id_domanda: 100_001, testo: 'Ripassa', at: phone.at() }))
    value(await phone.db.assignChiave({ id_concorso: 1, id_domanda: 100_007, risposta: 2, at: phone.at() }))
    const filtro = { id: 'f', nome: 'Difficili', filtro: {}, ordine: 'UFFICIALE', creato: phone.at() } as const
    value(await phone.db.saveFiltro(filtro))
    value(await phone.db.saveModello({ id: 'm', nome: 'Mia', dati: { a: 1 }, creato: phone.at() }))
    value(await phone.db.saveImpostazione({ nome: 'quante', valore: '40', at: phone.at() }))
    value(await phone.db.createSeduta(nuovaSeduta({ at: phone.at() })))
    value(await phone.db.updateSeduta({ id: 'seduta-1', stato: 'consegnata', at: phone.at() }))
    await sync(phone)
    // Voices come back, that they may count as sent; what the chain holds does not, once what came before it has been seen.
    expect(fetched).toBe(6)
    const sent = { concluse: 0, note: 0, chiavi: 0, ricerche: 0, modelli: 0, impostazioni: 0 }
    expect(value(await phone.db.countSoloQui())).toMatchObject(sent)

    expect(await sync(desk)).toMatchObject({ first: true, risposte: 2, eventi: 3, voci: 6, sent: 0 })
    expect(value(await desk.db.readNota({ id_domanda: 100_001 }))).toBe('Ripassa')
    expect(value(await desk.db.listFiltri())).toEqual([filtro])
    expect(value(await desk.db.listImpostazioni())).toEqual([{ nome: 'quante', valore: '40' }])
    expect(value(await desk.db.readSeduta({ id: 'seduta-1' }))).toEqual(
      value(await phone.db.readSeduta({ id: 'seduta-1' })),
    )
    expect(value(await desk.db.listModelli())).toEqual(value(await phone.db.listModelli()))
    const [asked] = value(await desk.db.readDomande({ id_concorso: 1, id_domande: [100_007] }))
    expect(asked).toMatchObject({ corretta: 2, chiave: 'utente' })
    const counts = async ({ db }: Archivio) => value(await db.completamento({ id_concorso: 1 })).materie
    expect((await counts(desk)).map((m) => m.assegnate)).toEqual((await counts(phone)).map((m) => m.assegnate))
    const progress = async ({ db }: Archivio) =>
      value(await db.readProgressi({ id_concorso: 1, at: '2026-11-21T12:00:00.000Z' })).giorni
    expect(await progress(desk)).toEqual(await progress(phone))

    // Deleted there, gone here; the key takes its place in the counts with it.
    value(await desk.db.assignChiave({ id_concorso: 1, id_domanda: 100_007, risposta: null, at: desk.at() }))
    value(await desk.db.saveNota({ id_concorso: 1, id_domanda: 100_001, testo: '', at: desk.at() }))
    await sync(desk)
    await sync(phone)
    expect(value(await phone.db.readNota({ id_domanda: 100_001 }))).toBe('')
    expect((await counts(phone)).map((m) => m.assegnate)).toEqual((await counts(desk)).map((m) => m.assegnate))
    expect(await sync(phone)).toMatchObject({ sent: 0, eventi: 0, voci: 0 })
  })

  it('[SY12] a server put back to a backup takes no search, template or note back to what it was then', async () => {
    const token = await register()
    const call = callsOf(token)
    const later = () => {
      world.orologio.advance(60_000)
      return world.orologio.now().toISOString()
    }
    const server: GiornaleServer = {
      send: (args) => call('invia_eventi', args),
      fetch: (args) => call('eventi', args),
      clock: () => ({ at: later(), scarto_ms: 0 }),
    }
    const { db } = await apri()
    const sync = async () => value(await syncGiornale(db, server))
    const names = Array.from({ length: 8 }, (_, i) => `${i}`)
    const since = later()
    const write = async (after: string) => {
      for (const n of names) {
        value(await db.saveFiltro({ id: n, nome: n + after, filtro: {}, ordine: 'UFFICIALE', creato: since }))
        value(await db.saveModello({ id: n, nome: n + after, dati: {}, creato: since }))
      }
      value(await db.saveNota({ id_concorso: 1, id_domanda: 100_001, testo: after, at: later() }))
    }
    const nota = { id_concorso: 1, id_domanda: 100_002 }
    await write('prima')
    value(await db.saveNota({ ...nota, testo: 'Da cancellare', at: later() }))
    await sync()
    const { rows } = await world.db.query<{ n: number }>('select max(seq_eventi)::int as n from utente')
    const until = [rows[0]?.n ?? 0]
    await write('dopo')
    value(await db.saveNota({ ...nota, testo: '', at: later() }))
    await sync()
    await world.db.query('delete from evento_utente where seq_utente > $1', until)
    await world.db.query('update utente set seq_eventi = $1 where seq_eventi > $1', until)
    await world.db.query("delete from segreto where nome = 'epoca'")
    await sync()

    const other = await apri()
    value(await syncGiornale(other.db, server))
    for (const store of [db, other.db]) {
      expect(value(await store.listFiltri()).map((f) => f.nome)).toEqual(names.map((n) => `${n}dopo`))
      expect(value(await store.listModelli()).map((m) => m.nome)).toEqual(names.map((n) => `${n}dopo`))
      expect(value(await store.readNota({ id_domanda: 100_001 }))).toBe('dopo')
      expect(value(await store.readNota({ id_domanda: 100_002 }))).toBe('')
    }
  })

  it('[D40] a long time without a network goes up in as few calls as it needs with the limits of production, and nothing of it comes back', async () => {
    const limited = await makeWorld({ config: { limits: 'normali' } })
    const base = `${await limited.app.listen({ host: '127.0.0.1', port: 0 })}/api`
    const { token } = await limited.registerVerified('lontano@posta.example')
    const said: { method: string; status: number; bytes: number }[] = []
    const call = createCall({
      ...DEPS,
      base,
      token: () => token,
      now: () => limited.orologio.now().getTime(),
      fetch: async (url, init) => {
        const answer = await fetch(url, init)
        const bytes = init?.body instanceof ArrayBuffer ? init.body.byteLength : 0
        said.push({ method: init?.method ?? 'GET', status: answer.status, bytes })
        return answer
      },
    })
    const server: GiornaleServer = {
      send: (args) => call('invia_eventi', args),
      fetch: (args) => call('eventi', args),
      clock: () => ({ at: limited.orologio.now().toISOString(), scarto_ms: 0 }),
    }
    const [far, other] = [await apri(), await apri()]
    for (let i = 0; i < MONTH; i++) value(await rispondi(far, 1 + (i % 6), 1))
    expect(value(await syncGiornale(far.db, server))).toMatchObject({ sent: MONTH, eventi: 0 })
    // Pages of 500 go up compressed; the store asks once before and once after.
    const puts = Array.from({ length: MONTH / 500 }, () => 'PUT')
    expect(said.map(({ method }) => method)).toEqual(['GET', ...puts, 'GET'])
    expect(said.filter(({ method, bytes }) => method === 'PUT' && (bytes === 0 || bytes > 100_000))).toEqual([])
    expect(value(await syncGiornale(other.db, server))).toMatchObject({ sent: 0, eventi: MONTH, risposte: MONTH })
    expect(said.filter(({ status }) => status !== 200)).toEqual([])
    await limited.close()
  }, 600_000)
})
