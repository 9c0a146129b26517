// Draws the figures of content/ as PNG: `node content/figures/disegna.mjs [--tutte]`.
// Only figures whose drawing changed are drawn again, unless all are asked for.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { ensureBrowser } from '../../scripts/browser.mjs'
import { CATALOGO, impronta } from './catalogo.mjs'
import { LARGHEZZA, svg } from './disegno.mjs'
import { conImpronta, leggiImpronta } from './png.mjs'

const RADICE = new URL('../banche/', import.meta.url).pathname
const FONT = '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2'

const vecchia = (file, figura) => !existsSync(file) || leggiImpronta(readFileSync(file)) !== impronta(figura)
const lavori = CATALOGO.flatMap(({ banca, figure }) => {
  const cartella = join(RADICE, banca, 'immagini')
  mkdirSync(cartella, { recursive: true })
  return figure.map((figura) => ({ figura, file: join(cartella, `${figura.nome}.png`) }))
}).filter(({ figura, file }) => process.argv.includes('--tutte') || vecchia(file, figura))

if (lavori.length > 0) {
  const font = readFileSync(createRequire(import.meta.url).resolve(FONT)).toString('base64')
  const stile = `@font-face{font-family:"Atkinson Hyperlegible Next Variable";font-weight:200 800;src:url(data:font/woff2;base64,${font})}`
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: ['--no-sandbox'] })
  const page = await browser.newPage({ deviceScaleFactor: 2 })
  for (const { figura, file } of lavori) {
    await page.setViewportSize({ width: LARGHEZZA, height: figura.altezza })
    await page.setContent(`<style>*{margin:0}svg{display:block}</style>${svg(figura, stile)}`)
    await page.evaluate(() => document.fonts.ready)
    writeFileSync(file, conImpronta(await page.screenshot({ type: 'png' }), impronta(figura)))
  }
  await browser.close()
}
console.log(`${lavori.length} figure disegnate`)
