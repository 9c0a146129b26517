import { fail, ok, type Result } from '#contract/result'
import type { Deps, Queryable } from '../deps.ts'
import { askProvider, findAcquisto, recordPayment } from './confirm.ts'
import { forgetFailed, isFailed, keepFailed } from './failed-events.ts'
import { type AcquistoRow, applyAcquisto } from './grant.ts'
import { refundOrphan } from './refund.ts'
import { fetchEvent, type Payment, type ProviderEvent, readEvent } from './stripe.ts'

/** Events that may change a purchase; others get a 204 and are dropped. */
const TIPI = new Set([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'charge.dispute.created',
])

/**
 * Receives a signed event of the provider (D34). Its body only names the payment; the written state is read from the
 * provider. Event, purchase and tier change in one transaction, so a repeated event works once. An event that finds the
 * purchase unpaid is not stored. FIRMA_NON_VALIDA for a wrong, old or missing signature; PAGAMENTO_NON_DISPONIBILE
 * makes the provider send it again.
 */
export async function receiveEvent(deps: Deps, raw: string | null, signature: string | null): Promise<Result<null>> {
  const { stripe } = deps.config
  const event = stripe && raw && signature ? readEvent(stripe, raw, signature, deps.now()) : null
  if (!event) {
    deps.log.warn({ evento: 'webhook con firma non valida' }, 'chiamata rifiutata')
    return fail('FIRMA_NON_VALIDA')
  }
  const done = await settleOnce(deps, event)
  return done.ok ? ok(null) : done
}

/** State of a purchase before and after an event; null where the event has no purchase here. */
export type Settled = { id_acquisto: number; prima: AcquistoRow['stato']; dopo: AcquistoRow['stato'] } | null
/** Called inside the transaction that settles an event, before it ends. */
type OnSettled = (settled: Settled) => void

/**
 * Fetches a failed event from the provider and settles it as the webhook does. NON_TROVATO where it did not fail, was dealt
 * with meanwhile, or the provider keeps it no more; PAGAMENTO_NON_DISPONIBILE.
 */
export async function applyAgain(deps: Deps, id: string, onSettled: OnSettled): Promise<Result<Settled>> {
  const { stripe } = deps.config
  if (!(await isFailed(deps.db, id))) return fail('NON_TROVATO')
  if (!stripe) return fail('PAGAMENTO_NON_DISPONIBILE')
  const event = await fetchEvent(stripe, id).catch((error) => {
    deps.log.error({ err: error, evento_pagamento: id }, 'il fornitore dei pagamenti non risponde')
    return 'down' as const
  })
  if (event === 'down') return fail('PAGAMENTO_NON_DISPONIBILE')
  return event ? settleOnce(deps, event, onSettled) : fail('NON_TROVATO')
}

const inHand = new Map<string, Promise<Result<Settled>>>()

/** Settles an event; concurrent copies wait for the first, so that the provider is called once. */
async function settleOnce(deps: Deps, event: ProviderEvent, onSettled: OnSettled = () => {}): Promise<Result<Settled>> {
  if (!TIPI.has(event.type)) return ok(null)
  const running = inHand.get(event.id) ?? settle(deps, event, onSettled).finally(() => inHand.delete(event.id))
  inHand.set(event.id, running)
  return running
}

/** Drops a failed event that changes nothing. */
const dropFailed = (deps: Deps, id: string, onSettled: OnSettled): Promise<Result<Settled>> =>
  deps.db.tx(async (q) => {
    await forgetFailed(q, id)
    onSettled(null)
    return ok(null)
  })

async function settle(deps: Deps, event: ProviderEvent, onSettled: OnSettled): Promise<Result<Settled>> {
  const seen = await deps.db.query('select 1 from evento_pagamento where id_evento = $1', [event.id])
  if (seen.count > 0) return dropFailed(deps, event.id, onSettled)
  const acquisto = event.id_sessione
    ? await findAcquisto(deps.db, 'id_sessione', event.id_sessione)
    : event.pagamento
      ? await findAcquisto(deps.db, 'pagamento', event.pagamento)
      : null
  if (!acquisto) {
    // A refund may overtake its payment: the payment is later read with its refund.
    deps.log.info({ evento_pagamento: event.id, tipo: event.type }, 'evento senza un acquisto di qui')
    return dropFailed(deps, event.id, onSettled)
  }
  let settled: Settled
  try {
    const payment = await askProvider(deps, acquisto)
    settled = await deps.db.tx(async (q) => {
      const change = await settlePurchase(q, deps, acquisto, payment, event)
      await forgetFailed(q, event.id)
      onSettled(change)
      return change
    })
  } catch (error) {
    deps.log.error({ err: error, evento_pagamento: event.id }, 'evento di pagamento non elaborato')
    const motivo = error instanceof Error ? error.message : String(error)
    await keepFailed(deps.db, { id: event.id, tipo: event.type, ricevuto: deps.now(), motivo }).catch((err) =>
      deps.log.error({ err, evento_pagamento: event.id }, 'evento non riuscito e non annotato'),
    )
    return fail('PAGAMENTO_NON_DISPONIBILE')
  }
  await deps.wake()
  return ok(settled)
}

/**
 * Reads a purchase from the provider and settles it as an event about it would. TRANSAZIONE_NON_TROVATA;
 * PAGAMENTO_NON_DISPONIBILE, and for a purchase of the trial checkout.
 */
export async function alignPurchase(deps: Deps, id_acquisto: number, onSettled: OnSettled): Promise<Result<Settled>> {
  const acquisto = await findAcquisto(deps.db, 'id_acquisto', String(id_acquisto))
  if (!acquisto) return fail('TRANSAZIONE_NON_TROVATA')
  const payment = await askProvider(deps, acquisto).catch((error) => {
    deps.log.error({ err: error, acquisto: id_acquisto }, 'il fornitore dei pagamenti non risponde')
    return null
  })
  if (!payment) return fail('PAGAMENTO_NON_DISPONIBILE')
  const settled = await deps.db.tx(async (q) => {
    const change = await settlePurchase(q, deps, acquisto, payment, null)
    onSettled(change)
    return change
  })
  await deps.wake()
  return ok(settled)
}

/** Writes what the provider says of a purchase, and the event that told of it. */
async function settlePurchase(
  q: Queryable,
  deps: Deps,
  acquisto: AcquistoRow,
  payment: Payment | null,
  event: ProviderEvent | null,
): Promise<Settled> {
  const { id_acquisto, stato: prima } = acquisto
  const state = await recordPayment(q, deps, acquisto, payment)
  // Store no event of an unpaid purchase: the provider's repetition is processed again.
  if (state === 'attesa') return { id_acquisto, prima, dopo: prima }
  if (event)
    await q.query(
      'insert into evento_pagamento (id_evento, tipo, ricevuto) values ($1, $2, $3) on conflict do nothing',
      [event.id, event.type, deps.now()],
    )
  if (state === 'pagato' && !(await applyAcquisto(q, deps, id_acquisto))) await refundOrphan(q, deps, id_acquisto)
  const after = await findAcquisto(q, 'id_sessione', acquisto.id_sessione)
  return { id_acquisto, prima, dopo: after?.stato ?? prima }
}
