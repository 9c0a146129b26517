import { append } from '../long-lists.ts'
import type { RawQuestion } from '../raw-question.ts'
import { type ApartReason, type Warning, warn } from '../warnings.ts'
import { isObject, type JsonObject } from './json-object.ts'
import { NO_KEY } from './keys.ts'
import { comparable, letterPlace, numberOf, truthOf } from './marks.ts'
import { findRole, isGivenName, isKeyName, normalizeName } from './names.ts'

type Key = string | number | boolean | null
type Entry = { of: string | null; key: Key }
/** Returns true for a sheet whose name also fits one question's answers. */
export const isAnswersName = (name: string): boolean => ANSWERS.test(normalizeName(name))

/** Keys that stand apart from their questions, under one name. Each names its question, or they are in a row. */
export type KeySheet = { name: string; entries: readonly Entry[] }
const SHEET = /\b(correttor[ei]|grigli[ae]|solutions?|keys?|chiav[ei]|soluzion[ei])\b/
/** Names that also fit a question's own answers. */
const ANSWERS = /^(risposte|answers?|responses)$/
/** Names of an entry's key and question, beside the known names of keys and numbers. */
const LETTER = /^(lettera|letter|opzione|option|scelta|choice|valore|value)$/
const WHOSE = /^(id domanda|id quesito|domanda id|question id|question|domanda|quesito|q)$/
const VOID = /^(annullat[ao]|ann\.?|void)$/i
const NONE = /^(|-+|\?+|n\/?[ad]\.?|null|none)$/i

/** Returns true for the name of a list of many questions' keys. */
const isSheetName = (name: string): boolean => {
  const words = normalizeName(name)
  return !isGivenName(name) && (SHEET.test(words) || isKeyName(name))
}

/**
 * Returns the sheet of keys in a field of a container. A sheet by its name with an unknown shape is `unread`; any other
 * field is null.
 */
export function readSheet(name: string, value: unknown): KeySheet | 'unread' | null {
  if (!isAnswersName(name) && !isSheetName(name)) return null
  const sure = SHEET.test(normalizeName(name))
  const text = sure && typeof value === 'string' ? readText(value) : null
  const entries = text ?? (Array.isArray(value) ? readList(value) : readMap(value))
  if (entries && entries.length > 0) return { name, entries }
  return sure && typeof value === 'object' && value !== null && Object.keys(value).length > 0 ? 'unread' : null
}

const isKey = (value: unknown): value is Key => value === null || ['string', 'number', 'boolean'].includes(typeof value)
/** Reads a list of one value as that value. Several right ones stay a text that no key can be. */
const toKey = (value: unknown): Key | undefined =>
  isKey(value) ? value : Array.isArray(value) && value.every(isKey) ? value.map(String).join(', ') : undefined

const isNumber = (value: unknown): boolean => /^\d{1,6}$/.test(String(value).trim())

function readList(list: readonly unknown[]): Entry[] | null {
  if (list.every(isKey)) return list.map((key) => ({ of: null, key }))
  if (list.every((v) => Array.isArray(v) && v.length === 2 && isNumber(v[0]) && isKey(v[1])))
    return (list as [Key, Key][]).map(([of, key]) => ({ of: String(of), key }))
  const entries = list.map((value) => (isObject(value) ? readEntry(value) : null))
  return entries.every((entry) => entry !== null) ? entries : null
}

/** Returns true for a number or a code. A text is a question of its own, as in a list of true or false. */
const isCode = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^\S{1,24}$/.test(value.trim()))

/** Reads `{ numero: 3, risposta: "B" }` into the question and its key. */
function readEntry(value: JsonObject): Entry | null {
  const fields = Object.entries(value)
  const key = fields.find(
    ([name, v]) => toKey(v) !== undefined && (isKeyName(name) || LETTER.test(normalizeName(name))),
  )
  const number = fields.find(([name]) => name !== key?.[0] && ['numero', 'id'].includes(findRole(name)?.role ?? ''))
  const of = number ?? fields.find(([name]) => name !== key?.[0] && WHOSE.test(normalizeName(name)))
  if (!key || (of && !isCode(of[1]))) return null
  return { of: of ? String(of[1]) : null, key: toKey(key[1]) ?? null }
}

function readMap(value: unknown): Entry[] | null {
  if (!isObject(value)) return null
  const entries = Object.entries(value).map(([of, key]) => ({ of, key: toKey(key) }))
  const numbered = entries.map(({ of, key }) => {
    const number = /^(?:q|d|n|dom|domanda|quesito|question)?[\s._-]*(\d{1,6})$/i.exec(of.trim())?.[1]
    return { of: number ?? of, key: key ?? null }
  })
  if (entries.some(({ key }) => key === undefined)) return null
  return numbered.every(({ of }) => isNumber(of)) ? numbered : entries.map(({ of, key }) => ({ of, key: key ?? null }))
}

/** Parses `1-A, 2-B`, `A B C` or `ABCAB`. */
function readText(text: string): Entry[] | null {
  const pairs = [...text.matchAll(/(\d{1,5})\s*[-–.):=]?\s*([A-Ha-h])(?![\p{L}\d])[\s,;|.]*/gu)]
  if (pairs.length > 0 && pairs.map(([whole]) => whole).join('') === text.trim())
    return pairs.map(([, of = '', key = '']) => ({ of, key }))
  const letters = /^[A-H](?:[\s,;|-]*[A-H])+$/.test(text.trim()) ? (text.match(/[A-H]/g) ?? []) : []
  return letters.length > 0 ? letters.map((key) => ({ of: null, key })) : null
}

