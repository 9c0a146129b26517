import type { CleanQuestion } from '../cleaning.ts'
import { greatest } from '../long-lists.ts'
import type { RawAnswer } from '../raw-question.ts'
import { type Warning, warn } from '../warnings.ts'
import type { KeyResult } from './key-result.ts'
import { comparable, letterPlace, numberOf, splitMark, truthOf } from './marks.ts'
import { takeMasks } from './masks.ts'
import { normalizeName } from './names.ts'
import { findContradicted, findShown } from './shown-looks.ts'
import { isVoid } from './values.ts'

/** Placeholder of an unsure key: the question has none, and no rule gives it one. */
export const NO_KEY = '\0'

/** Operator's rules of the keys: the first of their numbers, and the letter that is right everywhere. */
export type KeyRules = { base?: 0 | 1; rightLetter?: string }

const ABSENT = /^(none|null|undefined|nan|n\/?[ad]\.?|nd|-+|\?+|senza risposta|non disponibile)$/i
const SEVERAL = /^[([]?\s*[a-h]\s*[)\]]?(?:\s*(?:[,;/+&-]|\be\b|\bo\b|\band\b)\s*[([]?\s*[a-h]\s*[)\]]?)+$/i
/** Longest key that the report shows. */
const MAX_SHOWN = 40

/**
 * Way in which a whole bank writes its keys. Numbers count from 0 or from 1; marks are texts of answers or names of
 * answers. `double`: a mark is also the text of another answer, and nothing shows which is meant. `astray`: numbers fit
 * no base better than the other.
 */
type Mode = {
  base: 0 | 1
  texts: boolean
  names: boolean
  double: boolean
  unclear: boolean
  astray: boolean
  numbers: number
}

/** Resolves the key of every question. The bank decides the writing of keys, never one question. */
export function resolveKeys(
  cleaned: readonly CleanQuestion[],
  rules: KeyRules = {},
): { esiti: KeyResult[]; avvisi: Warning[] } {
  const questions = takeMasks(cleaned)
  const mode = findMode(questions, rules)
  const shown = findShown(questions)
  const read = questions.map((question, i) => shown?.keys[i] ?? resolve(question, mode))
  const beside = questions.map((question) => findBeside(question, mode))
  const against = findContradicted(questions, shown ? [] : read, beside)
  const same = findSame(questions, read)
  const results = read.map(
    (result, i): KeyResult => (against.has(i) || (same && questions[i]?.trueFalse) ? { manca: 'withheld' } : result),
  )
  const ruled = rules.rightLetter === undefined ? results : applyRule(questions, results, rules.rightLetter)
  const said: Warning[] = []
  if (shown) said.push(warn('key_shown', null, { ways: shown.ways.join(', ') }))
  if (mode.unclear) said.push(warn('key_base_unclear', null, { base: mode.base, keys: mode.numbers }))
  if (same) said.push(warn('key_same', null, same))
  if (mode.astray) said.push(warn('key_base_neither', null, { keys: mode.numbers }))
  const flags = countFlags(questions)
  if (rules.base === undefined && flags !== null) said.push(warn('key_like_flags', null, { keys: flags }))
  if (rules.rightLetter !== undefined) said.push(warn('key_rule', null, { letter: rules.rightLetter.toUpperCase() }))
  for (const [i, letters] of against)
    said.push(warn('keys_differ', questions[i]?.riga ?? null, letters, questions[i]?.sheet))
  return { esiti: ruled, avvisi: [...said, ...report(questions, ruled)] }
}

/** Fewest questions without answers for one key in all of them to be no key. */
const MIN_SAME = 4

/** Returns the only key of all questions without answers; null when they differ, or are few. */
function findSame(questions: readonly CleanQuestion[], results: readonly KeyResult[]) {
  const own = questions.flatMap(({ trueFalse, risposte }, i) => {
    const result = results[i]
    return trueFalse && result && 'indice' in result ? [risposte[result.indice]?.testo ?? ''] : []
  })
  return own.length >= MIN_SAME && new Set(own).size === 1 ? { key: own[0] ?? '', questions: own.length } : null
}

