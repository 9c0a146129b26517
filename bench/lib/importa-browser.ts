import type { Page } from 'playwright-core'
import { openProdotto, prepareDevice } from './prodotto.ts'

/** Milliseconds of the longest frame and of the longest task of the page, 0 when none reached 50 ms. */
type Smooth = { frame: number; task: number }
/** What a bank from a file takes in a browser, seconds; how smooth the page was at rest before it and while it was read, shown and kept. */
export type BrowserImport = { read: number; keep: number; rest: Smooth; busy: Smooth }

const REST_MS = 3_000
const LONG_MS = 120_000
type Watched = { smooth: Smooth }

/** Runs in the page: follows its frames and its long tasks from now on. */
function watch(): void {
  const seen: Smooth = { frame: 0, task: 0 }
  ;(window as unknown as Watched).smooth = seen
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.task = Math.max(seen.task, duration)
  }).observe({ type: 'longtask' })
  let last = performance.now()
  const next = (now: number) => {
    seen.frame = Math.max(seen.frame, now - last)
    last = now
    requestAnimationFrame(next)
  }
  requestAnimationFrame(next)
}

/** What was seen since the last time it was asked. */
const take = (page: Page): Promise<Smooth> =>
  page.evaluate(() => {
    const { smooth } = window as unknown as Watched
    const seen = { ...smooth }
    Object.assign(smooth, { frame: 0, task: 0 })
    return seen
  })

/** Picks a file on the screen of a person's own banks in real Chromium, and keeps what it has. */
export async function importInBrowser(file: string): Promise<BrowserImport> {
  const prodotto = await openProdotto()
  try {
    const browser = await prodotto.openProfile(prodotto.newProfile(), 'block')
    // What runs this file marks its functions with their names, by a helper that the page has not.
    await browser.addInitScript('globalThis.__name = (f) => f')
    await prepareDevice(browser, prodotto.url, await prodotto.makeAccount(), 'Diritto costituzionale')
    const page = await browser.newPage()
    await page.goto(`${prodotto.url}/simulatore/banche-dati`)
    await page.getByRole('button', { name: 'Da un file' }).click()
    const dialog = page.getByRole('dialog', { name: 'Banca dati da un file' })
    await dialog.getByRole('button', { name: 'Scegli il file' }).waitFor()
    await page.evaluate(watch)
    await page.waitForTimeout(REST_MS)
    const rest = await take(page)
    let start = performance.now()
    await dialog.locator('input[type=file]').setInputFiles(file)
    const keep = dialog.getByRole('button', { name: /^Importa / })
    await keep.waitFor({ timeout: LONG_MS })
    const read = (performance.now() - start) / 1000
    start = performance.now()
    await keep.click()
    await page.getByRole('heading', { level: 1, name: 'banca' }).waitFor({ timeout: LONG_MS })
    const kept = (performance.now() - start) / 1000
    const busy = await take(page)
    await browser.close()
    return { read, keep: kept, rest, busy }
  } finally {
    await prodotto.close()
  }
}
