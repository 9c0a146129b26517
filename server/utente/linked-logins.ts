import type { AccessiCollegati, Social } from '#contract/account'
import { fail, ok, type Result } from '#contract/result'
import type { Deps, Queryable } from '../deps.ts'
import type { Session } from '../handler.ts'
import { composeAccessoCollegato, composeAccessoScollegato } from '../mail/messages.ts'
import { enqueue } from '../outbox.ts'
import { NOMI } from '../social/flow.ts'
import {
  leaveUnverified,
  linkIdentity,
  nameFirstSocial,
  readSocialToken,
  spendSocialToken,
} from '../social/identity.ts'
import { provePerson } from './own-proof.ts'
import { findUtente } from './profilo.ts'
import { endOtherSessions } from './sessions.ts'

type Row = { social: Social; email: string | null; collegata: Date }

/** Lists the social logins that open an account, in the order of their linking. */
export async function listIdentities(q: Queryable, id_utente: number): Promise<AccessiCollegati> {
  const { rows } = await q.query<Row>(
    'select social, email, collegata from identita_social where id_utente = $1 order by collegata, social',
    [id_utente],
  )
  return { elementi: rows.map((r) => ({ ...r, collegata: r.collegata.toISOString() })), totale: rows.length }
}

type Link = { social: Social; token_social: string; password?: string | undefined }

/**
 * Links a social login that has just ended in this browser to the signed-in account [AU50], and sends a mail.
 * TOKEN_SOCIAL_SCADUTO, ACCESSO_GIA_COLLEGATO, and the refusals of `provePerson`.
 */
export async function linkOwnIdentity(
  deps: Deps,
  session: Session,
  { password, ...link }: Link,
  bond: string | null,
): Promise<Result<null>> {
  const { id_utente } = session
  const row = await findUtente(deps.db, id_utente)
  if (!row) return fail('TOKEN_NON_VALIDO')
  const token = await readSocialToken(deps.db, deps, link, bond)
  if (!token) return fail('TOKEN_SOCIAL_SCADUTO')
  const proved = await provePerson(deps, session, row, { password }, bond)
  if (!proved.ok) return proved
  const done = await deps.db.tx(async (q): Promise<Result<null>> => {
    await q.query('select 1 from utente where id_utente = $1 for update', [id_utente])
    // Refuse when the password changed during its verification: the change locks out the holder of the old one.
    if ((await findUtente(q, id_utente))?.password_hash !== row.password_hash) return fail('VECCHIA_PASSWORD_ERRATA')
    if (!(await spendSocialToken(q, token))) return fail('TOKEN_SOCIAL_SCADUTO')
    await leaveUnverified(q, token)
    const { rows } = await q.query<{ id_utente: number; uguale: boolean }>(
      `select id_utente, social = $1 and soggetto = $2 as uguale from identita_social
       where (social = $1 and soggetto = $2) or (social = $1 and id_utente = $3) order by 2 desc`,
      [token.social, token.soggetto, id_utente],
    )
    const [held] = rows
    if (held?.uguale && held.id_utente === id_utente) return ok(null)
    if (held) return fail('ACCESSO_GIA_COLLEGATO', held.id_utente === id_utente ? { dati: { mio: 1 } } : {})
    await linkIdentity(q, id_utente, token, deps.now(), true)
    const profile = `${deps.config.publicUrl}/simulatore/profilo`
    await enqueue(q, deps, 'posta', composeAccessoCollegato(row.email, NOMI[token.social], profile), id_utente)
    return ok(null)
  })
  if (done.ok) await deps.wake()
  return done
}

/**
 * Unlinks a social login [AU40] and sends a mail. The other sessions end: the login may have opened any of them.
 * NON_TROVATO; ULTIMO_ACCESSO when nothing else opens the account.
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
