import type { BrowserContext, Page, Request } from 'playwright-core'
import { afterEach } from 'vitest'

/** Lines that a browser's report keeps, and letters of what stood on a page. */
const RIGHE = 25
const LETTERE = 900
/** A page that does not answer is told as one, milliseconds. */
const ATTESA_MS = 2_000
/** A request that takes longer is told also where the journey goes on. */
const LENTA_MS = 20_000

const secondi = (ms: number) => `${(ms / 1000).toFixed(1)} s`

type Referto = { aperti: Map<BrowserContext, { righe: string[]; attese: Map<Request, number> }>; chiusi: string[] }

const shared = globalThis as { referto?: Referto }
/** Lines and open requests of each browser, and the text of closed ones. Every file loads this module anew. */
const referto: Referto = shared.referto ?? { aperti: new Map(), chiusi: [] }
shared.referto = referto
const { aperti } = referto

/** Keeps what a browser says, for the report of a journey that fails. */
export function segui(browser: BrowserContext): void {
  const righe: string[] = []
  const inizio = performance.now()
  const attese = new Map<Request, number>()
  const scrivi = (riga: string) => {
    righe.push(`${secondi(performance.now() - inizio)} ${riga}`)
    if (righe.length > RIGHE) righe.shift()
  }
  browser.on('console', (m) => m.type() !== 'log' && m.type() !== 'debug' && scrivi(`${m.type()}: ${m.text()}`))
  browser.on('weberror', (e) => scrivi(`error: ${e.error().message}`))
  const finita = (r: Request) => {
    const durata = performance.now() - (attese.get(r) ?? performance.now())
    attese.delete(r)
    if (durata > LENTA_MS) console.warn(`${r.method()} ${r.url()}: ${secondi(durata)}`)
  }
  browser.on('request', (r) => attese.set(r, performance.now()))
  browser.on('requestfinished', finita)
  browser.on('requestfailed', (r) => {
    finita(r)
    scrivi(`${r.method()} ${r.url()}: ${r.failure()?.errorText}`)
  })
  browser.on('response', (r) => r.status() >= 400 && scrivi(`${r.request().method()} ${r.url()}: ${r.status()}`))
  aperti.set(browser, { righe, attese })
  // One that is killed closes without a word.
  browser.once('close', () => {
    if (aperti.delete(browser)) referto.chiusi.push(righe.join('\n'))
  })
}

async function descrivi(page: Page): Promise<string> {
  // What is said over the page stands last in it: it comes first here.
  const testo = page
    .evaluate(() => {
      const sopra = [...document.querySelectorAll<HTMLElement>('[role="dialog"], [role="alertdialog"]')]
      return [...sopra, document.body].map((e) => e.innerText).join('\n---\n')
    })
    .catch((e: unknown) => `(${String(e)})`)
  const muta = new Promise<string>((r) => setTimeout(r, ATTESA_MS, '(la pagina non risponde)').unref())
  return `${page.url()}\n${(await Promise.race([testo, muta])).replace(/\n+/g, '\n').slice(0, LETTERE)}`
}

async function racconta(browser: BrowserContext): Promise<string> {
  const pagine = await Promise.all(browser.pages().map(descrivi))
  const { righe, attese } = aperti.get(browser) ?? { righe: [], attese: new Map<Request, number>() }
  const senza_risposta = [...attese].map(
    ([r, da]) => `${r.method()} ${r.url()}: nothing for ${secondi(performance.now() - da)}`,
  )
  return [...pagine, ...righe, ...senza_risposta].join('\n')
}

/** To be called before a browser is closed: whether the journey failed is known only afterwards. */
export async function chiudi(browser: BrowserContext): Promise<void> {
  referto.chiusi.push(await racconta(browser))
  aperti.delete(browser)
}

afterEach(async ({ task }) => {
  const [error] = task.result?.errors ?? []
  // Beside the failure, so that whoever reads only the end of a run has it too.
  if (error)
    error.message += `\n\n${[...referto.chiusi, ...(await Promise.all([...aperti.keys()].map(racconta)))].join('\n\n')}`
  referto.chiusi = []
})
