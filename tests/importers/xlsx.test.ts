import { utils, type WorkSheet, write } from '@e965/xlsx'
import { unzip } from 'unzipit'
import { describe, expect, it } from 'vitest'
import { writeZip } from '#importers/package/zip'
import { breve, bytes, conta, leggi, rifiutato, righe } from './helpers.ts'
import type { RandomBank } from './random-bank.ts'
import { COUNT, readBack } from './written-banks.ts'

type Cella = string | number | null
const INTESTAZIONE: Cella[] = ['N', 'Domanda', 'Opzione A', 'Opzione B', 'Opzione C', 'Risposta corretta']
const riga = (n: number): Cella[] => [
  n,
  `Quale norma regola il caso ${n}?`,
  `prima ${n}`,
  `seconda ${n}`,
  `terza ${n}`,
  'C',
]
const foglio = (righe: Cella[][], unite: string[] = []): WorkSheet => {
  const scheda = utils.aoa_to_sheet(righe)
  scheda['!merges'] = unite.map((zona) => utils.decode_range(zona))
  return scheda
}
const libro = (fogli: Record<string, WorkSheet>, tipo: 'xlsx' | 'xls' | 'ods' = 'xlsx'): Uint8Array => {
  const cartella = utils.book_new()
  for (const [nome, scheda] of Object.entries(fogli)) utils.book_append_sheet(cartella, scheda, nome)
  return new Uint8Array(write(cartella, { type: 'array', bookType: tipo }))
}

it.each(['xlsx', 'xls', 'ods'] as const)('a workbook in %s is read whatever its name', async (tipo) => {
  const { domande, avvisi } = await leggi(libro({ Foglio1: foglio([INTESTAZIONE, riga(1), riga(2)]) }, tipo), {
    nome: 'banca.dat',
  })
  expect(domande.map((d) => [d.riga, breve(d)])).toEqual([
    [2, 'Quale norma regola il caso 1? | prima 1 / seconda 1 / terza 1 | 3'],
    [3, 'Quale norma regola il caso 2? | prima 2 / seconda 2 / terza 2 | 3'],
  ])
  expect(avvisi).toEqual([])
})

it('footers merged across the columns are left out, and told', async () => {
  const pie = (n: number): Cella[] => [`Ministero – pagina ${n} di 3`, null, null, null, null, null]
  const righeFoglio = [INTESTAZIONE, riga(1), riga(2), pie(1), riga(3), pie(2), riga(4)]
  const { domande, avvisi } = await leggi(libro({ F: foglio(righeFoglio, ['A4:F4', 'A6:F6']) }))
  expect(domande.map((d) => d.riga)).toEqual([2, 3, 5, 7])
  expect(domande.every((d) => d.materia === null)).toBe(true)
  expect(conta(avvisi)).toEqual({ cella_unita: 2 })
  expect(righe(avvisi, 'cella_unita')).toEqual([4, 6])
})

it('a section title merged across gives the subject', async () => {
  const titolo = (t: string): Cella[] => [t, null, null, null, null, null]
  const righeFoglio = [INTESTAZIONE, titolo('Diritto civile'), riga(1), titolo('Diritto penale'), riga(2)]
  const { domande } = await leggi(libro({ F: foglio(righeFoglio, ['A2:F2', 'A4:F4']) }))
  expect(domande.map((d) => d.materia)).toEqual(['Diritto civile', 'Diritto penale'])
})

it('a cell merged downwards holds for all its rows', async () => {
  const intestazione: Cella[] = ['Materia', ...INTESTAZIONE]
  const righeFoglio = [
    intestazione,
    ['Storia', ...riga(1)],
    [null, ...riga(2)],
    [null, ...riga(3)],
    ['Inglese', ...riga(4)],
  ]
  const { domande, avvisi } = await leggi(libro({ F: foglio(righeFoglio, ['A2:A4']) }))
  expect(domande.map((d) => d.materia)).toEqual(['Storia', 'Storia', 'Storia', 'Inglese'])
  expect(righe(avvisi, 'cella_unita')).toEqual([2])
})

it('numbers and formulas in answers are shown as they were typed, and told', async () => {
  const scheda = foglio([INTESTAZIONE, riga(1), [2, 'Quale formula vale 30?', 30, 10, 'nessuna', 'A'], riga(3)])
  scheda.C3 = { t: 'n', v: 30, f: '10+2*6+8' }
  const { domande, avvisi } = await leggi(libro({ F: scheda }))
  expect(domande[1]?.risposte).toEqual(['=10+2*6+8', '10', 'nessuna'])
  expect(righe(avvisi, 'cella_numerica')).toEqual([3])
})

