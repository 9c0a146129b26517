import { createHash } from 'node:crypto'
import type { Ruolo } from '#contract/gestione/call'
import { fail, ok, type Result } from '#contract/result'
import type { Deps, Queryable } from '../deps.ts'
import type { UtenteRow } from '../utente/profilo.ts'
import { hashToken, newToken } from '../utente/token.ts'

const MINUTE_MS = 60_000
/** Longest life of a session, and time without a call that ends it, in ms. */
export const SESSION_MS = 8 * 60 * MINUTE_MS
const IDLE_MS = 30 * MINUTE_MS
/** Time after the second factor in which it counts as fresh, in ms. */
const FRESH_MS = 5 * MINUTE_MS
/** Time between two records of a session's use, in ms. */
const USE_STEP_MS = MINUTE_MS

/** The caller of the console, as cookie and secret prove it. */
export type Gestore = {
  id_sessione: number
  id_utente: number
  email: string
  ruolo: Ruolo
  creata: Date
  /** When it was used last, as it is recorded: time without a call is counted from here. */
  ultimo_uso: Date
  /** When the second factor was given last; null before. */
  confermata: Date | null
  /** The second factor was given in the last minutes. */
  fresca: boolean
  /** Second factors of the account: passkeys, and codes of an authenticator. */
  fattori: number
  /** The session gave the code of the first second factor. */
  iscritta: boolean
}

type Row = Omit<Gestore, 'fresca' | 'ruolo'> & {
  hash: Buffer
  impronta: Buffer
  ruolo: Ruolo | null
  stato: string
  da_eliminare: Date | null
  password_hash: string | null
}

const factorsOf = (id: string) => `((select count(*) from passkey p where p.id_utente = ${id})
   + (select count(*) from secondo_fattore f where f.id_utente = ${id} and f.attivo is not null))::int as fattori`

/** Counts the second factors of an account. */
export async function countFactors(q: Queryable, id_utente: number): Promise<number> {
  return (await q.query<{ fattori: number }>(`select ${factorsOf('$1')}`, [id_utente])).rows[0]?.fattori ?? 0
}

const FIND = `
select s.id_sessione, s.id_utente, s.hash, s.impronta, s.creata, s.ultimo_uso, s.confermata, s.iscritta, u.email, u.ruolo, u.stato, u.da_eliminare,
  u.password_hash,
  ${factorsOf('s.id_utente')}
from sessione_gestione s join utente u using (id_utente) where s.token_hash = $1`

const traceOf = (passwordHash: string | null): Buffer =>
  createHash('sha256')
    .update(passwordHash ?? '')
    .digest()

/** Opens a session for a proved password; returns the token of its cookie and the secret of its page. */
export async function openConsoleSession(
  q: Queryable,
  deps: Deps,
  { id_utente, password_hash }: Pick<UtenteRow, 'id_utente' | 'password_hash'>,
): Promise<{ token: string; segreto: string }> {
  const [token, segreto] = [newToken(deps.random), newToken(deps.random)]
  const now = deps.now()
  await q.query(
    `insert into sessione_gestione (id_utente, token_hash, hash, impronta, creata, ultimo_uso) values ($1, $2, $3, $4, $5, $5)`,
    [id_utente, hashToken(token), hashToken(segreto), traceOf(password_hash), now],
  )
  await q.query('delete from sessione_gestione where creata < $1', [new Date(now.getTime() - SESSION_MS)])
  return { token, segreto }
}

/**
 * Returns the session of a cookie and of the secret beside it. TOKEN_NON_VALIDO unknown, without its secret, or opened with
 * another password; SESSIONE_SCADUTA; ACCOUNT_DISABILITATO; VIETATO for an account that has no role now.
 */
export async function findConsoleSession(
  deps: Deps,
  token: string | null,
  secret: string | null,
): Promise<Result<Gestore>> {
  if (!token || !secret) return fail('TOKEN_NON_VALIDO')
  const row = (await deps.db.query<Row>(FIND, [hashToken(token)], 'sessione_gestione')).rows[0]
  if (!row?.hash.equals(hashToken(secret)) || !row.impronta.equals(traceOf(row.password_hash)))
    return fail('TOKEN_NON_VALIDO')
  const now = deps.now()
  const isOver =
    row.creata.getTime() + SESSION_MS <= now.getTime() || row.ultimo_uso.getTime() + IDLE_MS <= now.getTime()
  if (isOver) return fail('SESSIONE_SCADUTA')
  if (row.stato !== 'attivo' || row.da_eliminare) return fail('ACCOUNT_DISABILITATO')
  if (!row.ruolo) return fail('VIETATO')
  const isNoted = now.getTime() - row.ultimo_uso.getTime() >= USE_STEP_MS
  if (isNoted)
    await deps.db.query('update sessione_gestione set ultimo_uso = $2 where id_sessione = $1', [row.id_sessione, now])
  const { id_sessione, id_utente, email, ruolo, creata, confermata, fattori, iscritta } = row
  const fresca = confermata !== null && now.getTime() - confermata.getTime() < FRESH_MS
  const ultimo_uso = isNoted ? now : row.ultimo_uso
  return ok({ id_sessione, id_utente, email, ruolo, creata, ultimo_uso, confermata, fresca, fattori, iscritta })
}

/** Returns the time left of a session, as its header tells the page. */
export function timeLeft({ creata, ultimo_uso }: Pick<Gestore, 'creata' | 'ultimo_uso'>, now: Date): string {
  const left = (from: Date, ms: number) => Math.max(0, Math.floor((from.getTime() + ms - now.getTime()) / 1000))
  return `${left(ultimo_uso, IDLE_MS)} ${left(creata, SESSION_MS)}`
}

/** Records that the second factor was given now; returns the session so confirmed. */
export async function confirmSession(q: Queryable, { now }: Pick<Deps, 'now'>, gestore: Gestore): Promise<Gestore> {
  await q.query('update sessione_gestione set confermata = $2, sfida = null where id_sessione = $1', [
    gestore.id_sessione,
    now(),
  ])
  return { ...gestore, confermata: now(), fresca: true }
}

/** Ends the sessions of an account, but for one of this number. */
export async function closeConsoleSessions(q: Queryable, id_utente: number, kept = 0): Promise<void> {
  await q.query('delete from sessione_gestione where id_utente = $1 and id_sessione <> $2', [id_utente, kept])
}

/** Ends one session. */
export async function closeConsoleSession(q: Queryable, id_sessione: number): Promise<void> {
  await q.query('delete from sessione_gestione where id_sessione = $1', [id_sessione])
}
