import type { CDPSession, Page } from 'playwright-core'
import type { Registro } from './record.ts'
import type { Scena } from './scene.ts'

export const COLPI = ['close', 'crash', 'reload', 'away', 'freeze'] as const
export type Colpo = (typeof COLPI)[number]

export type Tab = {
  n: number
  page: Page
  /** Strikes the tab; resolves when the browser has taken note. */
  strike: (colpo: Colpo) => Promise<void>
  /** Brings the tab back after that strike. False when it did not come back as it should. */
  restore: (colpo: Colpo) => Promise<boolean>
}

/** Longest wait for a tab to answer again, milliseconds. */
const RITORNO_MS = 60_000
let giri = 0

/** One of the tabs: it answers questions from the moment it is open until it is struck. */
export async function openTab(scene: Scena, registro: Registro, n: number): Promise<Tab> {
  let page = await openPage()
  let cdp = await session()

  async function openPage(): Promise<Page> {
    const nuova = await scene.browser.newPage()
    await nuova.exposeBinding('racconta', (_, d) => registro.hear(n, d))
    await nuova.goto(scene.url)
    return nuova
  }
  async function session(): Promise<CDPSession> {
    return scene.browser.newCDPSession(page)
  }

  /** Opens the store and goes on answering. */
  async function begin(): Promise<void> {
    // A hidden tab paints no frame: asked by the clock.
    await page.waitForFunction(() => 'tab' in window, undefined, { polling: 100 })
    const { concorso, id_concorso, domande } = scene.banca
    const esito = await page.evaluate((c) => window.tab.apri(c), concorso)
    if (esito !== 'ok') throw new Error(`tab ${n}: ${esito}`)
    const name = `t${n}g${++giri}`
    void page
      .evaluate(([a, b, c, d]) => void window.tab.rispondi(a, b, c, d), [
        name,
        id_concorso,
        domande.length,
        n * 250,
      ] as const)
      .catch(() => {})
  }

  async function answersAgain(): Promise<boolean> {
    const before = registro.answersOf(n)
    return registro.until(() => registro.answersOf(n) > before, RITORNO_MS)
  }

  await begin()
  return {
    n,
    get page() {
      return page
    },
    async strike(colpo) {
      if (colpo === 'close') await page.close()
      else if (colpo === 'crash') {
        const morta = new Promise((r) => page.once('crash', r))
        // The answer to this command never comes.
        cdp.send('Page.crash').catch(() => {})
        await morta
      } else if (colpo === 'reload') await page.reload({ waitUntil: 'commit' })
      else if (colpo === 'away') await page.goto(scene.altrove, { waitUntil: 'commit' })
      else await cdp.send('Page.setWebLifecycleState', { state: 'frozen' })
    },
    async restore(colpo) {
      if (colpo === 'close' || colpo === 'crash') {
        if (colpo === 'crash') await page.close()
        page = await openPage()
        cdp = await session()
        await begin()
      } else if (colpo === 'reload') await begin()
      else if (colpo === 'away') {
        registro.tornate.delete(n)
        await page.goBack({ waitUntil: 'commit' })
        // What came back from the cache goes on by itself; a page loaded anew has forgotten everything.
        if (!(await registro.until(() => registro.tornate.has(n), 5_000))) await begin()
      } else await cdp.send('Page.setWebLifecycleState', { state: 'active' })
      return answersAgain()
    },
  }
}
