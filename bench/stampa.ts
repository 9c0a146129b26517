import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { cifra, median, readOpzioni, report } from './lib/cifre.ts'
import { makeDomande } from './lib/corpus.ts'
import { openProdotto, prepareDevice } from './lib/prodotto.ts'

// What a person waits for, and what the device gives, when a bank of 5,000 questions becomes a PDF: from the button to the file, on the page
// of a real browser. The bank is a published one where BANCHE_VERE has it, made up of as many questions otherwise. --n PDFs, 3 unless told;
// PDF=FILE keeps the last one.
const opzioni = readOpzioni(3)
const TITLE = 'Banca da stampare'
const QUESTIONS = 5000
const REAL = 'polizia-agenti-2024/questions_extracted.xlsx'

const folder = mkdtempSync(join(tmpdir(), 'idoneo-stampa-'))
const prodotto = await openProdotto()
try {
  const file = findBank()
  await prodotto.idoneo('importa', file, '--titolo', TITLE, '--ente', 'Ente', '--anno', '2024', '--json')
  const browser = await prodotto.openProfile(prodotto.newProfile(), 'block')
  await prepareDevice(browser, prodotto.url, await prodotto.makeAccount(), TITLE)
  const made: Made[] = []
  for (let giro = 0; giro < opzioni.n; giro++) made.push(await print(browser))
  await browser.close()
  const held = made.flatMap(({ mb }) => mb ?? [])
  console.error(made.map((m) => `${m.said} ${m.mb === null ? '' : `${Math.round(m.mb)} MB`}`).join('\n'))
  report('stampa', opzioni, [
    cifra('pdf_seconds', median(made.map(({ seconds }) => seconds)), 's', 'wanted', 6),
    cifra('longest_task', Math.max(...made.map(({ task }) => task)), 'ms', 'wanted', 50),
    ...(held.length > 0 ? [cifra('memory_max', Math.max(...held), 'MB', 'wanted', 400)] : []),
  ])
} finally {
  await prodotto.close()
  rmSync(folder, { recursive: true, force: true })
}

/** The published bank, or one of the same size that nobody published. */
function findBank(): string {
  const real = join(process.env.BANCHE_VERE ?? '', REAL)
  if (process.env.BANCHE_VERE && existsSync(real)) return real
  console.error('BANCHE_VERE is not set: the bank is a made-up one')
  const rows = makeDomande(QUESTIONS).map((d) =>
    [d.posizione, `Materia ${d.id_materia}`, d.testo, ...d.risposte, 'ABCDE'[(d.corretta ?? 1) - 1]].join(';'),
  )
  const file = join(folder, 'banca.csv')
  writeFileSync(file, ['numero;materia;domanda;a;b;c;d;e;corretta', ...rows, ''].join('\n'))
  return file
}

/** `task`: the longest that held the page up, 0 when none took 50 ms; `mb`: the most that the page and its workers held, where Linux tells. */
type Made = { seconds: number; task: number; mb: number | null; said: string }

async function print(browser: BrowserContext): Promise<Made> {
  const page = await browser.newPage()
  await page.goto(`${prodotto.url}/simulatore/banche-dati`)
  await page.getByRole('region', { name: TITLE, exact: true }).getByRole('link', { name: TITLE, exact: true }).click()
  await page.getByRole('tab', { name: 'Domande' }).click()
  await page.getByRole('button', { name: 'Prepara il PDF' }).click()
  const dialog = page.getByRole('dialog', { name: 'Stampa in PDF' })
  const make = dialog.getByRole('button', { name: 'Crea il PDF' })
  await make.waitFor()
  await page.evaluate(() => {
    const seen = { longest: 0 }
    ;(window as unknown as { tasks: typeof seen }).tasks = seen
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration)
    }).observe({ type: 'longtask' })
  })
  const start = performance.now()
  await make.click()
  const ready = dialog.getByText(/^Pronto: /)
  await ready.waitFor({ timeout: 120_000 })
  const seconds = (performance.now() - start) / 1000
  const task = await page.evaluate(() => (window as unknown as { tasks: { longest: number } }).tasks.longest)
  const made = { seconds, task, mb: await heldMost(browser), said: await ready.innerText() }
  if (process.env.PDF) await save(page, process.env.PDF)
  await page.close()
  return made
}

async function save(page: Page, file: string): Promise<void> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Salva il PDF' }).click(),
  ])
  await download.saveAs(file)
}

/** Most memory that a renderer of this browser ever held: the page's own, with its workers. */
async function heldMost(browser: BrowserContext): Promise<number | null> {
  const cdp = await browser.browser()?.newBrowserCDPSession()
  if (!cdp) return null
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo')
  await cdp.detach()
  const held = await Promise.all(
    processInfo
      .filter(({ type }) => type === 'renderer')
      .map(({ id }) => readFile(`/proc/${id}/status`, 'utf8').catch(() => '')),
  )
  const peaks = held.flatMap((status) => Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? []))
  return peaks.length === 0 ? null : Math.max(...peaks) / 1024
}
