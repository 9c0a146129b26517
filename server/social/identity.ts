import type { Social } from '#contract/account'
import { fail, ok, type Result } from '#contract/result'
import type { AutenticazioneVO } from '#contract/schemas'
import type { Deps, Queryable } from '../deps.ts'
import { normalizeEmail } from '../utente/email.ts'
import { findUtente, findUtenteByEmail, type UtenteRow } from '../utente/profilo.ts'
import { hashToken } from '../utente/token.ts'

/** A person's identity at a provider. */
export type SocialIdentity = { social: Social; soggetto: string; email: string | null; email_verificata: boolean }
export type SocialToken = SocialIdentity & { hash: Buffer; nome: string | null }

/** Returns the part of a token that outlives it. */
export const pickIdentity = ({ social, soggetto, email, email_verificata }: SocialToken): SocialIdentity => ({
  social,
  soggetto,
  email,
  email_verificata,
})

/** Returns a living token_social, of its own provider, in the browser that began; null otherwise. */
export async function readSocialToken(
  q: Queryable,
  deps: Deps,
  vo: AutenticazioneVO,
  bond: string | null,
): Promise<SocialToken | null> {
  if (!vo.token_social || !bond) return null
  const { rows } = await q.query<SocialToken>(
    `select hash, social, soggetto, email, email_verificata, nome from token_social
     where hash = $1 and legame_hash = $2 and scade > $3`,
    [hashToken(vo.token_social), hashToken(bond), deps.now()],
  )
  const token = rows[0]
  return token && (!vo.social || vo.social === token.social) ? token : null
}

/** Uses a token up; returns false when another call did already. */
export const spendSocialToken = async (q: Queryable, token: SocialToken): Promise<boolean> =>
  (await q.query('delete from token_social where hash = $1', [token.hash])).count > 0

/** Returns whether the provider has verified that this address is the person's. */
export const isOwnAddress = ({ email, email_verificata }: SocialIdentity, address: string): boolean =>
  email_verificata && email === address

/** Ties a provider's subject to an account. `proved`: the caller has proved to own the account. */
export async function linkIdentity(
  q: Queryable,
  id_utente: number,
  token: SocialIdentity,
  ora: Date,
  proved: boolean,
): Promise<void> {
  await q.query(
    'insert into identita_social (social, soggetto, id_utente, email, collegata, provata) values ($1, $2, $3, $4, $5, $6)',
    [token.social, token.soggetto, id_utente, token.email, ora, proved],
  )
  await q.query(
    'update utente set social = coalesce(social, $2), email_social = coalesce(email_social, $3) where id_utente = $1',
    [id_utente, token.social, token.email],
  )
}

/** Removes an identity from an unverified account: the person who has just proved the identity takes it. */
export async function leaveUnverified(q: Queryable, { social, soggetto }: SocialIdentity): Promise<void> {
  await q.query(
    `delete from identita_social i using utente u where i.social = $1 and i.soggetto = $2 and u.id_utente = i.id_utente
       and not u.email_verificata`,
    [social, soggetto],
  )
}

/**
 * Returns whether an identity opens an account already. Where recovery is reserved, an unproved account loses the
 * identity and counts as none: otherwise its owner would learn which addresses have accounts.
 */
export async function hasAccount(q: Queryable, deps: Deps, identity: SocialIdentity): Promise<boolean> {
  if (deps.config.recuperoRiservato) await leaveUnverified(q, identity)
  const sql = 'select 1 from identita_social where social = $1 and soggetto = $2'
  return (await q.query(sql, [identity.social, identity.soggetto])).count > 0
}

/** Owner of an identity; `link` when the person has just proved an account to tie it to. */
export type Owner = { row: UtenteRow; link: boolean }

/** Sets the profile's social login to the first linked of the remaining ones. */
export async function nameFirstSocial(q: Queryable, id_utente: number): Promise<void> {
  await q.query(
    `update utente set (social, email_social) =
       (select social, email from identita_social where id_utente = $1 order by collegata limit 1)
     where id_utente = $1`,
    [id_utente],
  )
}

/** Ends the identities that are not proved to be the owner's (decision 0104); returns their number. */
export async function endUnprovedIdentities(q: Queryable, id_utente: number): Promise<number> {
  const { count } = await q.query('delete from identita_social where id_utente = $1 and not provata', [id_utente])
  if (count > 0) await nameFirstSocial(q, id_utente)
  return count
}

/** Returns the social login that an account had first, if any. */
export async function firstSocial(q: Queryable, id_utente: number): Promise<Social | null> {
  const sql = 'select social from identita_social where id_utente = $1 order by collegata limit 1'
  return (await q.query<{ social: Social }>(sql, [id_utente])).rows[0]?.social ?? null
}

/**
 * Returns whether an account may be entered. Where recovery is reserved, its mail must be opened first: an entry would
 * reveal which addresses had none.
 */
export const isKnown = ({ config }: Pick<Deps, 'config'>, { email_verificata }: UtenteRow): boolean =>
  email_verificata || !config.recuperoRiservato

/**
 * Returns the account of a social identity: by provider and subject, never by address. The provider's verified address
 * may lead to a verified account with a password. With that password in `vo` it is linked, else COLLEGAMENTO_RICHIESTO.
 * ALTRO_SOCIAL: the address belongs to an account of another social login. UTENTE_NON_TROVATO, with the provider's
 * data: the registration is to be completed.
 */
export async function findOwner(deps: Deps, token: SocialToken, vo: AutenticazioneVO): Promise<Result<Owner>> {
  const { db, passwords } = deps
  const { rows } = await db.query<{ id_utente: number }>(
    'select id_utente from identita_social where social = $1 and soggetto = $2',
    [token.social, token.soggetto],
  )
  const mine = rows[0] ? await findUtente(db, rows[0].id_utente) : null
  if (mine && isKnown(deps, mine)) return ok({ row: mine, link: false })
  const told = { social: token.social, email: token.email ?? '', nome: token.nome ?? '' }
  const row = token.email && token.email_verificata ? await findUtenteByEmail(db, token.email) : null
  if (!row?.email_verificata) return fail('UTENTE_NON_TROVATO', { dati: told })
  const altro = await firstSocial(db, row.id_utente)
  if (altro) return fail('ALTRO_SOCIAL', { dati: { social: altro } })
  if (!vo.password || !row.password_hash || (vo.username && normalizeEmail(vo.username) !== row.email))
    return fail('COLLEGAMENTO_RICHIESTO', { dati: told })
  if (!(await passwords.verify(row.password_hash, vo.password))) return fail('CREDENZIALI_ERRATE')
  return ok({ row, link: true })
}
