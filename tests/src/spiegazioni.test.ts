import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fail, ok, type Result } from '#contract/result'
import { apri, type Mondo, UTENTE, value } from '../workers/mondo.ts'
import { followAccount, makeUtente, stubBrowser } from './aiuti.ts'

const DOMANDA = 100_001
const TESTO = { id_domanda: DOMANDA, spiegazione: 'Lo dice l’art. 97 <b>della Costituzione</b>.', fonte: 'art. 97' }

describe('an explanation', () => {
  let mondo: Mondo
  let chieste: number
  let risponde: () => Promise<Result<unknown>>

  beforeEach(async () => {
    mondo = await apri()
    risponde = async () => ok(TESTO)
  })

  /** A visit: the page with its memory empty, over the store that there is. */
  async function visit(livello: 0 | 2 | 3, { online = true, scadenza = null as string | null } = {}) {
    vi.resetModules()
    stubBrowser()
    chieste = 0
    vi.doMock('../../src/api/client.ts', () => ({
      call: async () => {
        chieste++
        return risponde()
      },
    }))
    vi.doMock('../../src/store/on-store.ts', () => ({
      onStore: (f: (db: Mondo['db']) => Promise<unknown>) => f(mondo.db),
    }))
    const { session: sessione } = await import('#src/session/session')
    const { network: rete } = await import('#src/platform/network')
    const utente = { ...makeUtente(), livello, data_scadenza_premium: scadenza } as NonNullable<
      typeof sessione.credentials
    >['utente']
    sessione.credentials = { token: 't', utente, ricordami: true, emessa: 0 }
    rete.online = online
    await followAccount()
    return { ...(await import('#src/domain/spiegazioni')), sessione }
  }
  const kept = async () => value(await mondo.db.readSpiegazione({ id_domanda: DOMANDA }))
  /** What the page does behind the answer is done. */
  const calm = async () => {
    await new Promise((r) => setImmediate(r))
    return kept()
  }

  it('read once is there in the next visit without a network, as it came [PK12][D20]', async () => {
    const prima = await visit(3)
    expect(value(await prima.readSpiegazione(DOMANDA))).toEqual(TESTO)
    expect(await calm()).toEqual(TESTO)
    const poi = await visit(3, { online: false })
    expect(value(await poi.readSpiegazione(DOMANDA))).toEqual(TESTO)
    expect(chieste).toBe(0)
    expect(await poi.readSpiegazione(DOMANDA + 1)).toMatchObject({ error: { codice: 'RETE_ASSENTE' } })
  })

  it('is served only while the account is premium, whatever was kept [PK12]', async () => {
    await (await visit(3)).readSpiegazione(DOMANDA)
    await calm()
    for (const [livello, scadenza] of [
      [0, null],
      [2, null],
      [3, '2020-01-01T00:00:00.000+01:00'],
    ] as const) {
      const { readSpiegazione } = await visit(livello, { online: false, scadenza })
      expect(await readSpiegazione(DOMANDA)).toMatchObject({ error: { codice: 'PREMIUM_RICHIESTO' } })
    }
    const ancora = await visit(3, { online: false })
    expect(value(await ancora.readSpiegazione(DOMANDA))).toEqual(TESTO)
  })

  it('is shown at once where it was kept, and its newer text the next time', async () => {
    await (await visit(3)).readSpiegazione(DOMANDA)
    await calm()
    const nuovo = { ...TESTO, spiegazione: 'Corretta.', fonte: null }
    risponde = async () => ok(nuovo)
    const { readSpiegazione } = await visit(3)
    expect(value(await readSpiegazione(DOMANDA))).toEqual(TESTO)
    expect(await calm()).toEqual(nuovo)
    expect(value(await readSpiegazione(DOMANDA))).toEqual(nuovo)
    expect(chieste).toBe(1)
  })

  it('is there when the server cannot be reached, and goes when the server has withdrawn it', async () => {
    await (await visit(3)).readSpiegazione(DOMANDA)
    await calm()
    risponde = async () => fail('REMOTE_REQUEST_FAILED')
    const giu = await visit(3)
    expect(value(await giu.readSpiegazione(DOMANDA))).toEqual(TESTO)
    expect(await calm()).toEqual(TESTO)
    risponde = async () => fail('SPIEGAZIONE_ASSENTE')
    await (await visit(3)).readSpiegazione(DOMANDA)
    expect(await calm()).toBeNull()
  })

  it('that arrives after the account has changed is not kept in the other’s store', async () => {
    const { readSpiegazione, sessione } = await visit(3)
    let answer = (_: Result<unknown>): void => undefined
    risponde = () =>
      new Promise((f) => {
        answer = f
      })
    const letta = readSpiegazione(DOMANDA)
    await vi.waitFor(() => expect(chieste).toBe(1))
    if (sessione.credentials) sessione.credentials.utente.id_utente_idoneo = 8
    answer(ok(TESTO))
    await letta
    expect(await calm()).toBeNull()
  })

  it('goes with everything else of the account', async () => {
    await (await visit(3)).readSpiegazione(DOMANDA)
    expect(await calm()).toEqual(TESTO)
    value(await mondo.db.clearUser({ id_utente: UTENTE }))
    value(await mondo.db.open({ id_utente: UTENTE }))
    expect(await kept()).toBeNull()
  })
})
