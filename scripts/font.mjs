// `node scripts/font.mjs`: cuts the typefaces down to the signs in use, for the page and for printed banks; the results are committed.
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

const range = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => String.fromCharCode(from + i)).join('')
/** ASCII, Latin-1 and the signs of question texts; a rarer letter falls back to the system's face. */
const TEXT = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}ŒœŠšŽžŸ–—‘’‚“”„•…‹›€™←→↑↓−≤≥≠≈√∞Δµ′″\u2009\u202f\u2011`
/** Signs that a PDF's own typeface lacks: other Latin letters, Greek, Cyrillic, powers, fractions, arrows, mathematics, boxes and symbols. */
const SIGNS = [
  ...[range(0x20, 0x7e), range(0x100, 0x17f), range(0x1d43, 0x1d6a), range(0x2b0, 0x2ff), range(0x370, 0x45f)],
  ...[
    range(0x1e00, 0x1eff),
    range(0x2010, 0x205e),
    range(0x2070, 0x209c),
    range(0x20a0, 0x20bf),
    range(0x2100, 0x214f),
  ],
  ...[
    range(0x2150, 0x218b),
    range(0x2190, 0x22ff),
    range(0x2308, 0x230b),
    range(0x2460, 0x24ff),
    range(0x2500, 0x257f),
  ],
  ...[range(0x25a0, 0x26ff), range(0x2701, 0x27be), range(0x27e6, 0x27ef), range(0x2a7d, 0x2a7e), '\ufb01\ufb02\ufffd'],
].join('')

const CUTS = [
  {
    source: '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2',
    target: 'src/ui/fonts/atkinson-hyperlegible-next.woff2',
    text: TEXT,
    options: { targetFormat: 'woff2', variationAxes: { wght: { min: 400, max: 700 } } },
  },
  {
    source: 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
    target: 'workers/print/fonts/dejavu-signs.ttf',
    text: SIGNS,
    options: { targetFormat: 'truetype' },
  },
]

for (const { source, target, text, options } of CUTS) {
  const whole = await readFile(fileURLToPath(import.meta.resolve(source)))
  const cut = await subsetFont(whole, text, options)
  await writeFile(new URL(`../${target}`, import.meta.url), cut)
  console.log(`${target}: ${whole.length} -> ${cut.length} bytes`)
}
