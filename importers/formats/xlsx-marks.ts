import type { CellMark } from './table.ts'
import { attribute, columnOf, listSheets, openParts } from './xlsx-parts.ts'

/** Marks of the cells of each sheet, by its name, then by row and column from 0. */
export type SheetMarks = Map<string, Map<number, Map<number, CellMark>>>

/**
 * Reads bold, colours and lines under and through cells, which show the keys of some banks. Empty when no style has
 * any.
 */
export async function readMarks(bytes: Uint8Array): Promise<SheetMarks> {
  const parts = await openParts(bytes)
  const styles = readStyles(await parts.text('xl/styles.xml'))
  const marks: SheetMarks = new Map()
  if (styles.every((mark) => mark === null)) return marks
  for (const { name, part } of await listSheets(parts)) marks.set(name, readCells(await parts.text(part), styles))
  return marks
}

/** Returns the children of one name inside an element. */
function children(xml: string, parent: string, child: string): string[] {
  const body = new RegExp(`<${parent}\\b[^>]*>([\\s\\S]*?)</${parent}>`).exec(xml)?.[1] ?? ''
  return body.match(new RegExp(`<${child}\\b[^>]*/>|<${child}\\b[^>]*>[\\s\\S]*?</${child}>`, 'g')) ?? []
}

/** Returns true when a font has a property and does not switch it off. */
const isSet = (font: string, name: string): boolean =>
  new RegExp(`<${name}(?:\\s(?![^>]*val="(?:0|false|none)")[^>]*)?/>`).test(font)

/** Returns the mark of each cell style; null for one as plain as the first. */
function readStyles(xml: string): (CellMark | null)[] {
  const colour = (xmlOf: string, name: string): string => {
    const tag = new RegExp(`<${name}\\b[^>]*>`).exec(xmlOf)?.[0] ?? ''
    return (
      attribute(tag, 'rgb') ||
      (attribute(tag, 'theme') === '' ? '' : `theme ${attribute(tag, 'theme')} ${attribute(tag, 'tint')}`)
    )
  }
  const fonts = children(xml, 'fonts', 'font').map((font) => ({
    bold: /<b(\s+val="(1|true)")?\s*\/>/.test(font),
    colour: [colour(font, 'color'), isSet(font, 'u') ? 'underline' : '', isSet(font, 'strike') ? 'strike' : ''].join(
      '',
    ),
  }))
  const fills = children(xml, 'fills', 'fill').map((fill) =>
    /patternType="solid"/.test(fill) ? colour(fill, 'fgColor') : '',
  )
  const looks = children(xml, 'cellXfs', 'xf').map((xf) => {
    const font = fonts[Number(attribute(xf, 'fontId') || 0)]
    const fill = fills[Number(attribute(xf, 'fillId') || 0)] ?? ''
    return { bold: font?.bold ?? false, colour: `${fill}/${font?.colour ?? ''}` }
  })
  const plain = looks[0]
  return looks.map((look) =>
    look.bold === plain?.bold && look.colour === plain.colour
      ? null
      : { bold: look.bold, colour: look.colour === plain?.colour ? '' : look.colour },
  )
}

function readCells(xml: string, styles: readonly (CellMark | null)[]): Map<number, Map<number, CellMark>> {
  const rows = new Map<number, Map<number, CellMark>>()
  for (const [, letters = '', digits = '', style = ''] of xml.matchAll(/<c\s+r="([A-Z]+)(\d+)"[^>]*?\ss="(\d+)"/g)) {
    const mark = styles[Number(style)]
    if (!mark) continue
    const column = columnOf(letters)
    const row = rows.get(Number(digits) - 1) ?? new Map<number, CellMark>()
    row.set(column, mark)
    rows.set(Number(digits) - 1, row)
  }
  return rows
}
