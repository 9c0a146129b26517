import { fail, ok, type Result } from '#contract/result'
import { readSecret } from '../db/secrets.ts'
import type { Deps, Queryable } from '../deps.ts'
import type { Session } from '../handler.ts'
import { effectiveLivello, type LivelloUtente } from './livello.ts'
import { hashToken, newToken, nextToken } from './token.ts'

const SECOND = 1000
const HOUR = 3600 * SECOND
const DAY = 24 * HOUR
/** D10: with "remember me" the session slides for 90 days; without, it lasts 12 hours from the login. */
const REMEMBERED_MS = 90 * DAY
const SHORT_MS = 12 * HOUR
/** D10: how long the token before a rotation still works, in ms. */
const GRACE_MS = 60 * SECOND
/** Milliseconds between two records of a session's use: a lookup per call is enough. */
const USE_STEP_MS = 5 * 60 * SECOND

type Row = {
  id_sessione: number
  id_utente: number
  id_dispositivo: string
  ricordami: boolean
  ultimo_uso: Date
  scade: Date
  motivo: string | null
  chiusa: Date | null
  corrente: boolean
  precedente: boolean
  token_precedente_scade: Date | null
  livello: LivelloUtente
  data_scadenza_premium: Date | null
  email_verificata: boolean
  stato: string
}

const FIND = `
select s.id_sessione, s.id_utente, s.id_dispositivo, s.ricordami, s.ultimo_uso, s.scade, s.motivo, s.chiusa,
  s.token_hash = $1 as corrente, coalesce(s.token_precedente_hash = $1, false) as precedente, s.token_precedente_scade,
  u.livello, u.data_scadenza_premium, u.email_verificata, u.stato
from sessione s join utente u using (id_utente)
where s.token_hash = $1 or s.token_precedente_hash = $1
  or s.id_sessione = (select id_sessione from sessione_token where hash = $1)`

export type NewSession = {
  id_utente: number
  id_dispositivo: string
  dispositivo: string
  sistema_operativo: string | null
  versione_app: string | null
  ricordami: boolean
}

/** Opens a session for a device; returns its token, which is stored nowhere. */
export async function createSession(q: Queryable, deps: Deps, next: NewSession): Promise<string> {
  const token = newToken(deps.random)
  const now = deps.now()
  const expires = new Date(now.getTime() + (next.ricordami ? REMEMBERED_MS : SHORT_MS))
  await q.query(
    `insert into sessione (id_utente, token_hash, id_dispositivo, dispositivo, sistema_operativo, versione_app, ricordami,
       creata, ultimo_uso, scade)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9)`,
    [
      next.id_utente,
      hashToken(token),
      next.id_dispositivo,
      next.dispositivo,
      next.sistema_operativo,
      next.versione_app,
      next.ricordami,
      now,
      expires,
    ],
  )
  // Delete sessions long over: they mean no more than an unknown token.
  await q.query('delete from sessione where id_utente = $1 and scade < $2', [
    next.id_utente,
    new Date(now.getTime() - 30 * DAY),
  ])
  return token
}

export async function closeSession(q: Queryable, id_sessione: number, reason: string, now: Date): Promise<void> {
  await q.query('update sessione set chiusa = $2, motivo = $3 where id_sessione = $1 and chiusa is null', [
    id_sessione,
    now,
    reason,
  ])
}

/** Ends every session of an account but one, with the reason that its device was disconnected. */
export async function endOtherSessions(q: Queryable, id_utente: number, keep: number, now: Date): Promise<void> {
  await q.query(
    `update sessione set chiusa = $3, motivo = 'dispositivo_rimosso' where id_utente = $1 and id_sessione <> $2 and chiusa is null`,
    [id_utente, keep, now],
  )
}

