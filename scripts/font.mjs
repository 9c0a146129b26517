// `node scripts/font.mjs`: cuts the typeface down to Italian text and the weights in use; its result is committed.
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

const SOURCE =
  '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2'
const TARGET = new URL('../src/ui/fonts/atkinson-hyperlegible-next.woff2', import.meta.url)

const range = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => String.fromCharCode(from + i)).join('')
/** ASCII, Latin-1 and the signs of question texts; a rarer letter falls back to the system's face. */
const TEXT = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}ŒœŠšŽžŸ–—‘’‚“”„•…‹›€™←→↑↓−≤≥≠≈√∞Δµ′″\u2009\u202f\u2011`

const source = await readFile(fileURLToPath(import.meta.resolve(SOURCE)))
const font = await subsetFont(source, TEXT, {
  targetFormat: 'woff2',
  variationAxes: { wght: { min: 400, max: 700 } },
})
await writeFile(TARGET, font)
console.log(`${source.length} -> ${font.length} bytes`)
