import { emptyQuestion, makeAnswer, type RawAnswer, type RawQuestion, type Reading } from '../raw-question.ts'
import { takeShownSigns } from '../recognition/shown-signs.ts'
import { Refusal } from '../refusal.ts'
import { squeezeBlanks } from '../text/characters.ts'
import { type Warning, warn } from '../warnings.ts'
import { BlockReader, type ListBlock } from './blocks.ts'
import { headOf, type ListLine, optionOf, PLAIN } from './lines.ts'

/** Pairs of a number and a letter alone: `1 A  2 C`, `1) A; 2) B`, `1-A`. */
const PAIRS = /^\s*(?:(?:n\.?\s*)?\d{1,5}\s*[.):=\-–]?\s*(?:[A-Ha-h]|annullat[ao]|ann\.?|[-–*]+)(?:[\s,;|.]+|$))+\s*$/i
const PAIR = /(\d{1,5})\s*[.):=\-–]?\s*([A-Ha-h])(?=[\s,;|.]|$)/g
const NUMBERS = /^\s*(?:n\.?\s*)?\d{1,5}(?:[\s.|]+\d{1,5})+\s*$/
const LETTERS = /^\s*(?:risposta\s+|r\.?\s+)?[A-Ha-h](?:[\s|]+[A-Ha-h])+\s*$/
const TITLE =
  /^\s*(?:soluzioni|risposte(?:\s+(?:esatte|corrette|giuste))?|chiavi(?:\s+di\s+risposta)?|griglia.{0,40}|correttore|tabella\s+delle\s+risposte.{0,20}|answers?(?:\s+key)?|answer\s+key|n\.?\s+risposta)\s*[:.]?\s*$/i

/** Letters by number of the question; `twice` when a number has two. Lines from `from` on are the grid. */
type ListGrid = { from: number; letters: Map<number, string>; twice: boolean }

/** Finds the list of keys at the end of a text, under a title or in two lines. Null when there is none. */
function findListGrid(lines: readonly ListLine[]): ListGrid | null {
  // Collect rows of pairs, the lowest first.
  const below: [number, string][][] = []
  let from = lines.length
  let titled = false
  for (let i = lines.length - 1; i >= 0; i--) {
    const text = lines[i]?.text ?? ''
    const above = lines[i - 1]?.text ?? ''
    if (PAIRS.test(text)) {
      below.push([...text.matchAll(PAIR)].map(([, n, letter]): [number, string] => [Number(n), letter ?? '']))
    } else if (LETTERS.test(text) && NUMBERS.test(above)) {
      const numbers = above.match(/\d{1,5}/g) ?? []
      const letters = text.replace(/risposta/i, '').match(/\b[A-Ha-h]\b/g) ?? []
      if (numbers.length !== letters.length) break
      below.push(numbers.map((n, k): [number, string] => [Number(n), letters[k] ?? '']))
      i--
    } else if (TITLE.test(text)) {
      titled = true
      from = i
      break
    } else break
    from = i
  }
  const pairs = below.reverse().flat()
  if (pairs.length < 2 || (!titled && pairs.length < 4)) return null
  const letters = new Map(pairs.map(([n, letter]) => [n, letter.toUpperCase()]))
  return { from, letters, twice: letters.size < pairs.length }
}

/** Share of the questions with exactly one answer that a sign marks. Below it the sign means something else. */
const MARKED = 0.9

/** Page number on a line of its own. */
const FOOTER =
  /^\s*(?:pag(?:ina|\.)?\s*)?(?:\d{1,4}\s*(?:di|of|\/)\s*\d{1,4}|(?<=pag\S*\s*)\d{1,4}|[-–]\s*\d{1,4}\s*[-–])\s*$/i

/**
 * Reads the questions of a list of lines, with answers by letter. The key is a line, a sign, a grid at the end, or one
 * answer's look.
 */
export function readList(all: readonly ListLine[]): Reading {
  const lines = all
    .map(squeeze)
    .filter(({ text, images }) => (text.trim() !== '' && !FOOTER.test(text)) || images.length > 0)
  const grid = findListGrid(lines)
  const { blocks } = new BlockReader(grid ? lines.slice(0, grid.from) : lines)
  if (blocks.length === 0) throw new Refusal('no_questions', { seen: '' })
  takeInside(blocks)
  const sound = blocks.filter(({ doubtful }) => !doubtful)
  const signs = sound.filter(({ options }) => options.filter(({ marked }) => marked).length === 1).length
  const noted = lines.some(({ text }) => isOtherNote(text))
  const signed = signs > 0 && signs >= sound.length * MARKED && !noted
  const keys = gridKeys(grid, blocks)
  const warnings: Warning[] = blocks.flatMap(({ doubtful, line }) =>
    doubtful ? [warn('not_a_question', line, {})] : [],
  )
  if (grid && !keys) warnings.push(warn('key_grid_unclear', null, { keys: grid.letters.size }))
  if (!keys && !signed && isLaw(blocks)) throw new Refusal('no_questions', { seen: '' })
  const questions = sound.map((block) => toQuestion(block, signed, keys?.get(block.number ?? 0) ?? null))
  const reading: Reading = { questions, candidates: blocks.length, declaredAnswers: null, warnings, mapping: [] }
  return noted ? reading : takeShownSigns(reading)
}

