import { type FetchOptions, ofetch } from 'ofetch'
import { type BodyOf, CALLS, type CallName, type Chiamata, type QueryOf, type ResponseOf } from '#contract/calls'
import { EPOCH_HEADER } from '#contract/epoch'
import { type ErrorCode, isErrorCode } from '#contract/errors'
import { parseWith } from '#contract/parse'
import { fail, ok, type Result } from '#contract/result'
import { problem } from '#contract/schemas'
import { TIMEOUT_MS } from '#contract/timeout'
import { sessionEnd } from '#rules/visit'

type Part<K extends string, V> = [V] extends [undefined] ? unknown : { [P in K]: V }
/** Arguments of a call: `query` and `corpo` where the contract has them. */
export type ArgumentsOf<N extends CallName> = Part<'query', QueryOf<N>> & Part<'corpo', BodyOf<N>>
/** `keepalive`: the request outlives its page. */
type CallMode = { keepalive?: boolean }
type CallRest<N extends CallName> = unknown extends ArgumentsOf<N> ? [] : [argomenti: ArgumentsOf<N>, modo?: CallMode]

/** Typed call, such as `call('login', { corpo })`: types from the contract, never throws. */
export type Call = <N extends CallName>(name: N, ...rest: CallRest<N>) => Promise<Result<ResponseOf<N>>>

/** Least length of a body worth compressing, in characters. */
const GZIP_FROM = 8 * 1024

/** Compresses a large body with gzip; null for a small one. */
async function compress(corpo: unknown): Promise<ArrayBuffer | null> {
  const text = JSON.stringify(corpo)
  if (text.length < GZIP_FROM || typeof CompressionStream === 'undefined') return null
  return new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer()
}

/** Dependencies of a call. */
export type CallDeps = {
  /** Base of the API without a trailing slash, e.g. `/api`. */
  base: string
  token: () => string | null
  isOnline: () => boolean
  now: () => number
  fetch?: typeof fetch
  /** Called when the server ends the session (D5). */
  onSessionEnd: (codice: ErrorCode) => void
  /** Called at each response: server's clock minus this device's, in ms (D30). */
  onClockOffset: (ms: number) => void
  /** Called at each response that names its installation (contract/epoch). */
  onEpoch: (epoca: string) => void
}

/** Makes the typed call over HTTP: bearer token, time limit, parsing, problem+json as a Failure [HT1]. */
export function createCall(deps: CallDeps): Call {
  const send = ofetch.create({}, deps.fetch ? { fetch: deps.fetch } : {})
  return async (name, ...rest) => {
    const definition: Chiamata = CALLS[name]
    const { query, corpo } = (rest[0] ?? {}) as { query?: Record<string, unknown>; corpo?: unknown }
    const { keepalive = false }: CallMode = rest[1] ?? {}
    // Skip the compression when the page closes: it has no time for it.
    const zipped = keepalive || !definition.gzip ? null : await compress(corpo).catch(() => null)
    const token = deps.token()
    const options: FetchOptions<'text'> = {
      method: definition.metodo,
      timeout: TIMEOUT_MS,
      retry: 0,
      responseType: 'text',
      ignoreResponseError: true,
      ...(keepalive && { keepalive }),
      headers: {
        accept: 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(zipped && { 'content-type': 'application/json', 'content-encoding': 'gzip' }),
      },
      ...(query && { query }),
      ...(corpo !== undefined && { body: zipped ?? (corpo as Record<string, unknown>) }),
    }
    const sentAt = deps.now()
    let response: Awaited<ReturnType<typeof send.raw<string, 'text'>>>
    try {
      response = await send.raw(`${deps.base}${definition.percorso}`, options)
    } catch (error) {
      return fail(deps.isOnline() ? 'REMOTE_REQUEST_FAILED' : 'RETE_ASSENTE', { detail: String(error) })
    }
    measure(deps, response.headers, sentAt)
    const epoca = response.headers.get(EPOCH_HEADER)
    if (epoca !== null) deps.onEpoch(epoca)
    if (!response.ok) return refuse(deps, definition.percorso, response.status, response._data)
    return accept<ResponseOf<typeof name>>(definition, response.status, response._data)
  }
}

/** Reads the server's clock from `X-Ora-Server`, less half of the round trip. */
function measure(deps: CallDeps, headers: Headers, sentAt: number) {
  const header = headers.get('x-ora-server')
  if (header === null) return
  const server = /^\d+$/.test(header) ? Number(header) : Date.parse(header)
  const receivedAt = deps.now()
  if (Number.isFinite(server)) deps.onClockOffset(server - (sentAt + receivedAt) / 2)
}

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

function refuse(deps: CallDeps, path: string, status: number, text: string | undefined): Result<never> {
  const parsed = parseWith(problem, parse(text))
  const codice = parsed.ok && isErrorCode(parsed.value.codice) ? parsed.value.codice : null
  if (sessionEnd({ codice, status, percorso: path })) deps.onSessionEnd(codice ?? 'SESSIONE_SCADUTA')
  // Treat a response without a code as another server's, such as a proxy, a captive portal or a failed gateway.
  if (!parsed.ok || codice === null)
    return fail(status >= 500 ? 'REMOTE_REQUEST_FAILED' : 'RISPOSTA_NON_VALIDA', { detail: `HTTP ${status}` })
  const { campi, dati, detail } = parsed.value
  return fail(codice, {
    ...(campi && { campi }),
    ...(dati && { dati }),
    ...(detail !== undefined && { detail }),
  })
}

function accept<T>(definition: Chiamata, status: number, text: string | undefined): Result<T> {
  if (definition.risposta === null || status === 204) return ok(null as T)
  const parsed = parseWith(definition.risposta, parse(text))
  return parsed.ok ? ok(parsed.value as T) : fail('RISPOSTA_NON_VALIDA', { detail: parsed.path || 'corpo' })
}

/** Fetches the response of a call as a file, with this session's token. */
export async function fetchFile(deps: CallDeps, name: CallName, body?: object): Promise<Result<Blob>> {
  const { metodo, percorso }: Chiamata = CALLS[name]
  const token = deps.token()
  try {
    const response = await (deps.fetch ?? fetch)(`${deps.base}${percorso}`, {
      method: metodo,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (response.ok) return ok(await response.blob())
    return refuse(deps, percorso, response.status, await response.text())
  } catch (error) {
    return fail(deps.isOnline() ? 'REMOTE_REQUEST_FAILED' : 'RETE_ASSENTE', { detail: String(error) })
  }
}