const plainNumber = (name: string | null): string | null =>
  name === null ? null : isNumber(name) ? String(Number(name)) : name.trim()

/**
 * Gives each question its key of a sheet, when each has exactly one, inside its answers. Otherwise none is given, with
 * a warning.
 */
export function applySheet(questions: readonly RawQuestion[], { name, entries }: KeySheet): Warning[] {
  const unused = (reason: ApartReason, key = '') => [
    warn('keys_apart_unused', null, { name, keys: entries.length, questions: questions.length, reason, key }),
  ]
  if (entries.length !== questions.length) return unused('count')
  const keys = matchEntries(questions, entries)
  if (typeof keys === 'string') return unused(keys)
  const outside = findOutside(questions, keys)
  if (outside !== null) return unused('outside', outside)
  return questions.flatMap((question, i) => give(question, keys[i] ?? null))
}

/** Returns each question's key, in the order of the questions, or the reason why there is none. */
function matchEntries(questions: readonly RawQuestion[], entries: readonly Entry[]): Key[] | ApartReason {
  const numbers = questions.map((q) => plainNumber(q.numero))
  if (entries.every(({ of }) => of === null)) {
    // Reject a row of keys where numbers do not grow: it may follow them or the file.
    const known = numbers
      .map((n) => Number(/(\d+)\D*$/.exec(n ?? '')?.[1] ?? Number.NaN))
      .filter((n) => !Number.isNaN(n))
    const grows = known.every((n, i) => i === 0 || n > (known[i - 1] ?? 0))
    return grows ? entries.map(({ key }) => key) : 'order'
  }
  const names = entries.map(({ of }) => plainNumber(of))
  if (names.includes(null) || new Set(names).size < names.length) return 'numbers'
  const byName = new Map(names.map((of, i) => [of, entries[i]?.key ?? null]))
  const lists = [numbers, questions.map((q) => plainNumber(q.id_origine)), questions.map((q) => q.testo.trim())]
  // Count the questions without numbers of their own, from the first number of the sheet.
  if (numbers.every((n) => n === null))
    append(
      lists,
      [0, 1].map((base) => questions.map((_, i) => String(i + base))),
    )
  const found = lists
    .filter((list) => new Set(list).size === list.length && list.every((n) => byName.has(n)))
    .map((list) => list.map((n) => byName.get(n) ?? null))
  const [first] = found
  const agree = found.every((keys) => keys.every((key, i) => key === first?.[i]))
  return first && agree ? first : 'numbers'
}

const isNone = (key: Key): boolean =>
  key === null || (typeof key === 'string' && (NONE.test(key.trim()) || VOID.test(key.trim())))

/** Returns a key that is none of its question's answers, as written; null when all are inside. */
function findOutside(questions: readonly RawQuestion[], keys: readonly Key[]): string | null {
  const counted = [0, 1].map((base) =>
    keys.every((key, i) => {
      const number = numberOf(key)
      const places = questions[i]?.risposte.map((r) => r.place) ?? []
      return (
        number === null ||
        places.includes(number - base) ||
        named(questions[i], String(number)) ||
        hasText(questions[i], key)
      )
    }),
  )
  const at = keys.findIndex((key, i) => {
    if (isNone(key)) return false
    if (numberOf(key) !== null) return !counted.includes(true)
    return placeOf(questions[i], key) === null && !(truthOf(key) !== null && isTruth(questions[i]))
  })
  return at < 0 ? null : String(keys[at])
}

const isTruth = (question: RawQuestion | undefined): boolean =>
  question?.risposte.length === 2 && question.risposte.every((r) => truthOf(r.testo) !== null)
const named = (question: RawQuestion | undefined, sign: string): boolean =>
  question?.risposte.some((r) => r.lettera?.toUpperCase() === sign.toUpperCase()) ?? false
const hasText = (question: RawQuestion | undefined, key: Key): boolean =>
  question?.risposte.some((r) => comparable(r.testo) === comparable(String(key))) ?? false

/** Returns the place of the answer that a letter or a text names. */
function placeOf(question: RawQuestion | undefined, key: Key): number | null {
  if (!question || typeof key !== 'string') return null
  const text = question.risposte.find((r) => comparable(r.testo) === comparable(key))
  const letter = letterPlace(key)
  const own = question.risposte.find((r) => r.lettera !== null && r.lettera.toUpperCase() === 'ABCDEFGH'[letter ?? -1])
  return (text ?? own ?? question.risposte.find((r) => r.place === letter))?.place ?? null
}

function give(question: RawQuestion, key: Key): Warning[] {
  const shown = String(key)
  if (typeof key === 'string' && VOID.test(key.trim())) {
    question.stato = 'annullata'
    return []
  }
  if (isNone(key) || question.chiave === NO_KEY) return []
  if (question.risposte.some((r) => r.punti !== null)) return []
  const marked = question.risposte.some((r) => r.right !== null)
  const own = question.chiave !== null && String(question.chiave).trim() !== ''
  if (!own && !marked) {
    question.chiave = key
    return []
  }
  const right = question.risposte.filter((r) => r.right).map((r) => r.place)
  const place = placeOf(question, key)
  const before = marked ? (right[0] ?? null) : placeOf(question, question.chiave)
  const same =
    place !== null && before !== null ? place === before : !marked && String(question.chiave).trim() === shown.trim()
  if (same && right.length < 2) return []
  for (const answer of question.risposte) answer.right = null
  question.chiave = NO_KEY
  return [warn('key_grid_differs', question.riga, { number: question.numero ?? '', letter: shown }, question.sheet)]
}
