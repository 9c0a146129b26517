import { utils as sheets, write } from '@e965/xlsx'
import { describe, expect, it } from 'vitest'
import { findLatex, writeMath } from '#importers/text/mathml'
import { shiftText } from '#importers/text/raised'
import { bytes, conta, csv, leggi, rifiutato, righe } from './helpers.ts'

const ask = (domanda: string, risposte: string[] = ['sì', 'no']) => ({ domanda, risposte })
/** A bank of 12 sound questions and one of another kind. */
const beside = (odd: object) =>
  JSON.stringify([odd, ...Array.from({ length: 12 }, (_, i) => ask(`Che cosa vale ${i}?`))])

describe('what stands above or below the line', () => {
  it.each([
    ['3', 'superscript', '³'],
    ['−1', 'superscript', '⁻¹'],
    ['2', 'subscript', '₂'],
    ['abc', 'superscript', '^abc'],
    ['a', 'superscript', 'a'],
    ['3', undefined, '3'],
  ])('%s as %s is %s', (text, where, shown) => expect(shiftText(text, where)).toBe(shown))

  it.each(['shared', 'inline'])('stays in a workbook with %s texts', async (kind) => {
    const rows = Array.from({ length: 5 }, (_, i) => [`Quanto fa ${i}?`, 'dieci', 'uno', 'A'])
    const sheet = sheets.aoa_to_sheet([['Domanda', 'A', 'B', 'Esatta'], ...rows])
    const cell = sheet.B2
    cell.r = '<r><t>10</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>3</t></r>'
    const book = sheets.book_new()
    sheets.book_append_sheet(book, sheet, 'Quiz')
    const { domande } = await leggi(new Uint8Array(write(book, { type: 'array', bookSST: kind === 'shared' })))
    expect(domande).toHaveLength(5)
  })
})

describe('a formula', () => {
  const math = (inside: string) => `<math xmlns="m">${inside}</math>`
  it.each([
    ['<mfrac><mn>1</mn><mn>2</mn></mfrac>', '1/2'],
    ['<mfrac><mrow><mi>a</mi><mo>+</mo><mn>1</mn></mrow><mn>2</mn></mfrac>', '(a+1)/2'],
    ['<msup><mn>2</mn><mn>3</mn></msup>', '2³'],
    ['<msup><mi>x</mi><mi>y</mi></msup>', 'x^y'],
    ['<msup><mi>x</mi><mrow><mi>a</mi><mi>b</mi></mrow></msup>', 'x^(ab)'],
    ['<msub><mi>H</mi><mn>2</mn></msub>', 'H₂'],
    ['<msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt>', '√(x+1)'],
    [
      '<semantics><mrow><mn>3</mn><mo>&lt;</mo><mn>4</mn></mrow><annotation>3 \\lt 4</annotation></semantics>',
      '3&lt;4',
    ],
  ])('%s is written %s', (inside, shown) => expect(writeMath(`<p>${math(inside)}?</p>`)).toBe(`<p>${shown}?</p>`))

  it('that no line can say leaves its question out, which is said and is no sign of a wrong reading', async () => {
    const table = math('<mtable><mtr><mtd><mn>1</mn></mtd></mtr></mtable>')
    const { domande, avvisi } = await leggi(beside(ask(`<p>Quanto vale ${table}?</p>`)))
    expect(domande).toHaveLength(12)
    expect(avvisi.find(({ tipo }) => tipo === 'riga_scartata')?.testo).toContain('formula')
  })

  it.each([
    ['$\\frac{1}{2}$', true],
    ['\\(x^{2}\\)', true],
    ['$x_1$', true],
    ['\\sqrt{2}', true],
    ['da $1 a $2', false],
    ['echo $HOME e $PATH', false],
    ['C:\\dati\\testo', false],
  ])('%s in LaTeX: %s', (text, found) => expect(findLatex(text) !== null).toBe(found))

  it('in LaTeX is said once, with how many questions have one', async () => {
    const { avvisi } = await leggi(JSON.stringify([ask('Quanto fa $x^2$?'), ask('E $\\sqrt{4}$?'), ask('E qui?')]))
    expect(avvisi.filter(({ testo }) => testo.includes('LaTeX')).map(({ riga }) => riga)).toEqual([1])
  })
})

