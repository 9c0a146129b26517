import { describe, expect, it } from 'vitest'
import { writeZip } from '#importers/package/zip'
import { breve, bytes, conta, leggi, rifiutato, righe } from './helpers.ts'
import { PNG } from './pictures.ts'

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
const cell = (text: string, attributes = ''): string =>
  `<table:table-cell ${attributes}>${text === '' ? '' : `<text:p>${escaped(text)}</text:p>`}</table:table-cell>`
const row = (cells: string, attributes = ''): string => `<table:table-row ${attributes}>${cells}</table:table-row>`
const texts = (...list: string[]): string => row(list.map((text) => cell(text)).join(''))
const sheet = (name: string, rows: string, style = ''): string =>
  `<table:table table:name="${name}" table:style-name="${style}">${rows}</table:table>`
const HEADER = texts('N', 'Domanda', 'A', 'B', 'C', 'Corretta')
const ask = (n: number): string =>
  texts(String(n), `Chi decide nel caso ${n}?`, `uno ${n}`, `due ${n}`, `tre ${n}`, 'B')
const wanted = (n: number): string => `Chi decide nel caso ${n}? | uno ${n} / due ${n} / tre ${n} | 2`

const STYLES = `<office:automatic-styles>
<style:style style:name="nascosto" style:family="table"><style:table-properties table:display="false"/></style:style>
<style:style style:name="grassetto" style:family="table-cell"><style:text-properties fo:font-weight="bold"/></style:style>
<style:style style:name="verde" style:family="table-cell"><style:table-cell-properties fo:background-color="#00ff00"/></style:style>
</office:automatic-styles>`

function document(sheets: string, others: Record<string, Uint8Array> = {}): Uint8Array {
  const content = `<?xml version="1.0" encoding="UTF-8"?><office:document-content xmlns:office="o" xmlns:table="t">${STYLES}<office:body><office:spreadsheet>${sheets}</office:spreadsheet></office:body></office:document-content>`
  return writeZip([
    { nome: 'mimetype', byte: bytes('application/vnd.oasis.opendocument.spreadsheet') },
    { nome: 'content.xml', byte: bytes(content) },
    ...Object.entries(others).map(([nome, byte]) => ({ nome, byte })),
  ])
}

