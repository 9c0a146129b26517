import { type Browser, type BrowserContext, type CDPSession, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { login, makeAccount, newEmail, openContext, signIn, url } from '#tests/e2e/aiuti'
import {
  addBanca,
  avvio,
  barraLivelli,
  esci,
  inizia,
  openBanca,
  prossima,
  rispondi,
  waitPronta,
  waitSincronizzato,
} from '#tests/e2e/pratica'
import { type BancaDiProva, creaBanca } from '#tests/workers/mondo'
import { LOG_RESERVE_BYTES, RESERVE_BYTES } from '#workers/backends/disk-reserve'
import { NIGHT } from './lib/fault.ts'
import { servePage } from './lib/page.ts'

const MIB = 1024 * 1024
const NOME = 'guasti.test'
const FULL = new Set(['INDEXEDDB_NOT_ENOUGH_SPACE', 'INDEXEDDB_LOW_SPACE'])
/** More answers than the largest quota holds. */
const ENOUGH = 20_000

/** Sets how many bytes an origin may hold; without a number, as many as the disk. */
const quotaOf = (cdp: CDPSession, origin: string) => (quotaSize?: number) =>
  cdp.send('Storage.overrideQuotaForOrigin', { origin, ...(quotaSize !== undefined && { quotaSize }) })

describe('a quota that is reached (R5)', () => {
  let banca: BancaDiProva
  let page: Awaited<ReturnType<typeof servePage>>
  let browser: Browser

  beforeAll(async () => {
    banca = await creaBanca({ n: 400 })
    page = await servePage(new URL('./storage/', import.meta.url), async (_, path) =>
      path === '/banca.zip' ? banca.pacchetto : undefined,
    )
    browser = await chromium.launch({
      executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
      // Plain http on a name that is no localhost: the rung of IndexedDB.
      args: ['--no-sandbox', `--host-resolver-rules=MAP ${NOME} 127.0.0.1`],
    })
  })
  afterAll(async () => {
    await browser?.close()
    await page?.close()
  })

  const sizes = NIGHT ? Array.from({ length: 30 }, (_, i) => 1 + i * 0.4) : [1, 3, 5]
  it.each(sizes)(
    '%s MiB: the code says so, nothing acknowledged is lost, and with room the same work goes on',
    async (mib) => {
      const origin = `http://localhost:${page.port}`
      const context = await browser.newContext()
      try {
        const tab = await context.newPage()
        const cdp = await context.newCDPSession(tab)
        const quota = quotaOf(cdp, origin)
        await tab.goto(`${origin}/`)
        await tab.waitForFunction(() => 'spazio' in window)
        await quota(mib * MIB)
        const concorso = { ...banca.concorso, url_domande: `${origin}/banca.zip` }
        const ids = banca.domande.map((d) => d.id_domanda)
        const codes: string[] = []
        const answer = (n: number) =>
          tab.evaluate(([i, n]) => window.spazio.answer(1, i, n), [ids, n] as const as [number[], number])
        const works: (() => Promise<string>)[] = [
          () => tab.evaluate(() => window.spazio.open()),
          () => tab.evaluate((c) => window.spazio.install(c), concorso),
          // Once the quota is lifted, no number of answers reaches it.
          () => answer(codes.length === 0 ? ENOUGH : 20),
        ]
        for (const work of works) {
          const code = await work()
          if (code === 'ok') continue
          codes.push(code)
          if (work === works[1]) expect(await tab.evaluate(() => window.spazio.banks())).toEqual([])
          await quota()
          expect(await work()).toBe('ok')
        }
        expect(codes.length).toBeGreaterThan(0)
        expect(codes.filter((code) => !FULL.has(code))).toEqual([])
        const { missing, wrong, acknowledged } = await tab.evaluate(() => window.spazio.look())
        expect({ missing, wrong }).toEqual({ missing: 0, wrong: [] })
        expect(acknowledged).toBeGreaterThan(0)
      } finally {
        await context.close()
      }
    },
  )

  // Without the reserve the same deletion finds no room for its own transaction: that is what the reserve is for.
  const reserves = [
    ['both reserves', [], 'ok'],
    ['the reserve for deleting alone', ['riserva-log'], 'ok'],
    ['no reserve', ['riserva-log', 'riserva'], 'INDEXEDDB_NOT_ENOUGH_SPACE'],
  ] as const
  it.each(NIGHT ? reserves : reserves.slice(0, 1))(
    '%s: deleting a bank on a full disk, without %j: %s',
    async (_, gone, expected) => {
      const origin = `http://localhost:${page.port}`
      const context = await browser.newContext()
      try {
        const tab = await context.newPage()
        const cdp = await context.newCDPSession(tab)
        const quota = quotaOf(cdp, origin)
        await tab.goto(`${origin}/`)
        await tab.waitForFunction(() => 'spazio' in window)
        const concorso = { ...banca.concorso, url_domande: `${origin}/banca.zip` }
        const ids = banca.domande.map((d) => d.id_domanda)
        const answer = (n: number) =>
          tab.evaluate(([i, n]) => window.spazio.answer(1, i, n), [ids, n] as const as [number[], number])
        const here = () => tab.evaluate(() => window.spazio.banks())
        expect(await tab.evaluate(() => window.spazio.open())).toBe('ok')
        expect(await tab.evaluate((c) => window.spazio.install(c), concorso)).toBe('ok')
        const reserve = (name: string) => tab.evaluate((n) => window.spazio.reserve(n), name)
        await expect.poll(() => reserve('riserva')).toBe(RESERVE_BYTES)
        await expect.poll(() => reserve('riserva-log')).toBe(LOG_RESERVE_BYTES)
        for (const name of gone) await tab.evaluate((n) => window.spazio.dropReserve(n), name)

        await quota((await tab.evaluate(() => window.spazio.usage())) + MIB / 2)
        expect(await answer(ENOUGH)).toBe('INDEXEDDB_NOT_ENOUGH_SPACE')
        expect(await tab.evaluate(() => window.spazio.deleteBank(1))).toBe(expected)
        if (expected === 'ok') {
          expect(await here()).toEqual([{ versione: null, n: 0 }])
          if (gone.length === 1) expect(await reserve('riserva')).toBeNull()
        } else expect(await here()).toMatchObject([{ n: banca.domande.length }])

        // With room it goes on, and nothing that was acknowledged is missing.
        await quota()
        if (expected === 'ok') expect(await tab.evaluate((c) => window.spazio.install(c), concorso)).toBe('ok')
        expect(await answer(20)).toBe('ok')
        const { missing, wrong, acknowledged } = await tab.evaluate(() => window.spazio.look())
        expect({ missing, wrong }).toEqual({ missing: 0, wrong: [] })
        expect(acknowledged).toBeGreaterThan(20)
      } finally {
        await context.close()
      }
    },
  )

  // Half a minute goes by until the browser sees the room again.
  it.runIf(NIGHT)(
    'on IndexedDB, with room again the same work goes on; the reserve lets a bank be deleted',
    async () => {
      const origin = `http://${NOME}:${page.port}`
      const context = await browser.newContext()
      try {
        const tab = await context.newPage()
        const cdp = await context.newCDPSession(tab)
        const quota = quotaOf(cdp, origin)
        // Before the first transaction: the browser remembers for half a minute how much room IndexedDB has.
        await quota(8 * MIB)
        await tab.goto(`${origin}/`)
        await tab.waitForFunction(() => 'spazio' in window)
        expect(await tab.evaluate(() => isSecureContext)).toBe(false)
        const concorso = { ...banca.concorso, url_domande: `${origin}/banca.zip` }
        const ids = banca.domande.map((d) => d.id_domanda)
        const answer = (n: number) =>
          tab.evaluate(([i, n]) => window.spazio.answer(1, i, n), [ids, n] as const as [number[], number])
        expect(await tab.evaluate(() => window.spazio.open())).toBe('ok')
        expect(await tab.evaluate((c) => window.spazio.install(c), concorso)).toBe('ok')
        await expect.poll(() => tab.evaluate(() => window.spazio.reserveIdb())).toBe(3)
        expect(await answer(ENOUGH)).toBe('INDEXEDDB_NOT_ENOUGH_SPACE')
        expect(await tab.evaluate(() => window.spazio.deleteBank(1))).toBe('ok')
        await quota()
        expect(await tab.evaluate((c) => window.spazio.install(c), concorso)).toBe('ok')
        expect(await answer(20)).toBe('ok')
        expect(await tab.evaluate(() => window.spazio.missing())).toBe(0)
        expect(await tab.evaluate(() => window.spazio.acknowledged())).toBeGreaterThan(20)
      } finally {
        await context.close()
      }
    },
  )
})

describe('data that the browser throws away (R7)', () => {
  const BANCA = 'Diritto costituzionale'
  const GIRI = NIGHT ? 100 : 1
  let browser: BrowserContext

  afterAll(() => browser?.close())

  it.each(Array.from({ length: GIRI }, (_, i) => i + 1))(
    'round %i: after the next login every sent answer is back',
    async () => {
      const email = newEmail('sfratto')
      await makeAccount(email, 'premium')
      browser = await openContext()
      await signIn(browser, email)
      const page = await browser.newPage()
      await addBanca(page, BANCA)
      await openBanca(page, BANCA)
      const before = await barraLivelli(page).getAttribute('aria-label')
      await inizia(page)
      for (let n = 2; n <= 5; n++) {
        await rispondi(page, n % 2)
        await prossima(page, n)
      }
      await esci(page)
      await waitSincronizzato(page)
      await expect.poll(() => barraLivelli(page).getAttribute('aria-label')).not.toBe(before)
      const after = await barraLivelli(page).getAttribute('aria-label')

      const cdp = await browser.newCDPSession(page)
      // A browser throws away what no page has open, and the worker of the last page may outlive it by a moment.
      await page.goto(url('/manifest.webmanifest'))
      const held = () => page.evaluate(async () => ((await navigator.locks.query()).held ?? []).map(({ name }) => name))
      await expect.poll(held).toEqual([])
      await page.goto('about:blank')
      await cdp.send('Storage.clearDataForOrigin', { origin: new URL(inject('indirizzo')).origin, storageTypes: 'all' })
      await login(page, email)
      await page.goto(url('/banche-dati'))
      await page
        .getByRole('region', { name: BANCA, exact: true })
        .getByRole('button', { name: /^Scarica/ })
        .first()
        .click()
      await waitPronta(page, BANCA)
      await openBanca(page, BANCA)
      await avvio(page).waitFor()
      await expect.poll(() => barraLivelli(page).getAttribute('aria-label')).toBe(after)
      await browser.close()
    },
  )
})