/** Returns whether a stored session is good now; an old token used past its grace ends it (D10). */
async function judge(deps: Deps, row: Row): Promise<Result<null>> {
  const now = deps.now()
  if (row.stato !== 'attivo') return fail('ACCOUNT_DISABILITATO')
  if (row.chiusa) return fail(row.motivo === 'dispositivo_rimosso' ? 'DISPOSITIVO_DISCONNESSO' : 'TOKEN_NON_VALIDO')
  if (row.scade <= now) return fail((await deps.clock.isDoubtful()) ? 'OROLOGIO_SERVER' : 'SESSIONE_SCADUTA')
  const inGrace = row.precedente && row.token_precedente_scade !== null && row.token_precedente_scade > now
  if (row.corrente || inGrace) return ok(null)
  if (await deps.clock.isDoubtful()) return fail('OROLOGIO_SERVER')
  await closeSession(deps.db, row.id_sessione, 'riuso', now)
  deps.log.warn({ utente: row.id_utente, evento: 'riuso di un token ruotato' }, 'sessione chiusa')
  return fail('TOKEN_NON_VALIDO')
}

/**
 * Returns the session of a bearer token. TOKEN_NON_VALIDO unknown, closed or reused; SESSIONE_SCADUTA past its end;
 * DISPOSITIVO_DISCONNESSO its device was removed; ACCOUNT_DISABILITATO; OROLOGIO_SERVER while only a doubtful clock
 * ends it.
 */
export async function findSession(deps: Deps, token: string): Promise<Result<Session>> {
  const { rows } = await deps.db.query<Row>(FIND, [hashToken(token)], 'sessione_trova')
  const row = rows[0]
  if (!row) return fail('TOKEN_NON_VALIDO')
  const valid = await judge(deps, row)
  if (!valid.ok) return valid
  const now = deps.now()
  if (now.getTime() - row.ultimo_uso.getTime() > USE_STEP_MS && !(await deps.clock.isDoubtful()))
    await touch(deps, row, now)
  return ok({
    id_sessione: row.id_sessione,
    id_utente: row.id_utente,
    id_dispositivo: row.id_dispositivo,
    livello: effectiveLivello(row, now),
    email_verificata: row.email_verificata,
  })
}

async function touch({ db }: Deps, row: Row, now: Date): Promise<void> {
  const expires = row.ricordami ? new Date(now.getTime() + REMEMBERED_MS) : row.scade
  await db.query('update sessione set ultimo_uso = $2, scade = $3 where id_sessione = $1', [
    row.id_sessione,
    now,
    expires,
  ])
  await db.query('update dispositivo set ultimo_uso = $3 where id_utente = $1 and id_dispositivo = $2', [
    row.id_utente,
    row.id_dispositivo,
    now,
  ])
}

/**
 * Rotates the token of a session (D10): returns the new one; the old one lives 60 s more. A repeated rotation of the
 * same old token within that time returns the same new token. TOKEN_NON_VALIDO when the session ended meanwhile.
 */
export async function rotateSession(deps: Deps, id_sessione: number, token: string): Promise<Result<string>> {
  const secret = await readSecret(deps.db, 'rotazione', deps.random)
  const nuovo = nextToken(secret, token)
  const now = deps.now()
  return deps.db.tx(async (q) => {
    const { rows } = await q.query<{ ricordami: boolean; scade: Date; fatta: boolean; corrente: boolean }>(
      `select ricordami, scade, token_hash = $2 as fatta, token_hash = $3 as corrente
       from sessione where id_sessione = $1 and chiusa is null for update`,
      [id_sessione, hashToken(nuovo), hashToken(token)],
    )
    const row = rows[0]
    if (!row) return fail('TOKEN_NON_VALIDO')
    if (row.fatta) return ok(nuovo)
    if (!row.corrente) return fail('TOKEN_NON_VALIDO')
    await q.query('insert into sessione_token (hash, id_sessione) values ($1, $2) on conflict (hash) do nothing', [
      hashToken(token),
      id_sessione,
    ])
    await q.query(
      `update sessione set token_precedente_hash = token_hash, token_precedente_scade = $3, token_hash = $2,
         ultimo_uso = $4, scade = $5 where id_sessione = $1`,
      [
        id_sessione,
        hashToken(nuovo),
        new Date(now.getTime() + GRACE_MS),
        now,
        row.ricordami ? new Date(now.getTime() + REMEMBERED_MS) : row.scade,
      ],
    )
    return ok(nuovo)
  })
}