describe('an OpenDocument sheet', () => {
  it('that is hidden is no bank, and is said', async () => {
    const file = document(sheet('Banca', HEADER + ask(1) + ask(2)) + sheet('Vecchia', HEADER + ask(3), 'nascosto'))
    const { domande, avvisi } = await leggi(file)
    expect(domande.map(breve)).toEqual([wanted(1), wanted(2)])
    expect(conta(avvisi)).toEqual({ foglio_nascosto: 1 })
    expect((await leggi(file, { opzioni: { sheet: 'Vecchia' } })).domande.map(breve)).toEqual([wanted(3)])
  })

  it('keeps the text of a cell beside a drawing, a note and a footnote, and none of theirs', async () => {
    const drawing =
      '<draw:frame><draw:image xlink:href="Pictures/a.png"/><draw:text-box><text:p>estranea</text:p></draw:text-box></draw:frame>'
    const note = '<office:annotation><dc:creator>io</dc:creator><text:p>da rivedere</text:p></office:annotation>'
    const foot =
      '<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>nota</text:p></text:note-body></text:note>'
    const strange = row(
      cell('2') +
        `<table:table-cell>${note}${drawing}<text:p>Chi<text:s/>decide${foot} <text:span>nel caso</text:span> 2?</text:p></table:table-cell>` +
        ['uno 2', 'due 2', 'tre 2', 'B'].map((text) => cell(text)).join(''),
    )
    const file = document(sheet('F', HEADER + ask(1) + strange + ask(3)), { 'Pictures/a.png': PNG })
    const { domande } = await leggi(file)
    expect(domande.map(breve)).toEqual([wanted(1), wanted(2), wanted(3)])
    expect(domande.map((d) => d.immagine)).toEqual([null, 'a.png', null])
  })

  it('shows numbers as the sheet does', async () => {
    const number = (value: string, shown: string) => cell(shown, `office:value-type="float" office:value="${value}"`)
    const asked = row(
      cell('2') +
        cell('Quanto costa?') +
        number('3.5', '3,50') +
        number('1234.5', '1.234,50') +
        number('2.5', '') +
        cell('A'),
    )
    const { domande, avvisi } = await leggi(document(sheet('F', HEADER + ask(1) + asked)))
    expect(domande[1]?.risposte).toEqual(['3,50', '1.234,50', '2,5'])
    expect(righe(avvisi, 'cella_numerica')).toEqual([3])
  })

  it('shows what was typed for arithmetic, and true or false in words', async () => {
    const formula = cell('30', 'table:formula="of:=10+2*10" office:value-type="float" office:value="30"')
    const truth = cell('VERO', 'office:value-type="boolean" office:boolean-value="true"')
    const asked = row(cell('2') + cell('Quale vale 30?') + formula + truth + cell('no') + cell('A'))
    const { domande } = await leggi(document(sheet('F', HEADER + ask(1) + asked)))
    expect(domande[1]?.risposte).toEqual(['=10+2*10', 'Vero', 'no'])
  })

  it.each([
    ['rows', row(cell('x'), 'table:number-rows-repeated="1000000000"')],
    ['columns', row(cell('x', 'table:number-columns-repeated="1000000000"'))],
    [
      'rows of many columns',
      row(cell('x', 'table:number-columns-repeated="5000"'), 'table:number-rows-repeated="5000"'),
    ],
  ])('with a billion repeated %s is refused at once', async (_, bomb) => {
    const failure = await rifiutato(document(sheet('F', HEADER + ask(1) + bomb)))
    expect(failure.dati?.kind).toBe('sheet_too_large')
  })

  it('that ends in a million empty rows and columns is read', async () => {
    const empty = row(cell('', 'table:number-columns-repeated="16384"'), 'table:number-rows-repeated="1048576"')
    const gap = row(cell('', 'table:number-columns-repeated="16384"'), 'table:number-rows-repeated="1000"')
    const { domande, avvisi } = await leggi(document(sheet('F', HEADER + ask(1) + gap + ask(2) + empty)))
    expect(domande.map((d) => [d.riga, breve(d)])).toEqual([
      [2, wanted(1)],
      [1003, wanted(2)],
    ])
    expect(righe(avvisi, 'riga_vuota')).toEqual([3])
  })

  it('repeats cells and rows that are repeated', async () => {
    const same = row(
      cell('1') + cell('Chi decide?') + cell('uguale', 'table:number-columns-repeated="2"') + cell('altra') + cell('C'),
    )
    const { domande } = await leggi(document(sheet('F', HEADER + ask(2) + ask(3) + same)))
    expect(domande[2]?.risposte).toEqual(['uguale', 'uguale', 'altra'])
  })

  it.each([['grassetto'], ['verde']])('whose keys are shown by %s has them', async (style) => {
    const header = texts('N', 'Domanda', 'A', 'B', 'C')
    const asked = (n: number) =>
      row(
        cell(String(n)) +
          cell(`Chi decide nel caso ${n}?`) +
          ['uno', 'due', 'tre'].map((text, i) => cell(text, i === n % 3 ? `table:style-name="${style}"` : '')).join(''),
      )
    const { domande } = await leggi(document(sheet('F', header + [0, 1, 2, 3, 4].map(asked).join(''))))
    expect(domande.map((d) => d.corretta)).toEqual([1, 2, 3, 1, 2])
  })

  it('merged downwards or across holds as in any workbook', async () => {
    const head = texts('Materia', 'N', 'Domanda', 'A', 'B', 'C', 'Corretta')
    const asked = (n: number, subject: string) => row(subject + ask(n).replace(/<\/?table:table-row ?>/g, ''))
    const covered = '<table:covered-table-cell/>'
    const { domande } = await leggi(
      document(
        sheet(
          'F',
          head +
            asked(1, cell('Storia', 'table:number-rows-spanned="2"')) +
            asked(2, covered) +
            asked(3, cell('Civica')),
        ),
      ),
    )
    expect(domande.map((d) => d.materia)).toEqual(['Storia', 'Storia', 'Civica'])
  })

  it.each([
    ['cut', (file: Uint8Array) => file.subarray(0, file.length - 30), 'workbook_broken'],
    [
      'without content',
      () =>
        writeZip([
          { nome: 'mimetype', byte: bytes('application/vnd.oasis.opendocument.spreadsheet') },
          { nome: 'content.xml', byte: bytes('<a>') },
        ]),
      'xml_broken',
    ],
    [
      'of words',
      () =>
        writeZip([
          { nome: 'mimetype', byte: bytes('application/vnd.oasis.opendocument.text') },
          { nome: 'content.xml', byte: bytes('<a/>') },
        ]),
      'format_refused',
    ],
    [
      'with entities of its own',
      () =>
        writeZip([
          { nome: 'mimetype', byte: bytes('application/vnd.oasis.opendocument.spreadsheet') },
          { nome: 'content.xml', byte: bytes('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>') },
        ]),
      'xml_entities',
    ],
  ])('%s is refused', async (_, make, kind) => {
    expect((await rifiutato(make(document(sheet('F', HEADER + ask(1)))))).dati?.kind).toBe(kind)
  })
})
