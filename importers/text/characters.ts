import { fixMojibake, fromC1 } from './cp1252.ts'

export type CharacterKind = 'mojibake' | 'control_characters' | 'lost_characters' | 'private_characters'
/** Cleaned text and its defects. */
export type CleanCharacters = { testo: string; difetti: Set<CharacterKind> }

/** Control and format characters (soft hyphen, zero width, direction marks) but not the ends of lines. */
const CONTROLS = /[^\P{Cc}\t\n\r]|\p{Cf}/gu
/** Joiners of emoji into one sign, flags of regions, and signs that part or join other scripts' letters. */
const MEANT =
  /(?<=\p{Extended_Pictographic}|\ufe0f|[\u{1f3fb}-\u{1f3ff}])\u200d(?=\p{Extended_Pictographic})|(?<=\u{1f3f4}[\u{e0020}-\u{e007e}]*)[\u{e0020}-\u{e007f}]|(?<=[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{M}])[\u200c\u200d](?=[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}])/gu
const STRANGE = /[^\P{Cc}\t\n\r]|\p{Cf}|\p{Cs}|[\u00c2-\u00f4\ufffd\ue000-\uf8ff]/u
/** Half of a character, as JSON may escape it; databases reject it. */
const HALVES = /\p{Cs}/gu

/** Repairs broken characters: UTF-8 read as Windows-1252, its quotes left as C1 controls. Removes other controls. */
export function cleanCharacters(grezzo: string): CleanCharacters {
  const difetti = new Set<CharacterKind>()
  if (!STRANGE.test(grezzo)) return { testo: grezzo, difetti }
  const intero = grezzo.replace(HALVES, '\ufffd')
  const letto = fixMojibake(intero)
  if (letto !== intero) difetti.add('mojibake')
  const meant = new Set([...letto.matchAll(MEANT)].map(({ index }) => index))
  const testo = letto.replace(CONTROLS, (c, at: number) => (meant.has(at) ? c : fromC1(c.charCodeAt(0))))
  if (testo !== letto) difetti.add('control_characters')
  if (/\ufffd/.test(testo)) only(difetti, 'lost_characters')
  else if (/[\ue000-\uf8ff]/.test(testo)) only(difetti, 'private_characters')
  return { testo, difetti }
}

/** Reports a kind in the place of mended characters, because a lost character matters more. */
function only(difetti: Set<CharacterKind>, kind: CharacterKind): void {
  difetti.delete('mojibake')
  difetti.add(kind)
}

/** Shortens runs of blanks that no page has, because the readers compare each blank with the others. */
export const squeezeBlanks = (testo: string): string =>
  testo.replace(/\s{200,}/g, (blanks) => (/[\n\r]/.test(blanks) ? '\n\n' : '  '))

/** Joins a text into one line; newlines of the page and runs of spaces become one space. */
export const joinLines = (testo: string): string => testo.replace(/[\s\u00a0]+/g, ' ').trim()
