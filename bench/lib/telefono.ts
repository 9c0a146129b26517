import type { BrowserContext, CDPSession, Page, Request } from 'playwright-core'
import { type Thread, traceThread } from './filo.ts'

/** "Slow 4G" of Chromium's own tools: 1.44 Mbit/s down, 0.675 up, 562.5 ms before each answer. */
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 }
const CPU_TIMES = 4
/** A load is over when nothing new was painted or moved in this time, milliseconds. */
const STILL_MS = 1_500

/** What a page tells of one load. Milliseconds from the start of the navigation; `cls` has no unit. */
export type Load = {
  lcp: number
  /** The first title of level one on screen. */
  title: number
  cls: number
  /** What was asked for before the title, and how many bytes of it had come over the wire. */
  requests: number
  kB: number
  /** Largest shifts, for whoever looks for their cause. */
  moved: readonly string[]
  /** The main thread's work before `lcp`. */
  thread: Thread
}

type Watched = { lcp: number; cls: number; title: number; last: number; moved: string[]; inp: number[] }

/** Runs in every page, before its code: what is painted, what moves, when the title is there, how long an interaction takes. */
function watch(): void {
  const seen: Watched = { lcp: 0, cls: 0, title: 0, last: 0, moved: [], inp: [] }
  ;(window as unknown as { seen: Watched }).seen = seen
  const observe = (type: string, take: (entry: never) => void, more = {}) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry as never)
      seen.last = performance.now()
    }).observe({ type, buffered: true, ...more } as PerformanceObserverInit)
  observe('largest-contentful-paint', (e: PerformanceEntry) => {
    seen.lcp = e.startTime
  })
  type Shift = { value: number; hadRecentInput: boolean; startTime: number; sources?: { node?: Element | null }[] }
  observe('layout-shift', (e: Shift) => {
    if (e.hadRecentInput) return
    seen.cls += e.value
    const nodes = (e.sources ?? []).map(({ node }) => node?.className || node?.nodeName)
    seen.moved.push(`${e.value.toFixed(3)} at ${Math.round(e.startTime)}: ${nodes.join(', ')}`)
  })
  const byInteraction = new Map<number, number>()
  observe(
    'event',
    (e: { interactionId?: number; duration: number }) => {
      if (!e.interactionId) return
      byInteraction.set(e.interactionId, Math.max(byInteraction.get(e.interactionId) ?? 0, e.duration))
      seen.inp = [...byInteraction.values()]
    },
    { durationThreshold: 16 },
  )
  const look = () => {
    if (document.querySelector('h1')?.getClientRects().length) seen.title = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

export async function watchEverything(browser: BrowserContext): Promise<void> {
  // What runs this file marks its functions with their names, by a helper that the page has not.
  await browser.addInitScript('globalThis.__name = (f) => f')
  await browser.addInitScript(watch)
}

export const readSeen = (page: Page): Promise<Watched> =>
  page.evaluate(() => (window as unknown as { seen: Watched }).seen)

/** A phone's processor, and with `slow` its network too. */
export async function throttle(page: Page, slow: boolean): Promise<CDPSession> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_TIMES })
  if (slow) {
    await cdp.send('Network.enable')
    await cdp.send('Network.emulateNetworkConditions', SLOW_4G)
  }
  return cdp
}

/** One load of an address in a tab of its own; `cold` with an empty cache of files. */
export async function load(browser: BrowserContext, address: string, cold: boolean): Promise<Load> {
  const page = await browser.newPage()
  const cdp = await throttle(page, true)
  if (cold) await cdp.send('Network.clearBrowserCache')
  const readThread = await traceThread(page, cdp)
  const asked: { request: Request; at: number }[] = []
  const bytes: { at: number; n: number }[] = []
  let start = performance.now()
  page.on('request', (request) => asked.push({ request, at: performance.now() - start }))
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) =>
    bytes.push({ at: performance.now() - start, n: encodedDataLength }),
  )
  try {
    start = performance.now()
    await page.goto(address, { waitUntil: 'commit', timeout: 60_000 })
    await page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: 60_000 })
    await page.waitForFunction(
      (still) => {
        const { seen } = window as unknown as { seen: Watched }
        return seen.lcp > 0 && seen.title > 0 && performance.now() - seen.last > still
      },
      STILL_MS,
      { timeout: 60_000 },
    )
    const { lcp, title, cls, moved } = await readSeen(page)
    const before = <T extends { at: number }>(list: readonly T[]) => list.filter(({ at }) => at <= title)
    const kB = before(bytes).reduce((sum, { n }) => sum + n, 0) / 1000
    return { lcp, title, cls, moved, kB, requests: before(asked).length, thread: await readThread(lcp) }
  } finally {
    await page.close()
  }
}
