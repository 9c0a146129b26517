import { greatest } from '../long-lists.ts'
import { makeAnswer, type RawAnswer, type RawQuestion, type Reading } from '../raw-question.ts'
import { warn } from '../warnings.ts'
import { comparable, letterPlace, numberOf } from './marks.ts'

/** Share of the questions with exactly one marked answer for the mark to be the key. */
const SHOWN = 0.9
/** Share of the questions whose written key is the marked answer for the mark to mean it. */
const AGREE = 0.75
const RIGHT = '(?:(?:risposta\\s+)?(?:esatta|corretta|giusta|correct|right)|ok|ver[ao]|v|s[iì]|yes|true|1|[✓✔✅])'
const WRONG = '(?:(?:risposta\\s+)?(?:errata|sbagliata|wrong|incorrect)|no|fals[ao]|f|false|0|[✗✘❌])'
/** Words that no answer begins or ends with, unlike `Sì` and `No`, and that need no brackets. */
const RIGHT_BARE = '(?:(?:risposta\\s+)?(?:esatta|corretta|giusta|correct|right)|ok|v)'
const WRONG_BARE = '(?:(?:risposta\\s+)?(?:errata|sbagliata|wrong|incorrect)|f)'
const atEnd = (words: string, bare: string): RegExp =>
  new RegExp(`^([\\s\\S]*\\S)(?:\\s*[([]\\s*${words}\\s*[)\\]]|(?:\\s+[-–—|/]|\\s*[:;=])\\s*${bare})\\s*\\.?\\s*$`, 'i')
const atStart = (words: string, bare: string): RegExp =>
  new RegExp(`^\\s*(?:[([]\\s*${words}\\s*[)\\]]|${bare}(?:\\s*[:;=)|]|\\s+[-–—]))\\s*(\\S[\\s\\S]*)$`, 'i')

