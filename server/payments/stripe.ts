import Stripe from 'stripe'
import type { StripeConfig } from '../account-config.ts'

/** State of a payment, as read from the provider now. */
export type Payment = {
  id_sessione: string
  paid: boolean
  /** The checkout can no longer be paid. */
  over: boolean
  /** The provider, or the bank, gave the whole price back. */
  refunded: boolean
  pagamento: string | null
  prezzo: number
  valuta: string
  id_acquisto: string | null
}

export type CheckoutRequest = {
  id_acquisto: number
  email: string
  nome: string
  prezzo: number
  successUrl: string
  cancelUrl: string
}

const ATTESA = 15_000
const clients = new WeakMap<StripeConfig, Stripe>()

/** Returns the client of a configuration; STRIPE_URL points it at another host with the same protocol. */
function stripeOf(config: StripeConfig): Stripe {
  const known = clients.get(config)
  if (known) return known
  const url = config.url === null ? null : new URL(config.url)
  const client = new Stripe(config.key, {
    timeout: ATTESA,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(url && {
      host: url.hostname,
      port: url.port || (url.protocol === 'http:' ? 80 : 443),
      protocol: url.protocol === 'http:' ? 'http' : 'https',
    }),
  })
  clients.set(config, client)
  return client
}

/** Opens a checkout; the key makes a repeated request the same checkout. */
export async function openCheckout(
  config: StripeConfig,
  r: CheckoutRequest,
  idempotencyKey: string,
): Promise<{ id: string; url: string }> {
  const session = await stripeOf(config).checkout.sessions.create(
    {
      mode: 'payment',
      locale: 'it',
      customer_email: r.email,
      client_reference_id: String(r.id_acquisto),
      metadata: { id_acquisto: String(r.id_acquisto) },
      success_url: r.successUrl,
      cancel_url: r.cancelUrl,
      line_items: [
        { quantity: 1, price_data: { currency: 'eur', unit_amount: r.prezzo, product_data: { name: r.nome } } },
      ],
    },
    { idempotencyKey },
  )
  if (!session.url) throw new Error('il fornitore dei pagamenti non ha dato un indirizzo')
  return { id: session.id, url: session.url }
}

const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null)

/** Returns what a request read; null where the provider has no such thing. */
async function unlessMissing<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404) return null
    throw error
  }
}

function toPayment(s: Stripe.Checkout.Session): Payment {
  const intent = typeof s.payment_intent === 'string' ? null : s.payment_intent
  const charge = typeof intent?.latest_charge === 'string' ? null : intent?.latest_charge
  return {
    id_sessione: s.id,
    paid: s.payment_status === 'paid',
    over: s.status === 'expired',
    refunded: charge?.refunded === true || charge?.disputed === true,
    pagamento: idOf(s.payment_intent),
    prezzo: s.amount_total ?? -1,
    valuta: (s.currency ?? '').toUpperCase(),
    id_acquisto: s.metadata?.id_acquisto ?? null,
  }
}

/** Reads a payment again from the provider: the claims of an event or a browser are never trusted. */
export const readPayment = (config: StripeConfig, id: string): Promise<Payment | null> =>
  unlessMissing(async () => {
    const expand = ['payment_intent.latest_charge']
    return toPayment(await stripeOf(config).checkout.sessions.retrieve(id, { expand }))
  })

/** Refunds the whole price; a second call for the same purchase is the same refund. */
export async function refundPayment(config: StripeConfig, pagamento: string, id_acquisto: number): Promise<void> {
  await stripeOf(config).refunds.create({ payment_intent: pagamento }, { idempotencyKey: `rimborso-${id_acquisto}` })
}

/** Checkout or payment that an event names. */
export type ProviderEvent = { id: string; type: string; id_sessione: string | null; pagamento: string | null }

function toEvent(event: Stripe.Event): ProviderEvent {
  const object = event.data.object as {
    object?: string
    id?: string
    payment_intent?: string | { id: string } | null
  }
  return {
    id: event.id,
    type: event.type,
    id_sessione: object.object === 'checkout.session' ? (object.id ?? null) : null,
    pagamento: idOf(object.payment_intent),
  }
}

/** Parses an event with a good signature over the raw body, not older than five minutes; null for any other. */
export function readEvent(config: StripeConfig, raw: string, signature: string, ora: Date): ProviderEvent | null {
  try {
    return toEvent(
      stripeOf(config).webhooks.constructEvent(raw, signature, config.webhookSecret, 300, undefined, ora.getTime()),
    )
  } catch {
    return null
  }
}

/** Fetches an event; null where the provider keeps it no more. */
export const fetchEvent = (config: StripeConfig, id: string): Promise<ProviderEvent | null> =>
  unlessMissing(async () => toEvent(await stripeOf(config).events.retrieve(id)))

/** A payment in the provider's list: when its checkout began, and to which address it came back. */
export type ListedPayment = Payment & { creato: Date; ritorno: string | null }
export type ListedRefund = { pagamento: string; importo: number }
/** `whole`: pages and time were enough for the whole list. */
type Listed<T> = { items: T[]; whole: boolean }

const PAGE = 100
/** Most pages of one list. */
const PAGES = 20

type Asked = { limit: number; created: { gte: number }; starting_after?: string }
type ReadPage<T> = (page: Asked, options: Stripe.RequestOptions) => Promise<{ data: T[]; has_more: boolean }>

/** Reads a list of the provider, the newest first, until `deadline` on the clock of `performance`. */
async function readPages<T extends { id: string }>(
  read: ReadPage<T>,
  since: Date,
  deadline: number,
): Promise<Listed<T>> {
  const items: T[] = []
  for (let page = 0; page < PAGES; page++) {
    const left = Math.ceil(deadline - performance.now())
    if (left <= 0) break
    const after = items.at(-1)?.id
    const asked = { limit: PAGE, created: { gte: Math.floor(since.getTime() / 1000) } }
    const options = { timeout: Math.min(ATTESA, left), maxNetworkRetries: 0 }
    const { data, has_more } = await read(after ? { ...asked, starting_after: after } : asked, options)
    items.push(...data)
    if (!has_more) return { items, whole: true }
  }
  return { items, whole: false }
}

/** Lists ended checkouts since an instant. */
export async function listPayments(
  config: StripeConfig,
  since: Date,
  deadline: number,
): Promise<Listed<ListedPayment>> {
  const { sessions } = stripeOf(config).checkout
  const read: ReadPage<Stripe.Checkout.Session> = (page, options) =>
    sessions.list({ ...page, status: 'complete', expand: ['data.payment_intent.latest_charge'] }, options)
  const { items, whole } = await readPages(read, since, deadline)
  const toListed = (s: Stripe.Checkout.Session) => ({
    ...toPayment(s),
    creato: new Date(s.created * 1000),
    ritorno: s.success_url,
  })
  return { items: items.map(toListed), whole }
}

/** Lists refunds since an instant, without those that failed. */
export async function listRefunds(config: StripeConfig, since: Date, deadline: number): Promise<Listed<ListedRefund>> {
  const read: ReadPage<Stripe.Refund> = (page, options) => stripeOf(config).refunds.list(page, options)
  const { items, whole } = await readPages(read, since, deadline)
  return {
    whole,
    items: items.flatMap(({ payment_intent, amount, status }) => {
      const pagamento = idOf(payment_intent)
      return pagamento === null || status === 'failed' || status === 'canceled' ? [] : [{ pagamento, importo: amount }]
    }),
  }
}
