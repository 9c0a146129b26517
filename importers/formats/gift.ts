import { append } from '../long-lists.ts'
import { emptyQuestion, makeAnswer, type RawAnswer, type RawQuestion, type Reading } from '../raw-question.ts'
import { type Warning, warn } from '../warnings.ts'
import type { FileContent, Format } from './format.ts'
import { Passages } from './passages.ts'
import { peekText } from './peek.ts'
import { readText, splitLines } from './text-source.ts'

/** Signs that a backslash escapes, replaced by characters of the private area while the text is cut. */
const SIGNS = '~=#{}:'
const HIDDEN = 0xe200
const hide = (text: string): string =>
  text.replace(/\\([~=#{}:\\n])/g, (_, sign: string) =>
    sign === 'n' ? '\n' : sign === '\\' ? '\\' : String.fromCharCode(HIDDEN + SIGNS.indexOf(sign)),
  )
const show = (text: string): string =>
  text
    .replace(/[\ue200-\ue205]/g, (c) => SIGNS[c.charCodeAt(0) - HIDDEN] ?? c)
    .replace(/^\s*\[(?:html|moodle|plain|markdown)\]/i, '')
    .trim()

/** A blank in a sentence whose answer stands in the middle. */
const BLANK = ' _____ '
const TRUTH = /^(?:T|TRUE|F|FALSE)$/i

type Block = { line: number; text: string; materia: string | null }

/** Reads GIFT of Moodle: questions of one right answer, and true or false. Other kinds are reported and left out. */
export const gift: Format = {
  id: 'gift',
  sniff: (bytes) =>
    /(?:^|\n)(?:::[^\n]*::)?[^\n{}]*(?<!\\)\{\s*(?:\/\/[^\n]*\n\s*)*(?:[=~][^{}]*|(?:T|TRUE|F|FALSE)\s*(?:#[^{}]*)?)\}/.test(
      peekText(bytes),
    )
      ? { strength: 0.9, reason: 'braces' }
      : null,
  async read(source): Promise<FileContent> {
    const { testo, wrongLines, warnings } = await readText(source)
    const told: Warning[] = [...warnings, ...wrongLines.map((line) => warn('encoding_of_line', line, { line }))]
    const questions: RawQuestion[] = []
    const passages = new Passages()
    let broken = 0
    let others = 0
    for (const block of cutBlocks(testo)) {
      const read = readBlock(block)
      if (read === 'text') {
        passages.add(block.line, show(block.text.replace(/^\s*::[\s\S]*?::/, '')), block.materia)
        continue
      }
      if (read === null) {
        broken++
        told.push(warn('not_a_question', block.line, {}))
      } else if ('other' in read) {
        others++
        told.push(warn('question_of_other_kind', block.line, { type: read.other }))
      } else questions.push(passages.give(read))
    }
    append(told, passages.tell())
    // Questions of other kinds prove no wrong reading, unless there is nothing else.
    const candidates = questions.length + broken + (questions.length > 0 ? 0 : others)
    const reading: Reading = { questions, candidates, declaredAnswers: null, warnings: [], mapping: [] }
    return { shape: 'questions', reading, warnings: told }
  },
}

/**
 * Splits questions at blank lines outside of braces. Comments are dropped; a category is the subject of the next
 * questions.
 */
function cutBlocks(text: string): Block[] {
  const blocks: Block[] = []
  let materia: string | null = null
  let lines: string[] = []
  let from = 0
  // Braces are open: a blank line is part of the question.
  let open = false
  const end = () => {
    if (lines.length > 0) blocks.push({ line: from, text: lines.join('\n'), materia })
    lines = []
    open = false
  }
  splitLines(text).forEach((raw, i) => {
    if (/^\s*\/\//.test(raw)) return
    const line = hide(raw)
    const category = /^\s*\$CATEGORY\s*:\s*(.*)$/i.exec(line)?.[1]
    if (category !== undefined) {
      end()
      materia = show(category.split('/').at(-1) ?? '') || null
    } else if (line.trim() === '' && !open) end()
    else {
      if (lines.length === 0) from = i + 1
      lines.push(line)
      if (/[{}]/.test(line)) open = line.lastIndexOf('{') > line.lastIndexOf('}')
    }
  })
  end()
  return blocks
}

/**
 * Reads the question of a block, or the kind of one without answers to choose from. A broken block returns null, and a
 * block that asks nothing returns `text`.
 */
function readBlock({ line, text, materia }: Block): RawQuestion | { other: string } | null | 'text' {
  const body = text.replace(/^\s*::[\s\S]*?::/, '')
  const open = body.indexOf('{')
  if (open < 0) return 'text'
  const close = body.indexOf('}', open)
  // Accept one pair of braces: more are two blanks, or unescaped signs.
  if (close < 0 || body.lastIndexOf('{') !== open || body.lastIndexOf('}') !== close) return null
  const [answers = '', general = ''] = body.slice(open + 1, close).split('####')
  const other = otherKind(answers.trim())
  if (other) return { other }
  const risposte = readAnswers(answers.trim())
  if (!risposte) return null
  const after = show(body.slice(close + 1))
  const stem = show(body.slice(0, open))
  return {
    ...emptyQuestion(line),
    materia,
    testo: after === '' ? stem : `${stem}${BLANK}${after}`.trim(),
    risposte,
    spiegazione: show(general) || null,
  }
}

function otherKind(text: string): string | null {
  if (text === '') return 'aperta'
  if (text.startsWith('#')) return 'numerica'
  if (!/^=[^~]*$/.test(text)) return null
  return text.includes('->') ? 'di abbinamento' : 'a risposta breve'
}

function readAnswers(text: string): RawAnswer[] | null {
  const truth = (text.split('#')[0] ?? '').trim()
  if (TRUTH.test(truth)) {
    const yes = /^t/i.test(truth)
    return [makeAnswer('Vero', 0, { right: yes }), makeAnswer('Falso', 1, { right: !yes })]
  }
  if (!/^[=~]/.test(text) || !text.includes('~')) return null
  const parts = text.split(/(?=[=~])/).map((part) => {
    const [answer = ''] = part.slice(1).split('#')
    const weight = /^\s*%(-?\d+(?:\.\d+)?)%/.exec(answer)
    const testo = show(weight ? answer.slice(weight[0].length) : answer)
    return { testo, credit: part.startsWith('=') ? 100 : Number(weight?.[1] ?? 0) }
  })
  // Refuse an answer that an unescaped sign cut inside an entity or a tag.
  if (parts.some(({ testo }) => /&$|<[^>]*$/.test(testo))) return null
  // Count answers with part of the credit as right only where none has all of it.
  const least = parts.some(({ credit }) => credit >= 100) ? 100 : Number.MIN_VALUE
  const right = parts.filter(({ credit }) => credit >= least)
  // Take no key from one answer alone with part of the credit.
  const known = right.length > 1 || (right[0]?.credit ?? 0) >= 100
  return parts.map(({ testo, credit }, place) => makeAnswer(testo, place, { right: known && credit >= least }))
}
