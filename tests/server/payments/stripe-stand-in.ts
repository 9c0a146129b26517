import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export const WEBHOOK_SECRET = 'whsec_prova_0123456789'
export const KEY = 'sk_test_prova_0123456789'

type CheckoutSession = {
  id: string
  object: 'checkout.session'
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid'
  amount_total: number
  currency: string
  metadata: Record<string, string>
  created: number
  success_url: string
  payment_intent: null | {
    id: string
    object: 'payment_intent'
    latest_charge: { id: string; object: 'charge'; refunded: boolean; disputed: boolean }
  }
  /** Where a person pays. */
  url: string
}

/** The page of the provider, as little as it takes. */
const paymentPage = (amount: number) => `<!doctype html><html lang="it"><title>Pagamento</title>
<h1>Pagamento con carta</h1><p>${(amount / 100).toFixed(2)} EUR</p><form method="post"><button>Paga con carta</button></form></html>`

/** A page of a list, the newest first, as `created[gte]`, `limit` and `starting_after` choose it. */
function pageOf<T extends { id: string; created: number }>(all: T[], { searchParams }: URL) {
  const found = all.filter((row) => row.created >= Number(searchParams.get('created[gte]'))).reverse()
  const from = found.findIndex((row) => row.id === searchParams.get('starting_after')) + 1
  const data = found.slice(from, from + Number(searchParams.get('limit')))
  return { object: 'list', data, has_more: from + data.length < found.length }
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return new URLSearchParams(Buffer.concat(parts).toString())
}

/**
 * A server that speaks the part of Stripe's protocol that a purchase uses: form bodies, bearer keys, idempotency keys, JSON errors, and webhooks
 * signed over the raw body. A test pays and refunds where a person would; a browser pays on the page of the session, and then the event is sent to
 * `webhook` before the browser comes back.
 */
