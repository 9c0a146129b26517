import { append } from '../long-lists.ts'
/** Look of a line's characters: '' when plain, otherwise the traits that set them apart. */
export type TextLook = { bold: boolean; colour: string }

/** Line of a text, or paragraph of a document with the label that its list gives it. */
export type ListLine = {
  line: number
  text: string
  /** True when an empty line stands above. */
  blank: boolean
  /** True for a row of a table, whose cells are separated by tabs. */
  table: boolean
  /** True when it holds a part that no text can show, as a formula. */
  lost: boolean
  images: readonly string[]
  /** Returns the look of the text from one character on. */
  look(from: number): TextLook
}

export const PLAIN: TextLook = { bold: false, colour: '' }

/** Head of a line; `from` is the place where its text continues. */
export type Head = { number: number; from: number }
export type Option = { place: number; letter: string; text: string; from: number; marked: boolean }

const NUMBERED =
  /^\s*(?:(?:domanda|quesito|question)\s*(?:n\.?|nr\.?|n°|#)?\s*(\d{1,5})\s*[.):\-–]?|(\d{1,5})\s*(?:[.)](?!\d)|[-–:](?=\s))[-–.:)]?)\s*(?=\S|$)/i
const MARK = '(?:\\*{1,2}|✓|✔|✅|→|☑|\\[[xX*✓]\\]|\\([*✓xX]\\))'
const OPTION = new RegExp(
  `^\\s*(${MARK}|\\[ ?\\]|☐)?\\s*[(\\[]?([A-Ha-h])\\s*(?:[).\\]:]|[-–](?=\\s))[-–.]?\\s*(?=\\S)`,
)
const MARKED_END = new RegExp(
  `(?<!\\s)\\s*(?:${MARK}|[([](?:risposta\\s+)?(?:esatta|corretta|giusta|vera)[)\\]])\\s*$`,
  'i',
)

/** Returns the number of a question, or null. */
export function headOf(text: string): Head | null {
  const found = NUMBERED.exec(text)
  return found ? { number: Number(found[1] ?? found[2]), from: found[0].length } : null
}

/** Reads an answer by its letter, with the sign that may mark it as the right one. */
export function optionOf(text: string): Option | null {
  const found = OPTION.exec(text)
  const letter = found?.[2]
  if (!found || letter === undefined) return null
  const end = MARKED_END.exec(text)
  const sign = (found[1] ?? '').replace(/^\[ ?\]$|^☐$/, '')
  const from = found[0].length
  const until = end && end.index > from ? end.index : text.length
  return {
    place: letter.toUpperCase().charCodeAt(0) - 65,
    letter,
    text: text.slice(from, until).trim(),
    from,
    marked: sign !== '' || until < text.length,
  }
}

/** Cuts answers that share a line into one line each when their letters grow. Tabs or wide blanks separate them. */
function cutOptions(line: ListLine): ListLine[] {
  const first = optionOf(line.text)
  if (!first || line.table) return [line]
  const cuts = [...line.text.matchAll(/(?<!\s)(?:\t|\s{2,})(?=\S)(?=[([*]?\s*([A-Ha-h])\s*[).\]]\s*\S)/g)]
  const places = [first.place, ...cuts.map((cut) => (cut[1] ?? '').toUpperCase().charCodeAt(0) - 65)]
  if (cuts.length === 0 || !places.every((place, i) => i === 0 || place > (places[i - 1] ?? 0))) return [line]
  const starts = [0, ...cuts.map((cut) => cut.index + cut[0].length)]
  return starts.map((start, i) => ({
    ...line,
    text: line.text.slice(start, cuts[i]?.index ?? line.text.length),
    blank: i === 0 && line.blank,
    images: i === 0 ? line.images : [],
    look: (from) => line.look(start + from),
  }))
}

const placeOf = (line: ListLine): number => optionOf(line.text)?.place ?? -1
const follow = (lines: readonly ListLine[]): boolean =>
  lines.every((line, i) => placeOf(line) === placeOf(lines[0] ?? line) + i)

/** Most letters of a run. */
const MAX_LETTERS = 8

/**
 * Returns lines with one answer each, in the order of their letters. Two columns (`A C` above `B D`) are reordered too.
 */
export function splitOptions(lines: readonly ListLine[]): ListLine[] {
  const out: ListLine[] = []
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]
    const pieces = line ? cutOptions(line) : []
    if (!line || follow(pieces)) {
      append(out, pieces)
      continue
    }
    const group = [...pieces]
    let end = i + 1
    for (
      let next = lines[end];
      next && group.length < MAX_LETTERS && !isRun(group) && optionOf(next.text) && !next.blank;
      next = lines[++end]
    )
      append(group, cutOptions(next))
    if (!isRun(group)) out.push(line)
    else {
      group.sort((a, b) => placeOf(a) - placeOf(b))
      append(
        out,
        group.map((one, k) => ({ ...one, blank: k === 0 && line.blank })),
      )
      i = end - 1
    }
  }
  return out
}

/** Returns true for a full run of letters from A on, each once. */
const isRun = (lines: readonly ListLine[]): boolean =>
  lines
    .map(placeOf)
    .sort((a, b) => a - b)
    .every((place, i) => place === i)

/** Returns true when an answer's text holds the mark of an answer after its question's last. */
export const hidesOption = (text: string, answers: number): boolean =>
  new RegExp(`(?:^|\\s)[([]?${'ABCDEFGH'[answers] ?? '-'}\\s?[)\\].]\\s`).test(text)

const KEY =
  /^\s*(?:[-–•*>]\s*)?(?:(?:la\s+)?(?:risposta|risp\.?|r\.?|alternativa|opzione|soluzione|sol(?:uz)?\.?|chiave|answer|key)\s*(?:esatta|corretta|giusta|correct)?|(?:esatta|corretta|giusta)|correct\s+answer)\s*(?:è|e'|is)?\s*[:=]\s*(.*)$/i
const KEY_BARE =
  /^\s*(?:la\s+)?(?:(?:risposta|soluzione|alternativa|opzione|risp\.?)\s+(?:esatta|corretta|giusta)|risp\.|sol(?:uz)?\.)\s*(?:è\s+|e'\s*)?(?:la\s+)?(?:lettera\s+)?[(]?([A-Ha-h])[).]?\s*$/i
/** Line about answers, right or wrong, in an unknown form: no part of the answer above it. */
const KEY_LIKE =
  /^\s*(?:(?:\S+\s+){0,2}(?:risposta|risp\.|soluzione|sol(?:uz)?\.|chiave|alternativa)(?![\p{L}]).{0,50}|[([]?\s*[A-Ha-h]\s*[)\]]?\.?)\s*$/iu
const EXPLANATION = /^\s*(?:spiegazione|commento|motivazione|nota|explanation|feedback)\s*[:.–-]\s*(.*)$/i
const SUBJECT = /^\s*(?:materia|argomento|sezione|disciplina|area|modulo)\s*(?:[:–-]|\s(?=[\p{Lu}\d]))\s*(.*)$/iu

/** Returns the right answer that a line declares, as written. */
export const keyOf = (text: string): string | null => {
  const found = KEY.exec(text)?.[1] ?? KEY_BARE.exec(text)?.[1]
  return found === undefined ? null : found.trim()
}
/** Returns true for a line that gives or denies an answer in unknown words. */
export const isKeyLike = (text: string): boolean => KEY_LIKE.test(text)
export const explanationOf = (text: string): string | null => EXPLANATION.exec(text)?.[1]?.trim() ?? null
export const subjectOf = (text: string): string | null => SUBJECT.exec(text)?.[1]?.trim() || null
