import type { TipoAvviso } from '#contract/domanda'
import { fixMojibake, fromC1 } from './cp1252.ts'

/** A cleaned text and what was wrong with it, each with a short Italian phrase. */
export type CleanCharacters = { testo: string; difetti: Map<TipoAvviso, string> }

/** Control and format characters (soft hyphen, zero width, direction marks) but not the ends of lines. */
const CONTROLS = /[^\P{Cc}\t\n\r]|\p{Cf}/gu
const STRANGE = /[^\P{Cc}\t\n\r]|\p{Cf}|\p{Cs}|[\u00c2-\u00f4\ufffd\ue000-\uf8ff]/u
/** Half of a character, as JSON may escape it: no database takes it. */
const HALVES = /\p{Cs}/gu

/** Repairs broken characters: UTF-8 read as Windows-1252, its quotes left as C1 controls; other controls go. */
export function cleanCharacters(grezzo: string): CleanCharacters {
  const difetti = new Map<TipoAvviso, string>()
  if (!STRANGE.test(grezzo)) return { testo: grezzo, difetti }
  const intero = grezzo.replace(HALVES, '\ufffd')
  const letto = fixMojibake(intero)
  if (letto !== intero) difetti.set('codifica_errata', 'UTF-8 letto come Windows-1252, riparato')
  const testo = letto.replace(CONTROLS, (c) => fromC1(c.charCodeAt(0)))
  if (testo !== letto) difetti.set('caratteri_di_controllo', 'caratteri di controllo tolti o riportati al loro segno')
  if (/\ufffd/.test(testo)) difetti.set('codifica_errata', 'caratteri già perduti nel file (�)')
  else if (/[\ue000-\uf8ff]/.test(testo)) difetti.set('codifica_errata', 'caratteri di un font non standard')
  return { testo, difetti }
}

/** One line: newlines of the page and runs of spaces become one space. */
export const joinLines = (testo: string): string => testo.replace(/[\s\u00a0]+/g, ' ').trim()
