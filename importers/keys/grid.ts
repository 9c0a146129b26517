/** Keys by the question's number, and numbers to which the grid gives two keys. */
export type KeyGrid = { keys: Map<string, string>; conflicts: Set<string>; lines: Set<number> }

const PAIR = /(\d{1,5})\s*[).:\-–=°]*\s*[[(]?([A-Ha-h])[)\]]?(?![\p{L}\d])\s*[,;|./]?\s*/gu
const TITLE =
  /^\s*(?:(?:griglia|tabella|elenco|foglio|chiavi?)\b.{0,60}|(?:le )?(?:soluzioni|risposte(?: (?:esatte|corrette))?|correttore|answer keys?)\b.{0,30}|(?:(?:n\.?|nr\.?|num(?:ero)?|dom(?:anda|\.)?|quesito|risp(?:osta|\.)?|esatta|corretta|chiave)[\s\t]*){2,})$/i
/** Fewest pairs that make a grid. */
const MIN_PAIRS = 3

const pairsOf = (text: string): [string, string][] => {
  const pairs = [...text.matchAll(PAIR)].map((m): [string, string] => [m[1] ?? '', (m[2] ?? '').toUpperCase()])
  return text.replace(PAIR, '').trim() === '' ? pairs : []
}
const numbersOf = (text: string): string[] =>
  /^\s*\d{1,5}(?:[\s\t.|)]+\d{1,5})*[\s\t.|)]*$/.test(text) ? (text.match(/\d+/g) ?? []) : []
const lettersOf = (text: string): string[] =>
  /^\s*[A-Ha-h](?:[\s\t.|]+[A-Ha-h])*[\s\t.|]*$/.test(text) ? (text.toUpperCase().match(/[A-H]/g) ?? []) : []

/** Finds a grid of keys in some lines: `1 A  2 C`, `1. B`, or numbers above letters. Null when there is none. */
export function findGrid(texts: readonly string[]): KeyGrid | null {
  const keys = new Map<string, string>()
  const conflicts = new Set<string>()
  const lines = new Set<number>()
  const add = (pairs: readonly [string, string][]) => {
    for (const [number, letter] of pairs) {
      const name = String(Number(number))
      if (keys.has(name) && keys.get(name) !== letter) conflicts.add(name)
      keys.set(name, letter)
    }
  }
  texts.forEach((text, i) => {
    const pairs = pairsOf(text)
    const numbers = numbersOf(text)
    const letters = lettersOf(texts[i + 1] ?? '')
    if (pairs.length > 0) {
      add(pairs)
      lines.add(i)
    } else if (numbers.length >= (lines.has(i - 1) ? 1 : 2) && numbers.length === letters.length) {
      add(numbers.map((number, k) => [number, letters[k] ?? '']))
      lines.add(i).add(i + 1)
    }
  })
  if (keys.size < MIN_PAIRS) return null
  for (const i of [...lines]) for (let k = i - 1; k >= 0 && k > i - 4 && TITLE.test(texts[k] ?? ''); k--) lines.add(k)
  return { keys, conflicts, lines }
}
