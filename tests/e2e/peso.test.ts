import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { newProfile, openProfile, ROOT, TELEFONO } from './aiuti.ts'

const LIMITE_BYTE = 85_000

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
    browser = await openProfile(newProfile(), { viewport: TELEFONO })
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

  it('needs at most 85 kB of JavaScript in brotli', async () => {
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