export async function startStripe(webhook?: string) {
  const sessions = new Map<string, CheckoutSession>()
  const events = new Map<string, string>()
  const byKey = new Map<string, unknown>()
  const refunds: { payment_intent: string; key: string | undefined }[] = []
  let count = 0
  let down = false
  let now = () => new Date()
  const given: {
    id: string
    object: 'refund'
    payment_intent: string
    amount: number
    status: string
    created: number
  }[] = []

  const server = createServer(async (request, response) => {
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json', 'request-id': `req_${++count}` })
      response.end(JSON.stringify(body))
    }
    const refuse = (status: number, message: string) =>
      send(status, { error: { type: 'invalid_request_error', message, code: 'resource_missing' } })
    const form = await readForm(request)
    const page = /^\/paga\/(\w+)$/.exec(request.url ?? '')
    if (page) {
      const { id, amount_total, success_url } = sessionOf(page[1] ?? '')
      if (request.method === 'GET')
        return response.writeHead(200, { 'content-type': 'text/html' }).end(paymentPage(amount_total))
      pay(id)
      if (webhook) await sendEvent(webhook, event('checkout.session.completed', id))
      return response.writeHead(303, { location: success_url.replace('{CHECKOUT_SESSION_ID}', id) }).end()
    }
    if (down) return send(500, { error: { type: 'api_error', message: 'down' } })
    if (request.headers.authorization !== `Bearer ${KEY}`) return refuse(401, 'Invalid API Key')
    const url = new URL(request.url ?? '/', 'http://stripe.example')
    const key = request.headers['idempotency-key']?.toString()
    if (key && byKey.has(key)) return send(200, byKey.get(key))
    const remember = (body: unknown) => {
      if (key) byKey.set(key, body)
      send(200, body)
    }
    if (request.method === 'POST' && url.pathname === '/v1/checkout/sessions') {
      // As the provider's own, an id is nobody else's: two stand-ins may serve one database.
      const id = `cs_test_${randomUUID().replaceAll('-', '')}`
      const session: CheckoutSession = {
        id,
        object: 'checkout.session',
        status: 'open',
        payment_status: 'unpaid',
        amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
        currency: form.get('line_items[0][price_data][currency]') ?? '',
        metadata: { id_acquisto: form.get('metadata[id_acquisto]') ?? '' },
        created: Math.floor(now().getTime() / 1000),
        success_url: form.get('success_url') ?? '',
        payment_intent: null,
        url: `http://${request.headers.host}/paga/${id}`,
      }
      sessions.set(id, session)
      return remember(session)
    }
    if (request.method === 'GET' && url.pathname === '/v1/checkout/sessions')
      return send(
        200,
        pageOf(
          [...sessions.values()].filter((s) => s.status === url.searchParams.get('status')),
          url,
        ),
      )
    if (request.method === 'GET' && url.pathname === '/v1/refunds') return send(200, pageOf(given, url))
    const read = /^\/v1\/checkout\/sessions\/(\w+)$/.exec(url.pathname)
    if (request.method === 'GET' && read) {
      const session = sessions.get(read[1] ?? '')
      return session ? send(200, session) : refuse(404, 'No such checkout.session')
    }
    const asked = /^\/v1\/events\/(\w+)$/.exec(url.pathname)
    if (request.method === 'GET' && asked) {
      const raw = events.get(asked[1] ?? '')
      return raw ? send(200, JSON.parse(raw)) : refuse(404, 'No such event')
    }
    if (request.method === 'POST' && url.pathname === '/v1/refunds') {
      const intent = form.get('payment_intent') ?? ''
      refunds.push({ payment_intent: intent, key })
      for (const s of sessions.values()) if (s.payment_intent?.id === intent) giveBack(s)
      return remember({ id: `re_${++count}`, object: 'refund', payment_intent: intent, status: 'succeeded' })
    }
    return refuse(404, 'Unrecognized request URL')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo

  const sessionOf = (id: string) => {
    const session = sessions.get(id)
    if (!session) throw new Error(`no session ${id}`)
    return session
  }
  /** What a person does on the payment page. */
  function pay(id: string) {
    const session = sessionOf(id)
    session.status = 'complete'
    session.payment_status = 'paid'
    session.payment_intent = {
      id: `pi_${id}`,
      object: 'payment_intent',
      latest_charge: { id: `ch_${id}`, object: 'charge', refunded: false, disputed: false },
    }
    return session
  }
  function giveBack({ payment_intent, amount_total }: CheckoutSession, amount = amount_total) {
    if (!payment_intent) return
    payment_intent.latest_charge.refunded = amount === amount_total
    const created = Math.floor(now().getTime() / 1000)
    const id = `re_${++count}`
    given.push({ id, object: 'refund', payment_intent: payment_intent.id, amount, status: 'succeeded', created })
  }
  function event(type: string, id: string, eventId = `evt_${++count}`) {
    const session = sessionOf(id)
    const object = type.startsWith('charge.')
      ? { id: `ch_${id}`, object: 'charge', payment_intent: session.payment_intent?.id ?? null }
      : session
    const raw = JSON.stringify({ id: eventId, object: 'event', type, data: { object } })
    events.set(eventId, raw)
    return raw
  }
  return {
    url: `http://127.0.0.1:${port}`,
    sessions,
    refunds,
    /** Answers 500 from now on, or no longer. */
    setDown: (value: boolean) => {
      down = value
    },
    pay,
    /** What the operator does on the provider's page. */
    refund: (id: string, amount?: number) => giveBack(sessionOf(id), amount),
    /** Time of what happens from now on. */
    setClock: (clock: () => Date) => {
      now = clock
    },
    event,
    /** The provider keeps an event for 30 days. */
    forgetEvent: (id: string) => events.delete(id),
    close: () => new Promise((done) => server.close(done)),
  }
}
export type StripeStandIn = Awaited<ReturnType<typeof startStripe>>

/** The header that signs a raw body at an instant. */
export function signEvent(raw: string, at: Date, secret = WEBHOOK_SECRET): string {
  const t = Math.floor(at.getTime() / 1000)
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${raw}`).digest('hex')}`
}

/** Sends an event as the provider does; throws when it is not thanked for. */
async function sendEvent(webhook: string, raw: string): Promise<void> {
  const answer = await fetch(webhook, {
    method: 'POST',
    body: raw,
    headers: { 'content-type': 'application/json', 'stripe-signature': signEvent(raw, new Date()) },
  })
  if (!answer.ok) throw new Error(`webhook: ${answer.status}`)
}
