import { describe, expect, it } from 'vitest'
import { importBank } from '#importers/import-bank'
import { rifiutato } from './helpers.ts'
import { type Drawing, widthOf, writePdf } from './pdf-writer.ts'

type Part = {
  text: string
  x?: number
  bold?: boolean
  colour?: string
  mode?: number
  size?: number
  gap?: number
  same?: boolean
}
type Asked = { numero: string; testo: string; risposte: string[]; corretta: number | null }

const NOUNS = ['il sindaco', 'la giunta comunale', 'il prefetto', 'la corte dei conti', 'il questore', 'un revisore']
const bank = (n = 14, from = 1): Asked[] =>
  Array.from({ length: n }, (_, i) => ({
    numero: String(from + i),
    testo: `Chi decide, secondo la norma, nel caso indicato al punto ${from + i}?`,
    risposte: [0, 1, 2, 3].map((k) => `${NOUNS[(i + k) % NOUNS.length]} nel caso ${from + i}`),
    corretta: ((i * 3) % 4) + 1,
  }))
const letter = (place: number): string => 'ABCDEF'[place] ?? ''

/** The parts of one question; the right answer is in bold. */
const ask = (q: Asked, shown = true): Part[] => [
  { text: `${q.numero}. ${q.testo}`, gap: 6 },
  ...q.risposte.map((r, i): Part => ({ text: `${letter(i)}) ${r}`, bold: shown && i + 1 === q.corretta })),
]

/** Parts one below the other, on as many pages as they need. */
function flow(parts: readonly Part[]): Uint8Array {
  const pages: Drawing[][] = [[]]
  let y = 50
  for (const { text, x = 40, gap = 0, same, ...rest } of parts) {
    if (!same) y += 14 + gap
    if (y > 790) {
      pages.push([])
      y = 60
    }
    pages.at(-1)?.push({ kind: 'text', x, y, text, size: 10, ...rest })
  }
  return writePdf(pages)
}

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Reads a document and wants no wrong key anywhere, and no wrong text that is not told; gives how many were right. */
async function judge(byte: Uint8Array, questions: readonly Asked[], opzioni = {}): Promise<number> {
  const result = await importBank({ nome: 'banca.pdf', byte, opzioni })
  if (!result.ok) return 0
  const told = new Set(result.value.avvisi.filter((a) => a.kind === 'doubtful_question').map((a) => a.riga))
  let right = 0
  for (const read of result.value.domande) {
    const named = questions.filter((q) => q.numero === read.id_ufficiale)
    const same = named.find((q) => q.testo === plain(read.testo) && q.risposte.join('\n') === read.risposte.join('\n'))
    if (same) right++
    else expect(told.has(read.riga), `${read.id_ufficiale}: ${read.testo} | ${read.risposte.join(' / ')}`).toBe(true)
    const keys = (same ? [same] : named).map((q) => q.corretta)
    if (read.corretta !== null) {
      const text = read.risposte[read.corretta - 1] ?? ''
      const expected = (same ? [same] : named).map((q) => q.risposte[(q.corretta ?? 0) - 1] ?? '—')
      expect(
        expected.some((e) => text.startsWith(e)),
        `${read.id_ufficiale}: ${text}, not ${keys}`,
      ).toBe(true)
    }
  }
  return right
}

const at = (questions: readonly Asked[], i: number, change: (parts: Part[], q: Asked) => Part[]): Uint8Array =>
  flow(questions.flatMap((q, k) => (k === i ? change(ask(q), q) : ask(q))))
const swap = (q: Asked, change: Partial<Asked>): Asked => ({ ...q, ...change })

