import type { Acquisto } from '#contract/pagamenti'
import { fail, ok, type Result } from '#contract/result'
import type { Deps, Queryable } from '../deps.ts'
import { composeRecesso, composeRimborso } from '../mail/messages.ts'
import { enqueue, type Rimborso } from '../outbox.ts'
import { findUtente } from '../utente/profilo.ts'
import { type AcquistoRow, COLONNE, recessoUntil, revokeAcquisto } from './grant.ts'
import { refundPayment } from './stripe.ts'

const STATI = {
  aperto: 'APERTO',
  pagato: 'PAGATO',
  annullato: 'ANNULLATO',
  rimborsato: 'RIMBORSATO',
  recesso: 'RECESSO',
} as const

function toAcquisto(deps: Deps, r: AcquistoRow): Acquisto {
  const until = r.stato === 'pagato' && r.pagato ? recessoUntil(deps, r.pagato) : null
  return {
    id_acquisto: r.id_acquisto,
    fornitore: r.fornitore,
    durata: r.durata,
    mesi: r.mesi,
    prezzo: r.prezzo,
    valuta: r.valuta,
    stato: STATI[r.stato],
    data: (r.pagato ?? r.creato).toISOString(),
    inizio: r.inizio?.toISOString() ?? null,
    fine: r.fine?.toISOString() ?? null,
    recesso_entro: until && until > deps.now() ? until.toISOString() : null,
    codice_promo: r.codice_promo,
  }
}

/** Lists receipts of an account, the newest first; an unpaid checkout is no purchase. */
export async function listAcquisti(deps: Deps, id_utente: number): Promise<{ elementi: Acquisto[]; totale: number }> {
  const { rows } = await deps.db.query<AcquistoRow>(
    `select ${COLONNE} from acquisto where id_utente = $1 and pagato is not null order by pagato desc, id_acquisto desc`,
    [id_utente],
  )
  return { elementi: rows.map((r) => toAcquisto(deps, r)), totale: rows.length }
}

/**
 * Withdraws from a purchase within its term: premium ends, the price is refunded, and a mail confirms it on a durable
 * medium. The outbox sends the refund and retries while the provider is down; the withdrawal holds all the same.
 * MISSING_REQUIRED_PARAM without the second confirmation, TRANSAZIONE_NON_TROVATA, RECESSO_NON_AMMESSO.
 */
export async function withdraw(
  deps: Deps,
  id_utente: number,
  { id_acquisto, conferma }: { id_acquisto: number; conferma?: boolean | undefined },
): Promise<Result<Acquisto>> {
  if (conferma !== true) return fail('MISSING_REQUIRED_PARAM', { campi: ['conferma'] })
  const read = async (q: Pick<Deps['db'], 'query'>) =>
    (
      await q.query<AcquistoRow>(`select ${COLONNE} from acquisto where id_acquisto = $1 and id_utente = $2`, [
        id_acquisto,
        id_utente,
      ])
    ).rows[0]
  const done = await deps.db.tx(async (q): Promise<Result<Acquisto>> => {
    const acquisto = await read(q)
    if (!acquisto) return fail('TRANSAZIONE_NON_TROVATA')
    const ora = deps.now()
    if (acquisto.stato !== 'pagato' || !acquisto.pagato || recessoUntil(deps, acquisto.pagato) <= ora)
      return fail('RECESSO_NON_AMMESSO')
    if (!(await revokeAcquisto(q, deps, id_acquisto, 'recesso'))) return fail('RECESSO_NON_AMMESSO')
    const utente = await findUtente(q, id_utente)
    if (utente)
      await enqueue(q, deps, 'posta', composeRecesso(utente.email, id_acquisto, acquisto.prezzo, ora), id_utente)
    if (acquisto.fornitore === 'STRIPE' && acquisto.pagamento)
      await enqueue(q, deps, 'rimborso', { pagamento: acquisto.pagamento, id_acquisto })
    const after = await read(q)
    return ok(toAcquisto(deps, after ?? acquisto))
  })
  if (done.ok) await deps.wake()
  return done
}

/**
 * Gives the whole price of a paid purchase back for the operator, whenever it was paid: premium ends earlier by its time,
 * and a mail says so. TRANSAZIONE_NON_TROVATA; RECESSO_NON_AMMESSO where it is not paid, or was given back already.
 */
export async function refund(deps: Deps, id_acquisto: number): Promise<Result<{ prezzo: number }>> {
  const done = await deps.db.tx(async (q): Promise<Result<{ prezzo: number }>> => {
    const { rows } = await q.query<AcquistoRow>(`select ${COLONNE} from acquisto where id_acquisto = $1 for update`, [
      id_acquisto,
    ])
    const acquisto = rows[0]
    if (!acquisto) return fail('TRANSAZIONE_NON_TROVATA')
    const { stato, prezzo, pagamento, fornitore, id_utente } = acquisto
    if (stato !== 'pagato' || !(await revokeAcquisto(q, deps, id_acquisto, 'rimborsato')))
      return fail('RECESSO_NON_AMMESSO')
    const utente = id_utente === null ? null : await findUtente(q, id_utente)
    if (utente) await enqueue(q, deps, 'posta', composeRimborso(utente.email, id_acquisto, prezzo), utente.id_utente)
    if (fornitore === 'STRIPE' && pagamento) await enqueue(q, deps, 'rimborso', { pagamento, id_acquisto })
    return ok({ prezzo })
  })
  if (done.ok) await deps.wake()
  return done
}

/** Refunds the payment of an account that was deleted meanwhile; does nothing for any other purchase. */
export async function refundOrphan(q: Queryable, deps: Deps, id_acquisto: number): Promise<void> {
  const { rows } = await q.query<{ pagamento: string | null; prezzo: number }>(
    `update acquisto set stato = 'rimborsato', rimborsato = $2 where id_acquisto = $1 and id_utente is null and stato = 'pagato' and applicato is null
     returning pagamento, prezzo`,
    [id_acquisto, deps.now()],
  )
  const paid = rows[0]
  if (!paid) return
  deps.log.error({ acquisto: id_acquisto, prezzo: paid.prezzo }, 'pagato dopo l’eliminazione dell’account: rimborso')
  if (paid.pagamento) await enqueue(q, deps, 'rimborso', { pagamento: paid.pagamento, id_acquisto })
}

/** The outbox's sender of refunds. */
export async function sendRefund({ config, log }: Deps, { pagamento, id_acquisto }: Rimborso): Promise<void> {
  if (!config.stripe) throw new Error('STRIPE_CHIAVE non è impostata: il rimborso attende')
  await refundPayment(config.stripe, pagamento, id_acquisto)
  log.info({ acquisto: id_acquisto }, 'rimborso chiesto al fornitore')
}
