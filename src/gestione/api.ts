import { isErrorCode } from '#contract/errors'
import { CONSOLE_CALLS, type ConsoleCallName, type ConsoleInputOf, type ConsoleResponseOf } from '#contract/gestione'
import { CONSOLE_API, type ConsoleCall, SECRET_HEADER, SESSION_HEADER } from '#contract/gestione/call'
import { parseWith } from '#contract/parse'
import { fail, ok, type Result } from '#contract/result'
import { problem } from '#contract/schemas'
import { TIMEOUT_MS } from '#contract/timeout'
import { adoptSecret, consoleState, isReplaced, leaveConsole, readSecret } from './console-session.ts'
import { type FileToSend, sendFile } from './send-file.ts'
import { noteEnd } from './session-time.ts'

/** `carico`: a file that is sent as it is. */
type Input = { query?: Record<string, unknown>; corpo?: unknown; carico?: FileToSend }

/** Codes that end the session of the console. */
const ENDS = new Set(['TOKEN_NON_VALIDO', 'SESSIONE_SCADUTA', 'ACCOUNT_DISABILITATO'])

async function readFailure(response: Response): Promise<Result<never>> {
  const read = parseWith(problem, await response.json().catch(() => null))
  if (!read.ok || !isErrorCode(read.value.codice)) return fail('REMOTE_REQUEST_FAILED')
  const { codice, campi, dati } = read.value
  return fail(codice, { ...(campi && { campi }), ...(dati && { dati }) })
}

async function send(name: ConsoleCallName, { query, corpo, carico }: Input): Promise<Result<Response>> {
  const { metodo, percorso, atto }: ConsoleCall = CONSOLE_CALLS[name]
  const wasOnline = navigator.onLine
  const asked = Object.entries(query ?? {}).flatMap(([key, value]) =>
    value === undefined || value === '' ? [] : [[key, String(value)]],
  )
  const search = asked.length > 0 ? `?${new URLSearchParams(asked)}` : ''
  const url = `${CONSOLE_API}${percorso}${search}`
  const secret = { [SECRET_HEADER]: readSecret() ?? '' }
  const response = carico
    ? await sendFile(metodo, url, { ...secret, 'content-type': 'application/octet-stream' }, carico)
    : await fetch(url, {
        method: metodo,
        credentials: 'same-origin',
        headers: { ...secret, ...(corpo === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(corpo === undefined ? {} : { body: JSON.stringify(corpo) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch(() => null)
  noteEnd(response?.headers.get(SESSION_HEADER) ?? null)
  if (response?.ok) return ok(response)
  const failed = response === null ? fail('REMOTE_REQUEST_FAILED') : await readFailure(response)
  if (failed.ok || failed.error.codice !== 'REMOTE_REQUEST_FAILED') return failed
  if (!wasOnline) return fail('RETE_ASSENTE')
  if (atto && metodo !== 'GET') return fail('REMOTE_REQUEST_FAILED', { dati: { atto: name } })
  return navigator.onLine ? failed : fail('RETE_ASSENTE')
}

/** Asks for the second factor again; returns whether it was given. */
const confirmAgain = (): Promise<boolean> =>
  new Promise((done) => {
    consoleState.conferma = {
      done: (given) => {
        consoleState.conferma = null
        done(given)
      },
    }
  })

/**
 * Sends a call again where another tab of this browser signed in as the same person, with that tab's secret. A session of
 * another person ends this tab's: an act is never done as somebody else.
 */
async function sendReplaced(name: ConsoleCallName, input: Input, refused: Result<never>): Promise<Result<Response>> {
  const mine = consoleState.sessione?.email
  const next = adoptSecret() ? await send('sessione', {}) : refused
  const read = next.ok ? parseWith(CONSOLE_CALLS.sessione.risposta, await next.value.json().catch(() => null)) : null
  if (read?.ok && read.value.email === mine) {
    consoleState.sessione = read.value
    return send(name, input)
  }
  leaveConsole('USCITA_ALTROVE', true)
  return fail('USCITA_ALTROVE')
}

/** Sends a call; a session that is over leads to the login, a second factor that is due is asked for and the call sent again. */
async function sendConfirmed(name: ConsoleCallName, input: Input): Promise<Result<Response>> {
  const result = await send(name, input)
  if (result.ok || !consoleState.sessione) return result
  const { codice } = result.error
  if (codice === 'TOKEN_NON_VALIDO' && isReplaced()) return sendReplaced(name, input, result)
  if (ENDS.has(codice)) leaveConsole(codice)
  else if (codice === 'CODICE_RICHIESTO' && consoleState.sessione.confermata !== null && (await confirmAgain()))
    return send(name, input)
  return result
}

/** The typed call of the console; never throws. The response is checked by its schema. */
export async function callConsole<N extends ConsoleCallName>(
  name: N,
  ...[input]: object extends ConsoleInputOf<N> ? [input?: ConsoleInputOf<N>] : [input: ConsoleInputOf<N>]
): Promise<Result<ConsoleResponseOf<N>>> {
  const sent = await sendConfirmed(name, (input ?? {}) as Input)
  if (!sent.ok) return sent
  const { risposta }: ConsoleCall = CONSOLE_CALLS[name]
  // Cast: the schema of the same call gave the type.
  if (risposta === null) return ok(null as ConsoleResponseOf<N>)
  const read = parseWith(risposta, await sent.value.json().catch(() => undefined))
  return read.ok ? ok(read.value as ConsoleResponseOf<N>) : fail('RISPOSTA_NON_VALIDA')
}

/** Fetches the response of a call as a file; never throws. */
export async function fetchConsoleFile<N extends ConsoleCallName>(
  name: N,
  input: ConsoleInputOf<N>,
): Promise<Result<Blob>> {
  const sent = await sendConfirmed(name, input as Input)
  if (!sent.ok) return sent
  return sent.value.blob().then(ok, () => fail('RETE_ASSENTE'))
}

/** Sends a file to a call that takes one. Never throws. */
export const sendConsoleFile = <N extends ConsoleCallName>(
  name: N,
  input: ConsoleInputOf<N> & { carico: FileToSend },
): Promise<Result<ConsoleResponseOf<N>>> => callConsole(name, ...([input] as never))
