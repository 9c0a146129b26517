import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { senders } from '#server/background'
import { flushOutbox } from '#server/outbox'
import { type Mondo, makeWorld } from '../world.ts'
import { KEY, type StripeStandIn, signEvent, startStripe, WEBHOOK_SECRET } from './stripe-stand-in.ts'

const DAY = 24 * 3600 * 1000
const YES = { accetta_condizioni: true, esecuzione_immediata: true }

describe('premium by Stripe', () => {
  let mondo: Mondo
  let stripe: StripeStandIn
  let n = 0
  beforeAll(async () => {
    stripe = await startStripe()
    mondo = await makeWorld({
      config: { limits: 'aperti', stripe: { key: KEY, webhookSecret: WEBHOOK_SECRET, url: stripe.url } },
    })
  })
  afterAll(async () => {
    await mondo.close()
    await stripe.close()
  })

  const newAccount = (livello: 0 | 1 | 2 | 3 = 0) => mondo.registerVerified(`acquirente${++n}@posta.example`, livello)
  const begin = async (token: string, altro: object = {}) =>
    mondo.call('POST', '/ms_utente/pagamento', { token, payload: { durata: 'premium-3', ...YES, ...altro } })
  const webhook = (raw: string, signature = signEvent(raw, mondo.orologio.now())) =>
    mondo.call('POST', '/ms_utente/webhook_pagamento', {
      payload: raw,
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    })
  const tier = async (token: string) => (await mondo.call('GET', '/ms_utente/livello', { token })).corpo
  const verify = (token: string, id_sessione: string) =>
    mondo.call('POST', '/ms_utente/verifica_transazione', { token, payload: { fornitore: 'STRIPE', id_sessione } })
  const increase = (token: string) => mondo.call('POST', '/ms_utente/incrementa_livello?incremento=1', { token })
  const purchases = async (token: string) => (await mondo.call('GET', '/ms_utente/acquisti', { token })).corpo.elementi
  /** Bought and applied by the webhook. */
  const buy = async (token: string, altro: object = {}) => {
    const { corpo } = await begin(token, altro)
    stripe.pay(corpo.id_sessione)
    expect((await webhook(stripe.event('checkout.session.completed', corpo.id_sessione))).status).toBe(204)
    return corpo.id_sessione as string
  }

  it('[PY1] [PY3] [CN7] the price list has the default price and says who takes the money', async () => {
    expect((await mondo.call('GET', '/ms_utente/listino')).corpo).toEqual({
      durate: [
        { durata: 'premium-3', mesi: 3, prezzo: 999, valuta: 'EUR' },
        { durata: 'premium-6', mesi: 6, prezzo: 999, valuta: 'EUR' },
        { durata: 'premium-12', mesi: 12, prezzo: 999, valuta: 'EUR' },
      ],
      fornitore: 'STRIPE',
      recesso_giorni: 14,
    })
  })

  it('[CN2] [PY4] a checkout is opened for the price of the list, and grants nothing', async () => {
    const { token } = await newAccount()
    const { status, corpo } = await begin(token)
    expect(status).toBe(200)
    expect(corpo).toEqual({
      url: `${stripe.url}/paga/${corpo.id_sessione}`,
      fornitore: 'STRIPE',
      id_sessione: expect.stringMatching(/^cs_test_/),
      prezzo: 999,
    })
    const session = stripe.sessions.get(corpo.id_sessione)
    expect(session).toMatchObject({ amount_total: 999, currency: 'eur' })
    expect(session?.success_url).toContain('id_sessione={CHECKOUT_SESSION_ID}')
    expect((await tier(token)).livello).toBe(0)
    expect((await verify(token, corpo.id_sessione)).corpo.stato).toBe('IN_ATTESA')
    expect(await increase(token)).toMatchObject({ status: 403, corpo: { codice: 'PREMIUM_NON_APPLICATO' } })
  })

  it('[VA9] [PY6] without each consent nothing begins; both are recorded with their version', async () => {
    const { token, id_utente } = await newAccount(1)
    for (const manca of ['accetta_condizioni', 'esecuzione_immediata'])
      expect(await begin(token, { [manca]: false })).toMatchObject({
        status: 400,
        corpo: { codice: 'CONDIZIONI_NON_ACCETTATE', campi: [manca] },
      })
    expect((await begin(token)).status).toBe(200)
    const { rows } = await mondo.db.query(
      `select tipo, valore from consenso where id_utente = $1 and tipo in ('condizioni_acquisto', 'esecuzione_immediata') order by tipo`,
      [id_utente],
    )
    expect(rows).toEqual([
      { tipo: 'condizioni_acquisto', valore: true },
      { tipo: 'esecuzione_immediata', valore: true },
    ])
  })

  it('a duration that is not on sale is refused', async () => {
    const { token } = await newAccount()
    expect((await begin(token, { durata: 'premium-99' })).corpo.codice).toBe('DURATA_NON_IN_VENDITA')
  })

  it('[CN3] [PY2] [AC23] a signed event gives premium, a receipt and the time that was bought', async () => {
    const { token, email_comunicazioni } = await newAccount()
    const id = await buy(token)
    const scade = '2027-02-21T09:00:00.000Z'
    expect(await tier(token)).toMatchObject({ livello: 3, data_scadenza_premium: scade, quiz_limite: null, pdf: true })
    expect(await purchases(token)).toMatchObject([
      {
        fornitore: 'STRIPE',
        stato: 'PAGATO',
        prezzo: 999,
        mesi: 3,
        fine: scade,
        recesso_entro: '2026-12-05T09:00:00.000Z',
      },
    ])
    const receipt = mondo.messaggi.at(-1)
    expect(receipt).toMatchObject({ to: email_comunicazioni, subject: 'Il tuo Premium è attivo' })
    for (const text of [receipt?.text, receipt?.html]) {
      expect(text).toContain('9,99')
      expect(text).toContain('nessuno: è un pagamento unico')
      expect(text).toContain('5 dicembre 2026')
    }
    expect((await verify(token, id)).corpo.stato).toBe('APPLICATA')
    const before = await tier(token)
    expect(await increase(token)).toMatchObject({ status: 200, corpo: before })
    expect(await tier(token)).toEqual(before)
  })

  it('[CA14] [CA13] [EB11] without the webhook, verification finds the payment and incrementa_livello applies it once', async () => {
    const { token } = await newAccount()
    const { corpo } = await begin(token, { durata: 'premium-12' })
    stripe.pay(corpo.id_sessione)
    expect((await verify(token, corpo.id_sessione)).corpo).toMatchObject({
      stato: 'VERIFICATA',
      livello: { livello: 0 },
    })
    const many = await Promise.all(Array.from({ length: 20 }, () => increase(token)))
    expect(many.filter((r) => r.status === 200)).toHaveLength(20)
    expect(await tier(token)).toMatchObject({ livello: 3, data_scadenza_premium: '2027-11-21T09:00:00.000Z' })
    await webhook(stripe.event('checkout.session.completed', corpo.id_sessione))
    expect((await tier(token)).data_scadenza_premium).toBe('2027-11-21T09:00:00.000Z')
  })

  it('[PY8] a second purchase goes on from where the first ends; a refund of the first brings the end back', async () => {
    const { token } = await newAccount()
    const first = await buy(token)
    await buy(token, { durata: 'premium-6' })
    expect((await tier(token)).data_scadenza_premium).toBe('2027-08-21T09:00:00.000Z')
    stripe.refund(first)
    await webhook(stripe.event('charge.refunded', first))
    expect(await tier(token)).toMatchObject({ livello: 3, data_scadenza_premium: expect.stringMatching(/^2027-05-2/) })
  })

  it('a refund ends premium; who had Lite has it again', async () => {
    for (const before of [0, 1] as const) {
      const { token } = await newAccount(before)
      const id = await buy(token)
      expect((await tier(token)).livello).toBe(3)
      stripe.refund(id)
      await webhook(stripe.event('charge.refunded', id))
      expect(await tier(token)).toMatchObject({ livello: before, data_scadenza_premium: null })
      expect((await purchases(token))[0].stato).toBe('RIMBORSATO')
      expect(mondo.messaggi.at(-1)?.subject).toBe('Il tuo acquisto è stato rimborsato')
    }
  })

  it('a refund that overtakes its payment grants nothing', async () => {
    const { token } = await newAccount()
    const { corpo } = await begin(token)
    stripe.pay(corpo.id_sessione)
    stripe.refund(corpo.id_sessione)
    await webhook(stripe.event('charge.refunded', corpo.id_sessione))
    await webhook(stripe.event('checkout.session.completed', corpo.id_sessione))
    expect((await tier(token)).livello).toBe(0)
    expect((await increase(token)).status).toBe(403)
  })

  it('[PY7] a thousand copies of one event at the same time are one grant', async () => {
    const { token } = await newAccount()
    const { corpo } = await begin(token)
    stripe.pay(corpo.id_sessione)
    const raw = stripe.event('checkout.session.completed', corpo.id_sessione)
    const answers = await Promise.all(Array.from({ length: 1000 }, () => webhook(raw)))
    expect(answers.every((a) => a.status === 204)).toBe(true)
    expect((await tier(token)).data_scadenza_premium).toBe('2027-02-21T09:00:00.000Z')
    const { rows } = await mondo.db.query('select count(*)::int as n from evento_pagamento where id_evento = $1', [
      JSON.parse(raw).id,
    ])
    expect(rows).toEqual([{ n: 1 }])
    // Other events about the same payment change nothing either.
    for (let i = 0; i < 5; i++) await webhook(stripe.event('checkout.session.completed', corpo.id_sessione))
    expect((await tier(token)).data_scadenza_premium).toBe('2027-02-21T09:00:00.000Z')
  }, 120_000)

  it('[D34] events with a wrong, old, foreign or missing signature, or a changed body, are refused', async () => {
    const { token } = await newAccount()
    const { corpo } = await begin(token)
    stripe.pay(corpo.id_sessione)
    const raw = stripe.event('checkout.session.completed', corpo.id_sessione)
    const now = mondo.orologio.now()
    const good = signEvent(raw, now)
    const refused = [
      webhook(raw, signEvent(raw, now, 'whsec_altro')),
      webhook(raw, signEvent(raw, new Date(now.getTime() - 301_000))),
      webhook(raw, ''),
      webhook(
        raw,
        good.replace(/.$/, (c) => (c === '0' ? '1' : '0')),
      ),
      webhook(raw, good.replace('v1=', 'v0=')),
      webhook(` ${raw}`, good),
      ...Array.from({ length: 30 }, (_, i) => {
        const at = 1 + Math.floor(((raw.length - 2) * i) / 30)
        return webhook(`${raw.slice(0, at)}${raw[at] === 'x' ? 'y' : 'x'}${raw.slice(at + 1)}`, good)
      }),
    ]
    for (const answer of await Promise.all(refused)) {
      expect(answer.status).toBe(400)
      expect(['FIRMA_NON_VALIDA', 'RICHIESTA_NON_VALIDA']).toContain(answer.corpo.codice)
    }
    expect((await tier(token)).livello).toBe(0)
  })

  it('a payment of another price, currency or purchase grants nothing', async () => {
    for (const change of [
      { amount_total: 1 },
      { currency: 'usd' },
      { metadata: { id_acquisto: '999999' } },
      { payment_status: 'unpaid' as const },
    ]) {
      const { token } = await newAccount()
      const { corpo } = await begin(token)
      Object.assign(stripe.pay(corpo.id_sessione), change)
      await webhook(stripe.event('checkout.session.completed', corpo.id_sessione))
      expect((await tier(token)).livello).toBe(0)
      expect((await verify(token, corpo.id_sessione)).corpo.stato).toBe('IN_ATTESA')
      expect((await increase(token)).status).toBe(403)
    }
  })

  it('[AC22] a forged verification, and another account’s, are refused', async () => {
    const [mine, other] = [await newAccount(), await newAccount()]
    const id = await buy(mine.token)
    expect(await verify(other.token, id)).toMatchObject({ status: 404, corpo: { codice: 'TRANSAZIONE_NON_TROVATA' } })
    expect((await verify(other.token, `cs_test_${randomUUID()}`)).status).toBe(404)
    const forged = await mondo.call('POST', '/ms_utente/verifica_transazione', {
      token: other.token,
      payload: { fornitore: 'PROVA', id_sessione: id },
    })
    expect(forged.status).toBe(404)
    expect((await increase(other.token)).status).toBe(403)
    expect((await tier(other.token)).livello).toBe(0)
  })

  it('a provider that does not answer: nothing is charged here, and its events come again', async () => {
    const { token } = await newAccount()
    const { corpo } = await begin(token)
    stripe.pay(corpo.id_sessione)
    const raw = stripe.event('checkout.session.completed', corpo.id_sessione)
    stripe.setDown(true)
    expect((await webhook(raw)).status).toBe(503)
    expect(await begin(token)).toMatchObject({ status: 503, corpo: { codice: 'PAGAMENTO_NON_DISPONIBILE' } })
    stripe.setDown(false)
    expect((await webhook(raw)).status).toBe(204)
    expect((await tier(token)).livello).toBe(3)
  }, 60_000)

  it('[D34] an event that came while nothing was paid is read again once it is', async () => {
    const { token } = await newAccount()
    const { corpo } = await begin(token)
    const raw = stripe.event('checkout.session.completed', corpo.id_sessione)
    for (let i = 0; i < 2; i++) expect((await webhook(raw)).status).toBe(204)
    expect((await tier(token)).livello).toBe(0)
    stripe.pay(corpo.id_sessione)
    expect((await webhook(raw)).status).toBe(204)
    expect(await tier(token)).toMatchObject({ livello: 3 })
    for (let i = 0; i < 3; i++) expect((await webhook(raw)).status).toBe(204)
    expect(await purchases(token)).toHaveLength(1)
  })

  it('[D34] what is paid after the account was deleted goes back once; what was used before it stays', async () => {
    const used = await newAccount()
    const used_sessione = await buy(used.token)
    const { token } = await newAccount()
    const { corpo } = await begin(token)
    for (const { id_utente_idoneo } of [used, (await mondo.call('GET', '/ms_utente/utente', { token })).corpo])
      await mondo.db.query('delete from utente where id_utente = $1', [id_utente_idoneo])
    stripe.pay(corpo.id_sessione)
    const before = stripe.refunds.length
    for (const id of [corpo.id_sessione, corpo.id_sessione, used_sessione])
      for (const type of ['checkout.session.completed', 'checkout.session.async_payment_succeeded'])
        expect((await webhook(stripe.event(type, id))).status).toBe(204)
    await flushOutbox(mondo.deps, senders)
    expect(stripe.refunds).toHaveLength(before + 1)
    expect(mondo.righe.filter((row) => row.includes('pagato dopo l’eliminazione'))).toHaveLength(1)
    const { rows } = await mondo.db.query('select stato from acquisto where id_sessione = any($1) order by creato', [
      [corpo.id_sessione, used_sessione],
    ])
    expect(rows.map((r) => r.stato).toSorted()).toEqual(['pagato', 'rimborsato'])
  })

  it('[PY9] a withdrawal needs its confirmation, gives the whole price back once, ends premium and is confirmed by mail', async () => {
    const { token, email_comunicazioni } = await newAccount()
    const id = await buy(token)
    const [acquisto] = await purchases(token)
    const withdraw = (altro: object = { conferma: true }) =>
      mondo.call('POST', '/ms_utente/recesso', { token, payload: { id_acquisto: acquisto.id_acquisto, ...altro } })
    expect((await withdraw({})).corpo).toMatchObject({ codice: 'MISSING_REQUIRED_PARAM', campi: ['conferma'] })
    const done = await Promise.all([withdraw(), withdraw(), withdraw()])
    expect(done.map((d) => d.status).sort()).toEqual([200, 409, 409])
    expect((await tier(token)).livello).toBe(0)
    expect(stripe.refunds.filter((r) => r.payment_intent === `pi_${id}`)).toHaveLength(1)
    expect(mondo.messaggi.at(-1)).toMatchObject({ to: email_comunicazioni, subject: 'Il tuo recesso è confermato' })
    // The provider tells the refund back: nothing more to take.
    await webhook(stripe.event('charge.refunded', id))
    expect((await purchases(token))[0]).toMatchObject({ stato: 'RECESSO', recesso_entro: null })
    expect((await verify(token, id)).corpo.stato).toBe('RESTITUITA')
  })

  it('a withdrawal holds while the provider is down, and its refund leaves later', async () => {
    const { token } = await newAccount()
    const id = await buy(token)
    const [acquisto] = await purchases(token)
    stripe.setDown(true)
    const payload = { id_acquisto: acquisto.id_acquisto, conferma: true }
    expect((await mondo.call('POST', '/ms_utente/recesso', { token, payload })).status).toBe(200)
    expect(stripe.refunds.some((r) => r.payment_intent === `pi_${id}`)).toBe(false)
    stripe.setDown(false)
    mondo.orologio.advance(61_000)
    await flushOutbox(mondo.deps, senders)
    expect(stripe.refunds.filter((r) => r.payment_intent === `pi_${id}`)).toHaveLength(1)
  }, 60_000)

  it('after its term nobody withdraws, nor from somebody else’s purchase', async () => {
    const [mine, other] = [await newAccount(), await newAccount()]
    await buy(mine.token)
    const [acquisto] = await purchases(mine.token)
    const payload = { id_acquisto: acquisto.id_acquisto, conferma: true }
    const withdraw = (token: string) => mondo.call('POST', '/ms_utente/recesso', { token, payload })
    expect((await withdraw(other.token)).corpo.codice).toBe('TRANSAZIONE_NON_TROVATA')
    await mondo.db.query(`update acquisto set pagato = pagato - interval '15 days' where id_acquisto = $1`, [
      acquisto.id_acquisto,
    ])
    expect((await withdraw(mine.token)).corpo.codice).toBe('RECESSO_NON_AMMESSO')
    expect((await tier(mine.token)).livello).toBe(3)
  })

  it('[PR5] [CA16] a promo code lowers the price that the provider is asked for', async () => {
    const [mine, other] = [await newAccount(), await newAccount()]
    await mondo.db.query(
      `insert into promo (codice, titolo, sconto, id_utente, creata, scade) values
       ('STUDIO20', 'Studio', 20, null, $1, null), ('SOLOMIO', 'Tuo', 50, $2, $1, null), ('VECCHIO', 'Ieri', 50, null, $1, $1)`,
      [mondo.orologio.now(), mine.id_utente],
    )
    expect((await begin(other.token, { codice_promo: 'studio20' })).corpo.prezzo).toBe(799)
    expect((await begin(mine.token, { codice_promo: 'SOLOMIO' })).corpo.prezzo).toBe(500)
    for (const codice_promo of ['SOLOMIO', 'VECCHIO', 'MAI'])
      expect((await begin(other.token, { codice_promo })).corpo.codice).toBe('CODICE_PROMO_NON_VALIDO')
    const id = await buy(other.token, { codice_promo: 'STUDIO20' })
    expect(stripe.sessions.get(id)?.amount_total).toBe(799)
    expect((await tier(other.token)).livello).toBe(3)
    expect((await mondo.call('POST', '/ms_utente/getpromouser', { token: mine.token })).corpo).toMatchObject({
      codice: 'SOLOMIO',
      sconto: 50,
    })
    expect((await mondo.call('POST', '/ms_utente/getpromouser', { token: other.token })).corpo.codice).toBe('STUDIO20')
  })

  it('[AC14] premium ends by the server’s clock', async () => {
    const { token } = await newAccount()
    await buy(token)
    const end = Date.parse((await tier(token)).data_scadenza_premium)
    await mondo.db.query(`update sessione set scade = $1`, [new Date(end + 10 * DAY)])
    mondo.orologio.set(new Date(end - 1).toISOString())
    expect((await tier(token)).livello).toBe(3)
    mondo.orologio.set(new Date(end + 1).toISOString())
    expect(await tier(token)).toMatchObject({ livello: 0, livello_acquistato: 3, spiegazioni: false })
  })
})