/** Fewest keys whose spread is evidence. */
const MIN_FLAGS = 10

/**
 * Counts the number keys when all are 0 or 1, and both occur. Every such question has three answers or more, or Vero
 * and Falso. Null otherwise.
 */
function countFlags(questions: readonly CleanQuestion[]): number | null {
  const numbers = questions.flatMap(({ chiave, risposte }) => {
    const number = numberOf(chiave)
    // Suspect a cell beside «Vero» and «Falso»: its 1 is the second, or true. A record's number is a place.
    const [first, second] = risposte.map(({ testo }) => truthOf(testo))
    const turned = typeof chiave === 'string' && first === true && second === false
    return number === null ? [] : [{ number, few: risposte.length < 3 && !turned }]
  })
  const found = new Set(numbers.map(({ number }) => number))
  const flags = found.size === 2 && found.has(0) && found.has(1) && !numbers.some(({ few }) => few)
  return flags && numbers.length >= MIN_FLAGS ? numbers.length : null
}

function report(questions: readonly CleanQuestion[], results: readonly KeyResult[]): Warning[] {
  if (results.every((e) => 'manca' in e && e.manca === 'assente'))
    return [warn('all_keys_missing', null, { questions: questions.length })]
  return questions.flatMap(({ riga, sheet }, i): Warning[] => {
    const result = results[i]
    if (!result || !('manca' in result) || result.manca === 'withheld') return []
    if (result.manca === 'assente') return [warn('key_missing', riga, {}, sheet)]
    if (result.manca === 'unknown')
      return [warn(result.double ? 'key_double' : 'key_unknown', riga, { key: result.key }, sheet)]
    return [warn('several_right', riga, { answers: result.answers }, sheet)]
  })
}

/** Applies the operator's rule where the file has no key of its own. */
function applyRule(questions: readonly CleanQuestion[], results: KeyResult[], letter: string): KeyResult[] {
  const place = letterPlace(letter)
  return results.map((result, i) => {
    if (!('manca' in result) || result.manca !== 'assente') return result
    const index = questions[i]?.risposte.findIndex((r) => r.place === place) ?? -1
    return index < 0 ? result : { indice: index }
  })
}

/** Share of the keys of one kind below which they are slips among the other kind's. */
const SLIPS = 1 / 20
/** Share of the numbers outside of their answers from which they are no keys. */
const ASTRAY = 1 / 10

function findMode(questions: readonly CleanQuestion[], rules: KeyRules): Mode {
  const written = questions.filter(
    (q) => q.chiave !== null && String(q.chiave).trim() !== '' && truthOf(q.chiave) === null,
  )
  const numeric = written.flatMap((q) => {
    const n = numberOf(q.chiave)
    return n === null
      ? []
      : [
          {
            n,
            q,
            count: greatest(
              q.risposte.map((r) => r.place + 1),
              0,
            ),
          },
        ]
  })
  const outOf = (base: 0 | 1, list = numeric) => list.filter(({ n, count }) => n < base || n >= count + base).length
  const even = outOf(0) === outOf(1)
  const names = numeric.length > 0 && numeric.every(({ n, q }) => q.risposte.some((r) => r.lettera === String(n)))
  const named = numeric.some(({ q }) => q.keyIsIndex)
  // Find answers named from 0 without a key 0: the keys may as well count from 1.
  const fromZero = names && numeric.every(({ q }) => q.risposte.some((r) => r.lettera === '0'))
  const zero = even ? named || fromZero : outOf(0) < outOf(1)
  const base = rules.base ?? (zero ? 0 : 1)
  const free = rules.base === undefined
  const mode: Mode = {
    base,
    texts: false,
    names: names && free,
    double: false,
    unclear: false,
    astray: false,
    numbers: numeric.length,
  }
  // Learn the meaning of marks from the keys with only one reading.
  const alone = written.map((q) => ({ place: findPlace(q, mode) !== null, text: isText(q) }))
  const places = alone.filter(({ place, text }) => place && !text).length
  const texts = alone.filter(({ place, text }) => text && !place).length
  mode.texts = texts > 0 && places <= texts * SLIPS
  mode.double = free && !mode.texts && !(places > 0 && texts <= places * SLIPS)
  const bare = numeric.filter(({ q }) => !isText(q))
  const few = Math.min(outOf(0, bare), outOf(1, bare))
  const many = Math.max(outOf(0, bare), outOf(1, bare))
  mode.astray = free && !names && few > 0 && (few * 2 > many || few > bare.length * ASTRAY)
  const doubtful = fromZero && outOf(1) === 0
  mode.unclear = free && numeric.length > 0 && !mode.texts && !mode.astray && (doubtful || even)
  return mode
}

