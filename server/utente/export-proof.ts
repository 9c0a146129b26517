import type { ProvaPersona } from '#contract/account'
import { fail, ok, type Result } from '#contract/result'
import type { Deps } from '../deps.ts'
import type { Session, Streamed } from '../handler.ts'
import { composeEsportazione } from '../mail/messages.ts'
import { enqueue } from '../outbox.ts'
import { openDataExport } from './data-export.ts'
import { isFreshSession, proveOwner, spendLink, writeLink } from './own-proof.ts'
import { findUtente } from './profilo.ts'

async function send(deps: Deps, id_utente: number): Promise<Result<Streamed>> {
  const stream = await openDataExport(deps, id_utente)
  return ok({ stream, name: 'idoneo-i-miei-dati.zip', type: 'application/zip' })
}

/**
 * Exports after a sign-in of the last minutes [AU43]; with an older session mails the link to the address
 * (CONFERMA_PER_POSTA).
 */
export async function exportFresh(deps: Deps, { id_utente, id_sessione }: Session): Promise<Result<Streamed>> {
  const row = await findUtente(deps.db, id_utente)
  if (!row) return fail('TOKEN_NON_VALIDO')
  if (!row.email_verificata || (await isFreshSession(deps, id_sessione))) return send(deps, id_utente)
  await deps.db.tx(async (q) => {
    const token = await writeLink(q, deps, row, { tipo: 'esportazione' })
    const link = `${deps.config.publicUrl}/simulatore/auth/?type=login&dati=${token}`
    await enqueue(q, deps, 'posta', composeEsportazione(row.email, link), id_utente)
  })
  await deps.wake()
  return fail('CONFERMA_PER_POSTA', { dati: { email: row.email } })
}

/**
 * Exports with the token of its mail, or with a session and a proof of the person. LINK_SCADUTO, TOKEN_NON_VALIDO,
 * MISSING_REQUIRED_PARAM, VECCHIA_PASSWORD_ERRATA, TOKEN_SOCIAL_SCADUTO.
 */
export async function exportProved(
  deps: Deps,
  session: Session | null,
  { token, ...proof }: ProvaPersona & { token?: string | undefined },
  bond: string | null,
): Promise<Result<Streamed>> {
  if (token !== undefined) {
    const link = await spendLink(deps.db, deps, 'esportazione', token)
    return link ? send(deps, link.id_utente) : fail('LINK_SCADUTO')
  }
  const row = session && (await findUtente(deps.db, session.id_utente))
  if (!row) return fail('TOKEN_NON_VALIDO')
  const proved = await proveOwner(deps, row, proof, bond)
  if (!proved.ok) return proved
  return proved.value ? send(deps, row.id_utente) : fail('MISSING_REQUIRED_PARAM', { campi: ['password'] })
}
