import type { Deps, Queryable } from '../deps.ts'
import { type Contatto, enqueue } from '../outbox.ts'
import { effectiveLivello } from './livello.ts'
import { findUtente } from './profilo.ts'

/** The list of the mailing provider (spec §9). */
const LISTA = 4
const ATTESA = 20_000

/**
 * Enqueues an account for the mailing provider, when it ever gave the commercial consent: subscribed with its tier, or
 * unsubscribed. Writes nothing without a provider.
 */
export async function enqueueContact(q: Queryable, deps: Deps, id_utente: number): Promise<void> {
  if (!deps.config.contatti) return
  const row = await findUtente(q, id_utente)
  if (!row) return
  const mai = 'select 1 from consenso where id_utente = $1 and tipo = $2 and valore limit 1'
  if (row.flag_commerciale === 0 && (await q.query(mai, [id_utente, 'commerciale'])).count === 0) return
  await enqueue(
    q,
    deps,
    'contatto',
    {
      email: row.email,
      id_utente,
      premium: effectiveLivello(row, deps.now()) === 3,
      iscritto: row.flag_commerciale === 1,
    },
    // Send a withdrawal even when the account is deleted meanwhile.
    row.flag_commerciale === 1 ? id_utente : null,
  )
}

/** Calls POST /contacts (spec §7); throws on a status other than ok, and the outbox logs REMOTE_REQUEST_FAILED. */
export async function postContact({ config }: Deps, { email, id_utente, premium, iscritto }: Contatto): Promise<void> {
  const { contatti } = config
  if (!contatti) return
  const answer = await fetch(`${contatti.url}/contacts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', 'api-key': contatti.key },
    body: JSON.stringify({
      email,
      ext_id: String(id_utente),
      attributes: { PREMIUM: premium },
      listIds: [LISTA],
      updateEnabled: true,
      ...(iscritto ? {} : { emailBlacklisted: true }),
    }),
    signal: AbortSignal.timeout(ATTESA),
    redirect: 'error',
  })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`il fornitore dei contatti ha risposto ${answer.status}`)
}
