import type { RawAnswer, RawQuestion, Reading } from '../raw-question.ts'
import { warn } from '../warnings.ts'

/** Share of the questions with exactly one marked answer for the mark to be the key. */
const SHOWN = 0.9
const RIGHT = '(?:risposta\\s+)?(?:esatta|corretta|giusta|correct|right)'

/** How an answer's own text may say that it is the right one; the last group that is there is the text without the mark. */
const MARKS: { way: string; form: RegExp }[] = [
  {
    way: 'bold',
    form: /^\s*(?:\*\*(?!\*)([\s\S]+?)\*\*|__([\s\S]+?)__|<(b|strong)\b[^>]*>((?:(?!<\/?\3\b)[\s\S])*)<\/\3>)\s*$/i,
  },
  { way: 'underline', form: /^\s*<(u|ins)\b[^>]*>((?:(?!<\/?\1\b)[\s\S])*)<\/\1>\s*$/i },
  { way: 'highlight', form: /^\s*<(mark)\b[^>]*>((?:(?!<\/?\1\b)[\s\S])*)<\/\1>\s*$/i },
  { way: 'sign', form: /^\s*(?:\*(?!\*)|[✓✔✅☑→]|\[[xX✓]\])\s*(\S[\s\S]*)$/ },
  { way: 'sign', form: /^(\s*\S[\s\S]*?)\s*(?:(?<!\*)\*|[✓✔✅☑]|\[[xX✓]\])\s*$/ },
  { way: 'sign', form: new RegExp(`^([\\s\\S]*\\S)\\s*[([]\\s*${RIGHT}\\s*[)\\]]\\s*\\.?\\s*$`, 'i') },
]

/** The text of an answer without its mark; null when it has none. */
function bare(form: RegExp, { testo }: RawAnswer): string | null {
  const found = form.exec(testo)
  const text = found?.slice(1).findLast((group) => group !== undefined)
  return text === undefined || text.trim() === '' ? null : text.trim()
}

const isKeyless = ({ chiave, risposte }: RawQuestion): boolean =>
  (chiave === null || String(chiave).trim() === '') && risposte.every((r) => r.right === null && r.punti === null)

/** Keys that a table or records show on one answer of nearly every question, when none has a key of another kind. */
export function takeShownSigns(reading: Reading): Reading {
  const { questions } = reading
  if (questions.length < 2 || !questions.every(isKeyless)) return reading
  const found = MARKS.map(({ way, form }) => {
    const marked = questions.map(({ risposte }) => risposte.filter((r) => bare(form, r) !== null).map((r) => r.place))
    const lone = marked.filter((places) => places.length === 1).map(([place]) => place)
    // One place everywhere is how a column is written; marks on all answers of others are something else.
    const sure = lone.length >= questions.length * SHOWN && new Set(lone).size > 1
    return { way, form, lone: lone.length, sure }
  })
  const sure = found.filter((mark) => mark.sure)
  const [mark] = sure
  const partly = found.find(({ lone, way }) => way === 'sign' && lone >= questions.length / 4)
  if (!mark || sure.length > 1)
    return partly
      ? { ...reading, warnings: [...reading.warnings, warn('key_shown_partly', null, { way: partly.way })] }
      : reading
  return {
    ...reading,
    questions: questions.map((question) => show(question, mark.form)),
    warnings: [...reading.warnings, warn('key_shown', null, { ways: mark.way })],
  }
}

function show(question: RawQuestion, form: RegExp): RawQuestion {
  const texts = question.risposte.map((r) => bare(form, r))
  const one = texts.filter((text) => text !== null).length === 1
  const risposte = question.risposte.map((r, i) => ({
    ...r,
    testo: texts[i] ?? r.testo,
    right: one ? texts[i] !== null : null,
  }))
  return { ...question, risposte }
}
