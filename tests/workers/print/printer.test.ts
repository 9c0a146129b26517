import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { PrintedDomanda, PrintJob } from '#contract/print'
import { createPrinter } from '#workers/print/printer'

const SIGNS = new URL('../../../workers/print/fonts/dejavu-signs.ttf', import.meta.url)
const ICON = new URL('../../../public/icona-192.png', import.meta.url)
const loadSigns = async () => new Uint8Array(readFileSync(SIGNS))

const job: PrintJob = {
  title: 'Banca di prova',
  lines: ['Ente · 2026'],
  mark: 'Idoneo · copia di anna@example.it',
  keyPlace: 'domanda',
  sheet: false,
  size: 'piccolo',
  materie: [
    { materia: 'Storia', n: 2 },
    { materia: null, n: 1 },
  ],
}
const domanda = (n: number, more: Partial<PrintedDomanda> = {}): PrintedDomanda => ({
  number: String(n),
  materia: 0,
  testo: `Perché la domanda ${n}?`,
  risposte: [`uno ${n}`, `due ${n}`, `tre ${n}`],
  right: 1,
  note: null,
  immagine: null,
  missing: null,
  spiegazione: null,
  ...more,
})

async function print(domande: readonly PrintedDomanda[], more: Partial<PrintJob> = {}) {
  const printer = createPrinter(loadSigns)
  await printer.begin({ ...job, ...more })
  const added = await printer.add(domande, [])
  if (!added.ok) throw new Error(added.error.codice)
  const finished = await printer.finish()
  if (!finished.ok) throw new Error(finished.error.codice)
  return finished.value
}

/** What Helvetica draws, one entry a run, page after page: bold ones have a star before. */
function drawn(byte: Uint8Array): string[] {
  const file = Buffer.from(byte)
  const runs: string[] = []
  const names = new Map([...file.toString('latin1').matchAll(/\/(F\d+) (\d+) 0 R/g)].map((m) => [m[2], m[1]]))
  const bold = [
    ...file.toString('latin1').matchAll(/(\d+) 0 obj\n<<\n\/Type \/Font\n\/BaseFont \/Helvetica-Bold\n/g),
  ].map((m) => names.get(m[1]))
  let at = 0
  for (;;) {
    const from = file.indexOf('stream\n', at)
    if (from < 0) return runs
    const to = file.indexOf('\nendstream', from)
    at = to + 10
    const stream = inflate(file.subarray(from + 7, to))
    for (const [, font, text] of stream.matchAll(/\/(F\d+) [\d.]+ Tf[\s\S]*?\((.*?[^\\]|)\) Tj/g))
      runs.push(`${bold.includes(font) ? '*' : ''}${(text as string).replace(/\\([()\\])/g, '$1')}`)
  }
}
function inflate(bytes: Uint8Array): string {
  try {
    return inflateSync(bytes).toString('latin1')
  } catch {
    return ''
  }
}

