import type { Taken } from '../formats/explicit.ts'
import { BlockReader } from '../lists/blocks.ts'
import { PLAIN } from '../lists/lines.ts'
import { emptyQuestion, makeAnswer, type RawAnswer, type RawQuestion } from '../raw-question.ts'
import { letterPlace } from '../recognition/marks.ts'
import { findAnswerPlace } from '../recognition/names.ts'
import { squeezeBlanks } from '../text/characters.ts'
import type { AnkiNote } from './collection.ts'

/** Right options, one bit for each: `1 0 0 0`. */
const BITS = /^[01](?:\s+[01])+$/
const OPTION = /^(?:q|option|opzione|answer|risposta|choice|scelta)?[\s_-]*([1-8]|[a-h])$/i
const QUESTION = /^(question|domanda|quesito|testo|q|front|fronte)$/i
const KEY =
  /^(answers?|risposta|correct|corretta|key|chiave|soluzione|solution|correct answer|risposta (?:esatta|corretta)|right)$/i
const EXTRA = /^(extra( 1)?|explanation|spiegazione|commento|note|notes)$/i

/** Reads a card of multiple choice with an evident key; reports any other. */
export function readNote(note: AnkiNote, line: number): Taken {
  const full = note.fields.filter(([, value]) => plain(value) !== '' || /<img/i.test(value))
  const question = readFields(full, line) ?? readSides(note.fields, line)
  if (!question) return { line, other: 'scheda senza scelte o senza chiave evidente' }
  return { question: { ...question, materia: note.deck } }
}

/** Returns the lines that a field shows. */
const linesIn = (html: string): string[] =>
  html
    .replace(/<\/?(?:br|p|div|li|ul|ol|tr|h\d)\b[^>]*>/gi, '\n')
    .split('\n')
    .map((part) => squeezeBlanks(part.trim()))
    .filter((part) => part !== '')
const plain = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Reads one field for each option. */
function readFields(fields: AnkiNote['fields'], line: number): RawQuestion | null {
  const find = (form: RegExp) => fields.find(([name]) => form.test(name.trim()))
  const text = find(QUESTION)
  const key = find(KEY)
  const options = fields.flatMap(([name, value]) => {
    const found = OPTION.exec(name.trim())?.[1]
    const place = found === undefined ? findAnswerPlace(name) : placeOf(found)
    return place === null || place === undefined || name === text?.[0] || name === key?.[0] ? [] : [{ place, value }]
  })
  if (!text || !key || options.length < 2) return null
  options.sort((a, b) => a.place - b.place)
  if (options.some(({ place }, i) => place !== i)) return null
  const kind = fields.find(([name]) => /^qtype/i.test(name.trim()))?.[1].trim()
  if (kind !== undefined && kind !== '1' && kind !== '2') return null
  const written = plain(key[1])
  const bits = BITS.test(written) ? written.split(/\s+/) : null
  if (bits && bits.length !== options.length) return null
  if (kind !== undefined && !bits) return null
  const right = bits ? bits.flatMap((bit, i) => (bit === '1' ? [i] : [])) : findRight(options, written)
  if (right.length === 0) return null
  return {
    ...emptyQuestion(line),
    testo: text[1],
    risposte: options.map(({ value }, place): RawAnswer => makeAnswer(value, place, { right: right.includes(place) })),
    spiegazione: find(EXTRA)?.[1] ?? null,
  }
}

const placeOf = (sign: string): number => (/\d/.test(sign) ? Number(sign) - 1 : sign.toLowerCase().charCodeAt(0) - 97)

const same = (a: string, b: string): boolean => plain(a).toLowerCase() === plain(b).toLowerCase()

/** Finds the key: the text of one option, or the letter of one; an ambiguous text is none. */
function findRight(options: readonly { value: string }[], written: string): number[] {
  const texts = options.flatMap(({ value }, i) => (same(value, written) ? [i] : []))
  const place = letterPlace(written)
  if (texts.length > 0) return texts.length === 1 && (place === null || place === texts[0]) ? texts : []
  return place !== null && place < options.length ? [place] : []
}

/** Reads two sides. The front has the question with its lettered options, the back the letter, the option, or both. */
function readSides(fields: AnkiNote['fields'], line: number): RawQuestion | null {
  const [front, back] = fields
  if (!front || !back) return null
  const lines = linesIn(front[1]).map((text, i) => ({
    line,
    text,
    blank: i === 0,
    table: false,
    lost: false,
    images: [],
    look: () => PLAIN,
  }))
  const { blocks } = new BlockReader(lines)
  const [block] = blocks
  if (!block || blocks.length > 1 || block.doubtful || block.keys.length > 0) return null
  if (block.options.some(({ marked }) => marked)) return null
  const [first = '', ...rest] = linesIn(back[1])
  const right = rightOf(plain(first), block.options)
  if (right === null) return null
  return {
    ...emptyQuestion(line),
    testo: block.stem.join('<br>'),
    risposte: block.options.map(({ text, letter }, i) => makeAnswer(text, i, { lettera: letter, right: i === right })),
    spiegazione: rest.join('<br>') || null,
  }
}

function rightOf(written: string, options: readonly { text: string; letter: string }[]): number | null {
  const key = written.replace(/^(?:risposta|answer|soluzione)\s*(?:esatta|corretta|giusta)?\s*[:=]\s*/i, '')
  const marked = /^[([]?([A-Ha-h])\s*[)\].:-]\s*(\S.*)$/.exec(key)
  if (marked) {
    const place = options.findIndex(({ letter }) => letter === (marked[1] ?? '').toUpperCase())
    return place >= 0 && same(options[place]?.text ?? '', marked[2] ?? '') ? place : null
  }
  const [only, ...others] = findRight(
    options.map(({ text }) => ({ value: text })),
    key,
  )
  return only === undefined || others.length > 0 ? null : only
}
