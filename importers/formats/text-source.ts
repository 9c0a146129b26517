import { MAX_TEXT, MAX_TEXT_BYTES, textLength } from '../limits.ts'
import { Refusal } from '../refusal.ts'
import { type Warning, warn } from '../warnings.ts'
import { type DecodedText, decodeText } from './encoding.ts'
import type { Source } from './format.ts'
import { checkText } from './peek.ts'

/** Decodes a text file and warns of a foreign encoding. */
export async function readText({ bytes, options }: Source): Promise<DecodedText & { warnings: Warning[] }> {
  if (bytes.length > MAX_TEXT_BYTES) throw new Refusal('text_too_large', { megabytes: MAX_TEXT_BYTES / 1024 / 1024 })
  const decoded = await decodeText(bytes, options.encoding)
  checkText(decoded.testo)
  const foreign = options.encoding === undefined && !/^utf-/.test(decoded.encoding)
  return { ...decoded, warnings: foreign ? [warn('encoding_of_file', null, { encoding: decoded.encoding })] : [] }
}

/** Rejects lines that are too long to be a question, an answer or a key. */
export function checkLines(lines: readonly string[]): void {
  const long = lines.findIndex((line) => textLength(line) > MAX_TEXT)
  if (long >= 0) throw new Refusal('line_too_long', { max: MAX_TEXT }, long + 1)
}

/** Returns the lines of a text in which each is a question, an answer or a key. */
export function splitLines(text: string): string[] {
  const lines = text.split(/\r?\n/)
  checkLines(lines)
  return lines
}

/** Rejects a known format that is not read; the refusal names it. */
export function refuse(format: string): never {
  throw new Refusal('format_refused', { format })
}
