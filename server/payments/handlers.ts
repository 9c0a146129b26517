import { ok } from '#contract/result'
import type { Handlers } from '../handler.ts'
import { beginCheckout, readListino } from './checkout.ts'
import { listAcquisti, withdraw } from './refund.ts'
import { raiseLivello, verifyTransazione } from './verify.ts'
import { receiveEvent } from './webhook.ts'

type Payments =
  | 'listino'
  | 'pagamento'
  | 'verifica_transazione'
  | 'incrementa_livello'
  | 'webhook_pagamento'
  | 'acquisti'
  | 'recesso'

/** Purchases of premium (spec §7, D33, D34). */
export const paymentsHandlers: Handlers<Payments> = {
  listino: async ({ deps }) => ok(readListino(deps)),
  pagamento: ({ deps, session, body, ip }) => beginCheckout(deps, { id_utente: session.id_utente, ip }, body),
  verifica_transazione: ({ deps, session, body }) => verifyTransazione(deps, session.id_utente, body),
  incrementa_livello: ({ deps, session }) => raiseLivello(deps, session.id_utente),
  webhook_pagamento: ({ deps, raw, header }) => receiveEvent(deps, raw, header('stripe-signature')),
  acquisti: async ({ deps, session }) => ok(await listAcquisti(deps, session.id_utente)),
  recesso: ({ deps, session, body }) => withdraw(deps, session.id_utente, body),
}
