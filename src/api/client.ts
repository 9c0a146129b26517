import type { CallName } from '#contract/calls'
import type { ErrorCode } from '#contract/errors'
import { fail, type Result } from '#contract/result'
import { TIMEOUT_MS } from '#contract/timeout'
import { hearServerClock } from '../platform/clock.ts'
import { network } from '../platform/network.ts'
import { dropCredentials, session } from '../session/session.ts'
import type { Call, CallDeps } from './create-call.ts'

/** Where the API lives; `<meta name="idoneo-api">` points elsewhere (D1). */
const base = () =>
  (document.querySelector<HTMLMetaElement>('meta[name="idoneo-api"]')?.content || '/api').replace(/\/+$/, '')

const http = {
  call: null as Promise<Call> | null,
}

/** The world of this page's calls. */
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

/** Fetches the code of the calls: a screen without data, as the login, is painted before it. */
export function prepareCall(): Promise<Call> {
  http.call ??= import('./create-call.ts').then(({ createCall }) => createCall(world()))
  return http.call
}

/** The typed call of the page: this session's token, this device's clock, the exit of D5. */
export const call: Call = async (name, ...rest) => {
  try {
    return await (await prepareCall())(name, ...rest)
  } catch (error) {
    // Calls never throw: it is their code that did not arrive.
    http.call = null
    return fail(network.online ? 'REMOTE_REQUEST_FAILED' : 'RETE_ASSENTE', { detail: String(error) })
  }
}

/** What a public call answers, unchecked, without the code of the calls: for what the login shows at once. Null when nothing came. */
export async function askLightly(path: string): Promise<unknown> {
  try {
    const response = await fetch(base() + path, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    return response.ok ? await response.json() : null
  } catch {
    return null
  }
}

/** What a call answers as a file; never throws. */
export async function download(name: CallName, body?: object): Promise<Result<Blob>> {
  const code = await import('./create-call.ts').catch(() => null)
  return code ? code.fetchFile(world(), name, body) : fail(network.online ? 'REMOTE_REQUEST_FAILED' : 'RETE_ASSENTE')
}

/** Remembers how far the two clocks are. */
function noteClockOffset(ms: number) {
  network.offset_ms = ms
  hearServerClock(ms)
}

/**
 * The server ended the session (D5) [AU11]: leave and say why, keeping every answer. Offline or in the middle of a sitting
 * nothing is interrupted: the page only offers to sign in again, and goes on offering until the person chooses, whatever call
 * is refused meanwhile [AU14].
 */
export function endSession(codice: ErrorCode): void {
  if (!session.credentials) return
  if (session.in_seduta || !network.online || session.expired !== null) {
    session.expired = codice
    return
  }
  leaveSession(codice)
}

/** Drops the credentials; the guard of the routes does the rest. */
export function leaveSession(codice: ErrorCode | null): void {
  dropCredentials()
  session.exit_reason = codice
}
