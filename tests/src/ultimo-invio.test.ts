import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { apri, type Mondo, rispondi, value } from '../workers/mondo.ts'
import { followAccount, makeUtente, stubBrowser } from './aiuti.ts'

const account = (id_utente_idoneo: number) => ({
  token: `t${id_utente_idoneo}`,
  utente: { ...makeUtente(), id_utente_idoneo },
  ricordami: true,
  emessa: 0,
})

describe('the last push of a page that goes (decision 0076)', () => {
  let mondo: Mondo
  let sent: { path: string; keepalive: boolean; bytes: number; corpo: { eventi?: { id: string }[] } }[]
  const load = async () => ({
    ...(await import('#src/sync/last-push')),
    ...(await import('#src/session/session')),
    ...(await import('#src/platform/network')),
    ...(await import('#src/api/client')),
  })
  let page: Awaited<ReturnType<typeof load>>
  beforeEach(async () => {
    vi.resetModules()
    stubBrowser()
    sent = []
    vi.stubGlobal('document', { querySelector: () => null })
    vi.stubGlobal('fetch', async (url: string, { keepalive = false, body }: RequestInit) => {
      const path = new URL(url, 'http://prova').pathname
      sent.push({ path, keepalive, bytes: Buffer.byteLength(String(body)), corpo: JSON.parse(String(body)) })
      return new Response(null, { status: 204 })
    })
    mondo = await apri()
    page = await load()
    await followAccount()
    page.session.credentials = account(7)
    await page.prepareCall()
  })
  afterEach(() => vi.unstubAllGlobals())

  /** Only what a page may still do while it goes: no timer, no answer of the store. */
  const leave = async () => {
    page.sendUnsent()
    for (let i = 0; i < 50; i++) await Promise.resolve()
  }
  const paths = () => sent.map(({ path }) => path.split('/').at(-1))

  it('sends events and records without asking the store, by requests that outlive the page', async () => {
    const { id_evento } = value(await rispondi(mondo, 1, 1))
    await page.rememberUnsent(mondo.db)
    mondo.db.close()
    await leave()
    expect(paths()).toEqual(['eventi', 'risposte_concorso'])
    expect(sent.every((s) => s.keepalive)).toBe(true)
    expect(sent[0]?.corpo.eventi?.map(({ id }) => id)).toEqual([id_evento])
  })

  it('takes nothing for sent: the store sends it all again', async () => {
    value(await rispondi(mondo, 1, 1))
    await page.rememberUnsent(mondo.db)
    await leave()
    expect(value(await mondo.db.listEventi({ limite: 10 }))?.eventi).toHaveLength(1)
    expect(value(await mondo.db.countUnsynced()).totale).toBe(1)
  })

  it('sends no more than a browser lets outlive its page', async () => {
    for (let i = 0; i < 150; i++) value(await rispondi(mondo, 1 + (i % 8), 1))
    await page.rememberUnsent(mondo.db)
    await leave()
    expect(sent.length).toBeGreaterThan(0)
    expect(sent.reduce((sum, s) => sum + s.bytes, 0)).toBeLessThanOrEqual(60_000)
  })

  it.each(['nobody is signed in', 'another account came', 'the session is over', 'there is no network'])(
    'sends nothing when %s',
    async (why) => {
      value(await rispondi(mondo, 1, 1))
      await page.rememberUnsent(mondo.db)
      if (why === 'nobody is signed in') page.session.credentials = null
      if (why === 'another account came') page.session.credentials = account(8)
      if (why === 'the session is over') page.session.expired = 'SESSIONE_SCADUTA'
      if (why === 'there is no network') page.network.online = false
      await leave()
      expect(sent).toEqual([])
    },
  )
})
