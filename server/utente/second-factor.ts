import type { ProvaPersona } from '#contract/account'
import { fail, ok, type Result } from '#contract/result'
import type { SecondoFattore, SecondoFattoreAvviato } from '#contract/second-factor'
import { readSecret } from '../db/secrets.ts'
import type { Deps, Queryable } from '../deps.ts'
import type { Session } from '../handler.ts'
import { composeCodiceErrato, composeCodiceRecupero, composeSecondoFattore } from '../mail/factor-messages.ts'
import { enqueue } from '../outbox.ts'
import { provePerson } from './own-proof.ts'
import { findUtente, type UtenteRow } from './profilo.ts'
import { endOtherSessions } from './sessions.ts'
import { findStep, openSecret, otpauthOf, sealSecret, toBase32 } from './totp.ts'

/** Bytes of a secret, as RFC 4226 recommends. */
const SECRET_BYTES = 20
const RECOVERY_CODES = 10
/** Characters of a recovery code after its number: 50 bits. */
const RECOVERY_LENGTH = 10
/** Wrong codes in a row after which the person gets a mail, at most once a day. */
const TOLD_AFTER = 3
const DAY_MS = 24 * 3600 * 1000

type Factor = { segreto_cifrato: Buffer; attivo: Date | null; ultimo_passo: number; da_togliere: Date | null }

async function findFactor(q: Queryable, id_utente: number): Promise<Factor | null> {
  const sql = 'select segreto_cifrato, attivo, ultimo_passo, da_togliere from secondo_fattore where id_utente = $1'
  return (await q.query<Factor>(sql, [id_utente], 'secondo_fattore')).rows[0] ?? null
}

const readKey = (deps: Deps): Promise<Buffer> => readSecret(deps.db, 'secondo_fattore', deps.random)

/** Returns the second factor for the profile. */
export async function readSecondFactor({ db }: Deps, id_utente: number): Promise<SecondoFattore> {
  const factor = await findFactor(db, id_utente)
  const { count } = await db.query('select 1 from codice_recupero where id_utente = $1 and usato is null', [id_utente])
  const on = factor?.attivo ?? null
  return {
    dal: on?.toISOString() ?? null,
    codici_rimasti: on ? count : 0,
    da_togliere: factor?.da_togliere?.toISOString() ?? null,
  }
}

/** A right, unused code: a step of the authenticator, or the number of a recovery code. */
export type RightCode = { step: number } | { number: number }

async function matchRecovery(deps: Deps, id_utente: number, code: string): Promise<RightCode | null> {
  if (!/^\d[a-z2-7]{10}$/.test(code)) return null
  const number = Number(code[0])
  const { rows } = await deps.db.query<{ hash: string }>(
    'select hash from codice_recupero where id_utente = $1 and numero = $2 and usato is null',
    [id_utente, number],
  )
  return (await deps.passwords.verify(rows[0]?.hash ?? null, code)) ? { number } : null
}

async function matchCode(deps: Deps, id_utente: number, factor: Factor, typed: string): Promise<RightCode | null> {
  const code = typed.replace(/[\s-]/g, '').toLowerCase()
  if (!/^\d{6}$/.test(code)) return matchRecovery(deps, id_utente, code)
  const secret = openSecret(await readKey(deps), id_utente, factor.segreto_cifrato)
  const step = findStep(secret, code, deps.now())
  return step !== null && step > factor.ultimo_passo ? { step } : null
}

/** Counts a wrong code; after a few in a row a mail warns that another person has the password [AU47]. */
async function countWrong(deps: Deps, { id_utente, email }: UtenteRow): Promise<void> {
  const now = deps.now()
  const told = await deps.db.tx(async (q) => {
    await q.query('update secondo_fattore set errori = errori + 1 where id_utente = $1', [id_utente])
    const { count } = await q.query(
      `update secondo_fattore set avvisato = $2 where id_utente = $1 and errori >= ${TOLD_AFTER} and (avvisato is null or avvisato < $3)`,
      [id_utente, now, new Date(now.getTime() - DAY_MS)],
    )
    if (count > 0) await enqueue(q, deps, 'posta', composeCodiceErrato(email), id_utente)
    return count > 0
  })
  if (told) await deps.wake()
}

