import type { ProvaPersona } from '#contract/account'
import { fail, ok, type Result } from '#contract/result'
import type { Deps, Queryable } from '../deps.ts'
import type { Session } from '../handler.ts'
import { readSocialToken, spendSocialToken } from '../social/identity.ts'
import type { UtenteRow } from './profilo.ts'
import { hashToken, newToken } from './token.ts'

/** Milliseconds after a sign-in in which its session needs no other proof. */
const FRESH_MS = 10 * 60 * 1000
const HOUR_MS = 3600 * 1000

/** Returns whether a sign-in of the last minutes opened the session. */
export async function isFreshSession({ db, now }: Deps, id_sessione: number): Promise<boolean> {
  const since = new Date(now().getTime() - FRESH_MS)
  return (
    (await db.query('select 1 from sessione where id_sessione = $1 and creata > $2', [id_sessione, since])).count > 0
  )
}

/**
 * Returns whether the session's caller has also proved to be its person. The proof is the password, or a social login
 * of this account that has just ended; false when neither was sent. VECCHIA_PASSWORD_ERRATA, TOKEN_SOCIAL_SCADUTO.
 */
export async function proveOwner(
  deps: Deps,
  row: UtenteRow,
  { password, social, token_social }: ProvaPersona,
  bond: string | null,
): Promise<Result<boolean>> {
  if (password !== undefined && row.password_hash)
    return (await deps.passwords.verify(row.password_hash, password)) ? ok(true) : fail('VECCHIA_PASSWORD_ERRATA')
  if (!token_social) return ok(false)
  const token = await readSocialToken(deps.db, deps, { social, token_social }, bond)
  if (!token) return fail('TOKEN_SOCIAL_SCADUTO')
  const sql = 'select 1 from identita_social where social = $1 and soggetto = $2 and id_utente = $3'
  const mine = await deps.db.query(sql, [token.social, token.soggetto, row.id_utente])
  return mine.count > 0 && (await spendSocialToken(deps.db, token)) ? ok(true) : fail('TOKEN_SOCIAL_SCADUTO')
}

/**
 * Checks the password, or a social login that has just ended; without a password also a sign-in of the last minutes.
 * MISSING_REQUIRED_PARAM, VECCHIA_PASSWORD_ERRATA, TOKEN_SOCIAL_SCADUTO, ACCESSO_NON_RECENTE.
 */
export async function provePerson(
  deps: Deps,
  { id_sessione }: Session,
  row: UtenteRow,
  proof: ProvaPersona,
  bond: string | null,
): Promise<Result<null>> {
  const proved = await proveOwner(deps, row, proof, bond)
  if (!proved.ok) return proved
  if (proved.value) return ok(null)
  if (row.password_hash) return fail('MISSING_REQUIRED_PARAM', { campi: ['password'] })
  return (await isFreshSession(deps, id_sessione)) ? ok(null) : fail('ACCESSO_NON_RECENTE')
}

/** Writes a link for one action, once; returns the token of its mail. */
export async function writeLink(
  q: Queryable,
  deps: Deps,
  { id_utente, email }: Pick<UtenteRow, 'id_utente' | 'email'>,
  link: {
    tipo: 'recupero' | 'ripensamento' | 'indirizzo' | 'esportazione' | 'senza_codice'
    ms?: number
    dati?: object
  },
): Promise<string> {
  const token = newToken(deps.random)
  const now = deps.now()
  await q.query(
    'insert into gettone (hash, tipo, id_utente, email, creato, scade, dati) values ($1, $2, $3, $4, $5, $6, $7)',
    [
      hashToken(token),
      link.tipo,
      id_utente,
      email,
      now,
      new Date(now.getTime() + (link.ms ?? HOUR_MS)),
      link.dati ? JSON.stringify(link.dati) : null,
    ],
  )
  return token
}

/** Uses a link up; null when it is unknown, used, expired, or of an address left since. */
export async function spendLink<D>(
  q: Queryable,
  deps: Deps,
  tipo: string,
  token: string,
): Promise<{ id_utente: number; dati: D } | null> {
  const { rows } = await q.query<{ id_utente: number; dati: D }>(
    `update gettone g set usato = $2 from utente u
     where g.hash = $1 and g.tipo = $3 and g.usato is null and g.scade > $2 and u.id_utente = g.id_utente and u.email = g.email
       and u.stato = 'attivo'
     returning g.id_utente, g.dati`,
    [hashToken(token), deps.now(), tipo],
  )
  return rows[0] ?? null
}
