import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { idoneo, makeAccount, NIGHT, newEmail, openContext, signIn } from './aiuti.ts'
import { addBanca } from './pratica.ts'
import { conto, riga, scelte, search } from './ricerca-pagina.ts'

const LUNGA = 'Banca lunga'

const QUANTE = NIGHT ? 100_000 : 3_000
/** The place among all that is gone to. */
const POSTO = Math.floor(QUANTE * 0.98)

/** Milliseconds from frame to frame, of work inside each, and the most rows that were in the page. */
type Fotogrammi = { passo: number; ms: number[]; lavoro: number[]; righe: number }

/** Some seconds of a page that scrolls by itself; it says so when the browser paints no more. */
const film = (page: Page, passo: number): Promise<Fotogrammi> =>
  page.evaluate(
    (px) =>
      new Promise((fine, manca) => {
        const ms: number[] = []
        const fermi = () => manca(new Error(`${ms.length} frames in a minute, page ${document.visibilityState}`))
        setTimeout(fermi, 60_000)
        const lavoro: number[] = []
        let righe = 0
        let prima = 0
        const dopo = new MessageChannel()
        let inizio = 0
        // What was posted in a frame comes once it is painted.
        dopo.port1.onmessage = () => lavoro.push(performance.now() - inizio)
        const next = (ora: number) => {
          if (prima > 0) ms.push(ora - prima)
          prima = ora
          inizio = performance.now()
          righe = Math.max(righe, document.querySelectorAll('[data-posto]').length)
          scrollBy(0, px)
          dopo.port2.postMessage(null)
          if (ms.length < 150) requestAnimationFrame(next)
          else fine({ passo: px, ms, lavoro, righe })
        }
        requestAnimationFrame(next)
      }),
    passo,
  )

function tell(visti: readonly Fotogrammi[]): string {
  const p = (valori: readonly number[], q: number) =>
    ([...valori].sort((a, b) => a - b)[Math.floor(q * (valori.length - 1))] ?? 0).toFixed(1)
  return [...new Set(visti.map(({ passo }) => passo))]
    .map((passo) => {
      const suoi = visti.filter((v) => v.passo === passo)
      const [ms, lavoro] = [suoi.flatMap((v) => v.ms), suoi.flatMap((v) => v.lavoro)]
      const share = (limit: number) => `${((100 * ms.filter((x) => x < limit).length) / ms.length).toFixed(1)}%`
      return `${passo} px a frame, ${ms.length} frames: p50 ${p(ms, 0.5)} ms, p95 ${p(ms, 0.95)} ms, ${share(16.7)} under 16.7 ms, ${share(25)} under 25 ms; work p50 ${p(lavoro, 0.5)} ms, p95 ${p(lavoro, 0.95)} ms`
    })
    .join('\n  ')
}

describe(`${QUANTE} hits`, () => {
  const email = newEmail('ricerca-lunga')
  let browser: BrowserContext
  let page: Page
  let dir: string
  beforeAll(async () => {
    browser = await openContext()
    await makeAccount(email, 'premium')
    await signIn(browser, email)
    page = await browser.newPage()
    dir = await mkdtemp(join(tmpdir(), 'idoneo-lunga-'))
    const righe = Array.from({ length: QUANTE }, (_, i) => {
      const lunghezza = 3 + ((i * 7) % 40)
      return `${i + 1};Un quesito di numero ${i + 1} chiede: ${'atto '.repeat(lunghezza)}?;prima ${i + 1};seconda;terza;${'ABC'[i % 3]}`
    })
    const file = join(dir, 'lunga.csv')
    await writeFile(file, ['numero;domanda;a;b;c;esatta', ...righe].join('\n'))
    await idoneo('importa', file, '--titolo', LUNGA, '--ente', 'Ente L', '--anno', '2026', '--profilo', 'Prova')
    await addBanca(page, LUNGA)
  }, 600_000)
  afterAll(async () => {
    await browser?.close()
    await rm(dir, { recursive: true, force: true })
  })

  /** Told, not asserted: the machine may be busy. The limit is a page as high with nothing in it, before ours and after it. */
  async function tellFrames(open: () => Promise<void>): Promise<void> {
    // In the one tab there is: a browser that is asked for one tab and then another may cease to paint.
    // Up to 90 pixels a frame is fast reading, 600 a fling.
    const films = async () => [await film(page, 90), await film(page, 600)]
    const nothing = async () => {
      await page.goto('about:blank')
      await page.setContent(`<body style="margin:0"><div style="height:${alta}px"></div>`)
      return films()
    }
    const alta = await page.evaluate(() => document.documentElement.scrollHeight)
    const empty = await nothing()
    await open()
    const ours = [...(await films()), ...(await films())]
    empty.push(...(await nothing()))
    for (const [nome, visti] of Object.entries({ ours, empty })) console.log(`${nome}: ${tell(visti)}`)
    for (const { righe } of ours) expect(righe).toBeLessThan(60)
    await open()
  }

  it('scroll with few rows in the page, each with its own text and its place among all', async () => {
    const open = async () => {
      await search(page, '?parole=quesito+numero')
      await conto(page, QUANTE).waitFor()
    }
    await open()
    const stato = () =>
      page.evaluate(() => {
        const righe = [...document.querySelectorAll<HTMLElement>('[data-posto]')]
        const viste = righe.filter((r) => {
          const { top, bottom } = r.getBoundingClientRect()
          return bottom > 0 && top < innerHeight
        })
        return {
          righe: righe.length,
          viste: viste.map((r) => ({
            posto: Number(r.dataset.posto),
            testo: /numero (\d+) chiede/.exec(r.innerText)?.[1] ?? null,
            place: r.getAttribute('aria-posinset'),
            size: r.getAttribute('aria-setsize'),
          })),
        }
      })
    const settled = async () => {
      let last = await stato()
      const read = async () => {
        last = await stato()
        return last.viste.length > 2 && last.viste.every((r) => r.testo !== null)
      }
      await expect.poll(read).toBe(true)
      return last
    }
    if (NIGHT) await tellFrames(open)

    for (const quota of [0.25, 0.9, 0.5]) {
      await page.evaluate((q) => scrollTo(0, q * document.documentElement.scrollHeight), quota)
      const { righe, viste } = await settled()
      expect(righe).toBeLessThan(60)
      for (const r of viste)
        expect(r).toEqual({
          posto: r.posto,
          testo: String(r.posto + 1),
          place: String(r.posto + 1),
          size: String(QUANTE),
        })
    }
  })

  it('goes to a hit by its number; all of them are selected at once', async () => {
    await page.getByRole('spinbutton', { name: 'Vai al risultato n.' }).fill(String(POSTO))
    await page.keyboard.press('Enter')
    await riga(page, POSTO - 1)
      .getByText(new RegExp(`numero ${POSTO} chiede`))
      .waitFor()
    await page.keyboard.press('Control+a')
    await scelte(page)
      .getByText(`${QUANTE.toLocaleString('it-IT', { useGrouping: true })} selezionate`)
      .waitFor()
  })
})
