import { callConsole } from './api.ts'
import { consoleState, isReplaced, isSignedOut, leaveConsole } from './console-session.ts'
import { readEnd, type SessionEnd } from './session-time.ts'

/** Time before the end of a session at which its page warns, in ms. */
const WARN_MS = 60_000
/** Time between two looks at the clock, in ms. */
const LOOK_MS = 1_000

/**
 * Watches the end of the session, which every tab of the browser shares: `onNear` gets it a minute before and null while it
 * is far. At the end the page is that of the sign-in. Returns how to stop.
 */
export function watchSession(onNear: (end: SessionEnd | null) => void): () => void {
  let asking = false
  const look = () => {
    if (!consoleState.sessione) return
    const end = readEnd()
    if (end && end.at <= Date.now()) {
      leaveConsole('SESSIONE_SCADUTA')
      // Filters may name people.
      history.replaceState(null, '', location.pathname)
    }
    // Another tab signed out: this one drops the account's data too.
    else if (isSignedOut()) leaveConsole(null, true)
    else if (isReplaced()) {
      // The call ends this session where the other tab's is of another person.
      if (!asking) void callConsole('sessione').finally(() => (asking = false))
      asking = true
    } else onNear(end && end.at - Date.now() <= WARN_MS ? end : null)
  }
  look()
  const timer = setInterval(look, LOOK_MS)
  // After a sleep, end an expired session before its screen shows.
  document.addEventListener('visibilitychange', look)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
  }
}
