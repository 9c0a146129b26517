import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { senders } from '#server/background'
import { flushOutbox } from '#server/outbox'
import { sweep } from '#server/sweep'
import { KEY, type StripeStandIn, signEvent, startStripe, WEBHOOK_SECRET } from '../payments/stripe-stand-in.ts'
import { type Mondo, makeWorld } from '../world.ts'
import { type Desk, openDesk, type Signed } from './desk.ts'

const MINUTE = 60_000
const EMAIL = 'gestore@posta.example'
const BUYER = 'acquirente@posta.example'

describe('[OP48] Denaro', () => {
  let world: Mondo
  let stripe: StripeStandIn
  let desk: Desk
  let who: Signed
  let buyer: { token: string }
  let session: string
  beforeAll(async () => {
    stripe = await startStripe()
    world = await makeWorld({ config: { stripe: { key: KEY, webhookSecret: WEBHOOK_SECRET, url: stripe.url } } })
    stripe.setClock(() => world.orologio.now())
    desk = openDesk(world)
    who = await desk.seat(EMAIL, 'gestore')
    buyer = await world.registerVerified(BUYER)
  })
  afterAll(async () => {
    await world.close()
    await stripe.close()
  })

  const confirm = async () => desk.call('conferma_codice', { corpo: { codice: await desk.nextCode(EMAIL) } }, who)
  const send = (raw: string) =>
    world.call('POST', '/ms_utente/webhook_pagamento', {
      payload: raw,
      headers: { 'content-type': 'application/json', 'stripe-signature': signEvent(raw, world.orologio.now()) },
    })
  const money = async () => (await desk.call('denaro', {}, who)).corpo
  const purchases = async (query: Record<string, string> = {}) =>
    (await desk.call('acquisti_gestiti', { query }, who)).corpo.elementi
  const tier = async () => (await world.call('GET', '/ms_utente/livello', { token: buyer.token })).corpo.livello

  it('shows purchases by state and person, and events of the provider seen and failed', async () => {
    const payload = { durata: 'premium-3', accetta_condizioni: true, esecuzione_immediata: true }
    const { corpo } = await world.call('POST', '/ms_utente/pagamento', { token: buyer.token, payload })
    session = corpo.id_sessione
    expect((await money()).stati).toEqual([{ stato: 'aperto', n: 1, importo: 999 }])
    stripe.pay(session)
    const raw = stripe.event('checkout.session.completed', session, 'evt_pagato')
    stripe.setDown(true)
    expect((await send(raw)).status).toBe(503)
    expect(await money()).toMatchObject({ eventi: [], eventi_falliti: [{ id: 'evt_pagato' }] })
    stripe.setDown(false)
    expect((await send(raw)).status).toBe(204)
    expect(await money()).toMatchObject({
      stati: [{ stato: 'pagato', n: 1, importo: 999 }],
      eventi: [{ id: 'evt_pagato', tipo: 'checkout.session.completed' }],
      eventi_falliti: [],
      fornitore: 'STRIPE',
    })
    expect(await purchases({ cerca: BUYER.toUpperCase(), stato: 'pagato' })).toMatchObject([
      { email: 'a•••@p•••.example', prezzo: 999, stato: 'pagato', rimborso: null },
    ])
    expect(await purchases({ cerca: 'altri@posta.example' })).toEqual([])
    expect(await purchases({ stato: 'aperto' })).toEqual([])
  })

  it('refunds with a fresh second factor: premium ends, the price goes back once, a mail says so, the audit has its row', async () => {
    const [{ id }] = await purchases()
    const refund = () => desk.call('rimborsa', { corpo: { id_acquisto: id } }, who)
    world.orologio.advance(5 * MINUTE)
    expect((await refund()).corpo.codice).toBe('CODICE_RICHIESTO')
    expect([await tier(), stripe.refunds.length]).toEqual([3, 0])
    await confirm()
    stripe.setDown(true)
    expect((await refund()).status).toBe(204)
    expect(await tier()).toBe(0)
    expect(world.messaggi.at(-1)).toMatchObject({ to: BUYER, subject: 'Il tuo acquisto è stato rimborsato' })
    expect((await desk.audit())[0]).toMatchObject({
      chiamata: 'rimborsa',
      oggetto: `acquisto ${id}`,
      prima: { stato: 'pagato' },
      dopo: { stato: 'rimborsato', prezzo: 999 },
    })
    // The provider was down: the refund waits, and is told.
    expect(await purchases({ cerca: String(id) })).toMatchObject([
      { stato: 'rimborsato', rimborso: { abbandonato: false, motivo: expect.any(String) } },
    ])
    expect((await money()).rimborsi).toEqual({ attesa: 1, abbandonati: 0 })
    stripe.setDown(false)
    world.orologio.advance(10 * MINUTE)
    await flushOutbox(world.deps, senders)
    expect(stripe.refunds.map((r) => r.key)).toEqual([`rimborso-${id}`])
    expect((await purchases())[0]).toMatchObject({ stato: 'rimborsato', rimborso: null })
    // The provider's own event of it changes nothing more.
    const mails = world.messaggi.length
    expect((await send(stripe.event('charge.refunded', session))).status).toBe(204)
    expect(world.messaggi.length).toBe(mails)
    await confirm()
    const rows = (await desk.audit()).length
    expect((await refund()).corpo.codice).toBe('RECESSO_NON_AMMESSO')
    const unknown = await desk.call('rimborsa', { corpo: { id_acquisto: 9_999 } }, who)
    expect(unknown.corpo.codice).toBe('TRANSAZIONE_NON_TROVATA')
    expect((await desk.audit()).length).toBe(rows)
  })

  it('[OP58] applies a failed event again, once, as the webhook would, on any replica', async () => {
    const payload = { durata: 'premium-3', accetta_condizioni: true, esecuzione_immediata: true }
    const { corpo } = await world.call('POST', '/ms_utente/pagamento', { token: buyer.token, payload })
    stripe.pay(corpo.id_sessione)
    stripe.setDown(true)
    const raw = stripe.event('checkout.session.completed', corpo.id_sessione, 'evt_perso')
    expect((await send(raw)).status).toBe(503)
    const beside = await makeWorld({
      accanto: world,
      config: { stripe: { key: KEY, webhookSecret: WEBHOOK_SECRET, url: stripe.url } },
    })
    const other = openDesk(beside)
    expect((await other.call('denaro', {}, who)).corpo.eventi_falliti).toMatchObject([{ id: 'evt_perso' }])
    const apply = (id_evento = 'evt_perso') => other.call('applica_evento', { corpo: { id_evento } }, who)
    world.orologio.advance(5 * MINUTE)
    expect((await apply()).corpo.codice).toBe('CODICE_RICHIESTO')
    await confirm()
    const rows = (await desk.audit()).length
    expect((await apply()).corpo.codice).toBe('PAGAMENTO_NON_DISPONIBILE')
    expect([(await desk.audit()).length, await tier()]).toEqual([rows, 0])
    stripe.setDown(false)
    expect((await apply('evt_altro')).corpo.codice).toBe('NON_TROVATO')
    const [{ id }] = await purchases()
    const applied = await apply()
    expect(applied.corpo).toEqual({ id_acquisto: id, stato: 'pagato' })
    expect((await send(raw)).status).toBe(204)
    expect((await desk.audit()).length).toBe(rows + 1)
    expect((await desk.audit())[0]).toMatchObject({
      chiamata: 'applica_evento',
      oggetto: 'evento evt_perso',
      prima: { acquisto: id, stato: 'aperto' },
      dopo: { acquisto: id, stato: 'pagato' },
    })
    const paid = await world.call('GET', '/ms_utente/livello', { token: buyer.token })
    expect(paid.corpo.livello).toBe(3)
    expect(await money()).toMatchObject({ eventi_falliti: [] })
    expect((await apply()).corpo.codice).toBe('NON_TROVATO')
    expect((await send(raw)).status).toBe(204)
    const after = await world.call('GET', '/ms_utente/livello', { token: buyer.token })
    expect(after.corpo).toEqual(paid.corpo)
    await beside.close()
  })

  it('[OP58] an event that the provider keeps no more is refused, and goes after 90 days', async () => {
    stripe.setDown(true)
    const raw = stripe.event('charge.refunded', session, 'evt_vecchio')
    await send(raw)
    stripe.setDown(false)
    stripe.forgetEvent('evt_vecchio')
    await confirm()
    const refused = await desk.call('applica_evento', { corpo: { id_evento: 'evt_vecchio' } }, who)
    expect(refused.corpo.codice).toBe('NON_TROVATO')
    expect((await money()).eventi_falliti).toMatchObject([{ id: 'evt_vecchio' }])
    await world.db.query(`update evento_fallito set ricevuto = ricevuto - interval '91 days'`)
    await sweep(world.deps)
    expect((await money()).eventi_falliti).toEqual([])
  })

  it('[OP59] reads the differences with the provider, and aligns a purchase with it', async () => {
    const read = async () => (await desk.call('differenze', {}, who)).corpo
    const begin = async () => {
      const payload = { durata: 'premium-3', accetta_condizioni: true, esecuzione_immediata: true }
      const { corpo } = await world.call('POST', '/ms_utente/pagamento', { token: buyer.token, payload })
      return { id: corpo.id_sessione as string, n: (await purchases())[0].id as number }
    }
    const buy = async () => {
      const begun = await begin()
      stripe.pay(begun.id)
      expect((await send(stripe.event('checkout.session.completed', begun.id))).status).toBe(204)
      return begun
    }
    expect((await read()).lettura).toMatchObject({ completa: true, pagamenti: 2, rimborsi: 1, elementi: [] })
    const lost = await begin()
    stripe.pay(lost.id)
    const returned = await buy()
    stripe.refund(returned.id)
    const half = await buy()
    stripe.refund(half.id, 333)
    const unknown = await buy()
    stripe.sessions.delete(unknown.id)
    const kept = await buy()
    await world.db.query(`update acquisto set stato = 'recesso' where id_acquisto = $1`, [kept.n])
    const gone = await buy()
    await world.db.query('delete from acquisto where id_acquisto = $1', [gone.n])
    const foreign = await buy()
    await world.db.query('delete from acquisto where id_acquisto = $1', [foreign.n])
    Object.assign(stripe.sessions.get(foreign.id) ?? {}, { success_url: 'https://altro.example/fatto' })
    const { fornitore, lettura } = await read()
    expect(fornitore).toBe('STRIPE')
    const rows = lettura.elementi.map((d: Record<string, unknown>) => [d.tipo, d.id_acquisto, d.la, d.qui])
    expect(
      rows.sort(
        (a: unknown[], b: unknown[]) => String(a[0]).localeCompare(String(b[0])) || Number(a[1]) - Number(b[1]),
      ),
    ).toEqual([
      ['altro_importo', half.n, 666, 999],
      ['ignoto_la', unknown.n, null, 999],
      ['pagato_la', null, 999, null],
      ['pagato_la', lost.n, 999, 0],
      ['restituito_la', returned.n, 0, 999],
      ['restituito_qui', kept.n, 999, 0],
    ])
    world.orologio.advance(5 * MINUTE)
    const align = (id_acquisto: number) => desk.call('allinea_acquisto', { corpo: { id_acquisto } }, who)
    expect((await align(lost.n)).corpo.codice).toBe('CODICE_RICHIESTO')
    await confirm()
    stripe.setDown(true)
    expect((await desk.call('differenze', {}, who)).corpo.codice).toBe('PAGAMENTO_NON_DISPONIBILE')
    expect((await align(lost.n)).corpo.codice).toBe('PAGAMENTO_NON_DISPONIBILE')
    stripe.setDown(false)
    expect((await align(99_999)).corpo.codice).toBe('TRANSAZIONE_NON_TROVATA')
    const before = (await desk.audit()).length
    expect((await align(lost.n)).corpo).toEqual({ id_acquisto: lost.n, stato: 'pagato' })
    expect((await align(returned.n)).corpo).toEqual({ id_acquisto: returned.n, stato: 'rimborsato' })
    expect((await desk.audit()).slice(0, 2)).toMatchObject([
      { chiamata: 'allinea_acquisto', prima: { stato: 'pagato' }, dopo: { stato: 'rimborsato' } },
      { oggetto: `acquisto ${lost.n}`, prima: { stato: 'aperto' }, dopo: { stato: 'pagato' } },
    ])
    expect((await desk.audit()).length).toBe(before + 2)
    const left = (await read()).lettura.elementi.map((d: { id_acquisto: number | null }) => d.id_acquisto)
    expect(left).not.toContain(lost.n)
    expect(left).not.toContain(returned.n)
    expect(stripe.refunds).toHaveLength(1)
    // More payments than one page of the provider's list.
    const [first] = stripe.sessions.values()
    for (let i = 0; i < 250; i++) stripe.sessions.set(`cs_${i}`, { ...first!, id: `cs_${i}`, metadata: {} })
    expect((await read()).lettura).toMatchObject({ completa: true, totale: left.length })
    for (let i = 250; i < 2_000; i++) stripe.sessions.set(`cs_${i}`, { ...first!, id: `cs_${i}`, metadata: {} })
    expect((await read()).lettura).toMatchObject({ completa: false, pagamenti: 2_000 })
  })

  it('[OP59] without a provider there is nothing to compare with, and it says so', async () => {
    const beside = await makeWorld({ accanto: world })
    const { corpo } = await openDesk(beside).call('differenze', {}, who)
    expect(corpo).toEqual({ fornitore: 'PROVA', lettura: null })
    await beside.close()
  })

  it('publishes and removes a promo code, each an act with a fresh second factor', async () => {
    const promo = {
      codice: 'META',
      titolo: 'Metà prezzo',
      descrizione: null,
      link: null,
      sconto: 50,
      email: null,
      fino: null,
    }
    const publish = (more: object = {}) => desk.call('pubblica_promo', { corpo: { ...promo, ...more } }, who)
    const list = async () => (await desk.call('promo_gestite', {}, who)).corpo.elementi
    await confirm()
    expect((await publish({ email: 'nessuno@posta.example' })).corpo.codice).toBe('UTENTE_NON_TROVATO')
    expect((await publish({ fino: '2020-01-01' })).corpo).toMatchObject({
      codice: 'RICHIESTA_NON_VALIDA',
      campi: ['fino'],
    })
    expect(await list()).toEqual([])
    expect((await publish({ email: BUYER })).status).toBe(204)
    expect(await list()).toMatchObject([{ codice: 'META', sconto: 50, email: BUYER, scade: null, usi: 0 }])
    expect((await desk.audit())[0]).toMatchObject({ chiamata: 'pubblica_promo', oggetto: 'promo META' })
    expect((await desk.audit())[0]).toMatchObject({ prima: null })
    expect((await publish({ codice: 'meta', email: BUYER, sconto: 20 })).status).toBe(204)
    expect((await desk.audit())[0]).toMatchObject({
      prima: { codice: 'META', sconto: 50, personale: true },
      dopo: { codice: 'meta', sconto: 20, personale: true },
    })
    expect(JSON.stringify(await desk.audit())).not.toContain(BUYER)
    world.orologio.advance(5 * MINUTE)
    const remove = () => desk.call('togli_promo', { query: { codice: 'META' } }, who)
    expect((await remove()).corpo.codice).toBe('CODICE_RICHIESTO')
    await confirm()
    expect((await remove()).status).toBe(204)
    expect((await desk.audit())[0]).toMatchObject({
      ...{
        chiamata: 'togli_promo',
        oggetto: 'promo META',
        prima: { codice: 'meta', titolo: 'Metà prezzo', sconto: 20 },
      },
    })
    expect(await list()).toEqual([])
    expect((await remove()).corpo.codice).toBe('NON_TROVATO')
  })

  it('reports affiliates within days', async () => {
    await world.db.query(`update utente set codice_affiliato = 'AMICO' where email = $1`, [BUYER])
    const read = async (query: Record<string, string>) => (await desk.call('affiliati', { query }, who)).corpo.elementi
    expect(await read({})).toMatchObject([{ codice: 'AMICO', registrazioni: 1, acquisti: 0, importo: 0 }])
    expect(await read({ da: '2020-01-01', a: '2020-12-31' })).toEqual([])
  })
})
