import type { Line } from './layout.ts'

/** Mark at the beginning of a line: place from 0, number or code, kind of writing, and length. */
export type Mark = { kind: string; value: number; code: string; length: number; flagged: boolean }

/** Signs that some banks put before the right answer. */
const FLAG = /^\s*(?:[*✓✔√►▶→☒☑✗✘■●◉⦿⬤]|[xX](?=\s+[[(]?[A-Ha-h][)\].]|\s*\t))\s*/
const BOX = /^\s*[☐□○◯❏❑▢]\s*/
const BULLET = /^\s*([☐□○◯❏❑▢☒☑■●◉⦿⬤•▪◦‣–-])\s*(?=\S)/
const LETTER = /^\s*([[(]?)\s*([A-Ha-h])\s*([)\]]|[.:]|\s?[-–](?=\s))\s*/
const LONE_LETTER = /^\s*([A-Ha-h])\t\s*/
const DIGIT = /^\s*([[(]?)\s*([1-8])\s*([)\]]|[.:]|\s?[-–](?=\s))\s*/

/** Returns the marks of answers with which a line may begin, in every writing that fits. */
function answerMarks(text: string): Mark[] {
  const flag = FLAG.exec(text)
  const flagged = flag !== null
  const skip = (flag?.[0] ?? BOX.exec(text)?.[0] ?? '').length
  const rest = text.slice(skip)
  const marks: Mark[] = []
  const letter = LETTER.exec(rest)
  const make = (kind: string, value: number, length: number) =>
    marks.push({ kind, value, code: '', length: skip + length, flagged })
  if (letter) {
    const [all, open = '', sign = '', close = ''] = letter
    make(
      `letter ${sign === sign.toUpperCase() ? 'A' : 'a'}${open}${close.trim()}`,
      sign.toUpperCase().charCodeAt(0) - 65,
      all.length,
    )
  }
  const lone = LONE_LETTER.exec(rest)
  if (lone)
    make(
      `lone ${lone[1] === lone[1]?.toUpperCase() ? 'A' : 'a'}`,
      (lone[1] ?? 'A').toUpperCase().charCodeAt(0) - 65,
      lone[0].length,
    )
  const digit = DIGIT.exec(rest)
  if (digit) make(`digit ${digit[1]}${digit[3]?.trim()}`, Number(digit[2]) - 1, digit[0].length)
  return marks
}

/** Returns the bullet or box with which an answer without a letter begins. */
function bulletMark(text: string): Mark | null {
  const found = BULLET.exec(text)
  if (!found) return null
  const sign = found[1] ?? ''
  const group = '☐□○◯❏❑▢☒☑■●◉⦿⬤'.includes(sign) ? 'box' : sign
  return { kind: `bullet ${group}`, value: -1, code: '', length: found[0].length, flagged: '☒☑■●◉⦿⬤'.includes(sign) }
}

const NUMBERS: [string, RegExp][] = [
  [
    'worded',
    /^\s*(?:domanda|quesito|quiz|question|item|d\.)\s*(?:n(?:r|um(?:ero)?)?\s*[.°º]?\s*)?(\d{1,5})\s*[).:\-–]*\s*/i,
  ],
  ['n.', /^\s*n(?:r|um)?\s*[.°º]\s*(\d{1,5})\s*[).:\-–]*\s*/i],
  ['paren', /^\s*[[(]\s*(\d{1,5})\s*[)\]]\s*/],
  ['close', /^\s*(\d{1,5})\s*\)\s*/],
  ['dot', /^\s*(\d{1,5})\s*\.(?!\d)\s*[-–]?\s*/],
  ['dash', /^\s*(\d{1,5})\s*[-–:]\s+/],
  ['bare', /^\s*(\d{1,5})(?:\t\s*|\s*$|\s+(?=\S))/],
]
const CODE = /^\s*[[(]?((?=[A-Z0-9_\-/.]*\d)[A-Z]{1,8}(?:[_\-/. ]?[A-Z0-9]{1,8}){1,5})[)\]]?(?:\s*[).:]\s*|\t\s*|\s+|$)/

/** Returns the marks of questions with which a line may begin. */
function questionMarks(text: string): Mark[] {
  const marks = NUMBERS.flatMap(([kind, pattern]): Mark[] => {
    const found = pattern.exec(text)
    return found
      ? [{ kind, value: Number(found[1]), code: found[1] ?? '', length: found[0].length, flagged: false }]
      : []
  })
  const code = CODE.exec(text)
  if (code) marks.push({ kind: 'code', value: -1, code: code[1] ?? '', length: code[0].length, flagged: false })
  return marks
}

/** Marks of each kind on a line. */
export type Marked = { line: Line; answers: Mark[]; bullet: Mark | null; numbers: Mark[] }

export const markLines = (lines: readonly Line[]): Marked[] =>
  lines.map((line) => ({
    line,
    answers: answerMarks(line.text),
    bullet: bulletMark(line.text),
    numbers: questionMarks(line.text),
  }))

/** Ranks the writings of the answers' marks, best first, by their successions (A, B, C …). */
export function rankAnswerKinds(marked: readonly Marked[]): string[] {
  const chains = new Map<string, { last: number; links: number; starts: number }>()
  for (const { answers } of marked)
    for (const { kind, value } of answers) {
      const chain = chains.get(kind) ?? { last: -1, links: 0, starts: 0 }
      if (value === 0) chain.starts++
      if (value > 0 && value === chain.last + 1) chain.links++
      chain.last = value
      chains.set(kind, chain)
    }
  return [...chains]
    .filter(([, { links, starts }]) => links >= 2 && starts >= 2)
    .sort((a, b) => b[1].links - a[1].links)
    .map(([kind]) => kind)
}

/** Ranks the writings of the questions' numbers by how often they count on by one, best first. */
export function rankNumberKinds(marked: readonly Marked[], answerKind: string): string[] {
  const ranks = new Map<string, { last: number; links: number }>()
  for (const { answers, numbers } of marked) {
    if (answers.some((mark) => mark.kind === answerKind && !answerKind.startsWith('digit'))) continue
    for (const { kind, value, code } of numbers) {
      const rank = ranks.get(kind) ?? { last: 0, links: 0 }
      if (kind === 'code' ? code !== '' : value === rank.last + 1) rank.links += kind === 'code' ? 0.5 : 1
      if (kind !== 'code' && (value === rank.last + 1 || rank.last === 0)) rank.last = value
      ranks.set(kind, rank)
    }
  }
  return [...ranks]
    .filter(([, { links }]) => links >= 2)
    .sort((a, b) => b[1].links - a[1].links)
    .map(([kind]) => kind)
}