it('newlines inside cells become spaces', async () => {
  const { domande } = await leggi(
    libro({ F: foglio([INTESTAZIONE, [1, 'Quale norma\r\nvale \nqui?', 'la\nprima', 'b', 'c', 'A']]) }),
  )
  expect(breve(domande[0]!)).toBe('Quale norma vale qui? | la prima / b / c | 1')
})

it('sheets are read together, a sheet without subject column names it; notes are no bank', async () => {
  const note = foglio([['Note'], ['Versione del 2024']])
  const file = libro({
    Note: note,
    Storia: foglio([INTESTAZIONE, riga(1)]),
    Civica: foglio([INTESTAZIONE, riga(2), [], riga(3)]),
  })
  const { domande, avvisi } = await leggi(file)
  expect(domande.map((d) => [d.materia, d.riga])).toEqual([
    ['Storia', 2],
    ['Civica', 2],
    ['Civica', 4],
  ])
  expect(avvisi).toEqual([
    { tipo: 'foglio_saltato', riga: null, testo: 'Il foglio «Note» non contiene domande: saltato.' },
    { tipo: 'riga_vuota', riga: 3, testo: 'Foglio «Civica»: La riga è vuota.' },
  ])
})

it('the caller names the only sheet to read', async () => {
  const file = libro({ Storia: foglio([INTESTAZIONE, riga(1)]), Civica: foglio([INTESTAZIONE, riga(2)]) })
  expect((await leggi(file, { opzioni: { sheet: 'Civica' } })).domande.map((d) => d.id_ufficiale)).toEqual(['2'])
  expect((await leggi(file, { opzioni: { sheet: 1 } })).domande.map((d) => d.id_ufficiale)).toEqual(['1'])
  expect((await rifiutato(file, { opzioni: { sheet: 'Altro' } })).dati?.motivo).toContain('Altro')
})

it('a truncated workbook is refused', async () => {
  const file = libro({ F: foglio([INTESTAZIONE, ...Array.from({ length: 50 }, (_, i) => riga(i + 1))]) })
  for (const taglio of [100, Math.floor(file.length / 2), file.length - 10]) {
    const guasto = await rifiutato(file.subarray(0, taglio), { nome: 'banca.xlsx' })
    expect(guasto).toMatchObject({ codice: 'FILE_RIFIUTATO', dati: { file: 'banca.xlsx' } })
    expect(guasto.dati?.motivo).toContain('troncato')
  }
})

it('a stray cell far below is no reason to refuse a sheet', async () => {
  const scheda = foglio([INTESTAZIONE, riga(1), riga(2), ['', 'Nota dell’ufficio: versione del 2024']])
  const file = await rewritten(libro({ F: scheda }), /sheet1\.xml$/, (xml) =>
    xml
      .replace(/<row r="4"/, '<row r="1048570"')
      .replace(/<c r="B4"/, '<c r="B1048570"')
      .replace(/ref="[^"]*"/, 'ref="A1:XFD1048576"'),
  )
  const { domande, avvisi } = await leggi(file)
  expect(domande.map((d) => d.riga)).toEqual([2, 3])
  expect(righe(avvisi, 'riga_scartata')).toEqual([1048570])
})

it('a colour that a whole column has is no key', async () => {
  const righe = [['Domanda', 'A', 'B', 'C'], ...[1, 2, 3, 4].map((n) => riga(n).slice(1, 5))]
  const file = libro({ F: foglio(righe) })
  const colour = (key: number) => (n: number) => ({ r: n, c: key })
  expect((await leggi(await painted(file, [1, 2, 3, 4].map(colour(3))))).domande.map((d) => d.corretta)).toEqual(
    new Array(4).fill(null),
  )
  const keys = [1, 3, 2, 1].map((c, i) => ({ r: i + 1, c }))
  expect((await leggi(await painted(file, keys))).domande.map((d) => d.corretta)).toEqual([1, 3, 2, 1])
})

it.each<[string, (number | null)[]]>([
  ['<u/>', [1, 3, 2, 1]],
  ['<u val="single"/>', [1, 3, 2, 1]],
  ['<u val="none"/>', [null, null, null, null]],
  ['<strike/>', [null, null, null, null]],
])('a line under one answer is a key, one through it is not: %s', async (font, keys) => {
  const file = libro({ F: foglio([['Domanda', 'A', 'B', 'C'], ...[1, 2, 3, 4].map((n) => riga(n).slice(1, 5))]) })
  const cells = [1, 3, 2, 1].map((c, i) => ({ r: i + 1, c }))
  expect((await leggi(await painted(file, cells, font))).domande.map((d) => d.corretta)).toEqual(keys)
})

