import { type FetchOptions, ofetch } from 'ofetch'
import {
  CHIAMATE,
  type Chiamata,
  type CorpoDi,
  type NomeChiamata,
  type QueryDi,
  type RispostaDi,
} from '#contract/chiamate'
import { type Codice, isCodice } from '#contract/errori'
import { parseWith } from '#contract/parse'
import { fail, ok, type Result } from '#contract/result'
import { problema } from '#contract/schemi'
import { sessionEnd } from '#rules/avvio'

/** Milliseconds after which a request is given up (spec §7, §9). */
export const TEMPO_MASSIMO_MS = 60_000

type Parte<K extends string, V> = [V] extends [undefined] ? unknown : { [P in K]: V }
/** What a call takes: `query` and `corpo` where the contract has them. */
export type ArgomentiDi<N extends NomeChiamata> = Parte<'query', QueryDi<N>> & Parte<'corpo', CorpoDi<N>>
/** `keepalive`: the request outlives its page. */
type Modo = { keepalive?: boolean }
type Resto<N extends NomeChiamata> = unknown extends ArgomentiDi<N> ? [] : [argomenti: ArgomentiDi<N>, modo?: Modo]

/** `call('login', { corpo })`: typed by the contract, never throws. */
export type Call = <N extends NomeChiamata>(nome: N, ...resto: Resto<N>) => Promise<Result<RispostaDi<N>>>

/** The world that a call lives in. */
export type MondoChiamata = {
  /** Base of the API without a trailing slash, e.g. `/api`. */
  base: string
  token: () => string | null
  isOnline: () => boolean
  now: () => number
  fetch?: typeof fetch
  /** The server says that the session is over (D5). */
  onFineSessione: (codice: Codice) => void
  /** Measured at each answer: server's clock minus this device's, in milliseconds (D30). */
  onScarto: (ms: number) => void
}

/** Makes the typed call over HTTP: bearer token, time limit, parsing, problem+json as a Guasto [HT1]. */
export function createCall(mondo: MondoChiamata): Call {
  const invia = ofetch.create({}, mondo.fetch ? { fetch: mondo.fetch } : {})
  return async (nome, ...resto) => {
    const chiamata: Chiamata = CHIAMATE[nome]
    const { query, corpo } = (resto[0] ?? {}) as { query?: Record<string, unknown>; corpo?: unknown }
    const { keepalive = false }: Modo = resto[1] ?? {}
    const token = mondo.token()
    const opzioni: FetchOptions<'text'> = {
      method: chiamata.metodo,
      timeout: TEMPO_MASSIMO_MS,
      retry: 0,
      responseType: 'text',
      ignoreResponseError: true,
      ...(keepalive && { keepalive }),
      headers: token ? { authorization: `Bearer ${token}` } : {},
      ...(query && { query }),
      ...(corpo !== undefined && { body: corpo as Record<string, unknown> }),
    }
    const partenza = mondo.now()
    let risposta: Awaited<ReturnType<typeof invia.raw<string, 'text'>>>
    try {
      risposta = await invia.raw(`${mondo.base}${chiamata.percorso}`, opzioni)
    } catch (errore) {
      return fail(mondo.isOnline() ? 'REMOTE_REQUEST_FAILED' : 'RETE_ASSENTE', { detail: String(errore) })
    }
    measure(mondo, risposta.headers, partenza)
    if (!risposta.ok) return refuse(mondo, chiamata.percorso, risposta.status, risposta._data)
    return accept<RispostaDi<typeof nome>>(chiamata, risposta.status, risposta._data)
  }
}

/** The server's clock stands in `X-Ora-Server`; half of the journey is taken off. */
function measure(mondo: MondoChiamata, headers: Headers, partenza: number) {
  const ora = headers.get('x-ora-server')
  if (ora === null) return
  const server = /^\d+$/.test(ora) ? Number(ora) : Date.parse(ora)
  const arrivo = mondo.now()
  if (Number.isFinite(server)) mondo.onScarto(server - (partenza + arrivo) / 2)
}

function parse(testo: string | undefined): unknown {
  try {
    return JSON.parse(testo ?? '')
  } catch {
    return undefined
  }
}

function refuse(mondo: MondoChiamata, percorso: string, status: number, testo: string | undefined): Result<never> {
  const letto = parseWith(problema, parse(testo))
  const codice = letto.ok && isCodice(letto.value.codice) ? letto.value.codice : null
  if (sessionEnd({ codice, status, percorso })) mondo.onFineSessione(codice ?? 'SESSIONE_SCADUTA')
  // Without a code it is not our server that speaks: a proxy, a captive portal, a gateway that is down.
  if (!letto.ok || codice === null)
    return fail(status >= 500 ? 'REMOTE_REQUEST_FAILED' : 'RISPOSTA_NON_VALIDA', { detail: `HTTP ${status}` })
  const { campi, dati, detail } = letto.value
  return fail(codice, {
    ...(campi && { campi }),
    ...(dati && { dati }),
    ...(detail !== undefined && { detail: detail }),
  })
}

function accept<T>(chiamata: Chiamata, status: number, testo: string | undefined): Result<T> {
  if (chiamata.risposta === null || status === 204) return ok(null as T)
  const letto = parseWith(chiamata.risposta, parse(testo))
  return letto.ok ? ok(letto.value as T) : fail('RISPOSTA_NON_VALIDA', { detail: letto.path || 'corpo' })
}
