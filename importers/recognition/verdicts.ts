import { isSureKeyName, normalizeName } from './names.ts'

/** What says whether somebody's answer was right. */
export const VERDICT =
  /^(?:s[iì]|no|yes|ver[ao]|fals[ao]|true|false|ok|ko|0|-\d+(?:[.,]\d+)?|(?:non )?(?:corrett|esatt|giust|errat|sbagliat)[ao]|right|wrong|correct|incorrect)$/i
const JUDGES = /^(?:esit[oi]|risultat[oi]|valutazione|result|outcome|punt[oi]|punteggio|score|points)$/
const DENIED = /^(?:no|ko|false|(?:errat|sbagliat|non (?:corrett|esatt|giust))[ao]|wrong|incorrect)$/i

/** True for the name of a column or field that may judge an answer. */
export const isJudge = (name: string): boolean => isSureKeyName(name) || JUDGES.test(normalizeName(name))

/** True for a field that says that an answer was wrong, or took points away. */
export function isDenial(name: string, value: unknown): boolean {
  if (value === false) return isJudge(name)
  if (!JUDGES.test(normalizeName(name))) return false
  return typeof value === 'number' ? value < 0 : typeof value === 'string' && DENIED.test(value.trim())
}
