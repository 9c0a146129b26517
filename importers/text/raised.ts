const RAISED = new Map([...'0123456789+-=()ni'].map((c, i) => [c, '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ'[i] ?? c]))
const LOWERED = new Map([...'0123456789+-=()'].map((c, i) => [c, '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎'[i] ?? c]))

export type Shift = 'superscript' | 'subscript'

/** Writes digits above or below the line as characters of their own. Other text keeps a sign of its place. */
export function shiftText(text: string, where: string | undefined): string {
  const table = where === 'superscript' ? RAISED : where === 'subscript' ? LOWERED : null
  if (!table || text.trim() === '' || /^[ªº°ao]$/.test(text)) return text
  const bare = text.replace(/[\u2212\u2013]/g, '-')
  return [...bare].every((c) => table.has(c))
    ? [...bare].map((c) => table.get(c)).join('')
    : `${where === 'superscript' ? '^' : '_'}${text}`
}

/** Returns the character of a digit or sign above or below the line; other text stays the same. */
export const shiftSign = (text: string, where: Shift): string =>
  /^[\d+\u2212=()-]$/.test(text) ? shiftText(text, where) : text
