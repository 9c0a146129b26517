import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { apri, type Mondo, rispondi, value } from '../workers/mondo.ts'
import { followAccount, makeUtente, stubBrowser } from './aiuti.ts'

const account = (id_utente_idoneo: number) => ({
  token: `t${id_utente_idoneo}`,
  utente: { ...makeUtente(), id_utente_idoneo },
  ricordami: true,
  emessa: 0,
})
const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })
const PIENO = { type: 'about:blank', title: 'Insufficient Storage', status: 507, codice: 'GIORNALE_PIENO' }

let mondo: Mondo
let room = false
let asked: string[] = []
const load = async () => ({
  ...(await import('#src/sync/exchange')),
  ...(await import('#src/sync/last-push')),
  ...(await import('#src/store/sync-status')),
  ...(await import('#src/session/session')),
  ...(await import('#src/api/client')),
})
let page: Awaited<ReturnType<typeof load>>
beforeEach(async () => {
  vi.resetModules()
  vi.useFakeTimers({ toFake: ['performance'] })
  stubBrowser()
  room = false
  asked = []
  vi.stubGlobal('document', { querySelector: () => null })
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    asked.push(`${method} ${new URL(url, 'http://prova').pathname.split('/').at(-1)}`)
    if (method === 'GET') return json(200, { eventi: [], cursore: 0, epoca: 'prima' })
    return room ? json(200, { rifiutati: [], numeri: null }) : json(507, PIENO)
  })
  mondo = await apri()
  page = await load()
  await followAccount()
  page.session.credentials = account(7)
  await page.prepareCall()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const exchange = async () => {
  asked = []
  expect(await page.exchangeGiornale(mondo.db as never)).toEqual({ ok: true, value: null })
  return asked.filter((a) => a.startsWith('PUT'))
}
const waiting = async () => value(await mondo.db.countSoloQui()).risposte

it('[OP18] a full account is told to the person and asked again after an hour, and nothing is taken for sent', async () => {
  value(await rispondi(mondo, 1, 1))
  expect(page.journalRoom.ended).toBeNull()
  expect(await exchange()).toEqual(['PUT eventi'])
  expect(page.journalRoom.ended).not.toBeNull()
  // Whatever is answered meanwhile: what others sent is still asked for.
  for (let i = 0; i < 3; i++) {
    value(await rispondi(mondo, 2 + i, 1))
    expect(await exchange()).toEqual([])
    expect(asked).toEqual(['GET eventi'])
  }
  await page.rememberUnsent(mondo.db)
  asked = []
  page.sendUnsent()
  for (let i = 0; i < 50; i++) await Promise.resolve()
  expect(asked).toEqual(['PUT risposte_concorso'])
  expect(await waiting()).toBe(4)

  vi.advanceTimersByTime(60 * 60_000)
  expect(await exchange()).toEqual(['PUT eventi'])
  expect(page.journalRoom.ended).not.toBeNull()
  vi.advanceTimersByTime(60 * 60_000)
  room = true
  expect(await exchange()).toEqual(['PUT eventi'])
  expect(page.journalRoom.ended).toBeNull()
  expect(value(await mondo.db.listEventi({ limite: 10 }))).toBeNull()
})

it('[OP18] another account has room of its own', async () => {
  value(await rispondi(mondo, 1, 1))
  await exchange()
  expect(page.journalRoom.ended).not.toBeNull()
  page.session.credentials = account(8)
  expect(page.journalRoom.ended).toBeNull()
})