/** Counts the letters that a key lists; the `e` between two is a word. */
const countLetters = (key: string): number =>
  (key.replace(/(?<=\S)\s+(?:e|o|and)\s+(?=\S)/gi, ',').match(/(?<![a-z])[a-h](?![a-z])/gi) ?? []).length

const isMark = (key: string): boolean => numberOf(key) !== null || letterPlace(key) !== null

const isText = ({ chiave, keyIsIndex, risposte }: CleanQuestion): boolean =>
  typeof chiave !== 'boolean' && !keyIsIndex && findText(risposte, String(chiave).trim()) !== null

/** Returns the answer of a key that is a letter or a number and nothing else. */
function findPlace({ chiave, risposte }: CleanQuestion, mode: Mode): number | null {
  const number = numberOf(typeof chiave === 'boolean' ? null : chiave)
  if (number !== null) return findNumber(risposte, number, mode)
  return letterPlace(String(chiave)) === null ? null : findLetter(risposte, String(chiave).trim())
}

function resolve(question: CleanQuestion, mode: Mode): KeyResult {
  const { risposte } = question
  const best = findBest(risposte)
  if (best) return best
  if (risposte.some((r) => r.right !== null)) {
    const right = risposte.flatMap((r, i) => (r.right ? [i] : []))
    if (right.length === 1) return { indice: right[0] ?? 0 }
    if (right.length > 1) return { manca: 'several_right', answers: right.length }
    if (question.chiave === null) return { manca: 'assente' }
  }
  return resolveWritten(question, mode)
}

/** Returns the answer that a letter or a text names, where the answers themselves mark the right one. */
const findBeside = (question: CleanQuestion, mode: Mode): number | null =>
  question.risposte.some((r) => r.right) && typeof question.chiave === 'string' && numberOf(question.chiave) === null
    ? findWritten(question, question.chiave.trim(), mode)
    : null

/**
 * Returns the situational answer with most points; the flag settles a tie. An answer that only loses points is no right
 * one.
 */
function findBest(answers: readonly RawAnswer[]): KeyResult | null {
  if (!answers.some((r) => r.punti !== null)) return null
  const most = greatest(answers.map((r) => r.punti ?? Number.NEGATIVE_INFINITY))
  if (most <= 0) return null
  const best = answers.flatMap((r, i) => (r.punti === most ? [i] : []))
  const chosen = best.length === 1 ? best[0] : best.find((i) => answers[i]?.right)
  return chosen === undefined ? null : { indice: chosen }
}

