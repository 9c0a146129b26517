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

/** What an event names: the checkout, or the payment. */
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
