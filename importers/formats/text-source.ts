import { Refusal } from '../refusal.ts'
import { type Warning, warn } from '../warnings.ts'
import { type DecodedText, decodeText } from './encoding.ts'
import type { Source } from './format.ts'
import { checkText } from './peek.ts'

/** A text file decoded, with what its encoding had to be told. */
export async function readText({ bytes, options }: Source): Promise<DecodedText & { warnings: Warning[] }> {
  const decoded = await decodeText(bytes, options.encoding)
  checkText(decoded.testo)
  const foreign = options.encoding === undefined && !/^utf-/.test(decoded.encoding)
  return { ...decoded, warnings: foreign ? [warn('encoding_of_file', null, { encoding: decoded.encoding })] : [] }
}

/** A format that is known and not read: the refusal names it. */
export function refuse(format: string): never {
  throw new Refusal('format_refused', { format })
}
