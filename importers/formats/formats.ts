import { Refusal } from '../refusal.ts'
import { aiken } from './aiken.ts'
import { anki } from './anki.ts'
import { csv } from './csv.ts'
import { docx } from './docx.ts'
import type { FileContent, Format, Source } from './format.ts'
import { gift } from './gift.ts'
import { gunzip, isGzip } from './gzip.ts'
import { json } from './json.ts'
import { moodleXml } from './moodle-xml.ts'
import { ods } from './ods.ts'
import { pdf } from './pdf.ts'
import { qti } from './qti.ts'
import { REFUSED } from './refused.ts'
import { textList } from './text-list.ts'
import { workbook } from './xlsx.ts'

/**
 * Formats of files, the only entrance. To add one, write its `Format` in a file here, list it, and remove its line from
 * `refused.ts`. `read` returns tables, records or finished questions. Roles, keys and texts are recognised afterwards
 * for all.
 */
const FORMATS: readonly Format[] = [
  workbook,
  ods,
  docx,
  pdf,
  moodleXml,
  anki,
  qti,
  json,
  aiken,
  ...REFUSED,
  gift,
  textList,
  csv,
]

/** Returns the format with the strongest evidence; of two alike the first in the table. */
export function recogniseFormat(bytes: Uint8Array, name: string): Format {
  let best: { format: Format; strength: number } | null = null
  for (const format of FORMATS) {
    const evidence = format.sniff(bytes, name)
    if (evidence && evidence.strength > (best?.strength ?? 0)) best = { format, strength: evidence.strength }
  }
  if (!best) throw new Refusal('not_text', {})
  return best.format
}

/** Reads the content of a file, gzip or not, by its recognised format. */
export async function readContent(source: Source): Promise<FileContent & { format: string }> {
  const bytes = isGzip(source.bytes) ? await gunzip(source.bytes) : source.bytes
  if (bytes.length === 0) throw new Refusal('empty', {})
  const format = recogniseFormat(bytes, source.name)
  return { ...(await format.read({ ...source, bytes })), format: format.id }
}
