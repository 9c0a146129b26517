import { fail, ok, type Result } from '#contract/result'
import type { AutenticazioneVO, Utente } from '#contract/schemas'
import type { Deps, Queryable } from '../deps.ts'
import { composeAccessoCollegato, composeNuovoDispositivo, composeSenzaPassword } from '../mail/messages.ts'
import { enqueue } from '../outbox.ts'
import { NOMI } from '../social/flow.ts'
import {
  findOwner,
  firstSocial,
  isKnown,
  linkIdentity,
  readSocialToken,
  type SocialToken,
  spendSocialToken,
} from '../social/identity.ts'
import { describeDevice, sendDeviceLink } from './device-return.ts'
import { admitDispositivo, type Origin, readOrigin } from './dispositivi.ts'
import { normalizeEmail } from './email.ts'
import { requestRelief } from './factor-relief.ts'
import { findUtente, findUtenteByEmail, toUtente, type UtenteRow } from './profilo.ts'
import { checkCode, spendCode } from './second-factor.ts'
import { createSession } from './sessions.ts'

/** Returns the missing or blank fields of a login or a registration. */
export function missingCredentials(vo: AutenticazioneVO): string[] {
  if (isSocial(vo)) return vo.token_social?.trim() ? [] : ['token_social']
  return (['username', 'password'] as const).filter((field) => !vo[field]?.trim())
}

export const isSocial = (vo: AutenticazioneVO): boolean => Boolean(vo.token_social || vo.social)

/** Account that the credentials prove; `token` for a social login, `link` when it is to be tied to this account. */
type Proof = { row: UtenteRow; token: SocialToken | null; link: boolean }

async function proveSocial(deps: Deps, vo: AutenticazioneVO, bond: string | null): Promise<Result<Proof>> {
  const token = await readSocialToken(deps.db, deps, vo, bond)
  if (!token) return fail('TOKEN_SOCIAL_SCADUTO')
  const owner = await findOwner(deps, token, vo)
  return owner.ok ? ok({ ...owner.value, token }) : owner
}

/** Proves a password: an unknown address and a wrong password get the same response after the same time (D6). */
async function provePassword(deps: Deps, vo: AutenticazioneVO): Promise<Result<Proof>> {
  const row = await findUtenteByEmail(deps.db, normalizeEmail(vo.username ?? ''))
  const valid = await deps.passwords.verify(row?.password_hash ?? null, vo.password ?? '')
  if (row && valid && isKnown(deps, row)) return ok({ row, token: null, link: false })
  if (row?.email_verificata && row.password_hash === null && row.stato === 'attivo') return nameLogin(deps, row, vo)
  return fail('CREDENZIALI_ERRATE')
}

/** Time between two mails that name the login of an account without a password, in ms. */
const NAMED_MS = 24 * 3600 * 1000

/**
 * Names the login of an account without a password to a person who typed one (spec §8). A device that the account knows
 * gets it at once (ALTRO_SOCIAL). Elsewhere a mail to its address does, once a day, behind the sentence for everybody
 * (D6).
 */
async function nameLogin(deps: Deps, row: UtenteRow, vo: AutenticazioneVO): Promise<Result<never>> {
  const { id_utente, email } = row
  const social = await firstSocial(deps.db, id_utente)
  if (social === null) return fail('CREDENZIALI_ERRATE')
  const known = await deps.db.query(
    'select 1 from dispositivo where id_utente = $1 and id_dispositivo = $2 and rimosso is null',
    [id_utente, vo.id_dispositivo ?? ''],
  )
  if (known.count > 0) return fail('ALTRO_SOCIAL', { dati: { social } })
  const now = deps.now()
  const told = await deps.db.tx(async (q) => {
    const { count } = await q.query(
      'update utente set accesso_avvisato = $2 where id_utente = $1 and (accesso_avvisato is null or accesso_avvisato < $3)',
      [id_utente, now, new Date(now.getTime() - NAMED_MS)],
    )
    if (count === 0) return false
    const page = `${deps.config.publicUrl}/simulatore/auth/?type=login`
    await enqueue(q, deps, 'posta', composeSenzaPassword(email, NOMI[social], page), id_utente)
    return true
  })
  if (told) await deps.wake()
  return fail('CREDENZIALI_ERRATE')
}

async function prove(deps: Deps, vo: AutenticazioneVO, bond: string | null): Promise<Result<Proof>> {
  const missing = missingCredentials(vo)
  if (missing.length > 0) return fail('MISSING_REQUIRED_PARAM', { campi: missing })
  const proof = isSocial(vo) ? await proveSocial(deps, vo, bond) : await provePassword(deps, vo)
  if (!proof.ok) return proof
  const { stato, da_eliminare } = proof.value.row
  if (stato !== 'attivo') return fail('ACCOUNT_DISABILITATO')
  if (da_eliminare) return fail('ACCOUNT_IN_ELIMINAZIONE', { dati: { quando: da_eliminare.toISOString() } })
  return proof
}

