import { afterEach, describe, expect, it } from 'vitest'
import { CALLS, type CallName, type Chiamata } from '#contract/calls'
import { createClockWatch } from '#server/clock'
import { command } from '../cli/command.ts'
import { addBanca } from '../concorso/fixtures.ts'
import { type Mondo, makeWorld } from '../world.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const REFUSED = { status: 503, corpo: { codice: 'OROLOGIO_SERVER' } }

let open: Mondo | null = null
afterEach(async () => {
  await open?.close()
  open = null
})

/** An account with a bank, in a world whose machine has a steady clock of its own; `shift` moves only the wall clock. */
async function scene() {
  const steady = { ms: 0, wall: 0 }
  const world = await makeWorld({
    deps: ({ db, log, now }) => ({
      clock: createClockWatch({ db: nearClock(db, now, steady), log, now, steady: () => steady.ms }),
    }),
  })
  open = world
  const banca = await addBanca(world, { n: 3 })
  const { token } = await world.registerVerified('orologio@posta.example', 3)
  await world.call('GET', `/ms_concorso/concorso?id_concorso=${banca.id_concorso}`, { token })
  const pass = (ms: number) => {
    world.orologio.advance(ms)
    steady.ms += ms
  }
  const shift = (ms: number) => {
    world.orologio.advance(ms)
    steady.wall += ms
  }
  const put = (place: number, at = world.orologio.now()) =>
    world.call('PUT', '/ms_reportistica/risposte_concorso', {
      token,
      payload: [
        {
          id_concorso: banca.id_concorso,
          id_domanda: banca.ids[0],
          livello_conoscenza: 1,
          risposta_gettonata: place,
          data_eseguita: at.toISOString(),
          preferiti: false,
          modalita: ['ESEGUITA'],
        },
      ],
    })
  const stored = async () => {
    const { rows } = await world.db.query<{ risposta_gettonata: number }>('select risposta_gettonata from statistica')
    return rows.map((r) => r.risposta_gettonata)
  }
  return { world, token, pass, shift, put, stored }
}

/** The database as a machine whose clock is right: where nobody shifted it, both show the same instant. */
function nearClock(db: Mondo['db'], now: () => Date, steady: { wall: number }): Mondo['db'] {
  return {
    ...db,
    query: async (...args) => {
      const found = await db.query(...args)
      for (const row of found.rows as { qui?: Date }[]) if (row.qui) row.qui = new Date(now().getTime() - steady.wall)
      return found as never
    },
  }
}