describe('a printed bank [AC8][EB26]', () => {
  it('has every question once with its answers, the right one alone in bold, and a line for each subject', async () => {
    const { byte, pages } = await print([domanda(1), domanda(2), domanda(3, { materia: 1 })])
    expect(Buffer.from(byte).subarray(0, 5).toString()).toBe('%PDF-')
    expect(pages).toBe(2)
    const runs = drawn(byte)
    for (const n of [1, 2, 3]) {
      expect(runs.filter((r) => r === `Perch\u00e9 la domanda ${n}?`)).toHaveLength(1)
      for (const answer of [`uno ${n}`, `*due ${n}`, `tre ${n}`]) expect(runs).toContain(answer)
    }
    expect(runs.filter((r) => r === '*Storia')).toHaveLength(1)
    expect(runs).toContain('*Senza materia')
    expect(runs).toContain('Idoneo \u00b7 copia di anna@example.it')
  })

  it('writes the figures of its contents as every other figure', async () => {
    const { byte } = await print([domanda(1)], { materie: [{ materia: 'Storia', n: 1332 }] })
    expect(drawn(byte)).toContain('1.332')
  })

  it('tells nothing without a key, and everything on the last pages', async () => {
    const none = drawn((await print([domanda(1)], { keyPlace: 'nessuna' })).byte)
    expect(none).toContain('due 1')
    expect(none).not.toContain('*due 1')
    const last = drawn((await print([domanda(1), domanda(2, { right: null })], { keyPlace: 'fondo' })).byte)
    expect(last).not.toContain('*due 1')
    const grid = last.slice(last.indexOf('*Risposte corrette'))
    expect(grid[grid.indexOf('1.') + 1]).toBe('*B')
    expect(grid).toContain('2.')
    expect(grid.filter((r) => /^\*[A-E]$/.test(r))).toEqual(['*B'])
  })

  it('has an answer sheet where one is asked for: each question in its order, a circle for each of its answers', async () => {
    const many = Array.from({ length: 140 }, (_, i) => domanda(i + 1, i === 1 ? { risposte: ['Vero', 'Falso'] } : {}))
    const without = await print(many)
    const { byte, pages } = await print(many, { sheet: true, keyPlace: 'fondo' })
    const runs = drawn(byte)
    expect(pages - without.pages).toBe(3)
    const sheet = runs.slice(runs.indexOf('*Foglio risposte'), runs.indexOf('*Risposte corrette'))
    expect(sheet.filter((r) => r === '*Foglio risposte')).toHaveLength(2)
    expect(sheet.slice(sheet.indexOf('1'), sheet.indexOf('4'))).toEqual([...'1ABC2AB3ABC'])
    expect(sheet.filter((r) => /^\d+$/.test(r))).toEqual(many.map((d) => d.number))
  })

  it('goes over many pages and cuts what no column can hold', async () => {
    const long = 'parola '.repeat(4_000).trim()
    const { byte, pages } = await print([domanda(1, { testo: `${long} ${'x'.repeat(3_000)}` }), domanda(2)])
    expect(pages).toBeGreaterThan(4)
    const text = drawn(byte).join(' ')
    expect(text.match(/parola/g)).toHaveLength(4_000)
    expect(text.match(/x/g)?.length).toBeGreaterThanOrEqual(3_000)
    expect(text).toContain('Perch\u00e9 la domanda 2?')
  })

  it('draws signs that Helvetica lacks with a typeface of its own, and without it goes on', async () => {
    const testo = 'α ≤ β → √2'
    const with_ = await print([domanda(1, { testo })])
    expect(Buffer.from(with_.byte).includes('/Identity-H')).toBe(true)
    const printer = createPrinter(() => Promise.reject(new Error('offline')))
    await printer.begin(job)
    expect((await printer.add([domanda(1, { testo })], [])).ok).toBe(true)
    const finished = await printer.finish()
    expect(finished.ok && drawn(finished.value.byte).includes('? ? ? ? ?2')).toBe(true)
  })

  it('draws an image once however often it is used, and goes on without one that is broken', async () => {
    const image = { nome: '1/a.png', tipo: 'image/png' as const, byte: new Uint8Array(readFileSync(ICON)) }
    const printer = createPrinter(loadSigns)
    await printer.begin(job)
    const uses = [
      domanda(1, { immagine: '1/a.png' }),
      domanda(2, { immagine: '1/a.png' }),
      domanda(3, { immagine: '1/b.png' }),
    ]
    const broken = { nome: '1/b.png', tipo: 'image/png' as const, byte: new Uint8Array([1, 2, 3]) }
    expect(await printer.add(uses, [image, broken])).toEqual({ ok: true, value: null })
    const finished = await printer.finish()
    if (!finished.ok) throw new Error(finished.error.codice)
    expect(
      Buffer.from(finished.value.byte)
        .toString('latin1')
        .match(/\/Subtype \/Image/g)?.length,
    ).toBeLessThanOrEqual(2)
    expect(drawn(finished.value.byte)).toContain('Perch\u00e9 la domanda 3?')
  })

  it('says PDF_NON_CREATO when nothing was begun', async () => {
    const printer = createPrinter(loadSigns)
    expect(await printer.finish()).toMatchObject({ ok: false, error: { codice: 'PDF_NON_CREATO' } })
  })
})
