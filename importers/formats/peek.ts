import { Refusal } from '../refusal.ts'

/** Bytes that are enough to recognise a text by its beginning. */
const PEEK = 64 * 1024
const EOCD = 22
const MAX_COMMENT = 65_535

/** Returns true when a file begins with these bytes. */
export const startsWith = (bytes: Uint8Array, ...mark: number[]): boolean => mark.every((b, i) => bytes[i] === b)

export const isZip = (bytes: Uint8Array): boolean => startsWith(bytes, 0x50, 0x4b)
/** Returns whether a file is a compound file of the older office programs. */
export const isCompound = (bytes: Uint8Array): boolean => startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)

/** Lists names in a zip's central directory; empty when none is found. */
export function listZipNames(bytes: Uint8Array): string[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = bytes.length - EOCD
  const last = Math.max(0, at - MAX_COMMENT)
  while (at >= last && view.getUint32(Math.max(at, 0), true) !== 0x06054b50) at--
  if (at < 0 || at < last) return []
  const names: string[] = []
  let entry = view.getUint32(at + 16, true)
  const decoder = new TextDecoder()
  while (entry + 46 <= at && view.getUint32(entry, true) === 0x02014b50) {
    const length = view.getUint16(entry + 28, true)
    names.push(decoder.decode(bytes.subarray(entry + 46, entry + 46 + length)))
    entry += 46 + length + view.getUint16(entry + 30, true) + view.getUint16(entry + 32, true)
  }
  return names
}

const DOCUMENT = 'application/vnd.oasis.opendocument.'

/**
 * Returns the kind of an OpenDocument file (`spreadsheet`, `text`, …). It is '' without a plain one, and null for any
 * other zip.
 */
export function openDocumentKind(bytes: Uint8Array): string | null {
  const names = listZipNames(bytes)
  if (!names.includes('mimetype') || !names.includes('content.xml')) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const from = 30 + view.getUint16(26, true) + view.getUint16(28, true)
  const mimetype = new TextDecoder('latin1').decode(bytes.subarray(from, from + 80))
  return mimetype.startsWith(DOCUMENT) ? (/^[a-z]+/.exec(mimetype.slice(DOCUMENT.length))?.[0] ?? '') : ''
}

/** Returns true when a compound file has a stream of that name (in UTF-16). */
export function hasStream(bytes: Uint8Array, name: string): boolean {
  const wanted = [...name].flatMap((c) => [c.charCodeAt(0), 0])
  for (let at = bytes.indexOf(wanted[0] ?? 0); at >= 0; at = bytes.indexOf(wanted[0] ?? 0, at + 1))
    if (wanted.every((b, i) => bytes[at + i] === b)) return true
  return false
}

const peeked = new WeakMap<Uint8Array, string>()

/** Returns the beginning of a file as text, good enough to recognise a structure. Bytes that are no text return ''. */
export function peekText(bytes: Uint8Array): string {
  const known = peeked.get(bytes)
  if (known !== undefined) return known
  const sample = bytes.subarray(0, PEEK)
  const zeros = [0, 0]
  for (const [i, b] of sample.entries()) if (b === 0) zeros[i & 1] = (zeros[i & 1] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const label = odd > sample.length * 0.3 ? 'utf-16le' : even > sample.length * 0.3 ? 'utf-16be' : 'utf-8'
  const text = label === 'utf-8' && even + odd > 0 ? '' : new TextDecoder(label).decode(sample).replace(/^\ufeff/, '')
  peeked.set(bytes, text)
  return text
}

/** Share of control characters above which a "text" is something else. */
const MAX_CONTROLS = 0.02

/** Refuses bytes that were decoded as text and are none. */
export function checkText(text: string): void {
  const controls = text.match(/[^\P{Cc}\t\n\r\u0080-\u009f]|\ufffd/gu)?.length ?? 0
  if (text.trim() === '') throw new Refusal('empty', {})
  if (controls > text.length * MAX_CONTROLS) throw new Refusal('not_text', {})
}
