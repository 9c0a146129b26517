// Draws the figures of content/figure/BANK/*.svg as PNG beside the questions: `node content/figure/disegna.mjs [--tutte]`.
// A figure whose PNG holds the fingerprint of its SVG is left as it is, unless all are asked for.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { crc32 } from 'node:zlib'

const HERE = fileURLToPath(new URL('.', import.meta.url))
const FONT = '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2'
const KEY = 'idoneo-figura\0'
/** Where the first chunk of a PNG (the header) ends, bytes. */
const HEADER_END = 33

/** Every figure: its bank, its name, its height in units of which 390 are its width, and the fingerprint of its drawing. */
export const listFigures = () =>
  readdirSync(HERE, { recursive: true })
    .filter((path) => path.endsWith('.svg'))
    .map((path) => {
      const svg = readFileSync(join(HERE, path), 'utf8')
      return {
        bank: dirname(path),
        name: basename(path, '.svg'),
        height: Number(/height="(\d+)"/.exec(svg)?.[1]),
        fingerprint: createHash('sha256').update(svg.replaceAll('\n', '')).digest('hex'),
        svg,
      }
    })

/** Fingerprint in the text chunk after the header of a PNG, null where there is none. */
export function readFingerprint(png) {
  const text = Buffer.from(png).toString('latin1', HEADER_END + 8, HEADER_END + 8 + KEY.length + 64)
  return text.startsWith(KEY) ? text.slice(KEY.length) : null
}

function writeFingerprint(png, fingerprint) {
  const body = Buffer.from(`tEXt${KEY}${fingerprint}`, 'latin1')
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(body.length - 4, 0)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return Buffer.concat([png.subarray(0, HEADER_END), chunk, png.subarray(HEADER_END)])
}

async function draw(figures) {
  const { chromium } = await import('playwright-core')
  const { ensureBrowser } = await import('../../scripts/browser.mjs')
  const font = readFileSync(createRequire(import.meta.url).resolve(FONT)).toString('base64')
  const face = `@font-face{font-family:"Atkinson Hyperlegible Next Variable";font-weight:200 800;src:url(data:font/woff2;base64,${font})}`
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: ['--no-sandbox'] })
  const page = await browser.newPage({ deviceScaleFactor: 2 })
  for (const { file, svg, height, fingerprint } of figures) {
    await page.setViewportSize({ width: 390, height })
    await page.setContent(`<style>*{margin:0}svg{display:block}${face}</style>${svg}`)
    await page.evaluate(() => document.fonts.ready)
    writeFileSync(file, writeFingerprint(await page.screenshot({ type: 'png' }), fingerprint))
  }
  await browser.close()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const changed = listFigures()
    .map((figure) => ({ ...figure, file: join(HERE, '../banche', figure.bank, 'immagini', `${figure.name}.png`) }))
    .filter(
      ({ file, fingerprint }) =>
        process.argv.includes('--tutte') || !existsSync(file) || readFingerprint(readFileSync(file)) !== fingerprint,
    )
  if (changed.length > 0) await draw(changed)
  console.log(`${changed.length} figure disegnate`)
}