function resolveWritten(question: CleanQuestion, mode: Mode): KeyResult {
  const { chiave, risposte } = question
  if (chiave === null) return { manca: 'assente' }
  if (chiave === NO_KEY) return { manca: 'withheld' }
  const written = String(chiave).trim()
  if (written === '' || ABSENT.test(written) || isVoid(written)) return { manca: 'assente' }
  const truth = findTruth(risposte, chiave)
  if (truth === null && mode.astray && numberOf(chiave) !== null && findText(risposte, written) === null)
    return { manca: 'withheld' }
  const index = truth ?? findWritten(question, written, mode)
  if (index !== null) return { indice: index }
  const several = SEVERAL.test(written) ? countLetters(written) : 0
  if (several > 1) return { manca: 'several_right', answers: several }
  const double = mode.double && isMark(written) && findText(risposte, written) !== null
  return { manca: 'unknown', double, key: written.length > MAX_SHOWN ? `${written.slice(0, MAX_SHOWN - 1)}…` : written }
}

/**
 * Returns the answer of a written key. The whole text of an answer wins over the mark with which it may begin. A bare
 * mark has the meaning of the bank's other keys.
 */
function findWritten(question: CleanQuestion, written: string, mode: Mode): number | null {
  const { risposte } = question
  const text = question.keyIsIndex ? null : findText(risposte, written)
  if (isMark(written)) {
    const mark = findPlace(question, mode)
    // Take neither of two readings that differ without evidence, and report it.
    if (mark !== null && text !== null && mark !== text) return mode.texts ? text : mode.double ? null : mark
    return mark ?? text
  }
  if (text !== null) return text
  const named = findLetter(risposte, written) ?? risposte.findIndex((r) => r.name === normalizeName(written))
  if (named >= 0) return named
  // Accept the mark of `B) Roma` only when the text after it is that answer.
  const marked = splitMark(written)
  const letter = 'ABCDEFGH'[marked?.place ?? -1]
  const own = risposte.findIndex((r) => letter !== undefined && r.lettera?.toUpperCase() === letter)
  const index = own >= 0 || !marked ? own : risposte.findIndex((r) => r.place === marked.place)
  return marked && index >= 0 && comparable(risposte[index]?.testo ?? '') === comparable(marked.rest) ? index : null
}

const orNull = (index: number): number | null => (index < 0 ? null : index)

function findTruth(risposte: readonly RawAnswer[], chiave: string | number | boolean): number | null {
  if (risposte.length !== 2 || typeof chiave === 'number') return null
  const yes = risposte.findIndex((r) => truthOf(r.testo) === true)
  const no = risposte.findIndex((r) => truthOf(r.testo) === false)
  if (yes < 0 || no < 0) return null
  const truth = truthOf(chiave) ?? wordOf(String(chiave))
  return truth === null ? null : truth ? yes : no
}

const wordOf = (key: string): boolean | null =>
  /^(t|s[iì]|yes|corretto)$/i.test(key.trim()) ? true : /^(no|errato)$/i.test(key.trim()) ? false : null

function findNumber(risposte: readonly RawAnswer[], number: number, mode: Mode): number | null {
  if (mode.names) return orNull(risposte.findIndex((r) => r.lettera === String(number)))
  return orNull(risposte.findIndex((r) => r.place === number - mode.base))
}

function findLetter(risposte: readonly RawAnswer[], written: string): number | null {
  const named = risposte.findIndex((r) => r.lettera !== null && r.lettera.toLowerCase() === written.toLowerCase())
  if (named >= 0) return named
  const place = letterPlace(written)
  if (place === null) return null
  const letter = 'abcdefgh'[place]
  const own = risposte.findIndex((r) => r.lettera?.toLowerCase() === letter)
  if (own >= 0 || risposte.some((r) => /^[a-h]$/i.test(r.lettera ?? ''))) return orNull(own)
  return orNull(risposte.findIndex((r) => r.place === place))
}

/** Returns the answer that a text names, only when it is one alone. Equal answers count as the first of them. */
function findText(risposte: readonly RawAnswer[], written: string): number | null {
  const exact = risposte.findIndex((r) => r.testo === written)
  if (exact >= 0) return exact
  const wanted = comparable(written)
  return wanted === '' ? null : orNull(risposte.findIndex((r) => comparable(r.testo) === wanted))
}
