import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openContext, ROOT, TELEFONO } from './aiuti.ts'

const LIMITE_BYTE = 86_500

/** Size over the wire of a built file: its brotli copy, or itself when it is too small to have one. */
const weigh = async (pathname: string): Promise<number> => {
  const file = join(ROOT, 'dist/pagina', pathname.replace(/^\/simulatore\//, ''))
  const compressed = await stat(`${file}.br`).catch(() => null)
  return (compressed ?? (await stat(file))).size
}

describe('weight of the login screen', () => {
  let browser: BrowserContext
  const scripts = new Set<string>()
  const others = new Set<string>()

  beforeAll(async () => {
    browser = await openContext({ viewport: TELEFONO })
    const page = await browser.newPage()
    page.on('request', (r) => {
      const { pathname } = new URL(r.url())
      if (pathname.endsWith('.js')) scripts.add(pathname)
      else others.add(pathname)
    })
    await page.goto(`${inject('indirizzo')}/simulatore/auth/?type=login`)
    await page.getByRole('button', { name: 'Accedi', exact: true }).waitFor()
    await page.waitForLoadState('networkidle')
  })
  afterAll(() => browser?.close())

  it('needs at most 86.5 kB of JavaScript in brotli', async () => {
    const sizes = await Promise.all([...scripts].map(async (s) => ({ s, byte: await weigh(s) })))
    const total = sizes.reduce((sum, x) => sum + x.byte, 0)
    console.log(`login screen: ${total} bytes of JavaScript in ${sizes.length} files`)
    expect(scripts.size).toBeGreaterThan(0)
    expect(total, JSON.stringify(sizes)).toBeLessThanOrEqual(LIMITE_BYTE)
  })

  it('loads neither the database nor charts nor PDF', () => {
    expect([...scripts, ...others].filter((f) => /sqlite|wasm|db\.worker|jspdf|d3-|grafic/i.test(f))).toEqual([])
  })
})

/** Over the wire before the first page has its question, bytes. */
const PRIMA_PAGINA_BYTE = 60_000

describe('weight of the first page', () => {
  it(`[PP2] has its question on it after ${PRIMA_PAGINA_BYTE / 1000} kB at the most, before any code`, async () => {
    const browser = await openContext({ viewport: TELEFONO, consenso: 'chiedi' })
    const page = await browser.newPage()
    const finished: Promise<number>[] = []
    page.on('requestfinished', (r) => finished.push(r.sizes().then((s) => s.responseBodySize + s.responseHeadersSize)))
    await page.route('**/*.js', (route) => route.abort())
    await page.goto(`${inject('indirizzo')}/simulatore/`)
    await page.getByRole('main').getByRole('list').first().getByRole('button').nth(3).waitFor()
    await page.waitForLoadState('networkidle')
    const total = (await Promise.all(finished)).reduce((sum, n) => sum + n, 0)
    console.log(`first page with its question: ${total} bytes`)
    expect(total).toBeGreaterThan(20_000)
    expect(total).toBeLessThanOrEqual(PRIMA_PAGINA_BYTE)
    await browser.close()
  })
})

/** What was built last, in brotli kB: the entry, and all that comes before the home's title. */
const ENTRY_KB = 75.2
const HOME_KB = 160.9
/** A change of more than this share is meant, and written here. */
const SHARE = 0.03
function expectNear(kB: number, told: number): void {
  expect(kB).toBeLessThanOrEqual(told * (1 + SHARE))
  expect(kB).toBeGreaterThanOrEqual(told * (1 - SHARE))
}

describe('weight of the entry and of the home, over the built bytes', () => {
  const assets = join(ROOT, 'dist/pagina/assets')
  const code = new Map<string, string>()
  const importsOf = (file: string) =>
    [...(code.get(file) ?? '').matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)].map(([, name]) => name as string)
  /** A file and all that it imports before it runs. */
  const closureOf = (file: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(file) || !code.has(file)) return seen
    seen.add(file)
    for (const name of importsOf(file)) closureOf(name, seen)
    return seen
  }
  const weighAll = async (files: Iterable<string>) =>
    (await Promise.all([...files].map((f) => weigh(`assets/${f}`)))).reduce((a, b) => a + b, 0) / 1000
  let entry = ''

  beforeAll(async () => {
    for (const name of await readdir(assets))
      if (name.endsWith('.js')) code.set(name, await readFile(join(assets, name), 'utf8'))
    const html = await readFile(join(ROOT, 'dist/pagina/index.html'), 'utf8')
    entry = /assets\/(index-[^"]+\.js)/.exec(html)?.[1] ?? ''
  })

  it(`the entry has ${ENTRY_KB} kB, three hundredths more or less`, async () => {
    expectNear(await weighAll(closureOf(entry)), ENTRY_KB)
  })

  it(`the home has ${HOME_KB} kB before its title, three hundredths more or less`, async () => {
    const names = await readdir(assets)
    const sheets = names.filter((name) => name.endsWith('.css'))
    const styles = sheets.filter((name) => /^(index|auth|home)-/.test(name))
    const letters = names.filter((name) => name.endsWith('.woff2'))
    const home = names.find((name) => /^home-[\w-]{6,}\.js$/.test(name)) ?? ''
    // Expect one more sheet, with the styles of every later screen.
    expect(sheets).toHaveLength(styles.length + 1)
    expectNear(await weighAll(new Set([...closureOf(home), ...closureOf(entry), ...styles, ...letters])), HOME_KB)
  })
})