/**
 * Checks the code of a sign-in after its other proof [AU46]; null where the account needs none. CODICE_RICHIESTO, with
 * the day on which the factor ends where one is set; CODICE_ERRATO also for a used code.
 */
export async function checkCode(
  deps: Deps,
  row: UtenteRow,
  typed: string | undefined,
): Promise<Result<RightCode | null>> {
  const factor = await findFactor(deps.db, row.id_utente)
  if (!factor?.attivo) return ok(null)
  const quando = factor.da_togliere?.toISOString()
  if (!typed?.trim()) return fail('CODICE_RICHIESTO', quando ? { dati: { quando } } : {})
  const right = await matchCode(deps, row.id_utente, factor, typed)
  if (right) return ok(right)
  await countWrong(deps, row)
  return fail('CODICE_ERRATO')
}

/** Uses a code up; returns false when another sign-in did. A pending relief ends: the holder of a code needs none. */
export async function spendCode(q: Queryable, deps: Deps, row: UtenteRow, code: RightCode | null): Promise<boolean> {
  if (code === null) return true
  const { id_utente, email } = row
  const byStep = 'step' in code
  const { count } = await q.query(
    byStep
      ? 'update secondo_fattore set ultimo_passo = $2 where id_utente = $1 and ultimo_passo < $2'
      : 'update codice_recupero set usato = $3 where id_utente = $1 and numero = $2 and usato is null',
    byStep ? [id_utente, code.step] : [id_utente, code.number, deps.now()],
  )
  if (count === 0) return false
  await q.query('update secondo_fattore set errori = 0, da_togliere = null where id_utente = $1', [id_utente])
  if (byStep) return true
  const left = await q.query('select 1 from codice_recupero where id_utente = $1 and usato is null', [id_utente])
  await enqueue(q, deps, 'posta', composeCodiceRecupero(email, left.count, row.ruolo !== null), id_utente)
  return true
}

/**
 * Makes a secret that one code has yet to confirm [AU45], in place of an earlier unconfirmed one. VIETATO where the
 * factor is on already, and where the account enters the console, which sets its own up; MISSING_REQUIRED_PARAM, VECCHIA_PASSWORD_ERRATA, TOKEN_SOCIAL_SCADUTO, ACCESSO_NON_RECENTE.
 */
export async function beginSecondFactor(
  deps: Deps,
  session: Session,
  proof: ProvaPersona,
  bond: string | null,
): Promise<Result<SecondoFattoreAvviato>> {
  const row = await findUtente(deps.db, session.id_utente)
  if (!row) return fail('TOKEN_NON_VALIDO')
  if (row.ruolo !== null) return fail('VIETATO')
  const proved = await provePerson(deps, session, row, proof, bond)
  return proved.ok ? makeSecret(deps, row) : proved
}

/** Makes the secret that one code has yet to confirm, for a proved person. VIETATO where the factor is on already. */
export async function makeSecret(
  deps: Deps,
  row: Pick<UtenteRow, 'id_utente' | 'email'>,
): Promise<Result<SecondoFattoreAvviato>> {
  const secret = deps.random(SECRET_BYTES)
  const { count } = await deps.db.query(
    `insert into secondo_fattore (id_utente, segreto_cifrato) values ($1, $2)
     on conflict (id_utente) do update set segreto_cifrato = excluded.segreto_cifrato, ultimo_passo = 0
     where secondo_fattore.attivo is null`,
    [row.id_utente, sealSecret(await readKey(deps), deps.random, row.id_utente, secret)],
  )
  if (count === 0) return fail('VIETATO')
  return ok({ segreto: toBase32(secret).toUpperCase(), indirizzo: otpauthOf(secret, row.email) })
}

