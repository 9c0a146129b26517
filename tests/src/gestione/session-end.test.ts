import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { SessioneGestione } from '#contract/gestione/accesso'
import { SECRET_HEADER } from '#contract/gestione/call'
import { stubBrowser } from '../aiuti.ts'

const MINUTE = 60_000
const replaceState = vi.fn()
let listen: (() => void) | null

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
  stubBrowser()
  listen = null
  vi.stubGlobal('document', {
    addEventListener: (_: string, f: () => void) => {
      listen = f
    },
    removeEventListener: () => undefined,
  })
  vi.stubGlobal('location', { pathname: '/gestione/registro', search: '?chi=altri@posta.example' })
  vi.stubGlobal('history', { replaceState })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Opens a signed-in tab of the console; tabs share what the browser keeps. */
async function openTab(secret: string | null = 'segreto') {
  vi.resetModules()
  const { consoleState, enterConsole, leaveConsole } = await import('#src/gestione/console-session')
  const { noteEnd } = await import('#src/gestione/session-time')
  const { watchSession } = await import('#src/gestione/session-end')
  // Cast: the watch asks only whether there is one.
  const sessione = { email: 'chi@posta.example' } as SessioneGestione
  if (secret !== null) enterConsole(secret, sessione)
  else consoleState.sessione = sessione
  const said: boolean[] = []
  const begin = () => watchSession((end) => said.push(end !== null))
  return { consoleState, leaveConsole, noteEnd, begin, isNear: () => said.at(-1) }
}

it('[OP53] warns a minute before, and leads to the sign-in at the end', async () => {
  const tab = await openTab()
  tab.noteEnd('1800 28800')
  tab.begin()
  vi.advanceTimersByTime(29 * MINUTE - 1000)
  expect(tab.isNear()).toBe(false)
  vi.advanceTimersByTime(1000)
  expect(tab.isNear()).toBe(true)
  vi.advanceTimersByTime(MINUTE - 1000)
  expect(tab.consoleState.sessione).not.toBeNull()
  vi.advanceTimersByTime(1000)
  expect(tab.consoleState).toMatchObject({ sessione: null, fine: 'SESSIONE_SCADUTA' })
  expect(replaceState).toHaveBeenCalledWith(null, '', '/gestione/registro')
})

it('[OP53] a call of one tab renews every tab, and their end is one', async () => {
  const first = await openTab()
  first.noteEnd('1800 28800')
  first.begin()
  const second = await openTab(null)
  second.begin()
  vi.advanceTimersByTime(29 * MINUTE)
  expect([first.isNear(), second.isNear()]).toEqual([true, true])
  second.noteEnd('1800 27000')
  vi.advanceTimersByTime(1000)
  expect([first.isNear(), second.isNear()]).toEqual([false, false])
  vi.advanceTimersByTime(30 * MINUTE)
  expect(first.consoleState.sessione).toBeNull()
  expect(second.consoleState.sessione).toBeNull()
})

it('[OP53] signing out in one tab empties the others; so does another person in one', async () => {
  const first = await openTab()
  first.begin()
  const second = await openTab(null)
  second.begin()
  first.leaveConsole(null)
  vi.advanceTimersByTime(1000)
  expect(second.consoleState).toMatchObject({ sessione: null, fine: null })
  const third = await openTab('segreto')
  third.begin()
  await openTab('altro segreto')
  const other = { ruolo: 'gestore', confermata: null, scade: '2026-11-29T18:00:00.000Z', passkey: [], codici: true }
  const body = { email: 'altri@posta.example', codici_rimasti: 10, iscritta: false, ...other }
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Record<string, string> }) =>
    headers[SECRET_HEADER] === 'altro segreto'
      ? new Response(JSON.stringify(body))
      : new Response(JSON.stringify({ type: 'x', title: 'x', status: 401, codice: 'TOKEN_NON_VALIDO' }), {
          status: 401,
        }),
  )
  await vi.advanceTimersByTimeAsync(1000)
  expect(third.consoleState).toMatchObject({ sessione: null, fine: 'USCITA_ALTROVE' })
})

it('[OP53] a computer that slept shows the sign-in as it wakes; the last minute of eight hours is told as such', async () => {
  const tab = await openTab()
  tab.noteEnd('1800 28800')
  tab.begin()
  // A sleep: the clock goes on, no timer does.
  vi.setSystemTime(Date.now() + 60 * MINUTE)
  listen?.()
  expect(tab.consoleState.sessione).toBeNull()
  const { noteEnd, readEnd } = await import('#src/gestione/session-time')
  noteEnd('1800 50')
  expect(readEnd()).toEqual({ at: Date.now() + 50_000, isLast: true })
  noteEnd(null)
  noteEnd('non un numero')
  expect(readEnd()?.isLast).toBe(true)
})