/** The same workbook with these cells in another font, bold unless told. */
async function painted(file: Uint8Array, cells: { r: number; c: number }[], font = '<b/>'): Promise<Uint8Array> {
  const styled = await rewritten(file, /styles\.xml$/, (xml) =>
    xml
      .replace(
        /<fonts[\s\S]*?<\/fonts>/,
        `<fonts><font><sz val="11"/></font><font>${font}<sz val="11"/></font></fonts>`,
      )
      .replace(
        /<cellXfs[\s\S]*?<\/cellXfs>/,
        '<cellXfs><xf fontId="0" fillId="0"/><xf fontId="1" fillId="0"/></cellXfs>',
      ),
  )
  return rewritten(styled, /sheet1\.xml$/, (xml) =>
    cells.reduce((text, at) => text.replace(`<c r="${utils.encode_cell(at)}"`, `$& s="1"`), xml),
  )
}

it.each(['xlsx', 'xls', 'ods'] as const)(
  'random banks written in %s read back equal',
  { timeout: 600_000 },
  async (tipo) => {
    const write = ({ questions, answers }: RandomBank): Uint8Array => {
      const letters = [...'ABCDE'].slice(0, answers)
      const rows = questions.map(({ numero, testo, risposte, corretta, materia }): Cella[] => [
        numero,
        testo,
        ...letters.map((_, i) => risposte[i] ?? null),
        letters[corretta - 1] ?? null,
        materia,
      ])
      return libro({ Quesiti: foglio([['Numero', 'Domanda', ...letters, 'Corretta', 'Materia'], ...rows]) }, tipo)
    }
    await readBack(write, { numero: true, materia: true }, Math.ceil(COUNT / 5))
  },
)

/** The same workbook with one of its parts written anew. */
async function rewritten(file: Uint8Array, part: RegExp, change: (xml: string) => string): Promise<Uint8Array> {
  const { entries } = await unzip(new Uint8Array(file))
  const voci = Object.values(entries).map(async (entry) => {
    const byte = new Uint8Array(await entry.arrayBuffer())
    return { nome: entry.name, byte: part.test(entry.name) ? bytes(change(new TextDecoder().decode(byte))) : byte }
  })
  return writeZip(await Promise.all(voci))
}

describe('a passage that several questions share', () => {
  const PASSAGES = [
    'Il vecchio faro guardava il mare da un promontorio.',
    'Nel 1911 la fabbrica aprì una mensa per gli operai.',
  ]
  const body = Array.from({ length: 12 }, (_, i) => [
    i + 1,
    `Che cosa dice al punto ${i}?`,
    `a ${i}`,
    `b ${i}`,
    `c ${i}`,
    'ABC'[i % 3] ?? '',
  ])
  const passageAt = (i: number) => (i % 6 === 0 ? (PASSAGES[i / 6] ?? '') : '')
  const column = [['N', 'Domanda', 'A', 'B', 'C', 'Esatta', 'Brano'], ...body.map((row, i) => [...row, passageAt(i)])]
  const bookOf = (rows: (string | number)[][], merges: string[]) => {
    const sheet = utils.aoa_to_sheet(rows)
    sheet['!merges'] = merges.map((range) => utils.decode_range(range))
    const book = utils.book_new()
    utils.book_append_sheet(book, sheet, 'Foglio1')
    return new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }))
  }
  const withPassage = (domande: { testo: string }[]) =>
    domande.map(({ testo }) => PASSAGES.findIndex((p) => testo.includes(p)))

  it('goes to the rows that its merged cell covers', async () => {
    const { domande, avvisi } = await leggi(bookOf(column, ['G2:G7', 'G8:G13']))
    expect(withPassage(domande)).toEqual([0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1])
    expect(conta(avvisi).brano_dubbio).toBeUndefined()
  })

  it('stays on its row where nothing merges it, and the rows without are counted', async () => {
    const { domande, avvisi } = await leggi(bookOf(column, []))
    expect(withPassage(domande)).toEqual([0, -1, -1, -1, -1, -1, 1, -1, -1, -1, -1, -1])
    expect(avvisi.map((a) => a.testo)).toEqual([expect.stringMatching(/^2 brani .*: 10 restano senza/)])
  })

  it('alone in a row is no subject of what follows', async () => {
    const rows = body.flatMap((row, i) => (passageAt(i) === '' ? [row] : [[passageAt(i)], row]))
    const { domande, avvisi } = await leggi(bookOf([['N', 'Domanda', 'A', 'B', 'C', 'Esatta'], ...rows], []))
    expect(domande.map((d) => d.materia)).toEqual(body.map(() => null))
    expect(conta(avvisi)).toMatchObject({ brano_dubbio: 2 })
  })
})
