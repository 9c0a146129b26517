import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventoGiornale } from '#contract/giornale'
import { RECOUNT } from '#server/giornale/store'
import { createCall } from '#src/api/create-call'
import { type GiornaleServer, syncGiornale } from '#src/sync/giornale'
import { type Mondo as Archivio, apri, rispondi, value } from '../../workers/mondo.ts'
import { type Mondo, makeWorld } from '../world.ts'

const PERCORSO = '/ms_reportistica/eventi'
const MIB = 1024 * 1024

const risposta = (id: string, bytes = 20): EventoGiornale => ({
  id,
  tipo: 'RISPOSTA',
  chiave: null,
  id_concorso: 1,
  id_domanda: 7,
  dati: JSON.stringify({ risposta: 2, nota: 'è'.repeat(bytes / 2) }),
  ts_client: '2026-11-20T10:00:00.000+01:00',
  versione_banca: 'v1',
  dispositivo: 'telefono',
  seq: 1,
})
/** Twelve of them leave less than one more of a MiB. */
const BIG = 75_000

describe('[OP18] the room of an account’s journal (decision 0086)', () => {
  let world: Mondo
  let n = 0
  const account = () => world.registerVerified(`spazio-${++n}@posta.example`)
  const push = (token: string, eventi: unknown[]) => world.call('PUT', PERCORSO, { token, payload: { eventi } })
  const ids = async (token: string) =>
    (await world.call('GET', `${PERCORSO}?cursore=0`, { token })).corpo.eventi.map((e: EventoGiornale) => e.id)
  const taken = async (id_utente: number) =>
    (
      await world.db.query<{ byte_eventi: number }>('select byte_eventi from utente where id_utente = $1', [id_utente])
    ).rows.map((r) => r.byte_eventi)

  beforeAll(async () => {
    world = await makeWorld({ config: { giornaleMb: 1 } })
  })
  afterAll(() => world.close())

  it('counts what is kept, once, however often and at the same time it is sent', async () => {
    const { token, id_utente } = await account()
    const batch = [risposta('a'), risposta('b', 300), { ...risposta('c'), chiave: 'sì', versione_banca: null }]
    await Promise.all(Array.from({ length: 8 }, () => push(token, batch)))
    expect(await ids(token)).toEqual(['a', 'b', 'c'])
    const counted = await taken(id_utente)
    const bytes = (e: EventoGiornale) =>
      [e.id, e.tipo, e.chiave, e.dati, e.ts_client, e.versione_banca, e.dispositivo].reduce(
        (sum, text) => sum + Buffer.byteLength(text ?? ''),
        200,
      )
    expect(counted).toEqual([batch.reduce((sum, e) => sum + bytes(e), 0)])
    await world.db.query(RECOUNT)
    expect(await taken(id_utente)).toEqual(counted)
  })

  it('refuses what does not fit, whole, and takes what is there already and what does fit', async () => {
    const { token, id_utente } = await account()
    const first = Array.from({ length: 12 }, (_, i) => risposta(`g${i}`, BIG))
    expect((await push(token, first)).status).toBe(200)
    const before = await taken(id_utente)
    const { status, corpo } = await push(token, [risposta('piccola'), ...['h', 'i'].map((id) => risposta(id, BIG))])
    expect([status, corpo.codice]).toEqual([507, 'GIORNALE_PIENO'])
    expect(await taken(id_utente)).toEqual(before)
    expect(await ids(token)).toEqual(first.map((e) => e.id))
    // Its answer may have got lost: a device that sends it again goes on.
    expect((await push(token, first)).status).toBe(200)
    expect((await push(token, [risposta('piccola')])).status).toBe(200)
    expect((await ids(token)).at(-1)).toBe('piccola')
    expect(before[0]).toBeLessThanOrEqual(MIB)
    // Of two that come at once the room holds one.
    const both = await Promise.all(['h', 'i'].map((id) => push(token, [risposta(id, BIG), risposta(`${id}2`, 50_000)])))
    expect(both.map((b) => b.status).toSorted()).toEqual([200, 507])
    expect((await taken(id_utente))[0]).toBeLessThanOrEqual(MIB)
    const other = await account()
    expect((await push(other.token, [risposta('sua', BIG)])).status).toBe(200)
  })

  it('a device keeps what does not fit, hears what others sent, and sends it when there is room', async () => {
    const base = `${await world.app.listen({ host: '127.0.0.1', port: 0 })}/api`
    const { token } = await account()
    const call = createCall({
      base,
      token: () => token,
      isOnline: () => true,
      now: () => world.orologio.now().getTime(),
      onSessionEnd: (codice) => expect.unreachable(codice),
      onClockOffset: () => {},
      onEpoch: () => {},
    })
    let sends = 0
    const server: GiornaleServer = {
      send: (args) => {
        sends += 1
        return call('invia_eventi', args)
      },
      fetch: (args) => call('eventi', args),
      clock: () => ({ at: world.orologio.now().toISOString(), scarto_ms: 0 }),
    }
    const sync = async ({ db }: Archivio, receive = false) => value(await syncGiornale(db, server, { receive }))
    const [phone, desk] = [await apri(), await apri()]
    value(await rispondi(phone, 1, 1))
    expect(await sync(phone)).toMatchObject({ sent: 1, full: false })
    expect(await sync(desk)).toMatchObject({ risposte: 1, full: false })
    await push(
      token,
      Array.from({ length: 13 }, (_, i) => risposta(`g${i}`, BIG)),
    )
    for (let i = 0; i < 200; i++) value(await rispondi(phone, 1 + (i % 6), 1))
    value(await phone.db.saveNota({ id_concorso: 1, id_domanda: 100_001, testo: 'Ripassa', at: phone.at() }))
    // The note fits, the answers do not.
    expect(await sync(phone)).toMatchObject({ sent: 1, full: true, risposte: 13 })
    expect(value(await phone.db.countSoloQui())).toMatchObject({ risposte: 200, note: 0 })
    await push(token, [risposta('altrove')])
    expect(await sync(desk)).toMatchObject({ full: false, risposte: 14, voci: 1 })

    sends = 0
    expect(await sync(phone, true)).toMatchObject({ sent: 0, risposte: 1, full: false })
    expect(sends).toBe(0)
    world.deps.config.giornaleMb = 2
    expect(await sync(phone)).toMatchObject({ sent: 200, full: false })
    expect(value(await phone.db.listEventi({ limite: 9 }))).toBeNull()
    expect(await sync(desk)).toMatchObject({ risposte: 200 })
    world.deps.config.giornaleMb = 1
  })
})
