import { attribute, listSheets, openParts } from './xlsx-parts.ts'

/** Rows, from 1, and columns, from 0, that a sheet does not show. */
export type Hidden = { rows: Set<number>; columns: Set<number> }

const MAX_COLUMN = 16_384
const isHidden = (tag: string): boolean => /^(1|true)$/.test(attribute(tag, 'hidden'))

/** Returns the hidden rows and columns of each sheet of an XLSX, by its name. */
export async function readHidden(bytes: Uint8Array): Promise<Map<string, Hidden>> {
  const parts = await openParts(bytes)
  const bySheet = new Map<string, Hidden>()
  for (const { name, part } of await listSheets(parts)) {
    const xml = await parts.text(part)
    if (!xml.includes(' hidden="')) continue
    const rows = new Set<number>()
    const columns = new Set<number>()
    for (const [tag] of xml.matchAll(/<row\b[^>]*>/g)) if (isHidden(tag)) rows.add(Number(attribute(tag, 'r')))
    for (const [tag] of xml.matchAll(/<col\b[^>]*>/g)) {
      const to = Math.min(Number(attribute(tag, 'max')), MAX_COLUMN)
      if (isHidden(tag)) for (let c = Number(attribute(tag, 'min')); c <= to; c++) columns.add(c - 1)
    }
    bySheet.set(name, { rows, columns })
  }
  return bySheet
}