describe('[IP1] a broken layout gives no wrong key and no wrong text that is not told', () => {
  const qs = bank()
  const fifth = qs[4] as Asked
  it.each<[string, () => Uint8Array, Asked[]?]>([
    ['a question without its number', () => at(qs, 4, ([stem, ...rest]) => [{ ...stem, text: fifth.testo }, ...rest])],
    ['an answer that is missing', () => at(qs, 4, (p) => p.filter((_, i) => i !== 2))],
    [
      'a letter that comes twice',
      () => at(qs, 4, (p) => [...p.slice(0, 3), { text: 'B) un’altra risposta' }, ...p.slice(3)]),
    ],
    [
      'a list with the answers’ letters in the question',
      () =>
        at(qs, 4, ([stem, ...rest]) => [
          stem as Part,
          { text: 'A) primo elemento' },
          { text: 'B) secondo elemento' },
          ...rest,
        ]),
    ],
    [
      'a list with the questions’ numbers in the question',
      () =>
        at(qs, 4, ([stem, ...rest]) => [
          stem as Part,
          { text: '5. primo' },
          { text: '6. secondo' },
          { text: '7. terzo' },
          ...rest,
        ]),
    ],
    [
      'a line that begins with the next number',
      () =>
        at(qs, 4, (p) => [...p.slice(0, 4), { text: 'D) come dice l’articolo' }, { text: '6. della stessa legge' }]),
    ],
    [
      'a line that begins with the next letter',
      () =>
        at(qs, 4, (p) => [
          ...p.slice(0, 2),
          { text: 'B) di cui alla lettera' },
          { text: 'C) della legge' },
          ...p.slice(3),
        ]),
    ],
    [
      'a line that begins with the letter after the last',
      () => at(qs, 4, (p) => [...p, { text: 'E) della legge citata' }]),
    ],
    [
      'a note after the answers',
      () => at(qs, 4, (p) => [...p, { text: 'Nota: domanda modificata il 3 maggio.', gap: 20 }]),
    ],
    ['a note close to the answers', () => at(qs, 4, (p) => [...p, { text: 'LA DOMANDA È STATA ANNULLATA' }])],
    ['two answers in bold', () => at(qs, 4, (p) => p.map((x, i) => (i > 0 ? { ...x, bold: i < 3 } : x)))],
    ['no answer in bold', () => at(qs, 4, (p) => p.map((x) => ({ ...x, bold: false })))],
    ['all but one in bold', () => at(qs, 4, (p) => p.map((x, i) => ({ ...x, bold: i > 0 && !x.bold })))],
    [
      'half an answer in bold',
      () =>
        at(qs, 4, (p) =>
          p.flatMap((x, i): Part[] =>
            i === 2
              ? [
                  { ...x, bold: false },
                  { text: 'e anche questo che è lungo', x: 40 + widthOf(x.text, 10) + 3, bold: true, same: true },
                ]
              : [x],
          ),
        ),
      qs.map((q, i) =>
        i === 4
          ? swap(q, { risposte: q.risposte.map((r, k) => (k === 1 ? `${r} e anche questo che è lungo` : r)) })
          : q,
      ),
    ],
    ['numbers out of order', () => flow([3, 0, 7, 1, 9, 2, 4, 5, 6, 8].flatMap((i) => ask(qs[i] as Asked)))],
    [
      'a number that comes twice',
      () => at(qs, 4, ([stem, ...rest]) => [{ ...stem, text: `4. ${fifth.testo}` }, ...rest]),
    ],
    [
      'a number of another kind',
      () => at(qs, 4, ([stem, ...rest]) => [{ ...stem, text: `5) ${fifth.testo}` }, ...rest]),
    ],
    [
      'an answer of another kind',
      () => at(qs, 4, (p) => p.map((x, i) => (i === 2 ? { ...x, text: x.text.replace('B)', 'b.') } : x))),
    ],
    ['six answers', () => at(qs, 4, (p) => [...p, { text: 'E) quinta' }, { text: 'F) sesta' }])],
    ['one answer', () => at(qs, 4, (p) => p.slice(0, 2))],
    ['a question alone, without answers', () => at(qs, 4, (p) => p.slice(0, 1))],
    [
      'a passage for the questions below',
      () =>
        at(qs, 4, (p) => [
          { text: 'Si legga il brano che segue e si risponda alle domande da 5 a 7.' },
          { text: 'Nel mezzo del cammin di nostra vita.' },
          ...p,
        ]),
    ],
    [
      'text over the text',
      () =>
        at(qs, 4, (p) => p.flatMap((x, i) => (i === 2 ? [x, { text: 'BOZZA RISERVATA', x: 62, same: true }] : [x]))),
    ],
    [
      'a watermark as large as the text',
      () =>
        at(qs, 4, (p) =>
          p.flatMap((x, i) => (i === 2 ? [x, { text: 'BANCA DATI', x: 300, colour: '#cccccc', same: true }] : [x])),
        ),
    ],
    [
      'other keys in text that nobody sees',
      () =>
        at(qs, 4, (p) => [
          ...p,
          { text: 'Risposta esatta: D', mode: 3 },
          { text: 'Risposta esatta: C', colour: '#ffffff' },
        ]),
    ],
    [
      'letters drawn one by one',
      () =>
        at(qs, 4, (p) =>
          p.flatMap((x) =>
            [...x.text].map(
              (c, i): Part => ({
                ...x,
                text: c,
                x: 40 + widthOf(x.text.slice(0, i), 10),
                ...(i > 0 ? { same: true } : {}),
              }),
            ),
          ),
        ),
    ],
    ['a title in the way', () => at(qs, 4, (p) => [{ text: 'DIRITTO CIVILE', bold: true, size: 15, x: 200 }, ...p])],
    [
      'answers of two questions side by side',
      () =>
        flow([
          ...qs.slice(0, 4).flatMap((q) => ask(q)),
          ...ask(fifth).flatMap((x, i) => [x, { ...(ask(qs[5] as Asked)[i] as Part), x: 320, same: true, gap: 0 }]),
          ...qs.slice(6).flatMap((q) => ask(q)),
        ]),
    ],
  ])('%s', async (_, write, truth) => {
    const right = await judge(write(), truth ?? qs)
    expect(right === 0 || right >= qs.length - 5).toBe(true)
  })

  it('keys for six questions in ten are said and not used', async () => {
    const byte = flow(qs.flatMap((q, i) => ask(q, i % 10 < 6)))
    const result = await importBank({ nome: 'banca.pdf', byte })
    if (!result.ok) throw new Error('refused')
    expect(result.value.domande.every((d) => d.corretta === null)).toBe(true)
    expect(result.value.avvisi.map((a) => a.kind)).toContain('key_shown_partly')
  })

  it('a grid with the numbers of another paper gives no key', async () => {
    const grid = bank(14, 101).map((q) => ({ text: `${q.numero} ${letter((q.corretta ?? 1) - 1)}` }))
    const byte = flow([...qs.flatMap((q) => ask(q, false)), { text: 'Griglia delle risposte', gap: 30 }, ...grid])
    const result = await importBank({ nome: 'banca.pdf', byte })
    if (!result.ok) throw new Error('refused')
    expect(result.value.domande.every((d) => d.corretta === null)).toBe(true)
    expect(result.value.avvisi.map((a) => a.kind)).toContain('key_grid_unused')
  })

  it('sections that begin again at 1 take no key of one grid', async () => {
    const twice = [...bank(6), ...bank(6)]
    const grid = bank(6).map((q) => ({ text: `${q.numero} ${letter((q.corretta ?? 1) - 1)}` }))
    const byte = flow([...twice.flatMap((q) => ask(q, false)), { text: 'Soluzioni', gap: 30 }, ...grid])
    const result = await importBank({ nome: 'banca.pdf', byte })
    if (!result.ok) throw new Error('refused')
    expect(result.value.domande).toHaveLength(12)
    expect(result.value.domande.every((d) => d.corretta === null)).toBe(true)
  })

  it('questions in a ruled table are rows of it', async () => {
    const widths = [30, 200, 90, 90, 90, 30]
    const left = widths.map((_, i) => 30 + widths.slice(0, i).reduce((a, b) => a + b, 0))
    const box = (x: number, y: number, width: number, height: number): Drawing => ({ kind: 'box', x, y, width, height })
    const rows = [
      ['N.', 'Domanda', 'Risposta A', 'Risposta B', 'Risposta C', 'Esatta'],
      ...bank(9).map((q) => [
        q.numero,
        `Chi decide nel caso ${q.numero}?`,
        ...q.risposte.slice(0, 3).map((r) => r.replace(/ nel caso.*/, ` ${q.numero}`)),
        letter(Number(q.numero) % 3),
      ]),
    ]
    const page = rows.flatMap((cells, r): Drawing[] => [
      box(30, 50 + r * 40, 530, 0.7),
      ...cells.map((text, c): Drawing => ({ kind: 'text', x: (left[c] ?? 0) + 3, y: 66 + r * 40, text, size: 8 })),
    ])
    const rules = [...left, 560].map((x) => box(x, 50, 0.7, rows.length * 40))
    const result = await importBank({
      nome: 'banca.pdf',
      byte: writePdf([[...page, ...rules, box(30, 50 + rows.length * 40, 530, 0.7)]]),
    })
    if (!result.ok) throw new Error(JSON.stringify(result.error.dati))
    expect(result.value.domande.map((d) => [d.id_ufficiale, d.testo, d.corretta])).toEqual(
      bank(9).map((q) => [q.numero, `Chi decide nel caso ${q.numero}?`, (Number(q.numero) % 3) + 1]),
    )
  })
})

