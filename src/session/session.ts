import { proxy } from 'valtio'
import type { OnlyHere } from '#contract/database'
import type { ErrorCode } from '#contract/errors'
import type { Utente } from '#contract/schemas'
import { readKey, writeKey } from '../platform/web-storage.ts'

const SESSION_KEY = 'idoneo.sessione'
const LAST_USER_KEY = 'idoneo.ultimo_utente'
const OTHER_USERS_KEY = 'idoneo.altri_utenti'
const SOCIAL_KEY = 'idoneo.social'

export type Credentials = {
  token: string
  utente: Utente
  /** True: persistent storage and 90 days; false: this tab's storage and 12 hours (D10) [AU20]. */
  ricordami: boolean
  /** Time of issue of this token, in ms since 1970. */
  emessa: number
}

/** A social login proved by the provider, still without an account: its single-use token, and the provider's data (D11). */
export type PendingSocial = { social: string; token_social: string; email: string; nome: string }

/** The signed-in account; Web Storage holds nothing else of a person, beside a picture of the home. */
export const session = proxy({
  credentials: null as Credentials | null,
  /** Reason of the session's end, for the login page (D5). */
  exit_reason: null as ErrorCode | null,
  /** Reason of an ended session while practice continues. The page offers to sign in (D5) [AU14]. */
  expired: null as ErrorCode | null,
  /** True while a sitting is on screen: short notices wait for its end, and failures alone are shown over it. */
  in_seduta: false,
  /** Answers of another account that wait on this device; the person is asked after a sign-in (D29). */
  other_user: null as { id_utente: number; solo_qui: OnlyHere } | null,
  /** A social login under way; only in this tab, and minutes long. */
  social: null as PendingSocial | null,
})

/** Returns the id of the signed-in account. */
export const currentUserId = (): number | null => session.credentials?.utente.id_utente_idoneo ?? null

type SessionView = Pick<typeof session, 'credentials'>
/** Returns true only with a verified e-mail (spec §4) [AU3]. */
export const isAuthenticated = (s: SessionView): boolean => s.credentials?.utente.email_verificata === true

function parse(text: string | null): Credentials | null {
  try {
    const c = JSON.parse(text ?? 'null') as Partial<Credentials> | null
    return c && typeof c.token === 'string' && typeof c.utente?.id_utente_idoneo === 'number'
      ? (c as Credentials)
      : null
  } catch {
    return null
  }
}

function parseSocial(text: string | null): PendingSocial | null {
  try {
    const s = JSON.parse(text ?? 'null') as Partial<PendingSocial> | null
    return s && typeof s.token_social === 'string' && typeof s.social === 'string' ? (s as PendingSocial) : null
  } catch {
    return null
  }
}

/** Keeps a social login through a reload of this tab; null deletes it. */
export function keepSocial(social: PendingSocial | null): void {
  session.social = social
  writeKey('sessione', SOCIAL_KEY, social && JSON.stringify(social))
}

/** Reads the kept session: this tab's storage first, then the persistent one. */
export function restoreCredentials(): void {
  session.social = parseSocial(readKey('sessione', SOCIAL_KEY))
  session.credentials = parse(readKey('sessione', SESSION_KEY)) ?? parse(readKey('locale', SESSION_KEY))
}

export function keepCredentials(c: Credentials): void {
  session.credentials = c
  writeKey(c.ricordami ? 'locale' : 'sessione', SESSION_KEY, JSON.stringify(c))
  writeKey(c.ricordami ? 'sessione' : 'locale', SESSION_KEY, null)
  writeKey('locale', LAST_USER_KEY, String(c.utente.id_utente_idoneo))
}

/** Deletes the token and the session's keys; answers stay where they are. A storage that fails to delete them is logged (spec §8). */
export function dropCredentials(): void {
  session.credentials = null
  session.expired = null
  const gone = (['locale', 'sessione'] as const).flatMap((where) => [
    writeKey(where, SESSION_KEY, null),
    writeKey(where, FIRST_PAINT_KEY, null),
  ])
  if (gone.includes(false)) console.error('Errore durante logout forzato')
}

/** Ends the session of this tab with its reason; other tabs' keys on the device stay. */
export function forgetCredentials(reason: ErrorCode): void {
  session.credentials = null
  session.expired = null
  session.exit_reason = reason
  writeKey('sessione', SESSION_KEY, null)
}

/** Key of a small picture of the home for the first paint; never the only copy of any data. */
export const FIRST_PAINT_KEY = 'idoneo.istantanea'

/** Returns the account whose data may be on this device; null when none. */
export const lastUser = (): number | null => Number(readKey('locale', LAST_USER_KEY)) || null
export const forgetLastUser = (): void => void writeKey('locale', LAST_USER_KEY, null)

/** Returns the accounts before the last one whose data on this device is not settled yet (D29). */
export function otherUsers(): number[] {
  return (readKey('locale', OTHER_USERS_KEY) ?? '').split(',').map(Number).filter(Boolean)
}
export const keepOtherUsers = (userIds: Iterable<number>): void =>
  void writeKey('locale', OTHER_USERS_KEY, [...userIds].join(',') || null)

/** Follows the sign-in, the renewal of the token and the sign-out of other tabs. */
export function followOtherTabs(): void {
  addEventListener('storage', (e) => {
    if (e.key !== SESSION_KEY && e.key !== null) return
    const stored = parse(readKey('locale', SESSION_KEY))
    // Keep a session of this tab alone, whatever other tabs store.
    if (session.credentials && !session.credentials.ricordami) return
    session.credentials = stored
  })
}
