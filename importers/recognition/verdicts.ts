import { isSureKeyName, normalizeName } from './names.ts'

/** Verdict on a candidate's answer. */
export const VERDICT =
  /^(?:s[iì]|no|yes|ver[ao]|fals[ao]|true|false|ok|ko|0|-\d+(?:[.,]\d+)?|(?:non )?(?:corrett|esatt|giust|errat|sbagliat)[ao]|right|wrong|correct|incorrect)$/i
const JUDGES = /^(?:esit[oi]|risultat[oi]|valutazione|result|outcome|punt[oi]|punteggio|score|points)$/
const DENIED = /^(?:no|ko|false|(?:errat|sbagliat|non (?:corrett|esatt|giust))[ao]|wrong|incorrect)$/i

const YES =
  /^(?:x|v|t|y|s|si|s[iì]['’]?|ver[ao]|1|100%?|true|yes|ok|(?:corrett|esatt|giust)[ao]|right|correct|[✓✔✅☑*+●•])$/i
const NO =
  /^(?:|f|n|no|fals[ao]|0%?|false|ko|(?:(?:non )?(?:errat|sbagliat)|non (?:corrett|esatt|giust))[ao]|wrong|incorrect|[✗✘❌☐○-])$/i
/** Returns a value without brackets and stop. A text of several lines stays as it is, never empty. */
const bare = (value: string): string => /^\s*[([]?\s*(.*?)\s*[)\]]?[.;]?\s*$/.exec(value)?.[1] ?? value

/** Returns true for a yes to one answer: a word, a letter, a digit or a sign. */
export const isYes = (value: string): boolean => YES.test(bare(value))
/** Returns true for a yes or no to one answer. An empty cell is a no where others have a sign. */
export const isSaid = (value: string): boolean => isYes(value) || NO.test(bare(value))

/** Reads yes and no of a question without answers as true and false. Any other key stays. */
export function readTruth<T extends string | number | boolean | null>(key: T): T | boolean {
  const said = String(key ?? '')
  return said.trim() !== '' && isSaid(said) ? isYes(said) : key
}

/** Returns true for the name of a column or field that may judge an answer. */
export const isJudge = (name: string): boolean => isSureKeyName(name) || JUDGES.test(normalizeName(name))

/** Returns true for a field or cell by which an answer was wrong, or lost points. */
export function isDenial(name: string, value: unknown): boolean {
  if (/^\s*false\s*$/i.test(String(value))) return isJudge(name)
  if (!JUDGES.test(normalizeName(name))) return false
  if (typeof value === 'string' && DENIED.test(value.trim())) return true
  return (typeof value === 'number' || typeof value === 'string') && Number(String(value).replace(',', '.')) < 0
}
