import { utils, type WorkBook, type WorkSheet, write } from '@e965/xlsx'
import { unzip } from 'unzipit'
import { describe, expect, it } from 'vitest'
import { writeZip } from '#importers/package/zip'
import { bytes, leggi } from './helpers.ts'
import { pngOf } from './pictures.ts'

const HEADER = ['N', 'Domanda', 'A', 'B', 'C', 'Esatta', 'Figura']
const rowOf = (n: number): (string | number)[] => [
  n,
  `Che segnale è il ${n}?`,
  `a ${n}`,
  `b ${n}`,
  `c ${n}`,
  'ABC'[n % 3] ?? '',
  '',
]
const ROWS = [HEADER, ...Array.from({ length: 6 }, (_, i) => rowOf(i + 1))]

function bookOf(sheets: Record<string, WorkSheet>, hidden: string[] = []): WorkBook {
  const book = utils.book_new()
  for (const [name, sheet] of Object.entries(sheets)) utils.book_append_sheet(book, sheet, name)
  book.Workbook = { Sheets: book.SheetNames.map((name) => ({ name, Hidden: hidden.includes(name) ? 1 : 0 })) }
  return book
}
const bytesOf = (book: WorkBook, bookType: 'xlsx' | 'ods' = 'xlsx') =>
  new Uint8Array(write(book, { type: 'array', bookType }))

/** A workbook with some of its parts rewritten and others added. */
async function rewrite(
  book: WorkBook,
  change: (name: string, xml: string) => string,
  added: Record<string, string | Uint8Array>,
) {
  const { entries } = await unzip(bytesOf(book))
  const parts = await Promise.all(
    Object.values(entries).map(async (e) => ({ nome: e.name, byte: bytes(change(e.name, await e.text())) })),
  )
  const more = Object.entries(added).map(([nome, part]) => ({
    nome,
    byte: typeof part === 'string' ? bytes(part) : part,
  }))
  return writeZip([...parts, ...more])
}

describe('what a workbook hides is said with numbers', () => {
  it('rows and columns are read as the others', async () => {
    const sheet = utils.aoa_to_sheet([...ROWS.map((row) => [...row, 'nota'])])
    sheet['!rows'] = [{}, {}, { hidden: true }, {}, { hidden: true }]
    sheet['!cols'] = [{ hidden: true }, {}, {}, {}, {}, {}, {}, { hidden: true }]
    const { domande, avvisi } = await leggi(bytesOf(bookOf({ Quesiti: sheet })))
    expect(domande).toHaveLength(6)
    expect(avvisi.filter((a) => a.tipo === 'foglio_nascosto').map((a) => a.testo)).toEqual([
      expect.stringMatching(/2 righe sono nascoste nel file \(3, 5\)/),
      expect.stringMatching(/2 colonne sono nascoste nel file \(A, H\)/),
    ])
  })

  it('a sheet is left out with its rows', async () => {
    const book = bookOf({ Quesiti: utils.aoa_to_sheet(ROWS), Bozze: utils.aoa_to_sheet(ROWS.slice(0, 4)) }, ['Bozze'])
    const { domande, avvisi } = await leggi(bytesOf(book))
    expect(domande).toHaveLength(6)
    expect(avvisi.map((a) => a.testo).join()).toMatch(/Il foglio «Bozze» \(4 righe\) è nascosto/)
  })

  it('nothing is said of a sheet that hides nothing, or only what is empty', async () => {
    const sheet = utils.aoa_to_sheet(ROWS)
    sheet['!cols'] = [...HEADER.map(() => ({})), { hidden: true }]
    const { avvisi } = await leggi(bytesOf(bookOf({ Quesiti: sheet })))
    expect(avvisi.filter((a) => a.tipo === 'foglio_nascosto')).toEqual([])
  })
})

describe('pictures that are the value of a cell', () => {
  const withCells = (cells: Record<string, string>) =>
    rewrite(
      bookOf({ Quesiti: utils.aoa_to_sheet(ROWS) }),
      (name, xml) =>
        name === 'xl/worksheets/sheet1.xml'
          ? Object.entries(cells).reduce(
              (text, [at, cell]) =>
                text.replace(
                  new RegExp(
                    `(<row r="${at.slice(1)}"[^>]*>[\\s\\S]*?)(?:<c r="${at}"[^>]*?(?:/>|>[\\s\\S]*?</c>))?</row>`,
                  ),
                  `$1${cell}</row>`,
                ),
              xml,
            )
          : xml,
      {
        'xl/metadata.xml':
          '<metadata><metadataTypes count="1"><metadataType name="XLRICHVALUE"/></metadataTypes><futureMetadata name="XLRICHVALUE" count="2"><bk><extLst><ext><xlrd:rvb i="0"/></ext></extLst></bk><bk><extLst><ext><xlrd:rvb i="1"/></ext></extLst></bk></futureMetadata><valueMetadata count="2"><bk><rc t="1" v="1"/></bk><bk><rc t="1" v="0"/></bk></valueMetadata></metadata>',
        'xl/richData/rdrichvalue.xml':
          '<rvData count="2"><rv s="0"><v>0</v><v>5</v></rv><rv s="0"><v>1</v><v>5</v></rv></rvData>',
        'xl/richData/richValueRel.xml': '<richValueRels><rel r:id="rId1"/><rel r:id="rId2"/></richValueRels>',
        'xl/richData/_rels/richValueRel.xml.rels':
          '<Relationships><Relationship Id="rId1" Target="../media/image1.png"/><Relationship Id="rId2" Target="../media/image2.png"/></Relationships>',
        'xl/media/image1.png': pngOf(2, 2),
        'xl/media/image2.png': pngOf(3, 3),
      },
    )

  it('go with the question of their row', async () => {
    const cell = (at: string, vm: number) => `<c r="${at}" t="e" vm="${vm}"><v>#VALUE!</v></c>`
    const { domande, immagini } = await leggi(await withCells({ G3: cell('G3', 1), G5: cell('G5', 2) }))
    expect(domande.map((d) => d.immagine)).toEqual([null, 'image2.png', null, 'image1.png', null, null])
    expect(immagini).toHaveLength(2)
    expect(JSON.stringify(domande)).not.toContain('#VALUE')
  })

  it('from an address are not in the file, which is said with their number', async () => {
    const cell = (at: string) => `<c r="${at}" t="e"><f>_xlfn.IMAGE("https://esempio.it/a.png")</f><v>#VALUE!</v></c>`
    const { domande, avvisi } = await leggi(await withCells({ G3: cell('G3'), G5: cell('G5') }))
    expect(domande.every((d) => d.immagine === null)).toBe(true)
    expect(avvisi.map((a) => a.testo)).toEqual([expect.stringMatching(/^2 celle mostrano immagini da un indirizzo/)])
  })
})
