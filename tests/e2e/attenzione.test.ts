import { mkdtempSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import type { BrowserContext, Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ERROR_CODES } from '#contract/errors'
import { openContext, ROOT, TELEFONO } from './aiuti.ts'
import { inspectDialog, scatta } from './viaggi.ts'

const HOST = 'http://errori.localhost'
const TYPES: Record<string, string> = { html: 'text/html', js: 'text/javascript', css: 'text/css', woff2: 'font/woff2' }

/** A page of the tests with the product's own dialog and words: every code of the catalogue, one after the other (spec §8). */
describe('every error in the dialog Attenzione', () => {
  const folder = mkdtempSync(join(tmpdir(), 'idoneo-attenzione-'))
  let browser: BrowserContext
  let page: Page

  beforeAll(async () => {
    await build({
      root: join(ROOT, 'tests/e2e/attenzione'),
      configFile: false,
      logLevel: 'error',
      plugins: [react()],
      build: { outDir: folder, emptyOutDir: true, target: 'es2023', assetsInlineLimit: 0 },
    })
    browser = await openContext({ viewport: TELEFONO })
    page = await browser.newPage()
    await page.route(`${HOST}/**`, async (route) => {
      const { pathname } = new URL(route.request().url())
      const file = pathname === '/' ? 'index.html' : pathname.slice(1)
      const body = await readFile(join(folder, file)).catch(() => null)
      if (body === null) return route.fulfill({ status: 404 })
      return route.fulfill({ body, contentType: TYPES[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream' })
    })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(`${HOST}/`)
    await page.getByRole('heading', { name: 'Ogni errore' }).waitFor()
  })
  afterAll(async () => {
    await browser?.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('says it whole on a phone, has the focus on the way out, and closes with Escape [EB1][HT5][ER18]', async () => {
    const wrong: string[] = []
    const seen = new Set<string>()
    for (const codice of ERROR_CODES) {
      await page.evaluate((code) => location.replace(`#${code}`), codice)
      const dialog = page.getByRole('alertdialog', { name: 'Attenzione' })
      await dialog.waitFor()
      const told = await dialog.evaluate((node) => ({
        text: node.querySelector('p')?.textContent ?? '',
        wanted: document.title,
        wide: node.scrollWidth > node.clientWidth || document.documentElement.scrollWidth > innerWidth,
        code: node.querySelector('code')?.textContent,
        focus: document.activeElement?.matches('dialog button[data-primo]') === true,
      }))
      if (told.text !== told.wanted || told.text === '') wrong.push(`${codice}: ${told.text}`)
      if (told.code !== codice) wrong.push(`${codice}: the code is ${told.code}`)
      if (told.wide) wrong.push(`${codice}: wider than the phone`)
      if (!told.focus) wrong.push(`${codice}: the focus is elsewhere`)
      // Few shapes of the dialog: each is examined once, in both themes.
      const shape = (await dialog.getByRole('button').allInnerTexts()).join('|')
      if (!seen.has(shape)) {
        seen.add(shape)
        wrong.push(...(await inspectDialog(page)).map((v) => `${codice}: ${v}`))
        await scatta(page, `attenzione-${codice}`)
      }
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
    expect(wrong).toEqual([])
    expect(seen.size).toBeGreaterThan(3)
  })
})
