import type { AccessiCollegati, Social } from '#contract/account'
import { fail, ok, type Result } from '#contract/result'
import type { Deps, Queryable } from '../deps.ts'
import type { Session } from '../handler.ts'
import { composeAccessoScollegato } from '../mail/messages.ts'
import { enqueue } from '../outbox.ts'
import { NOMI } from '../social/flow.ts'
import { nameFirstSocial } from '../social/identity.ts'
import { findUtente } from './profilo.ts'
import { endOtherSessions } from './sessions.ts'

type Row = { social: Social; email: string | null; collegata: Date }

/** The social logins that open an account, the first that was linked first. */
export async function listIdentities(q: Queryable, id_utente: number): Promise<AccessiCollegati> {
  const { rows } = await q.query<Row>(
    'select social, email, collegata from identita_social where id_utente = $1 order by collegata, social',
    [id_utente],
  )
  return { elementi: rows.map((r) => ({ ...r, collegata: r.collegata.toISOString() })), totale: rows.length }
}

/**
 * Unlinks a social login [AU40]: the other sessions end, because nobody knows which of them it opened, and a mail tells it. NON_TROVATO;
 * ULTIMO_ACCESSO when nothing else opens the account.
 */
export async function unlinkIdentity(deps: Deps, session: Session, social: Social): Promise<Result<null>> {
  const { id_utente, id_sessione } = session
  const done = await deps.db.tx(async (q): Promise<Result<null>> => {
    await q.query('select 1 from utente where id_utente = $1 for update', [id_utente])
    const row = await findUtente(q, id_utente)
    if (!row) return fail('TOKEN_NON_VALIDO')
    const linked = await listIdentities(q, id_utente)
    if (!linked.elementi.some((one) => one.social === social)) return fail('NON_TROVATO')
    if (row.password_hash === null && linked.totale === 1) return fail('ULTIMO_ACCESSO')
    await q.query('delete from identita_social where id_utente = $1 and social = $2', [id_utente, social])
    await nameFirstSocial(q, id_utente)
    await endOtherSessions(q, id_utente, id_sessione, deps.now())
    await enqueue(q, deps, 'posta', composeAccessoScollegato(row.email, NOMI[social]), id_utente)
    return ok(null)
  })
  if (done.ok) await deps.wake()
  return done
}
