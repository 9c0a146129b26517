import type { ImportedImage } from '#contract/domanda'
import { openPackage } from '../archive.ts'
import { DocumentReader } from '../docx/document.ts'
import { readList } from '../lists/questions.ts'
import { append } from '../long-lists.ts'
import { Refusal } from '../refusal.ts'
import type { FileContent, Format } from './format.ts'
import { isZip, listZipNames } from './peek.ts'
import type { Table } from './table.ts'
import { elementsOf, parseXml, type TakeElement, type XmlNode } from './xml.ts'

/** Share of a document's characters that are in tables, from which its tables are the bank. */
const IN_TABLES = 0.6

/** Reads Word documents: a list of questions with its automatic numbers, or tables. */
export const docx: Format = {
  id: 'docx',
  sniff: (bytes) =>
    isZip(bytes) && listZipNames(bytes).includes('word/document.xml') ? { strength: 1, reason: 'document' } : null,
  async read({ bytes }): Promise<FileContent> {
    const files = await openPackage(bytes)
    const part = (name: string, take?: TakeElement): XmlNode | null => {
      const found = files.get(`word/${name}`)
      files.delete(`word/${name}`)
      return found ? parseXml(new TextDecoder().decode(found), take) : null
    }
    const relations = new Map(
      (readRelations(part('_rels/document.xml.rels')) ?? []).map(({ attributes }) => [
        attributes.Id ?? '',
        attributes.TargetMode === 'External' ? '' : (attributes.Target ?? ''),
      ]),
    )
    const imageOf = (id: string): string | null => relations.get(id)?.replace(/^\/?(?:word\/)?/, '') || null
    const reader = new DocumentReader({ styles: part('styles.xml'), numbering: part('numbering.xml'), imageOf })
    const document = part('document.xml', (node, parent) => parent === 'w:body' && reader.take(node))
    if (!document) throw new Refusal('archive_broken', {})
    const { lines, tables, inTables, outside } = reader.content
    const images = [...files].flatMap(([name, byte]): ImportedImage[] =>
      name.startsWith('word/media/') ? [{ nome: name.slice(5), byte }] : [],
    )
    if (inTables >= (inTables + outside) * IN_TABLES && tables.some(({ rows }) => rows.length > 1))
      return { shape: 'tables', tables: joinTables(tables), images }
    return { shape: 'questions', reading: readList(lines), images }
  },
}

const readRelations = (root: XmlNode | null): XmlNode[] => (root ? elementsOf(root, 'Relationship') : [])

/** Joins a table that page breaks cut: adjacent tables of as many columns. */
function joinTables(tables: readonly Table[]): Table[] {
  const joined: Table[] = []
  const width = (table: Table) => table.rows.reduce((n, { cells }) => Math.max(n, cells.length), 0)
  for (const table of tables) {
    const last = joined.at(-1)
    if (last && width(last) === width(table)) append(last.rows, table.rows)
    else joined.push({ ...table, rows: [...table.rows] })
  }
  return joined
}
