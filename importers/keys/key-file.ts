import { decodeText } from '../formats/encoding.ts'
import { recogniseFormat } from '../formats/formats.ts'
import type { KeyFile } from '../options.ts'
import { readDocument } from '../pdf/document.ts'
import { textOfRow } from '../pdf/layout.ts'
import { Refusal } from '../refusal.ts'
import { findGrid, type KeyGrid } from './grid.ts'

/** Returns the keys of a file, by number; rejects a file without keys. */
export async function readKeyFile({ nome, byte }: KeyFile): Promise<KeyGrid> {
  const grid = findGrid(await textsOf(nome, byte))
  if (!grid) throw new Refusal('keys_missing', { name: nome })
  return grid
}

async function textsOf(nome: string, byte: Uint8Array): Promise<string[]> {
  const format = recogniseFormat(byte, nome)
  if (format.id === 'pdf') return (await readDocument(byte)).pages.flatMap((page) => page.rows.map(textOfRow))
  if (format.id === 'workbook' || format.id === 'ods') {
    const content = await format.read({ name: nome, bytes: byte, options: {} })
    if (content.shape === 'tables')
      return content.tables.flatMap((t) => t.rows.map((row) => row.cells.filter((c) => c.trim() !== '').join('\t')))
  }
  const { testo } = await decodeText(byte)
  return testo.split(/\r?\n/).map((line) => line.replace(/[;,|"]+/g, '\t').trim())
}
