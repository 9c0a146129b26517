import { utils, write } from '@e965/xlsx'
import { unzip } from 'unzipit'
import { expect, it } from 'vitest'
import { writeZip } from '#importers/package/zip'
import { bytes, conta, leggi } from './helpers.ts'
import { JPG, PNG, pngOf } from './pictures.ts'
import { createChance } from './random-bank.ts'

type Anchored = { row: number; column: number; to?: number; byte?: Uint8Array; file?: string }
type Cella = string | number | null

const HEADER: Cella[] = ['N', 'Domanda', 'A', 'B', 'C', 'Esatta']
const rowOf = (n: number): Cella[] => [
  n,
  `Che segnale è il ${n}?`,
  `uno ${n}`,
  `due ${n}`,
  `tre ${n}`,
  'ABC'[n % 3] ?? 'A',
]
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A sheet with pictures anchored to its cells (rows and columns from 0). */
async function withPictures(rows: Cella[][], pictures: readonly Anchored[]): Promise<Uint8Array> {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Quesiti & segnali')
  const { entries } = await unzip(new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' })))
  const parts = await Promise.all(
    Object.values(entries).map(async (e) => ({ nome: e.name, byte: new Uint8Array(await e.arrayBuffer()) })),
  )
  const cell = (which: string, row: number, column: number, offset: number) =>
    `<xdr:${which}><xdr:col>${column}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>${offset}</xdr:rowOff></xdr:${which}>`
  const anchors = pictures.map(
    ({ row, column, to = row }, i) =>
      `<xdr:twoCellAnchor>${cell('from', row, column, 1000)}${cell('to', to, column + 1, 200_000)}<xdr:pic><xdr:blipFill><a:blip r:embed="rId${i + 1}"/></xdr:blipFill></xdr:pic></xdr:twoCellAnchor>`,
  )
  const related = (list: readonly string[]) =>
    `<Relationships>${list.map((target, i) => `<Relationship Id="rId${i + 1}" Type="${RELATION}/x" Target="${target}"/>`).join('')}</Relationships>`
  const nameOf = (i: number) => pictures[i]?.file ?? `image${i + 1}.${pictures[i]?.byte === JPG ? 'jpeg' : 'png'}`
  return writeZip([
    ...parts.filter(({ nome }) => !/worksheets\/_rels/.test(nome)),
    { nome: 'xl/worksheets/_rels/sheet1.xml.rels', byte: bytes(related(['../drawings/drawing1.xml'])) },
    { nome: 'xl/drawings/drawing1.xml', byte: bytes(`<xdr:wsDr>${anchors.join('')}</xdr:wsDr>`) },
    {
      nome: 'xl/drawings/_rels/drawing1.xml.rels',
      byte: bytes(related(pictures.map((_, i) => (i % 2 ? `/xl/media/${nameOf(i)}` : `../media/${nameOf(i)}`)))),
    },
    ...pictures.map(({ byte = PNG }, i) => ({ nome: `xl/media/${nameOf(i)}`, byte })),
  ])
}

it('pictures in a column of their own go with the question of their row', async () => {
  const rows = [[...HEADER, 'Figura'], rowOf(1), rowOf(2), rowOf(3)]
  const file = await withPictures(rows, [
    { row: 1, column: 6, byte: pngOf(2, 2) },
    { row: 3, column: 6, byte: JPG },
  ])
  const { domande, immagini, avvisi } = await leggi(file)
  expect(domande.map(({ immagine }) => immagine)).toEqual(['image1.png', null, 'image2.jpg'])
  expect(immagini.map(({ byte }) => byte)).toEqual([pngOf(2, 2), JPG])
  expect(domande.map(({ corretta }) => corretta)).toEqual([2, 3, 1])
  expect(avvisi).toEqual([])
})

it('pictures over the texts, or beyond the last column, go with their row too', async () => {
  for (const column of [1, 9]) {
    const { domande } = await leggi(await withPictures([HEADER, rowOf(1), rowOf(2)], [{ row: 2, column }]))
    expect(domande.map(({ immagine }) => immagine)).toEqual([null, 'image1.png'])
    expect(domande.map(({ risposte }) => risposte)).toEqual([
      ['uno 1', 'due 1', 'tre 1'],
      ['uno 2', 'due 2', 'tre 2'],
    ])
  }
})

it('a logo over the header, a picture over two questions and two beside one are no question’s, and said', async () => {
  const file = await withPictures(
    [HEADER, rowOf(1), rowOf(2), rowOf(3), rowOf(4)],
    [
      { row: 0, column: 0 },
      { row: 1, column: 7, to: 2 },
      { row: 3, column: 7, byte: pngOf(3, 3) },
      { row: 3, column: 8, byte: pngOf(4, 4) },
      { row: 4, column: 7, byte: pngOf(5, 5) },
    ],
  )
  const { domande, avvisi } = await leggi(file)
  expect(domande.map(({ immagine }) => immagine)).toEqual([null, null, null, 'image5.png'])
  expect(conta(avvisi)).toEqual({ immagine_inutilizzata: 4 })
})

it('two images of one name and two extensions are two', async () => {
  const file = await withPictures(
    [HEADER, rowOf(1), rowOf(2)],
    [
      { row: 1, column: 7, file: 'a.png' },
      { row: 2, column: 7, file: 'a.jpeg', byte: JPG },
    ],
  )
  const { domande, immagini } = await leggi(file)
  const byteOf = new Map(immagini.map(({ nome, byte }) => [nome, byte]))
  expect(domande.map(({ immagine }) => byteOf.get(immagine ?? ''))).toEqual([PNG, JPG])
})

it('a picture over empty rows below its question is that question’s', async () => {
  const rows = [HEADER, rowOf(1), [], [], rowOf(2)]
  const { domande } = await leggi(await withPictures(rows, [{ row: 1, column: 7, to: 3 }]))
  expect(domande.map(({ immagine }) => immagine)).toEqual(['image1.png', null])
})

it('a drawing that is broken loses no question', async () => {
  const file = await withPictures([HEADER, rowOf(1), rowOf(2)], [{ row: 1, column: 7 }])
  const { entries } = await unzip(new Uint8Array(file))
  const voci = Object.values(entries).map(async (e) => ({
    nome: e.name,
    byte: /drawing1\.xml$/.test(e.name)
      ? bytes('<xdr:wsDr><xdr:twoCellAnchor><')
      : new Uint8Array(await e.arrayBuffer()),
  }))
  const { domande } = await leggi(writeZip(await Promise.all(voci)))
  expect(domande).toHaveLength(2)
})

it('random sheets: every picture comes back with its own question, or with none', async () => {
  for (let seed = 1; seed <= 60; seed++) {
    const chance = createChance(seed)
    const n = 3 + chance(20)
    const rows = [HEADER, ...Array.from({ length: n }, (_, i) => rowOf(i + 1))]
    const column = chance(2) === 0 ? 6 + chance(3) : chance(6)
    const pictures = rows.flatMap((_, row): Anchored[] =>
      row > 0 && chance(3) === 0 ? [{ row, column, byte: pngOf(seed, row) }] : [],
    )
    const { domande, immagini } = await leggi(await withPictures(rows, pictures))
    const byteOf = new Map(immagini.map(({ nome, byte }) => [nome, byte]))
    const expected = rows.slice(1).map((_, i) => pictures.find(({ row }) => row === i + 1)?.byte)
    expect(
      domande.map(({ immagine }) => byteOf.get(immagine ?? '')),
      `seed ${seed}`,
    ).toEqual(expected)
    expect(domande.map(({ corretta }) => corretta)).toEqual(domande.map((_, i) => 1 + ((i + 1) % 3)))
  }
})