describe('[IP3] a hostile PDF is refused within bounds', () => {
  const wrap = (objects: readonly string[]): Uint8Array => {
    const body = objects.map((o, i) => `${i + 1} 0 obj\n${o}\nendobj\n`).join('')
    return new TextEncoder().encode(`%PDF-1.4\n${body}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\n%%EOF\n`)
  }
  const page =
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /XObject << /F 5 0 R >> >> >>'
  const stream = (head: string, text: string) => `<< ${head} /Length ${text.length} >>\nstream\n${text}\nendstream`
  it.each<[string, () => Uint8Array]>([
    [
      'whose forms draw themselves',
      () =>
        wrap([
          '<< /Type /Catalog /Pages 2 0 R >>',
          '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
          page,
          stream('', '/F Do'),
          stream(
            '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /F 5 0 R >> >>',
            '/F Do /F Do',
          ),
        ]),
    ],
    [
      'whose pages are their own parents',
      () => wrap(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Count 9 /Kids [2 0 R 2 0 R] >>']),
    ],
    [
      'that says it has a billion pages',
      () =>
        wrap([
          '<< /Type /Catalog /Pages 2 0 R >>',
          '<< /Type /Pages /Count 1000000000 /Kids [3 0 R] >>',
          page,
          stream('', ''),
        ]),
    ],
    [
      'that draws without end',
      () =>
        wrap([
          '<< /Type /Catalog /Pages 2 0 R >>',
          '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
          page,
          stream('', '0 0 m 9 9 l S q Q '.repeat(300_000)),
        ]),
    ],
    [
      'of noise',
      () =>
        Uint8Array.from({ length: 50_000 }, (_, i) =>
          i < 9 ? '%PDF-1.7\n'.charCodeAt(i) : (i * 7919 * (i % 13)) % 256,
        ),
    ],
    ['cut in the middle', () => flow(bank(60).flatMap((q) => ask(q))).subarray(0, 9_000)],
  ])('%s', async (_, make) => {
    const refusal = await rifiutato(make(), { nome: 'banca.pdf' })
    expect(String(refusal.dati?.kind)).toMatch(/^(pdf_|unreadable)/)
  })
})