/** Key at the end of another line: `… A4  Risposta: B`, `Chi decide? (Risposta: B)`, `Chi decide? [B]`. */
const INSIDE = [
  /^([\s\S]*?\S)\s*[([]?(?:risposta|risp\.|soluzione|answer)(?:\s+(?:esatta|corretta|giusta))?\s*[:=]\s*[([]?([A-Ha-h])[)\]]*\.?\s*$/i,
  /^([\s\S]*\S)\s*[([]([A-H])[)\]]\s*$/,
]

/** Removes the keys that nearly every question has at the end of its text or last answer. Keys elsewhere prevent it. */
function takeInside(blocks: readonly ListBlock[]): void {
  const sound = blocks.filter(({ doubtful }) => !doubtful)
  if (sound.some(({ keys, options }) => keys.length > 0 || options.some(({ marked }) => marked))) return
  for (const form of INSIDE)
    for (const place of ['stem', 'last'] as const) {
      const found = sound.map((block) => {
        const text = place === 'stem' ? block.stem.at(-1) : block.options.at(-1)?.text
        const [, rest, letter = ''] = form.exec(text ?? '') ?? []
        const known = block.options.some((option) => option.letter === letter.toUpperCase())
        return rest !== undefined && known ? { block, rest, letter } : null
      })
      const keyed = found.filter((one) => one !== null)
      const varied = new Set(keyed.map(({ letter }) => letter.toUpperCase())).size > 1
      if (keyed.length < 2 || keyed.length < sound.length * MARKED || !varied) continue
      for (const { block, rest, letter } of keyed) {
        const last = block.options.at(-1)
        if (place === 'stem') block.stem[block.stem.length - 1] = rest
        else if (last) last.text = rest
        block.keys.push(letter)
      }
      return
    }
}

/** Returns a line without runs of blanks. Its look is then dropped, because its characters moved. */
function squeeze(line: ListLine): ListLine {
  const text = squeezeBlanks(line.text)
  return text === line.text ? line : { ...line, text, look: () => PLAIN }
}

/** Returns true for a note by which the star marks something else, or a wrong answer. */
function isOtherNote(text: string): boolean {
  if (optionOf(text) || headOf(text)) return false
  const speaks = /^\s*\*+\s+\S/.test(text) || /asterisc/i.test(text) || /(?<![\p{L}\d])\*+(?![\p{L}\d*])/u.test(text)
  return speaks && (!/esatt|corrett|giust/i.test(text) || /\bnon\b|\b(?:err|sbagli)at/i.test(text))
}

/**
 * Returns true for paragraphs of a law, which have letters too. They ask no question, write no key, and end their
 * letters with a semicolon.
 */
function isLaw(blocks: readonly ListBlock[]): boolean {
  const options = blocks.flatMap((block) => block.options)
  const closed = options.filter(({ text }) => /;\s*(?:e|o)?\s*$/.test(text)).length
  const asked = blocks.filter(({ stem, keys }) => keys.length > 0 || stem.join(' ').includes('?')).length
  return asked < blocks.length / 4 && closed > options.length / 3 && !options.some(({ look }) => look.bold)
}

/** Returns a grid's keys when every number is one question's, once, and every letter one of its answers'. */
function gridKeys(grid: ListGrid | null, blocks: readonly ListBlock[]): Map<number, string> | null {
  if (!grid || grid.twice) return null
  const byNumber = new Map(blocks.map((block) => [block.number ?? -1, block]))
  if (byNumber.size < blocks.length || byNumber.has(-1)) return null
  const fits = [...grid.letters].every(([number, letter]) => {
    const block = byNumber.get(number)
    return block && (block.doubtful || letter.charCodeAt(0) - 65 < block.options.length)
  })
  return fits ? grid.letters : null
}

/** Letter alone, with the signs that may stand around it. */
const LETTER = /^[([]?\s*(?:lettera\s+)?([A-Ha-h])\s*[)\].]?\s*$/i

function toQuestion(block: ListBlock, signed: boolean, inGrid: string | null): RawQuestion {
  const [written] = block.keys
  const letter = written === undefined ? undefined : LETTER.exec(written)?.[1]?.toUpperCase()
  const inLine = block.options.some((option) => option.letter === letter) ? (letter ?? null) : null
  const marked = signed ? block.options.filter(({ marked: m }) => m).map((option) => option.letter) : []
  const said = new Set([...(inLine === null ? [] : [inLine]), ...(inGrid === null ? [] : [inGrid]), ...marked])
  // Mark several letters where sources disagree, so that the question has no key.
  const known = said.size > 0
  const risposte = block.options.map(
    ({ letter: own, text, look }, place): RawAnswer =>
      makeAnswer(text, place, {
        lettera: own,
        right: known ? said.has(own) : null,
        ...(look.bold || look.colour !== '' ? { bold: look.bold, colour: look.colour } : {}),
      }),
  )
  const inWords = written !== undefined && inLine === null ? written : null
  // Drop the marks when a key in words stands beside another source; comparing them would be a guess.
  const doubt = inWords !== null && known
  return {
    ...emptyQuestion(block.line),
    numero: block.number === null ? null : String(block.number),
    ...(block.struck && { struck: true }),
    materia: block.materia,
    testo: block.stem.join('\n'),
    risposte: doubt ? risposte.map((r) => ({ ...r, right: null })) : risposte,
    chiave: inWords,
    spiegazione: block.explanation.join(' ').trim() || null,
    immagini: block.images,
  }
}
