import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordBackup } from '#server/operator/audit'
import { enqueue } from '#server/outbox'
import { keepFailed } from '#server/payments/failed-events'
import { risposta } from '../reportistica/evento.ts'
import { type Mondo, makeWorld } from '../world.ts'
import { type Desk, openDesk, type Signed } from './desk.ts'

const DAY_MS = 86_400_000

describe('[OP46] Oggi', () => {
  let world: Mondo
  let desk: Desk
  let who: Signed
  let isBroken = false
  beforeAll(async () => {
    world = await makeWorld({
      deps: ({ db }) => ({
        // A count that does not end in its time fails as the database fails it.
        db: {
          ...db,
          tx: (work) =>
            db.tx((q) =>
              work({
                ...q,
                query: (sql, params, name) =>
                  isBroken && sql.includes('evento_utente')
                    ? Promise.reject(new Error('canceling statement due to statement timeout'))
                    : q.query(sql, params, name),
              }),
            ),
        },
      }),
    })
    desk = openDesk(world)
    who = await desk.seat('assistenza@posta.example', 'assistenza')
  })
  afterAll(() => world.close())

  const read = async () => (await desk.call('oggi', {}, who)).corpo

  it('counts the answers and people of today, and of the same hours a week ago', async () => {
    const push = async (email: string, ids: string[]) => {
      const { token } = await world.registerVerified(email, 3)
      const eventi = ids.map((id, i) => risposta(id, { id_domanda: i + 1, seq: i + 1 }))
      expect((await world.call('PUT', '/ms_reportistica/eventi', { payload: { eventi }, token })).status).toBe(200)
    }
    await push('settimana@posta.example', ['v1', 'v2', 'v3'])
    await world.db.query(`update evento_utente set ricevuto = ricevuto - interval '7 days'`)
    await world.db.query(`update evento_utente set ricevuto = ricevuto + interval '2 hours' where id = 'v3'`)
    await push('oggi@posta.example', ['o1'])
    await push('anche@posta.example', ['o2'])
    expect((await read()).attivita).toEqual({
      oggi: { risposte: 2, persone: 2 },
      settimana_fa: { risposte: 2, persone: 1 },
    })
    isBroken = true
    expect((await read()).attivita).toEqual({ oggi: null, settimana_fa: null })
    isBroken = false
  })

  it('tells what waits, when the last backup was, and that one server is on the database', async () => {
    expect(await read()).toMatchObject({
      pronto: true,
      motivi: [],
      repliche: 1,
      backup: { ultimo: null, vecchio: true, giornaliero: false },
    })
    await recordBackup(world.deps)
    const at = world.orologio.now().toISOString()
    await enqueue(world.db, world.deps, 'posta', { to: 'x@posta.example', subject: 'x', text: 'x' })
    world.orologio.advance(16 * 60_000)
    expect(await read()).toMatchObject({
      backup: { ultimo: at, vecchio: false },
      posta: { attesa: 1, abbandonate: 0, minuti: 16, ferma: true },
      disco: { esito: expect.stringMatching(/ok|avviso/) },
    })
  })

  it('[OP58] counts the failed events of the payment provider', async () => {
    expect((await read()).eventi_falliti).toBe(0)
    const event = { id: 'evt_a', tipo: 'charge.refunded', ricevuto: world.orologio.now(), motivo: 'x' }
    await keepFailed(world.db, event)
    expect((await read()).eventi_falliti).toBe(1)
  })

  it('counts refusals and faults of the last 24 hours by code', async () => {
    const before = await read()
    const n = (corpo: { problemi: { elementi: { codice: string; n: number }[] } }, codice: string) =>
      corpo.problemi.elementi.find((p) => p.codice === codice)?.n ?? 0
    await world.call('GET', '/ms_concorso/concorso?id_concorso=999', { token: 'x' })
    expect(n(await read(), 'TOKEN_NON_VALIDO')).toBe(n(before, 'TOKEN_NON_VALIDO') + 1)
    world.deps.metrics.recent.add(world.orologio.now(), 'ERRORE_INTERNO', 500)
    expect((await read()).problemi.elementi[0]).toEqual({ codice: 'ERRORE_INTERNO', guasto: true, n: 1 })
    expect(world.deps.metrics.recent.list(new Date(world.orologio.now().getTime() + 2 * DAY_MS))).toEqual([])
  })

  it('checks the installation as the command does, with what to do', async () => {
    const { corpo } = await desk.call('controlli', {}, who)
    const names = corpo.elementi.map((e: { voce: string }) => e.voce)
    expect(names).toEqual(expect.arrayContaining(['database', 'disco', 'posta', 'backup', 'indirizzo']))
    expect(names).not.toContain('pacchetti')
    expect(corpo.elementi).toContainEqual({
      esito: 'guasto',
      voce: 'posta',
      detto: expect.stringMatching(/^un invio aspetta da \d+ minuti/),
    })
  })
})