describe('[HT9] a server whose clock is in doubt decides nothing by it', () => {
  it.each([
    ['six minutes behind', -6 * 60_000],
    ['48 hours behind', -48 * HOUR],
    ['six minutes ahead', 6 * 60_000],
    ['40 days ahead', 40 * DAY],
    ['ten years ahead', 3650 * DAY],
  ])('%s: an answer is refused for now, and counts when it is sent again', async (_, distance) => {
    const { world, pass, shift, put, stored } = await scene()
    expect((await put(1)).status).toBe(204)
    pass(60_000)
    const right = world.orologio.now()
    shift(distance)
    const refused = await put(2, right)
    expect(refused).toMatchObject(REFUSED)
    expect(Number(refused.intestazioni['retry-after'])).toBe(60)
    expect(refused.intestazioni['x-ora-server']).toBeUndefined()
    expect(await stored()).toEqual([1])
    shift(-distance)
    pass(60_000)
    const accepted = await put(2, right)
    expect(accepted.status).toBe(204)
    expect(accepted.intestazioni['x-ora-server']).toBe(world.orologio.now().toISOString())
    expect(await stored()).toEqual([2])
  })

  it('minutes of disagreement that a device may have too refuse nothing', async () => {
    const { pass, shift, put } = await scene()
    expect((await put(1)).status).toBe(204)
    for (const ms of [4 * 60_000, -4 * 60_000]) {
      shift(ms)
      pass(1_000)
      expect((await put(1)).status).toBe(204)
    }
  })

  it('a server that starts behind the newest instant of the database refuses until it has passed it', async () => {
    const world = await makeWorld()
    open = world
    const newest = new Date(world.orologio.now().getTime() + 48 * HOUR)
    await world.db.query('insert into orologio (ultima) values ($1)', [newest])
    const { token } = await world.registerVerified('indietro@posta.example')
    const reset = () => world.call('DELETE', '/ms_utente/reportistica_utente', { token })
    expect(await reset()).toMatchObject(REFUSED)
    world.orologio.set(newest.toISOString())
    expect((await reset()).status).toBe(401)
    expect((await world.call('GET', '/ms_utente/utente', { token })).corpo.codice).toBe('SESSIONE_SCADUTA')
  })

  it('every call that the clock decides is refused, and no other; no session ends by it', async () => {
    const { world, token, shift, put } = await scene()
    expect((await put(1)).status).toBe(204)
    shift(40 * DAY)
    for (const name of Object.keys(CALLS) as CallName[]) {
      const { metodo, percorso, orologio, accesso }: Chiamata = CALLS[name]
      if (!orologio) continue
      const answer = await world.call(metodo, percorso, { ...(accesso === 'sessione' && { token }) })
      expect([name, answer.status, answer.corpo?.codice]).toEqual([name, 503, 'OROLOGIO_SERVER'])
    }
    // A session of twelve hours, forty days later by this clock.
    expect(await world.call('GET', '/ms_utente/utente', { token })).toMatchObject(REFUSED)
    shift(-40 * DAY)
    expect((await world.call('GET', '/ms_utente/utente', { token })).status).toBe(200)
    expect((await put(2)).status).toBe(204)
  })

  it('a machine that slept counts again once its clock, and the database’s, have run evenly for half an hour', async () => {
    const slept = { ms: 0 }
    const world = await makeWorld({
      deps: ({ db, log, now }) => ({
        clock: createClockWatch({ db: nearClock(db, now, { wall: 0 }), log, now, steady: () => slept.ms }),
      }),
    })
    open = world
    const reset = () => world.call('DELETE', '/ms_utente/reportistica_utente')
    expect((await reset()).status).toBe(401)
    world.orologio.advance(8 * HOUR)
    expect(await reset()).toMatchObject(REFUSED)
    world.orologio.advance(31 * 60_000)
    slept.ms += 31 * 60_000
    expect((await reset()).status).toBe(401)
  })

  it('orologio --accetta brings back what a server that was ahead has dated, for every device, and later answers count', async () => {
    const world = await makeWorld()
    open = world
    world.orologio.set(new Date().toISOString())
    const banca = await addBanca(world, { n: 1 })
    const { token } = await world.registerVerified('accetta@posta.example', 3)
    await world.call('GET', `/ms_concorso/concorso?id_concorso=${banca.id_concorso}`, { token })
    const bank = { id_concorso: banca.id_concorso, id_domanda: banca.ids[0] }
    const put = (risposta_gettonata: number) => {
      const record = { ...bank, livello_conoscenza: 1, risposta_gettonata, preferiti: false, modalita: ['ESEGUITA'] }
      const payload = [{ ...record, data_eseguita: world.orologio.now().toISOString() }]
      return world.call('PUT', '/ms_reportistica/risposte_concorso', { token, payload })
    }
    const pull = async (cursore: number) =>
      (
        await world.call(
          'GET',
          `/ms_reportistica/risposte_concorso?id_concorso=${banca.id_concorso}&cursore=${cursore}`,
          { token },
        )
      ).corpo
    await world.db.query(`update sessione set scade = scade + interval '90 days'`)
    world.orologio.advance(40 * DAY)
    expect((await put(1)).status).toBe(204)
    expect(
      (await world.call('DELETE', `/ms_utente/reportistica_utente?id_concorso=${banca.id_concorso + 1}`, { token }))
        .status,
    ).toBe(204)
    world.orologio.advance(-40 * DAY)
    expect(await put(2)).toMatchObject(REFUSED)
    const { cursore } = await pull(0)
    expect((await command(world.deps, 'orologio', '--accetta')).codice).toBe(0)
    const again = await pull(cursore)
    expect(again.risposte).toHaveLength(1)
    expect(Date.parse(again.risposte[0].data_eseguita)).toBeLessThanOrEqual(world.orologio.now().getTime())
    world.orologio.advance(2_000)
    await expect.poll(async () => (await put(2)).status, { timeout: 5_000 }).toBe(204)
    expect((await pull(again.cursore)).risposte).toMatchObject([{ risposta_gettonata: 2 }])
  })
})
