import { fail, ok, type Result } from '#contract/result'
import type { Deps } from '../deps.ts'
import { askProvider, findAcquisto, recordPayment } from './confirm.ts'
import { applyAcquisto } from './grant.ts'
import { refundOrphan } from './refund.ts'
import { readEvent, type SignedEvent } from './stripe.ts'

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
  if (!TIPI.has(event.type)) return ok(null)
  // Concurrent copies wait for the first: the provider is called once.
  const running = inHand.get(event.id) ?? settle(deps, event).finally(() => inHand.delete(event.id))
  inHand.set(event.id, running)
  return running
}

const inHand = new Map<string, Promise<Result<null>>>()

async function settle(deps: Deps, event: SignedEvent): Promise<Result<null>> {
  const seen = await deps.db.query('select 1 from evento_pagamento where id_evento = $1', [event.id])
  if (seen.count > 0) return ok(null)
  const acquisto = event.id_sessione
    ? await findAcquisto(deps.db, 'id_sessione', event.id_sessione)
    : event.pagamento
      ? await findAcquisto(deps.db, 'pagamento', event.pagamento)
      : null
  if (!acquisto) {
    // A refund may overtake its payment: the payment is later read with its refund.
    deps.log.info({ evento_pagamento: event.id, tipo: event.type }, 'evento senza un acquisto di qui')
    return ok(null)
  }
  try {
    const payment = await askProvider(deps, acquisto)
    await deps.db.tx(async (q) => {
      const state = await recordPayment(q, deps, acquisto, payment)
      // Store no event of an unpaid purchase: the provider's repetition is processed again.
      if (state === 'attesa') return
      await q.query(
        'insert into evento_pagamento (id_evento, tipo, ricevuto) values ($1, $2, $3) on conflict do nothing',
        [event.id, event.type, deps.now()],
      )
      if (state === 'pagato' && !(await applyAcquisto(q, deps, acquisto.id_acquisto)))
        await refundOrphan(q, deps, acquisto.id_acquisto)
    })
  } catch (error) {
    deps.log.error({ err: error, evento_pagamento: event.id }, 'evento di pagamento non elaborato')
    const motivo = error instanceof Error ? error.message : String(error)
    deps.metrics.failedEvents.add({ id: event.id, tipo: event.type, ricevuto: deps.now(), motivo })
    return fail('PAGAMENTO_NON_DISPONIBILE')
  }
  deps.metrics.failedEvents.forget(event.id)
  await deps.wake()
  return ok(null)
}
