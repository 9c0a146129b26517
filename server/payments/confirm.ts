import type { Deps, Queryable } from '../deps.ts'
import { composeRimborso } from '../mail/messages.ts'
import { enqueue } from '../outbox.ts'
import { type AcquistoRow, COLONNE, revokeAcquisto } from './grant.ts'
import { type Payment, readPayment } from './stripe.ts'

/** State of a purchase after the provider's response. */
export type Confirmation = 'attesa' | 'pagato' | 'annullato'

export async function findAcquisto(q: Queryable, column: 'id_sessione' | 'pagamento' | 'id_acquisto', value: string) {
  const sql = `select ${COLONNE} from acquisto where ${column} = $1`
  return (await q.query<AcquistoRow>(sql, [value])).rows[0] ?? null
}

/** Returns whether a payment is of this purchase: same checkout, same price, same currency. */
function isOf(payment: Payment, acquisto: AcquistoRow): boolean {
  return (
    payment.id_sessione === acquisto.id_sessione &&
    payment.id_acquisto === String(acquisto.id_acquisto) &&
    payment.prezzo === acquisto.prezzo &&
    payment.valuta === acquisto.valuta
  )
}

/** Records the provider's state of a purchase; a payment that does not match it changes nothing and is logged. */
export async function recordPayment(
  q: Queryable,
  deps: Deps,
  acquisto: AcquistoRow,
  payment: Payment | null,
): Promise<Confirmation> {
  if (!payment) return 'attesa'
  if (payment.paid && !isOf(payment, acquisto)) {
    deps.log.error({ acquisto: acquisto.id_acquisto, evento: 'pagamento che non corrisponde' }, 'pagamento rifiutato')
    return 'attesa'
  }
  if (payment.paid) {
    await q.query(
      `update acquisto set stato = 'pagato', pagato = $2, pagamento = $3 where id_acquisto = $1 and stato in ('aperto', 'annullato')`,
      [acquisto.id_acquisto, deps.now(), payment.pagamento],
    )
    if (payment.refunded) await refundedElsewhere(q, deps, acquisto)
    return payment.refunded ? 'annullato' : 'pagato'
  }
  if (!payment.over) return 'attesa'
  await q.query(`update acquisto set stato = 'annullato' where id_acquisto = $1 and stato = 'aperto'`, [
    acquisto.id_acquisto,
  ])
  return 'annullato'
}

/** Ends a purchase whose price the operator, or the bank, gave back, and mails the person. */
async function refundedElsewhere(q: Queryable, deps: Deps, acquisto: AcquistoRow): Promise<void> {
  if (!(await revokeAcquisto(q, deps, acquisto.id_acquisto, 'rimborsato')) || !acquisto.id_utente) return
  const { rows } = await q.query<{ email: string }>('select email from utente where id_utente = $1', [
    acquisto.id_utente,
  ])
  if (rows[0])
    await enqueue(
      q,
      deps,
      'posta',
      composeRimborso(rows[0].email, acquisto.id_acquisto, acquisto.prezzo),
      acquisto.id_utente,
    )
}

/**
 * Reads the state of a purchase from the provider. Trial purchases are paid by the trial checkout alone. Throws when
 * the provider is unreachable.
 */
export async function askProvider(deps: Deps, acquisto: AcquistoRow): Promise<Payment | null> {
  const { stripe } = deps.config
  return acquisto.fornitore === 'STRIPE' && stripe ? readPayment(stripe, acquisto.id_sessione) : null
}
