import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runRound, senders } from '#server/background'
import { ATTESE, enqueue, flushOutbox } from '#server/outbox'
import { type Mondo, makeWorld } from '../world.ts'
import { type Desk, openDesk, type Signed } from './desk.ts'

const HIDDEN = 'https://idoneo.example/recupero?token=segreto'
const MESSAGE = { to: 'anna@posta.example', subject: 'Reimposta la password', text: HIDDEN }

describe('[OP47] Posta e lavori', () => {
  let world: Mondo
  let desk: Desk
  let failure: Error | null = null
  let who: Signed
  beforeAll(async () => {
    world = await makeWorld({
      deps: ({ mailer }) => ({
        mailer: { ...mailer, send: async (m) => (failure ? Promise.reject(failure) : mailer.send(m)) },
      }),
    })
    desk = openDesk(world)
    await desk.seat('gestore@posta.example', 'gestore')
    await enter()
  })
  afterAll(() => world.close())

  /** Signs in anew: waits of the outbox are longer than a session. */
  const enter = async () => {
    const email = 'gestore@posta.example'
    who = await desk.enter(email)
    await desk.call('conferma_codice', { corpo: { codice: await desk.nextCode(email) } }, who)
  }
  const list = async (query: Record<string, string> = {}) => (await desk.call('invii', { query }, who)).corpo.elementi
  const abandon = async () => {
    failure = new Error('535 rifiutata')
    await enqueue(world.db, world.deps, 'posta', MESSAGE)
    for (const wait of [0, ...ATTESE]) {
      world.orologio.advance(wait)
      await flushOutbox(world.deps, senders)
    }
    failure = null
    await enter()
  }

  it('lists a failed mail with its reason, without its text, by kind and state', async () => {
    await abandon()
    const found = await list({ stato: 'abbandonata', tipo: 'posta' })
    expect(found).toMatchObject([
      {
        destinatario: 'a•••@p•••.example',
        oggetto: MESSAGE.subject,
        motivo: '535 rifiutata',
        riprovabile: true,
        eliminabile: true,
      },
    ])
    expect(JSON.stringify(found)).not.toContain('segreto')
    expect(await list({ tipo: 'rimborso' })).toEqual([])
    const { corpo } = await desk.call('posta', {}, who)
    expect(corpo.elementi).toMatchObject([{ tipo: 'posta', urgente: true, attesa: 0, riprova: 0, abbandonata: 1 }])
  })

  it('sends one again, with a row of the audit; a row that is gone is refused and leaves none', async () => {
    const [row] = await list({ stato: 'abbandonata' })
    expect((await desk.call('riprova_invio', { corpo: { id: row.id } }, who)).status).toBe(204)
    expect(world.messaggi.at(-1)).toMatchObject(MESSAGE)
    const [act] = await desk.audit()
    expect(act).toMatchObject({
      chiamata: 'riprova_invio',
      oggetto: `invio ${row.id}`,
      prima: { tipo: 'posta', oggetto: MESSAGE.subject },
    })
    const rows = (await desk.audit()).length
    expect((await desk.call('riprova_invio', { corpo: { id: row.id } }, who)).corpo.codice).toBe('NON_TROVATO')
    expect((await desk.audit()).length).toBe(rows)
  })

  it('sends all abandoned ones again', async () => {
    await abandon()
    const { corpo } = await desk.call('riprova_abbandonati', { corpo: {} }, who)
    expect(corpo).toEqual({ rimessi: 1 })
    expect(await list()).toEqual([])
    expect((await desk.audit())[0]).toMatchObject({ chiamata: 'riprova_abbandonati', dopo: { rimessi: 1 } })
  })

  it('deletes a mail, and neither a refund nor a mail that a process may be sending', async () => {
    await abandon()
    await enqueue(world.db, world.deps, 'rimborso', { pagamento: 'pi_1', id_acquisto: 1 })
    await enqueue(world.db, world.deps, 'posta', { ...MESSAGE, subject: 'In mano' })
    await world.db.query(`update uscita set tentativi = 1 where carico ->> 'subject' = 'In mano'`)
    const rows = await list()
    const of = (oggetto: string | null) => rows.find((r: { oggetto: string | null }) => r.oggetto === oggetto)
    expect([of(null).eliminabile, of('In mano').eliminabile, of('In mano').riprovabile]).toEqual([false, false, false])
    for (const oggetto of [null, 'In mano'])
      expect((await desk.call('elimina_invio', { corpo: { id: of(oggetto).id } }, who)).corpo.codice).toBe(
        'NON_TROVATO',
      )
    expect((await desk.call('elimina_invio', { corpo: { id: of(MESSAGE.subject).id } }, who)).status).toBe(204)
    expect((await list()).map((r: { oggetto: string | null }) => r.oggetto)).toEqual(['In mano', null])
    expect((await desk.audit())[0]).toMatchObject({ chiamata: 'elimina_invio', prima: { tipo: 'posta' } })
    await world.db.query('delete from uscita')
  })

  it('sends a trial, and says what the mail server said', async () => {
    const send = async () => (await desk.call('prova_posta', { corpo: { a: 'io@posta.example' } }, who)).corpo
    expect(await send()).toEqual({ esito: 'scritta', motivo: null })
    expect(world.messaggi.at(-1)).toMatchObject({ to: 'io@posta.example' })
    failure = Object.assign(new Error('Invalid login: 535'), { code: 'EAUTH' })
    expect(await send()).toEqual({
      esito: 'rifiutata',
      motivo: 'utente o password di SMTP_URL non sono accettati (Invalid login: 535)',
    })
    failure = null
    expect((await desk.audit())[0]).toMatchObject({ chiamata: 'prova_posta', dopo: { esito: 'rifiutata' } })
  })

  it('tells the last run of each background work of this process, and why it failed', async () => {
    const works = async () => (await desk.call('posta', {}, who)).corpo.lavori
    expect(await works()).toEqual(['giro', 'pulizia', 'backup'].map((nome) => ({ nome, ultimo: null })))
    const { works: kept } = world.deps.metrics
    await kept.run('giro', world.deps.now, () => runRound(world.deps))
    await kept.run('pulizia', world.deps.now, () => Promise.reject(new Error('pieno'))).catch(() => undefined)
    expect(await works()).toMatchObject([
      { nome: 'giro', ultimo: { riuscito: true, motivo: null } },
      { nome: 'pulizia', ultimo: { riuscito: false, motivo: 'pieno' } },
      { nome: 'backup', ultimo: null },
    ])
  })
})
