import { attribute, readRelations, type WorkbookParts } from './xlsx-parts.ts'

const RICH = 'xl/richData/rdrichvalue.xml'
const RELATIONS = 'xl/richData/richValueRel.xml'

/** Elements of one name with what is in them, in their order. */
const blocks = (xml: string, name: string): string[] =>
  xml.match(
    new RegExp(`<(?:\\w+:)?${name}\\b[^>]*/>|<(?:\\w+:)?${name}\\b[^>]*>[\\s\\S]*?</(?:\\w+:)?${name}>`, 'g'),
  ) ?? []

/**
 * The picture that each value of the workbook's metadata is, by the number that cells give (`vm`, from 1): a path in the package, or null
 * for a value that is something else.
 */
export async function listRichPictures(parts: WorkbookParts): Promise<(string | null)[]> {
  const metadata = await parts.text('xl/metadata.xml')
  if (!metadata.includes('XLRICHVALUE')) return []
  const [future = ''] = blocks(metadata, 'futureMetadata').filter((x) => x.includes('name="XLRICHVALUE"'))
  const rich = blocks(future, 'bk').map((bk) => Number(/<(?:\w+:)?rvb\b[^>]*\si="(\d+)"/.exec(bk)?.[1] ?? Number.NaN))
  const values = blocks(await parts.text(RICH), 'rv')
  const related = blocks(await parts.text(RELATIONS), 'rel').map((rel) => attribute(rel, 'r:id'))
  const targets = await readRelations(parts, RELATIONS)
  const [cells = ''] = blocks(metadata, 'valueMetadata')
  return blocks(cells, 'bk').map((bk) => {
    const value = values[rich[Number(/\sv="(\d+)"/.exec(bk)?.[1] ?? Number.NaN)] ?? Number.NaN] ?? ''
    const at = Number(/<v>(\d+)<\/v>/.exec(value)?.[1] ?? Number.NaN)
    const media = targets.get(related[at] ?? '') ?? ''
    return /^xl\/media\//.test(media) ? media : null
  })
}
