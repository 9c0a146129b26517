import { proxy } from 'valtio'
import type { ErrorCode } from '#contract/errors'
import type { SessioneGestione } from '#contract/gestione/accesso'
import { readKey, writeKey } from '../platform/web-storage.ts'
import { forgetEnd } from './session-time.ts'

const SECRET_KEY = 'idoneo.gestione'

/** Session of the console, null when signed out. `fine`: reason for the end of the last session. */
export const consoleState = proxy({
  sessione: null as SessioneGestione | null,
  fine: null as ErrorCode | null,
  /** Waits for the second factor, given again; `done` gets whether it was. */
  conferma: null as { done: (given: boolean) => void } | null,
})

/** The secret with which this tab calls. Another tab that signs in changes the kept one, and never this one. */
const tab = { secret: readKey('locale', SECRET_KEY) }

/** Returns the secret that goes beside the cookie: kept for the next tabs of this browser, and gone with the session. */
export const readSecret = (): string | null => tab.secret

/** Returns whether another tab signed in or out since this one did. */
export const isReplaced = (): boolean => readKey('locale', SECRET_KEY) !== tab.secret

/** Returns whether no tab of this browser is signed in. */
export const isSignedOut = (): boolean => readKey('locale', SECRET_KEY) === null

/** Calls from now on with the secret of the other tab; returns false where it signed out. */
export function adoptSecret(): boolean {
  tab.secret = readKey('locale', SECRET_KEY)
  return tab.secret !== null
}

export function enterConsole(next: string, sessione: SessioneGestione): void {
  forgetEnd()
  tab.secret = next
  writeKey('locale', SECRET_KEY, next)
  consoleState.fine = null
  consoleState.sessione = sessione
}

/** Forgets the session of this tab; `why` is shown at the login. What another tab keeps stays, its person goes on there. */
export function leaveConsole(why: ErrorCode | null, isOfAnother = isReplaced()): void {
  if (!isOfAnother) {
    writeKey('locale', SECRET_KEY, null)
    forgetEnd()
  }
  tab.secret = null
  consoleState.conferma?.done(false)
  consoleState.conferma = null
  consoleState.sessione = null
  consoleState.fine = why
}
