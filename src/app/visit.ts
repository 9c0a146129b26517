import { useSnapshot } from 'valtio'
import { hasDeviceId, readKey, writeKey } from '../platform/web-storage.ts'
import { isAuthenticated, session } from '../session/session.ts'

/** What the guards want to know about the session; the component renders again when it changes. */
export function useSession() {
  const s = useSnapshot(session)
  return {
    isAuthenticated: isAuthenticated(s as typeof session),
    hasToken: s.credentials !== null,
    hasTokenSocial: s.social !== null,
    isNewcomer: s.credentials === null && !hasDeviceId(),
    hasEmail: Boolean(s.credentials?.utente.email_comunicazioni),
  }
}

const CAME_FROM_KEY = 'idoneo.provenienza'
const visited = {
  path: null as string | null,
  before: null as string | null,
}

/**
 * The screen that led to this one, null when none did. It survives a reload in this tab, so that the summary of a sitting does
 * too [RT24].
 */
export function leadingPath(path: string): string | null {
  if (visited.path === null) {
    const [wasPath, cameFrom] = (readKey('sessione', CAME_FROM_KEY) ?? '').split(' ')
    visited.before = wasPath === path && cameFrom ? cameFrom : null
  } else if (visited.path !== path) visited.before = visited.path
  if (visited.path !== path) writeKey('sessione', CAME_FROM_KEY, `${path} ${visited.before ?? ''}`)
  visited.path = path
  return visited.before
}