/** Makes recovery codes as shown, e.g. `3-k7q2m-9xw4t`; the first character is their place. */
function makeRecoveryCodes(deps: Deps): string[] {
  return Array.from({ length: RECOVERY_CODES }, (_, number) => {
    const secret = toBase32(deps.random(RECOVERY_LENGTH)).slice(0, RECOVERY_LENGTH)
    return `${number}-${secret.slice(0, 5)}-${secret.slice(5)}`
  })
}

/**
 * Turns the factor on with one code, and returns its recovery codes this once. The other sessions end. `beside` writes in
 * the same transaction. CODICE_ERRATO; NON_TROVATO where none was begun.
 */
export async function confirmSecondFactor(
  deps: Deps,
  { id_utente, id_sessione }: Pick<Session, 'id_utente' | 'id_sessione'>,
  typed: string,
  beside: (q: Queryable) => Promise<void> = async () => {},
): Promise<Result<{ codici: string[] }>> {
  const factor = await findFactor(deps.db, id_utente)
  const row = await findUtente(deps.db, id_utente)
  if (!row || !factor || factor.attivo) return fail('NON_TROVATO')
  const right = await matchCode(deps, id_utente, factor, typed)
  if (!right || !('step' in right)) return fail('CODICE_ERRATO')
  const codici = makeRecoveryCodes(deps)
  const hashes = await Promise.all(codici.map((code) => deps.passwords.hash(code.replaceAll('-', ''))))
  const now = deps.now()
  const done = await deps.db.tx(async (q): Promise<Result<{ codici: string[] }>> => {
    const { count } = await q.query(
      `update secondo_fattore set attivo = $2, ultimo_passo = $3, errori = 0
       where id_utente = $1 and attivo is null and segreto_cifrato = $4`,
      [id_utente, now, right.step, factor.segreto_cifrato],
    )
    if (count === 0) return fail('NON_TROVATO')
    await q.query('delete from codice_recupero where id_utente = $1', [id_utente])
    for (const [numero, hash] of hashes.entries())
      await q.query('insert into codice_recupero (id_utente, numero, hash) values ($1, $2, $3)', [
        id_utente,
        numero,
        hash,
      ])
    await endOtherSessions(q, id_utente, id_sessione, now)
    await beside(q)
    await enqueue(q, deps, 'posta', composeSecondoFattore(row.email, 'acceso'), id_utente)
    return ok({ codici })
  })
  if (done.ok) await deps.wake()
  return done
}

/** Deletes the factor with its recovery codes, inside a transaction; returns false when there was none. */
export async function dropFactor(q: Queryable, id_utente: number): Promise<boolean> {
  await q.query('delete from codice_recupero where id_utente = $1', [id_utente])
  return (await q.query('delete from secondo_fattore where id_utente = $1', [id_utente])).count > 0
}

/**
 * Turns the factor off, with a proof of the person and a code [AU45]. VIETATO while the account enters the console. NON_TROVATO; CODICE_ERRATO and the refusals of
 * `provePerson`.
 */
export async function endSecondFactor(
  deps: Deps,
  session: Session,
  { codice, ...proof }: ProvaPersona & { codice: string },
  bond: string | null,
): Promise<Result<null>> {
  const row = await findUtente(deps.db, session.id_utente)
  const factor = await findFactor(deps.db, session.id_utente)
  if (!row || !factor?.attivo) return fail('NON_TROVATO')
  if (row.ruolo !== null) return fail('VIETATO')
  const proved = await provePerson(deps, session, row, proof, bond)
  if (!proved.ok) return proved
  const right = await checkCode(deps, row, codice)
  if (!right.ok) return right
  const done = await deps.db.tx(async (q): Promise<Result<null>> => {
    if (!(await spendCode(q, deps, row, right.value))) return fail('CODICE_ERRATO')
    await dropFactor(q, row.id_utente)
    await enqueue(q, deps, 'posta', composeSecondoFattore(row.email, 'spento'), row.id_utente)
    return ok(null)
  })
  if (done.ok) await deps.wake()
  return done
}