describe('answers that are pictures', () => {
  it.each([
    ['by their names', ['a.png', 'fig/b.png', 'c.JPG']],
    ['in tags', ['<img src="a.png">', '<img src="b.png">', 'nessuna']],
  ])('%s leave their question out, which is said', async (_, risposte) => {
    const { domande, avvisi } = await leggi(beside(ask('Quale?', risposte)))
    expect(domande).toHaveLength(12)
    expect([righe(avvisi, 'riga_scartata'), conta(avvisi).risposte_uguali]).toEqual([[1], undefined])
  })

  it('in every question refuse the file for that reason', async () => {
    const { dati } = await rifiutato(JSON.stringify([ask('Uno?', ['a.png', 'b.png']), ask('Due?', ['c.png', 'd.png'])]))
    expect(dati).toMatchObject({ kind: 'too_few', first: 'question_of_pictures', riga: 1 })
  })

  it('a question about one file name keeps its answers', async () => {
    expect((await leggi(beside(ask('Quale file?', ['logo.png', 'il documento'])))).domande).toHaveLength(13)
  })
})

describe('a struck-out question', () => {
  it('is said by its row', async () => {
    const { domande, avvisi } = await leggi(beside(ask('<p><s>Quale era la regola?</s></p>')))
    expect(domande).toHaveLength(13)
    expect(avvisi.find(({ testo }) => testo.includes('barrata'))?.riga).toBe(1)
  })

  it('is none for one struck word', async () => {
    const { avvisi } = await leggi(beside(ask('<p>Quale <s>era</s> la regola?</p>')))
    expect(avvisi.some(({ testo }) => testo.includes('barrata'))).toBe(false)
  })
})

describe('a text between questions', () => {
  const question = (i: number) => `Domanda ${i}? {\n=sì\n~no\n}\n`
  it('of GIFT stands above those that follow, up to the next subject', async () => {
    const text = [question(1), 'Nel bosco viveva un lupo.\n', question(2), '$CATEGORY: Altro\n', question(3)].join('\n')
    const { domande, avvisi } = await leggi(text)
    expect(domande.map(({ testo }) => testo.includes('lupo'))).toEqual([false, true, false])
    expect(avvisi.find(({ tipo }) => tipo === 'brano_dubbio')?.testo).toContain('la domanda che segue')
  })

  it('of GIFT with no question below is said to be lost', async () => {
    const { avvisi } = await leggi([question(1), question(2), 'Fine del modulo.\n'].join('\n'))
    expect(avvisi.find(({ tipo }) => tipo === 'brano_dubbio')?.testo).toContain('lasciato fuori')
  })

  it('of Moodle is a description, and stands above those that follow', async () => {
    const choice = `<question type="truefalse"><questiontext><text>Il lupo ha fame?</text></questiontext><answer fraction="100"><text>true</text></answer><answer fraction="0"><text>false</text></answer></question>`
    const text = '<question type="description"><questiontext><text>Nel bosco.</text></questiontext></question>'
    const { domande } = await leggi(bytes(`<?xml version="1.0"?><quiz>${choice}${text}${choice}</quiz>`))
    expect(domande.map(({ testo }) => testo.includes('Nel bosco.'))).toEqual([false, true])
  })
})

describe('a refusal for what is left out', () => {
  const broken = (n: number) => csv(n, { 5: '5;Senza risposte?;;;;;A;Diritto' })
  it('names the first row and why, in the words of a table', async () => {
    const { dati } = await rifiutato(broken(10))
    expect([dati?.riga, dati?.motivo]).toEqual([
      6,
      '1 riga su 10 non è una domanda intera e resterebbe fuori: il file forse è letto male. La riga ha meno di due risposte. Con --forza si importano le altre.',
    ])
  })

  it('names the first element of a list of records', async () => {
    const { dati } = await rifiutato(JSON.stringify([ask('Uno?'), ask('Due?'), { nota: 'x' }, ask('Tre?')]))
    expect([dati?.riga, dati?.motivo]).toEqual([3, expect.stringContaining('1 elemento su 4 non è')])
  })
})

describe('a file with a password', () => {
  it('that is a compound file says so', async () => {
    const name = [...'EncryptedPackage'].flatMap((c) => [c.charCodeAt(0), 0])
    const compound = new Uint8Array([
      0xd0,
      0xcf,
      0x11,
      0xe0,
      0xa1,
      0xb1,
      0x1a,
      0xe1,
      ...new Array(512).fill(0),
      ...name,
    ])
    expect((await rifiutato(compound, { nome: 'banca.xlsx' })).dati?.kind).toBe('workbook_encrypted')
  })
})
