import type { EsitoTransazione, Fornitore } from '#contract/pagamenti'
import { fail, ok, type Result } from '#contract/result'
import type { StatoLivello } from '#contract/schemas'
import type { Deps } from '../deps.ts'
import { readLivello } from '../utente/profilo.ts'
import { askProvider, findAcquisto, recordPayment } from './confirm.ts'
import { type AcquistoRow, applyAcquisto } from './grant.ts'

function stateOf(acquisto: AcquistoRow): EsitoTransazione['stato'] {
  if (acquisto.stato === 'aperto') return 'IN_ATTESA'
  if (acquisto.stato === 'annullato') return 'ANNULLATA'
  if (acquisto.stato !== 'pagato') return 'RESTITUITA'
  return acquisto.applicato ? 'APPLICATA' : 'VERIFICATA'
}

/**
 * Reads from the provider whether a purchase of this account was paid; grants nothing by itself.
 * TRANSAZIONE_NON_TROVATA for an id that is unknown or another account's; PAGAMENTO_NON_DISPONIBILE when the provider
 * is unreachable.
 */
export async function verifyTransazione(
  deps: Deps,
  id_utente: number,
  { fornitore, id_sessione }: { fornitore: Fornitore; id_sessione: string },
): Promise<Result<EsitoTransazione>> {
  const acquisto = await findAcquisto(deps.db, 'id_sessione', id_sessione)
  if (!acquisto || acquisto.id_utente !== id_utente || acquisto.fornitore !== fornitore)
    return fail('TRANSAZIONE_NON_TROVATA')
  if (acquisto.stato === 'aperto') {
    try {
      const payment = await askProvider(deps, acquisto)
      await deps.db.tx((q) => recordPayment(q, deps, acquisto, payment))
    } catch (error) {
      deps.log.error({ err: error, acquisto: acquisto.id_acquisto }, 'il fornitore dei pagamenti non risponde')
      return fail('PAGAMENTO_NON_DISPONIBILE')
    }
  }
  const after = await findAcquisto(deps.db, 'id_sessione', id_sessione)
  const livello = await readLivello(deps, id_utente)
  if (!livello.ok) return livello
  return ok({ stato: stateOf(after ?? acquisto), livello: livello.value })
}

/**
 * Applies purchases that are verified and not yet applied. PREMIUM_NON_APPLICATO where no paid purchase stands. The
 * webhook may have applied it before; the specification's caller calls all the same.
 */
export async function raiseLivello(deps: Deps, id_utente: number): Promise<Result<StatoLivello>> {
  const { rows } = await deps.db.query<{ id_acquisto: number }>(
    `select id_acquisto from acquisto where id_utente = $1 and stato = 'pagato' and applicato is null order by id_acquisto`,
    [id_utente],
  )
  let applied = false
  for (const { id_acquisto } of rows)
    applied = (await deps.db.tx((q) => applyAcquisto(q, deps, id_acquisto))) || applied
  if (applied) await deps.wake()
  else if (!(await hasStanding(deps, id_utente))) return fail('PREMIUM_NON_APPLICATO')
  return readLivello(deps, id_utente)
}

/** Returns whether a purchase of the account was applied, was not refunded, and has not ended. */
async function hasStanding(deps: Deps, id_utente: number): Promise<boolean> {
  const { rows } = await deps.db.query(
    `select 1 from acquisto where id_utente = $1 and stato = 'pagato' and applicato is not null and fine > $2 limit 1`,
    [id_utente, deps.now()],
  )
  return rows.length > 0
}