/** Form of a text by which an answer may declare itself right. The last matched group is the text without the mark. */
type Mark = { way: string; form: RegExp; denies?: boolean }
const MARKS: Mark[] = [
  {
    way: 'bold',
    form: /^\s*(?:\*\*(?!\*)([\s\S]+?)\*\*|__([\s\S]+?)__|<(b|strong)\b[^>]*>((?:(?!<\/?\3\b)[\s\S])*)<\/\3>)\s*$/i,
  },
  { way: 'underline', form: /^\s*<(u|ins)\b[^>]*>((?:(?!<\/?\1\b)[\s\S])*)<\/\1>\s*$/i },
  { way: 'highlight', form: /^\s*<(mark)\b[^>]*>((?:(?!<\/?\1\b)[\s\S])*)<\/\1>\s*$/i },
  { way: 'colour', form: /^\s*<(font|span)\b[^>]*\bcolor\b[^>]*>((?:(?!<\/?\1\b)[\s\S])*)<\/\1>\s*$/i },
  {
    way: 'sign',
    form: /^\s*(?:[-=]?>{1,2}|\*(?!\*)|[✓✔✅☑→⇒➔►▶»@#§+=~^•■▪●]|[-–](?=\s)|\[[xX✓*]\]|\([xX✓*]\))\s*(\S[\s\S]*)$/,
  },
  { way: 'sign', form: /^(\s*\S[\s\S]*?)\s*(?:(?<!\*)\*|[✓✔✅☑←⇐◄◀#§^•■▪●]|<[-=]|\[[xX✓*]\]|\([xX✓*]\))\s*$/ },
  { way: 'sign', form: /^\s*(?:\[\s*\]|\(\s*\)|[☐○✗✘❌])\s*(\S[\s\S]*)$/, denies: true },
]

/** Marks in words without another meaning: the right answer's, or those of all the others. */
const WORDS: Mark[] = [
  { way: 'sign', form: atEnd(RIGHT, RIGHT_BARE) },
  { way: 'sign', form: atEnd(WRONG, WRONG_BARE), denies: true },
  { way: 'sign', form: atStart(RIGHT, RIGHT_BARE) },
  { way: 'sign', form: atStart(WRONG, WRONG_BARE), denies: true },
]

/** Returns the text of an answer without its mark; null when it has none. */
function bare(form: RegExp, { testo }: RawAnswer): string | null {
  const found = form.exec(testo)
  const text = found?.slice(1).findLast((group) => group !== undefined)
  return text === undefined || text.trim() === '' ? null : text.trim()
}

const isKeyless = ({ chiave, risposte }: RawQuestion): boolean =>
  (chiave === null || String(chiave).trim() === '') && risposte.every((r) => r.right === null && r.punti === null)

/**
 * Reads keys that a table or records show on one answer of nearly every question. No question has a key of another
 * kind.
 */
export const takeShownSigns = (reading: Reading): Reading => takeMarks(reading, [...MARKS, ...WORDS])
/** Reads keys in words alone, where a format has read its own signs. */
export const takeShownWords = (reading: Reading): Reading => takeMarks(reading, WORDS)

/**
 * Returns the place of the one answer that a mark shows, or leaves. Null for none, several, or an answer without text.
 */
function findOne({ risposte }: RawQuestion, { form, denies = false }: Mark): number | null {
  const shown = risposte.filter((r) => (bare(form, r) === null) === denies)
  return shown.length === 1 ? (shown[0]?.place ?? null) : null
}

function findMarks(questions: readonly RawQuestion[], marks: readonly Mark[]) {
  return marks.map((mark) => {
    const ones = questions.map((question) => findOne(question, mark))
    const lone = ones.filter((place) => place !== null)
    // Reject one place everywhere, which is the look of a column. Marks on all answers of other questions mean
    // something else.
    return { mark, ones, lone: lone.length, sure: lone.length >= questions.length * SHOWN && new Set(lone).size > 1 }
  })
}

/**
 * Returns the place of the answer of a written key. The key is its letter, its text with or without a mark, or its
 * number from `base`.
 */
function writtenPlace({ chiave, risposte }: RawQuestion, { form }: Mark, base: number): number | null {
  const written = String(chiave ?? '').trim()
  const text = (one: string) => comparable(bare(form, makeAnswer(one, 0)) ?? one)
  const own = risposte.find(({ testo }) => written !== '' && text(testo) === text(written))
  const number = numberOf(chiave)
  const place = own?.place ?? letterPlace(written) ?? (number === null ? null : number - base)
  return risposte.some((r) => r.place === place) ? place : null
}

/**
 * Compares marks with written keys. Where nearly all mean the same answer, nothing shows which of two that differ is
 * right. Keys that match no answer of any question are none.
 */
function takeBeside(reading: Reading, marks: readonly Mark[]): Reading {
  const { questions } = reading
  if (questions.some(({ risposte }) => risposte.some((r) => r.right !== null || r.punti !== null))) return reading
  for (const { mark, sure, ones } of findMarks(questions, marks)) {
    if (!sure) continue
    const places = [1, 0].map((base) => questions.map((question) => writtenPlace(question, mark, base)))
    const filled = places.map((list) => list.filter((place) => place !== null).length)
    const none = greatest(filled) === 0
    // Choose the base that leaves fewer numbers outside of their answers.
    const fit = places.filter((_, i) => filled[i] === greatest(filled))
    const agree = fit.map((list) => list.filter((place, i) => place !== null && place === ones[i]).length)
    if (!none && greatest(agree) < questions.length * AGREE) continue
    const shown = questions.map((question, i) =>
      show(none ? { ...question, chiave: null } : question, ones[i] ?? null, [mark.form]),
    )
    const said = none ? [warn('key_shown', null, { ways: mark.way })] : []
    return { ...reading, questions: shown, warnings: [...reading.warnings, ...said] }
  }
  return reading
}

function takeMarks(reading: Reading, marks: readonly Mark[]): Reading {
  const { questions } = reading
  if (questions.length < 2) return reading
  if (!questions.every(isKeyless)) return takeBeside(reading, marks)
  const found = findMarks(questions, marks)
  const sure = found.filter((one) => one.sure)
  const [first, second] = sure
  const agree = second?.ones.every((place, i) => place === first?.ones[i]) && second.mark.denies
  if (!first || (second && !agree) || sure.length > 2) {
    const partly = found.find(({ lone, mark }) => mark.way === 'sign' && !mark.denies && lone >= questions.length / 4)
    return partly
      ? { ...reading, warnings: [...reading.warnings, warn('key_shown_partly', null, { way: partly.mark.way })] }
      : reading
  }
  return {
    ...reading,
    questions: questions.map((question, i) =>
      show(
        question,
        first.ones[i] ?? null,
        sure.map(({ mark }) => mark.form),
      ),
    ),
    warnings: [...reading.warnings, warn('key_shown', null, { ways: first.mark.way })],
  }
}

function show(question: RawQuestion, place: number | null, forms: readonly RegExp[]): RawQuestion {
  const risposte = question.risposte.map((r) => ({
    ...r,
    testo: forms.reduce((text, form) => bare(form, { ...r, testo: text }) ?? text, r.testo),
    right: place === null ? null : r.place === place,
  }))
  return { ...question, risposte }
}
