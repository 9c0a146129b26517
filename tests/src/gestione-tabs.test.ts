import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SessioneGestione } from '#contract/gestione/accesso'
import { SECRET_HEADER } from '#contract/gestione/call'
import { callConsole } from '#src/gestione/api'
import { uploadBanca } from '#src/gestione/banche/upload'
import { consoleState, enterConsole, readSecret } from '#src/gestione/console-session'
import { consoleFailure } from '#src/gestione/text'
import { afterRead } from '#src/gestione/useConsoleRead'
import { pauseAfter } from '#src/gestione/useLook'
import { Deposito } from './aiuti.ts'

const KEY = 'idoneo.gestione'
const sessionOf = (email: string): SessioneGestione => ({
  ...{ email, ruolo: 'gestore', confermata: '2026-11-29T10:00:00.000Z', scade: '2026-11-29T18:00:00.000Z' },
  ...{ passkey: [], codici: true, codici_rimasti: 10, iscritta: false },
})

/** The server with one cookie for every tab: a secret that is not beside it is refused. */
function serve(now: { secret: string; email: string }) {
  const calls: string[] = []
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Record<string, string> }) => {
    const isRight = headers[SECRET_HEADER] === now.secret
    calls.push(`${url.replace('/api/gestione/', '')} ${isRight ? 'fatto' : 'rifiutato'}`)
    const body = isRight ? sessionOf(now.email) : { type: 'x', title: 'x', status: 401, codice: 'TOKEN_NON_VALIDO' }
    return new Response(JSON.stringify(body), { status: isRight ? 200 : 401 })
  })
  return calls
}

describe('[OP51] two tabs of the console in one browser', () => {
  beforeEach(() => {
    vi.stubGlobal('localStorage', new Deposito())
    vi.stubGlobal('navigator', { onLine: true })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    consoleState.sessione = null
  })

  it('an act of a tab is not done as the person who entered by the other', async () => {
    enterConsole('segreto di Ada', sessionOf('ada@posta.example'))
    localStorage.setItem(KEY, 'segreto di Bea')
    const calls = serve({ secret: 'segreto di Bea', email: 'bea@posta.example' })
    const done = await callConsole('iscrivi', { corpo: { codice: 'x' } })
    expect(done).toEqual({ ok: false, error: { codice: 'USCITA_ALTROVE' } })
    expect(calls).toEqual(['iscrivi rifiutato', 'sessione fatto'])
    expect([consoleState.sessione, consoleState.fine]).toEqual([null, 'USCITA_ALTROVE'])
    // Bea's next tabs find her session.
    expect(localStorage.getItem(KEY)).toBe('segreto di Bea')
    expect(readSecret()).toBeNull()
  })

  it('the same person goes on with the newer sign-in', async () => {
    enterConsole('segreto di ieri', sessionOf('ada@posta.example'))
    localStorage.setItem(KEY, 'segreto di oggi')
    const calls = serve({ secret: 'segreto di oggi', email: 'ada@posta.example' })
    expect((await callConsole('iscrivi', { corpo: { codice: 'x' } })).ok).toBe(true)
    expect(calls).toEqual(['iscrivi rifiutato', 'sessione fatto', 'iscrivi fatto'])
  })

  it('a sign-out in the other tab ends this one, and says so', async () => {
    enterConsole('segreto di Ada', sessionOf('ada@posta.example'))
    localStorage.removeItem(KEY)
    serve({ secret: 'nessuno', email: '' })
    expect(await callConsole('iscrivi', { corpo: { codice: 'x' } })).toMatchObject({ ok: false })
    expect(consoleState.fine).toBe('USCITA_ALTROVE')
  })
})

describe('[OP43] a call of the console without a response', () => {
  beforeEach(() => {
    vi.stubGlobal('localStorage', new Deposito())
    vi.stubGlobal('navigator', { onLine: true })
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('aborted')))
  })
  afterEach(() => vi.unstubAllGlobals())
  const saidOf = async (sent: ReturnType<typeof callConsole>) => {
    const result = await sent
    return result.ok ? null : consoleFailure(result.error)
  }

  it('says of an act that it may have been done, and of a read that the server is silent', async () => {
    const act = () => callConsole('ritira_banca', { corpo: { id_concorso: 1, ritira: true } })
    expect(await saidOf(act())).toMatch(/^Nessuna risposta: può darsi che sia stato fatto\./)
    expect(await saidOf(callConsole('denaro', {}))).toBe('Il server non risponde. Riprova tra poco.')
    vi.stubGlobal('navigator', { onLine: false })
    // Nothing left the device.
    expect(await saidOf(act())).toMatch(/^Manca la connessione/)
  })

  it('sends no empty file, and says why; a long name keeps its end', async () => {
    expect(await saidOf(uploadBanca({ file: new File([], 'vuota.csv') }) as never)).toMatch(/^Il file è vuoto\./)
    const asked = vi.fn((_: string, url: string) => void url)
    vi.stubGlobal(
      'XMLHttpRequest',
      class {
        upload = {}
        onerror = () => undefined
        open = asked
        setRequestHeader = () => undefined
        send = () => this.onerror()
      },
    )
    const file = new File(['a'], `${'x'.repeat(300)}.csv`)
    expect((await uploadBanca({ file })).ok).toBe(false)
    const nome = new URL(asked.mock.calls[0]?.[1] ?? '', 'http://qui').searchParams.get('nome')
    expect([nome?.length, nome?.endsWith('.csv')]).toEqual([255, true])
  })

  it('leaves what a screen shows, unless that is gone', () => {
    const failed = (codice: 'REMOTE_REQUEST_FAILED' | 'NON_TROVATO') => ({ ok: false as const, error: { codice } })
    expect(afterRead('prima', failed('REMOTE_REQUEST_FAILED'))).toMatchObject({ data: 'prima' })
    expect(afterRead('prima', failed('NON_TROVATO'))).toMatchObject({ data: null })
    expect(afterRead('prima', { ok: true, value: 'dopo' })).toEqual({ data: 'dopo', failure: null })
  })

  it('looks at a work again after longer and longer pauses, up to half a minute', () => {
    expect([0, 1, 2, 5, 60].map((n) => pauseAfter(1_000, n))).toEqual([1_000, 2_000, 4_000, 30_000, 30_000])
  })
})
