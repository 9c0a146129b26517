import type { Evidence, Format } from './format.ts'
import { hasStream, isCompound, isZip, listZipNames, openDocumentKind, peekText, startsWith } from './peek.ts'
import { refuse } from './text-source.ts'

type Look = (bytes: Uint8Array, name: string) => boolean
const make = (id: string, strength: number, look: Look): Format => ({
  id,
  sniff: (bytes, name): Evidence | null => (look(bytes, name) ? { strength, reason: id } : null),
  read: () => refuse(id),
})
const inZip =
  (wanted: RegExp): Look =>
  (bytes) =>
    isZip(bytes) && listZipNames(bytes).some((name) => wanted.test(name))
const inText =
  (wanted: RegExp): Look =>
  (bytes) =>
    wanted.test(peekText(bytes))
const ascii = (text: string): number[] => [...text].map((c) => c.charCodeAt(0))

/** Formats that are recognised and refused. A refusal that names them helps, a table of their pieces does not. */
export const REFUSED: Format[] = [
  make(
    'image',
    1,
    (b) => startsWith(b, 0x89, 0x50, 0x4e, 0x47) || startsWith(b, 0xff, 0xd8, 0xff) || startsWith(b, ...ascii('GIF8')),
  ),
  make('tar', 1, (b) => String.fromCharCode(...b.subarray(257, 262)) === 'ustar'),
  make(
    'archive',
    1,
    (b) =>
      startsWith(b, ...ascii('Rar!')) ||
      startsWith(b, 0x37, 0x7a, 0xbc, 0xaf) ||
      startsWith(b, ...ascii('BZh')) ||
      startsWith(b, 0xfd, 0x37, 0x7a, 0x58),
  ),
  make('sqlite', 1, (b) => startsWith(b, ...ascii('SQLite format 3'))),
  make(
    'access',
    1,
    (b) =>
      String.fromCharCode(...b.subarray(4, 19)) === 'Standard Jet DB' ||
      String.fromCharCode(...b.subarray(4, 19)) === 'Standard ACE DB',
  ),
  make('slides', 1, inZip(/^ppt\/presentation\.xml$/)),
  make('odt', 1, (b) => isZip(b) && openDocumentKind(b) === 'text'),
  make('slides', 1, (b) => isZip(b) && openDocumentKind(b) === 'presentation'),
  make('zip', 0.6, isZip),
  make('doc', 1, (b) => isCompound(b) && hasStream(b, 'WordDocument')),
  make('slides', 1, (b) => isCompound(b) && hasStream(b, 'PowerPoint Document')),
  make('rtf', 1, inText(/^\s*\{\\rtf/)),
  make('qti1', 1, inText(/^\s*(?:<\?xml[^>]*\?>[\s\S]{0,2000}?)?<(?:\w+:)?questestinterop[\s>]/)),
  make(
    'html',
    0.98,
    inText(/^\s*(?:<!--[\s\S]*?-->\s*)*<(?:!doctype html|html|head|body|table|div|p|ul|ol|script|style)\b/i),
  ),
  make('xml', 0.97, inText(/^\s*(?:<\?xml\b|<([\w:.-]+)(?:\s[^>]*)?>[\s\S]*<\/\1>)/)),
  make(
    'sql',
    0.96,
    inText(
      /^(?:\s|--[^\n]*\n|\/\*[\s\S]*?\*\/;?|set [^;]*;|begin\b[^;]*;|start transaction;|pragma [^;]*;|use [^;]*;)*(?:create\s+(?:table|database|schema)|insert\s+into|drop\s+table|copy\s+\S+\s*\()/i,
    ),
  ),
  make(
    'javascript',
    0.96,
    inText(
      /^(?:\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/|['"]use strict['"];?)*(?:export\s+(?:default|const|let|var)\b|import\s[^\n]*from\s|(?:const|let|var)\s+[\w$]+\s*(?::[^=\n]*)?=|module\.exports\b|window\.[\w$]+\s*=|[\w$.]+\s*=\s*[[{]\s*[\n{["'])/,
    ),
  ),
  make('javascript', 0.94, inText(/^\s*[[{]\s*(?:\/\/[^\n]*\n\s*)*\{?\s*(?:[\w$]+|'[^'\n]*')\s*:\s*['"[{\d`tf]/)),
  make(
    'yaml',
    0.9,
    inText(/^(?:---\s*\n)?(?:\s*#[^\n]*\n)*\s*-?\s*[\w]+:\s[^\n;,]*\n(?:\s+-?\s*[\w]+:[^\n]*\n|\s*-\s[^\n]*\n){2,}/),
  ),
]