/**
 * Locks the account, inside the transaction, and reads it again. Null when the proof no longer holds: a password takes
 * a while to verify and may have been changed meanwhile.
 */
async function holdProof(q: Queryable, { row, token, link }: Proof): Promise<UtenteRow | null> {
  await q.query('select 1 from utente where id_utente = $1 for update', [row.id_utente])
  const now = await findUtente(q, row.id_utente)
  const byPassword = token === null || link
  return now?.stato === 'attivo' && !now.da_eliminare && (!byPassword || now.password_hash === row.password_hash)
    ? now
    : null
}

/** Uses the social token up, and ties the identity to the proved account. */
async function settleSocial(q: Queryable, deps: Deps, { row, token, link }: Proof): Promise<boolean> {
  if (!token) return true
  if (!(await spendSocialToken(q, token))) return false
  if (!link) return true
  await linkIdentity(q, row.id_utente, token, deps.now(), true)
  const profile = `${deps.config.publicUrl}/simulatore/profilo`
  await enqueue(q, deps, 'posta', composeAccessoCollegato(row.email, NOMI[token.social], profile), row.id_utente)
  return true
}

/** Mails the account's address about a new device: its person may not have signed in. */
async function tellNewDevice(q: Queryable, deps: Deps, row: UtenteRow, origin: Origin): Promise<void> {
  if (!row.email_verificata) return
  const message = composeNuovoDispositivo(
    row.email,
    describeDevice(origin),
    deps.now(),
    `${deps.config.publicUrl}/simulatore/profilo`,
  )
  await enqueue(q, deps, 'posta', message, row.id_utente)
}

/**
 * Signs in with a password or with a token_social in the browser that began (`bond` is its cookie). MISSING_REQUIRED_PARAM,
 * CREDENZIALI_ERRATE, ACCOUNT_DISABILITATO, CODICE_RICHIESTO, CODICE_ERRATO, TROPPI_DISPOSITIVI, DISPOSITIVO_MOBILE_ATTIVO; for a social login also TOKEN_SOCIAL_SCADUTO,
 * UTENTE_NON_TROVATO, ALTRO_SOCIAL, COLLEGAMENTO_RICHIESTO.
 */
export async function login(deps: Deps, vo: AutenticazioneVO, bond: string | null): Promise<Result<Utente>> {
  const proof = await prove(deps, vo, bond)
  if (!proof.ok) return proof
  const code = await checkCode(deps, proof.value.row, vo.codice)
  if (!code.ok) return code
  const origin = readOrigin(vo)
  const done = await deps.db.tx(async (q): Promise<Result<Utente>> => {
    const row = await holdProof(q, proof.value)
    if (!row) return fail('CREDENZIALI_ERRATE')
    if (!(await spendCode(q, deps, row, code.value))) return fail('CODICE_ERRATO')
    const admitted = await admitDispositivo(q, deps, row.id_utente, origin)
    if (!admitted.ok) return admitted
    if (!(await settleSocial(q, deps, proof.value))) return fail('TOKEN_SOCIAL_SCADUTO')
    if (admitted.value.isNew) await tellNewDevice(q, deps, row, origin)
    const token = await createSession(q, deps, {
      id_utente: row.id_utente,
      ...origin,
      ricordami: vo.ricordami === true,
    })
    const fresh = proof.value.link ? await findUtente(q, row.id_utente) : row
    return ok(toUtente(fresh ?? row, deps.now(), token))
  })
  if (done.ok) await deps.wake()
  return done
}

/**
 * Sends a link that admits this device to a person who was refused for their devices and has proved the account
 * (device-return). Fails as login does, and with RATE_LIMIT_EXCEEDED.
 */
export async function requestDevice(deps: Deps, vo: AutenticazioneVO, bond: string | null): Promise<Result<null>> {
  const proof = await prove(deps, vo, bond)
  return proof.ok ? sendDeviceLink(deps, proof.value.row, vo) : proof
}

/**
 * Sends the mail of `requestRelief` to a person who has proved the account and lost phone and recovery codes. Fails as
 * login does.
 */
export async function requestWithoutCode(deps: Deps, vo: AutenticazioneVO, bond: string | null): Promise<Result<null>> {
  const proof = await prove(deps, vo, bond)
  return proof.ok ? requestRelief(deps, proof.value.row) : proof
}
