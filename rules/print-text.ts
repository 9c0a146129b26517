import { stripHtml } from './text.ts'

const pairs = (from: string, to: string): [string, string][] => Array.from(from, (c, i) => [c, [...to][i] as string])
const SUP: ReadonlyMap<string, string> = new Map(pairs('0123456789+-−=()ni', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ'))
const SUB: ReadonlyMap<string, string> = new Map(pairs('0123456789+-−=()', '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎'))

/** Raised or lowered signs; a sign without one is written out, so that 10<sup>x</sup> is never 10x. */
function raise(inner: string, table: ReadonlyMap<string, string>, mark: string): string {
  const text = stripHtml(inner).trim()
  if (text === '') return ''
  const signs = Array.from(text, (c) => table.get(c))
  return signs.every((s) => s !== undefined) ? signs.join('') : text.length === 1 ? mark + text : `${mark}(${text})`
}

const LINE = '\u0000'

/**
 * A question's text as a printed page can hold it: no tags, powers and indexes as signs, one line for each paragraph, list item
 * and row of a table, cells apart. `html` false: the text itself, with trimmed white space.
 */
export function toPrintText(text: string, html: boolean): string {
  const bare = html
    ? stripHtml(
        text
          .replaceAll(LINE, '')
          .replace(/\r?\n/g, ' ')
          .replace(/<sup\b[^>]*>(.*?)<\/sup>/gis, (_, inner: string) => raise(inner, SUP, '^'))
          .replace(/<sub\b[^>]*>(.*?)<\/sub>/gis, (_, inner: string) => raise(inner, SUB, '_'))
          .replace(/<li\b[^>]*>/gi, `${LINE}– `)
          .replace(/<\/t[dh]>\s*(?=<t[dh]\b)/gi, ' | ')
          .replace(/<br\b[^>]*>|<\/(?:p|ul|ol|tr|table|div)>|<(?:p|table|div)\b[^>]*>/gi, LINE),
      ).replaceAll(LINE, '\n')
    : text
  return bare
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map((line) => line.replace(/[\s\p{Cc}]+/gu, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
}
