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
  /** Persistent storage and 90 days, otherwise this tab's storage and 12 hours (D10) [AU20]. */
  ricordami: boolean
  /** When this token was issued, ms since 1970. */
  emessa: number
}

/** A social login that the provider has proved and that no account has yet: its single-use token, and what the provider told (D11). */
export type PendingSocial = { social: string; token_social: string; email: string; nome: string }

/** Who is signed in; the only thing about a person that Web Storage holds, beside a picture of the home. */
export const session = proxy({
  credentials: null as Credentials | null,
  /** Why the session ended, for the login page (D5). */
  exit_reason: null as ErrorCode | null,
  /** The session is over but practice goes on: the page offers to sign in (D5) [AU14]. */
  expired: null as ErrorCode | null,
  /** A sitting is on screen: nothing may interrupt it. */
  in_seduta: false,
  /** Answers of another account that wait on this device, asked about after a sign-in (D29). */
  other_user: null as { id_utente: number; solo_qui: OnlyHere } | null,
  /** A social login under way; this tab's alone, and minutes long. */
  social: null as PendingSocial | null,
})

/** The account that is signed in. */
export const currentUserId = (): number | null => session.credentials?.utente.id_utente_idoneo ?? null

type SessionView = Pick<typeof session, 'credentials'>
/** True only with a verified e-mail (spec §4) [AU3]. */
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

/** Keeps a social login through a reload of this tab; null forgets it. */
export function keepSocial(social: PendingSocial | null): void {
  session.social = social
  writeKey('sessione', SOCIAL_KEY, social && JSON.stringify(social))
}

/** Reads what was kept: this tab's storage first, then the persistent one. */
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

/** Forgets the token and the session's keys; answers stay where they are. A storage that keeps them is said in the log (spec §8). */
export function dropCredentials(): void {
  session.credentials = null
  session.expired = null
  const gone = (['locale', 'sessione'] as const).flatMap((where) => [
    writeKey(where, SESSION_KEY, null),
    writeKey(where, FIRST_PAINT_KEY, null),
  ])
  if (gone.includes(false)) console.error('Errore durante logout forzato')
}

/** This tab is out and says why; what other tabs keep on the device is theirs. */
export function forgetCredentials(reason: ErrorCode): void {
  session.credentials = null
  session.expired = null
  session.exit_reason = reason
  writeKey('sessione', SESSION_KEY, null)
}

/** A small picture of the home for the first paint; never the only copy of anything. */
export const FIRST_PAINT_KEY = 'idoneo.istantanea'

/** The account whose data may be on this device, null when none. */
export const lastUser = (): number | null => Number(readKey('locale', LAST_USER_KEY)) || null
export const forgetLastUser = (): void => void writeKey('locale', LAST_USER_KEY, null)

/** Accounts before that one, whose data on this device could not be settled yet (D29). */
export function otherUsers(): number[] {
  return (readKey('locale', OTHER_USERS_KEY) ?? '').split(',').map(Number).filter(Boolean)
}
export const keepOtherUsers = (userIds: Iterable<number>): void =>
  void writeKey('locale', OTHER_USERS_KEY, [...userIds].join(',') || null)

/** Another tab signed in, renewed its token or signed out. */
export function followOtherTabs(): void {
  addEventListener('storage', (e) => {
    if (e.key !== SESSION_KEY && e.key !== null) return
    const stored = parse(readKey('locale', SESSION_KEY))
    // A session of this tab alone is nobody else's business.
    if (session.credentials && !session.credentials.ricordami) return
    session.credentials = stored
  })
}
