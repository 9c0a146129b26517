import { unzip } from 'unzipit'
import { resolvePath } from './qti-item.ts'

/** Parts of an XLSX by name: their text, empty for a missing part, or their bytes. */
export type WorkbookParts = {
  names: readonly string[]
  text(name: string): Promise<string>
  bytes(name: string): Promise<Uint8Array | null>
}

export async function openParts(bytes: Uint8Array): Promise<WorkbookParts> {
  const { entries } = await unzip(new Uint8Array(bytes))
  return {
    names: Object.keys(entries),
    text: async (name) => (await entries[name]?.text()) ?? '',
    bytes: async (name) => {
      const found = await entries[name]?.arrayBuffer()
      return found ? new Uint8Array(found) : null
    },
  }
}

export const attribute = (tag: string, name: string): string => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? ''

/** Returns the place, from 0, of the column of some letters. */
export const columnOf = (letters: string): number =>
  [...letters].reduce((n, letter) => n * 26 + letter.charCodeAt(0) - 64, 0) - 1

const decode = (text: string): string =>
  text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&apos;/g, "'")
    .replace(/&amp;/g, '&')

/** Returns the relations of a part by id, as paths inside the package. */
export async function readRelations(parts: WorkbookParts, part: string): Promise<Map<string, string>> {
  const [, folder = '', file = ''] = /^(.*\/)([^/]+)$/.exec(part) ?? []
  const xml = await parts.text(`${folder}_rels/${file}.rels`)
  return new Map(
    [...xml.matchAll(/<Relationship\b[^>]*>/g)].map(([tag]) => [
      attribute(tag, 'Id'),
      resolveTarget(folder, attribute(tag, 'Target')),
    ]),
  )
}

/** Resolves a path from the package's root where it begins with a slash, otherwise from the part's folder. */
const resolveTarget = (folder: string, target: string): string =>
  target.startsWith('/') ? resolvePath('', target) : resolvePath(folder, target)

/** Returns the sheets of the workbook by name, with the part of each. */
export async function listSheets(parts: WorkbookParts): Promise<{ name: string; part: string }[]> {
  const targets = await readRelations(parts, 'xl/workbook.xml')
  return [...(await parts.text('xl/workbook.xml')).matchAll(/<sheet\b[^>]*>/g)].map(([tag]) => ({
    name: decode(attribute(tag, 'name')),
    part: targets.get(attribute(tag, 'r:id')) ?? '',
  }))
}
