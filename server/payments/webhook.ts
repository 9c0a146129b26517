import { fail, ok, type Result } from '#contract/result'
import type { Deps } from '../deps.ts'
import { askProvider, findAcquisto, recordPayment } from './confirm.ts'
import { applyAcquisto } from './grant.ts'
import { refundOrphan } from './refund.ts'
import { readEvent, type SignedEvent } from './stripe.ts'

/** Events that may change a purchase; the others are thanked for and forgotten. */
const TIPI = new Set([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'charge.dispute.created',
])

/**
 * A signed event of the provider (D34). Its body says only which payment to ask for: what is written comes from the provider itself.
 * The event, the purchase and the tier change in one transaction, so an event that comes a thousand times works once. One that finds the
 * purchase unpaid is not kept.
 * FIRMA_NON_VALIDA for a wrong, old or missing signature; PAGAMENTO_NON_DISPONIBILE makes the provider send it again.
 */
export async function receiveEvent(deps: Deps, raw: string | null, signature: string | null): Promise<Result<null>> {
  const { stripe } = deps.config
  const event = stripe && raw && signature ? readEvent(stripe, raw, signature, deps.now()) : null
  if (!event) {
    deps.log.warn({ evento: 'webhook con firma non valida' }, 'chiamata rifiutata')
    return fail('FIRMA_NON_VALIDA')
  }
  if (!TIPI.has(event.type)) return ok(null)
  // Copies that come together wait for the first: the provider is asked once.
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
    // A refund may overtake the payment that it is about: the payment, when it comes, is read with its refund.
    deps.log.info({ evento_pagamento: event.id, tipo: event.type }, 'evento senza un acquisto di qui')
    return ok(null)
  }
  try {
    const payment = await askProvider(deps, acquisto)
    await deps.db.tx(async (q) => {
      const state = await recordPayment(q, deps, acquisto, payment)
      // Not paid yet: the same event is read again when the provider repeats it.
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
    return fail('PAGAMENTO_NON_DISPONIBILE')
  }
  await deps.wake()
  return ok(null)
}
