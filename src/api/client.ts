import type { CallName } from '#contract/calls'
import type { ErrorCode } from '#contract/errors'
import { fail, type Result } from '#contract/result'
import { TIMEOUT_MS } from '#contract/timeout'
import { hearServerClock } from '../platform/clock.ts'
import { network } from '../platform/network.ts'
import { dropCredentials, session } from '../session/session.ts'
import type { Call, CallDeps } from './create-call.ts'

/** Returns the base of the API; `<meta name="idoneo-api">` points elsewhere (D1). */
const base = () =>
  (document.querySelector<HTMLMetaElement>('meta[name="idoneo-api"]')?.content || '/api').replace(/\/+$/, '')

const http = {
  call: null as Promise<Call> | null,
}

/** Returns the dependencies of this page's calls. */
const world = (): CallDeps => ({
  base: base(),
  token: () => session.credentials?.token ?? null,
  isOnline: () => network.online,
  now: () => Date.now(),
  onSessionEnd: endSession,
  onClockOffset: noteClockOffset,
  onEpoch: (epoca) => {
    network.epoca = epoca
  },
})

/** Loads the code of the calls on first use. A screen without data, such as the login, is painted before it. */
export function prepareCall(): Promise<Call> {
  http.call ??= import('./create-call.ts').then(({ createCall }) => createCall(world()))
  return http.call
}

/** The typed call of the page: this session's token, this device's clock, the exit of D5. */
export const call: Call = async (name, ...rest) => {
  try {
    return await (await prepareCall())(name, ...rest)
  } catch (error) {
    // Fail instead of throwing, because the code of the calls was not loaded.
    http.call = null
    return fail(network.online ? 'REMOTE_REQUEST_FAILED' : 'RETE_ASSENTE', { detail: String(error) })
  }
}

/**
 * Fetches the response of a public call, unchecked, for data that the login shows at once. The code of the calls is not needed.
 * Null on failure.
 */
export async function askLightly(path: string): Promise<unknown> {
  try {
    const response = await fetch(base() + path, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    return response.ok ? await response.json() : null
  } catch {
    return null
  }
}

/** Fetches the response of a call as a file; never throws. */
export async function download(name: CallName, body?: object): Promise<Result<Blob>> {
  const code = await import('./create-call.ts').catch(() => null)
  return code ? code.fetchFile(world(), name, body) : fail(network.online ? 'REMOTE_REQUEST_FAILED' : 'RETE_ASSENTE')
}

/** Records the distance of the two clocks. */
function noteClockOffset(ms: number) {
  network.offset_ms = ms
  hearServerClock(ms)
}

/**
 * Leaves the session that the server ended, with the reason, and keeps every answer (D5) [AU11]. Offline or in the middle of a
 * sitting nothing is interrupted. The page then only offers to sign in again, until the person chooses, whatever call is refused
 * meanwhile [AU14].
 */
export function endSession(codice: ErrorCode): void {
  if (!session.credentials) return
  if (session.in_seduta || !network.online || session.expired !== null) {
    session.expired = codice
    return
  }
  leaveSession(codice)
}

/** Drops the credentials; the guard of the routes then leads to the login. */
export function leaveSession(codice: ErrorCode | null): void {
  dropCredentials()
  session.exit_reason = codice
}
