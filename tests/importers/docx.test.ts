import { describe, expect, it, vi } from 'vitest'
import { writeZip } from '#importers/package/zip'
import { breve, bytes, conta, leggi, rifiutato } from './helpers.ts'
import { PNG } from './pictures.ts'
import type { RandomBank } from './random-bank.ts'
import { COUNT, readBack, xmlText } from './written-banks.ts'

vi.setConfig({ testTimeout: 300_000 + COUNT * 100 })

const run = (text: string, properties = ''): string =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${xmlText(text)}</w:t></w:r>`
const p = (inside: string, properties = ''): string => `<w:p><w:pPr>${properties}</w:pPr>${inside}</w:p>`
const plain = (text: string): string => p(run(text))
const list = (id: number, level: number): string =>
  `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${id}"/></w:numPr>`
const NS = 'xmlns:w="w" xmlns:r="r" xmlns:a="a" xmlns:m="m" xmlns:mc="mc" xmlns:v="v"'

const level = (at: number, format: string, text: string): string =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`
const NUMBERING = `<w:numbering ${NS}><w:abstractNum w:abstractNumId="0">${level(0, 'decimal', '%1.')}${level(1, 'lowerLetter', '%2)')}</w:abstractNum>
<w:abstractNum w:abstractNumId="1">${level(0, 'upperLetter', '%1)')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>
${Array.from({ length: 60 }, (_, i) => `<w:num w:numId="${i + 10}"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>`).join('')}</w:numbering>`
const STYLES = `<w:styles ${NS}><w:style w:styleId="Titolo1"><w:name w:val="heading 1"/><w:rPr><w:b/></w:rPr></w:style><w:style w:styleId="Esatta"><w:name w:val="Esatta"/><w:basedOn w:val="Base"/></w:style><w:style w:styleId="Base"><w:name w:val="Base"/><w:rPr><w:color w:val="00B050"/></w:rPr></w:style></w:styles>`

function document(body: string, others: Record<string, Uint8Array> = {}): Uint8Array {
  const rels =
    '<Relationships><Relationship Id="r1" Target="media/image1.png"/><Relationship Id="r2" Target="media/image2.png"/></Relationships>'
  const files = {
    'word/document.xml': bytes(`<?xml version="1.0"?><w:document ${NS}><w:body>${body}</w:body></w:document>`),
    'word/styles.xml': bytes(STYLES),
    'word/numbering.xml': bytes(NUMBERING),
    'word/_rels/document.xml.rels': bytes(rels),
    ...others,
  }
  return writeZip(Object.entries(files).map(([nome, byte]) => ({ nome, byte })))
}

type Way = {
  label?: 'typed' | 'list' | 'restarted'
  answer?: (right: boolean, text: string) => string
  after?: string
  stem?: string
  key?: number
}
/** Question `n`, right in its answer `n % 3` unless told. */
function ask(
  n: number,
  { label = 'typed', answer = (_, text) => run(text), after = '', stem = '', key = n % 3 }: Way = {},
): string {
  const typed = label === 'typed'
  const head = p(`${run(`${typed ? `${n}. ` : ''}Chi decide nel caso ${n}?`)}${stem}`, typed ? '' : list(1, 0))
  const answers = ['uno', 'due', 'tre'].map((text, i) =>
    p(
      answer(i === key, `${typed ? `${'abc'[i]}) ` : ''}${text} ${n}`),
      typed ? '' : label === 'list' ? list(1, 1) : list(9 + n, 0),
    ),
  )
  return head + answers.join('') + after
}
const many = (way: Way = {}, count = 6): string => Array.from({ length: count }, (_, i) => ask(i + 1, way)).join('')
const KEYS = [1, 2, 3, 4, 5, 6].map((n) => (n % 3) + 1)
const bold = (right: boolean, text: string) => run(text, right ? '<w:b/>' : '')

describe('a Word document', () => {
  it.each<[string, string]>([
    ['bold', many({ answer: bold })],
    [
      'bold of the text and not of the letter',
      many({ answer: (right, text) => run(text.slice(0, 3)) + bold(right, text.slice(3)) }),
    ],
    ['a colour', many({ answer: (right, text) => run(text, right ? '<w:color w:val="FF0000"/>' : '') })],
    ['underline', many({ answer: (right, text) => run(text, right ? '<w:u w:val="single"/>' : '') })],
    [
      'highlight',
      many({
        answer: (right, text) => run(text, right ? '<w:highlight w:val="yellow"/>' : '<w:highlight w:val="none"/>'),
      }),
    ],
    ['a style of characters', many({ answer: (right, text) => run(text, right ? '<w:rStyle w:val="Esatta"/>' : '') })],
    ['a line through the others', many({ answer: (right, text) => run(text, right ? '' : '<w:strike/>') })],
    ['bold in automatic numbers', many({ label: 'list', answer: bold })],
    ['bold in lists that begin again', many({ label: 'restarted', answer: bold })],
    [
      'bold where every stem is bold too',
      many({ answer: bold }).replace(/<w:rPr><\/w:rPr>(?=<w:t xml:space="preserve">\d)/g, '<w:rPr><w:b/></w:rPr>'),
    ],
    [
      'bold where the style is bold and the wrong are not',
      many({ answer: (right, text) => run(text, `<w:rStyle w:val="Titolo1"/>${right ? '' : '<w:b w:val="0"/>'}`) }),
    ],
    ['a line', [1, 2, 3, 4, 5, 6].map((n) => ask(n, { after: plain(`Risposta esatta: ${'ABC'[n % 3]}`) })).join('')],
    [
      'a line under automatic numbers',
      [1, 2, 3, 4, 5, 6].map((n) => ask(n, { label: 'list', after: plain(`Risposta: ${'ABC'[n % 3]}`) })).join(''),
    ],
    [
      'a list at the end',
      many() + plain('') + plain('Soluzioni') + [1, 2, 3, 4, 5, 6].map((n) => plain(`${n}. ${'ABC'[n % 3]}`)).join(''),
    ],
    [
      'a table at the end',
      `${many()}<w:tbl>${[1, 4].map((from) => `<w:tr>${[0, 1, 2].map((i) => `<w:tc>${plain(String(from + i))}</w:tc><w:tc>${plain('ABC'[(from + i) % 3] ?? '')}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`,
    ],
  ])('with its keys by %s is read', async (_, body) => {
    const { domande } = await leggi(document(body))
    expect(domande.map((d) => d.testo)).toEqual([1, 2, 3, 4, 5, 6].map((n) => `Chi decide nel caso ${n}?`))
    expect(domande.map((d) => d.risposte)).toEqual([1, 2, 3, 4, 5, 6].map((n) => [`uno ${n}`, `due ${n}`, `tre ${n}`]))
    expect(domande.map((d) => d.corretta)).toEqual(KEYS)
  })

  it.each<[string, string]>([
    ['bold always on the same answer', many({ answer: bold, key: 1 })],
    ['bold on one word', many({ answer: (right, text) => run(text.slice(0, -2)) + bold(right, text.slice(-2)) }, 6)],
    ['bold here and there', many({ answer: (right, text) => run(text, right && /[12]$/.test(text) ? '<w:b/>' : '') })],
    [
      'bold on one and a colour on another',
      many({
        answer: (right, text) => run(text, right ? '<w:b/>' : text.includes('uno') ? '<w:color w:val="FF0000"/>' : ''),
      }),
    ],
    ['a line through one answer', many({ answer: (right, text) => run(text, right ? '<w:strike/>' : '') })],
    ['nothing', many()],
  ])('whose keys %s show nothing certain teaches no wrong one', async (_, body) => {
    const result = await leggi(document(body)).catch(() => null)
    for (const [i, d] of (result?.domande ?? []).entries()) expect([null, KEYS[i]]).toContain(d.corretta)
    if (_ !== 'bold on one and a colour on another')
      expect(result?.domande.every((d) => d.corretta === null) ?? true).toBe(true)
  })

  it('whose bold is on another answer than the line says leaves that question without a key, and says it', async () => {
    const said = (n: number) => 'ABC'[n === 3 ? 2 : n % 3]
    const body = [1, 2, 3, 4, 5, 6].map((n) => ask(n, { answer: bold, after: plain(`Risposta: ${said(n)}`) })).join('')
    const { domande, avvisi } = await leggi(document(body))
    expect(domande.map((d) => d.corretta)).toEqual(KEYS.map((key, i) => (i === 2 ? null : key)))
    expect(avvisi.map((a) => a.testo)).toEqual([expect.stringMatching(/«C» e «A»/)])
  })

  it('what was deleted or hidden is not read, what was inserted is', async () => {
    const strange = ask(2).replace(
      run('b) due 2'),
      `${run('b) ')}<w:del><w:r><w:delText>vecchia</w:delText></w:r></w:del><w:ins>${run('due')}</w:ins>${run(' nascosto', '<w:vanish/>')}<w:hyperlink>${run(' 2')}</w:hyperlink>`,
    )
    const { domande } = await leggi(document(ask(1) + strange + ask(3)))
    expect(domande[1]?.risposte).toEqual(['uno 2', 'due 2', 'tre 2'])
  })

  it('powers and indexes keep their place', async () => {
    const up = '<w:vertAlign w:val="superscript"/>'
    const strange = ask(2).replace(
      run('b) due 2'),
      run('b) 10') + run('2', up) + run(' H') + run('2', up.replace('super', 'sub')) + run('O x') + run('ab', up),
    )
    expect((await leggi(document(ask(1) + strange + ask(3)))).domande[1]?.risposte[1]).toBe('10² H₂O x^ab')
  })

  it('a picture stays with its question', async () => {
    const drawing = (id: string) =>
      `<w:r><mc:AlternateContent><mc:Choice><w:drawing><a:blip r:embed="${id}"/></w:drawing></mc:Choice><mc:Fallback><w:pict><v:imagedata r:id="${id}"/></w:pict></mc:Fallback></mc:AlternateContent></w:r>`
    const body = ask(1, { stem: drawing('r1') }) + ask(2) + ask(3).replace('</w:p>', `</w:p>${p(drawing('r2'))}`)
    const other = Uint8Array.from([...PNG])
    const { domande } = await leggi(document(body, { 'word/media/image1.png': PNG, 'word/media/image2.png': other }))
    expect(domande.map((d) => d.immagine)).toEqual(['image1.png', null, 'image2.png'])
  })

  it.each<[string, string]>([
    ['a picture between two questions', p('<w:r><w:drawing><a:blip r:embed="r1"/></w:drawing></w:r>')],
    ['a table', `<w:tbl><w:tr><w:tc>${plain('dati')}</w:tc><w:tc>${plain('altri dati')}</w:tc></w:tr></w:tbl>`],
    ['a formula', p('<m:oMath><m:r><m:t>12</m:t></m:r></m:oMath>')],
  ])('%s that could be of either leaves out who could have it', async (_, strange) => {
    const { domande, avvisi } = await leggi(
      document(many({}, 30) + ask(31) + strange + Array.from({ length: 30 }, (__, i) => ask(i + 32)).join('')),
      {},
    )
    expect(domande.some((d) => d.id_ufficiale === '31')).toBe(false)
    expect(domande.length).toBeGreaterThanOrEqual(59)
    expect(conta(avvisi).riga_scartata).toBeGreaterThan(0)
  })

  it('headings are subjects', async () => {
    const title = (text: string) => p(run(text), '<w:pStyle w:val="Titolo1"/>')
    const { domande } = await leggi(document(title('Diritto') + ask(1) + ask(2) + title('Storia') + ask(3)))
    expect(domande.map((d) => d.materia)).toEqual(['Diritto', 'Diritto', 'Storia'])
  })

  it('its tables are read as those of a sheet, also when a page cuts them', async () => {
    const row = (...cells: string[]) => `<w:tr>${cells.map((cell) => `<w:tc>${plain(cell)}</w:tc>`).join('')}</w:tr>`
    const asked = (n: number) =>
      row(String(n), `Chi decide nel caso ${n}?`, `uno ${n}`, `due ${n}`, `tre ${n}`, 'ABC'[n % 3] ?? '')
    const table = `<w:tbl>${row('N', 'Domanda', 'A', 'B', 'C', 'Esatta')}${[1, 2, 3].map(asked).join('')}</w:tbl>${plain('')}<w:tbl>${[4, 5, 6].map(asked).join('')}</w:tbl>`
    const { domande } = await leggi(document(plain('Banca dati') + table))
    expect(domande.map((d) => d.corretta)).toEqual(KEYS)
    expect(breve(domande[0]!)).toBe('Chi decide nel caso 1? | uno 1 / due 1 / tre 1 | 2')
  })

  it.each<[string, Uint8Array, string]>([
    ['cut', document(many()).subarray(0, 4000), 'workbook_broken'],
    ['of prose', document(plain('Il consiglio delibera.') + plain('Il sindaco firma.')), 'no_questions'],
    [
      'of entities',
      writeZip([{ nome: 'word/document.xml', byte: bytes('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>') }]),
      'xml_entities',
    ],
    ['broken', writeZip([{ nome: 'word/document.xml', byte: bytes('<w:document><w:body>') }]), 'xml_broken'],
    [
      'that is a bomb',
      writeZip([
        { nome: 'word/document.xml', byte: bytes('<a/>') },
        { nome: 'word/media/a.png', byte: new Uint8Array(70 * 1024 * 1024) },
      ]),
      'archive_large_file',
    ],
  ])('%s is refused', async (_, file, kind) => expect((await rifiutato(file)).dati?.kind).toBe(kind))
})

function writeDocument({ questions }: RandomBank, chance: (n: number) => number): Uint8Array {
  const label = (['typed', 'list', 'restarted'] as const)[chance(3)]
  const style = chance(3)
  const letter = (i: number) => 'abcde'[i] ?? ''
  const body = questions.map((q, n) => {
    const typed = label === 'typed'
    const head = p(run(`${typed ? `${q.numero}. ` : ''}${q.testo}`), typed ? '' : list(1, 0))
    const answers = q.risposte.map((r, i) =>
      p(
        run(`${typed ? `${letter(i)}) ` : ''}${r}`, i === q.corretta - 1 && style === 0 ? '<w:b/>' : ''),
        typed ? '' : label === 'list' ? list(1, 1) : list(10 + n, 0),
      ),
    )
    const key = style === 1 ? plain(`Risposta: ${letter(q.corretta - 1)}`) : ''
    return head + answers.join('') + key
  })
  const grid =
    style === 2
      ? plain('Soluzioni') + questions.map((q) => plain(`${q.numero}) ${letter(q.corretta - 1)}`)).join('')
      : ''
  return document(body.join('') + grid)
}

it(`a random bank in a Word document reads back equal: ${Math.ceil(COUNT / 5)} of them`, async () => {
  await readBack(writeDocument, { numero: true, materia: false }, Math.ceil(COUNT / 5))
})
