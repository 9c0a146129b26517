import type { ImportedDomanda, ImportedImage } from '#contract/domanda'
import { fail, ok, type Result } from '#contract/result'
import type { CleanQuestion } from './cleaning.ts'
import { findDefects } from './defects/defects.ts'
import { readContent } from './formats/formats.ts'
import { matchImages } from './images/match.ts'
import { applyGrid } from './keys/apply.ts'
import type { KeyGrid } from './keys/grid.ts'
import { readKeyFile } from './keys/key-file.ts'
import type { ImportOptions } from './options.ts'
import { buildQuestions } from './questions.ts'
import type { Mapped, RawQuestion, Reading } from './raw-question.ts'
import { imageKey } from './recognition/evidence.ts'
import { recognise } from './recognition/recognise.ts'
import { Refusal } from './refusal.ts'
import { applyReview } from './review.ts'
import type { Warning, WarningKind } from './warnings.ts'

const FAILED = /dynamically imported module|importing a module script failed|error loading dynamically/i

/**
 * Returns true when a part of the program, loaded only when a format needs it, did not load. Such a failure proves
 * nothing about the file.
 */
function isMissingCode(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return FAILED.test(String(error)) || (cause !== undefined && FAILED.test(String(cause)))
}

/** File as its bytes, with the images that may go with it. `nome` may be a path, which is matched by its end. */
export type ImportFile = {
  nome: string
  byte: Uint8Array
  immagini?: readonly ImportedImage[]
  opzioni?: ImportOptions
}

/** Bank as read from a file; `immagini` holds only the valid images that some question uses. */
export type ImportedBank = {
  domande: ImportedDomanda[]
  immagini: ImportedImage[]
  avvisi: Warning[]
  /** Format of the file, and the column or field from which each role was read. */
  format: string
  mapping: Mapped[]
}

/** Least share of the rows that must be questions. */
const MIN_USEFUL = 0.5
/** Share of rows left out above which the reading is wrong, however few they are. */
const MAX_DROPPED = 1 / 20
/** Share of texts that are pieces of something else. */
const MAX_PIECES = 0.2

/**
 * Reads a published bank of any format of the table into questions and a report of its defects. The result is whole, or
 * a failure. A file that is not a bank is FILE_RIFIUTATO with `dati` { file, riga?, kind, …figures }. Its sentence
 * belongs to the caller that shows it. A missing part of the program is LETTORE_ASSENTE.
 */
export async function importBank(file: ImportFile): Promise<Result<ImportedBank>> {
  try {
    return ok(await readBank(file))
  } catch (error) {
    if (isMissingCode(error)) return fail('LETTORE_ASSENTE', { detail: String(error) })
    const refusal = error instanceof Refusal ? error : new Refusal('unreadable', {})
    const riga = refusal.riga === null ? {} : { riga: refusal.riga }
    const dati = { file: file.nome, ...riga, kind: refusal.kind, ...refusal.figures }
    return fail('FILE_RIFIUTATO', { dati, detail: error instanceof Error ? (error.stack ?? '') : String(error) })
  }
}

async function readBank(file: ImportFile): Promise<ImportedBank> {
  const { opzioni = {} } = file
  const { reading, given, format } = await findQuestions(file)
  const { domande, sources, raw, avvisi } = buildQuestions(
    reading.questions.splice(0),
    opzioni.defaultKeySource ?? 'ufficiale',
    opzioni,
  )
  // Free what nobody asked for: it is as large as the bank.
  if (!opzioni.onRead) raw.length = 0
  checkUseful(domande.length, reading, avvisi, opzioni.force ?? false)
  if (!opzioni.force) checkSense(domande, sources)
  const matched = matchImages(sources, given)
  domande.forEach((domanda, i) => {
    domanda.immagine = matched.nomi[i] ?? null
  })
  const defects = findDefects(domande, sources, reading.declaredAnswers)
  const all = [...reading.warnings, ...avvisi, ...matched.avvisi, ...defects]
  all.sort((a, b) => (a.riga ?? 0) - (b.riga ?? 0))
  opzioni.onRead?.({ domande, raw, avvisi: all })
  return { domande, immagini: matched.immagini, avvisi: all, format, mapping: reading.mapping }
}

/**
 * Returns the questions of a file as it has them. The format's data is freed on return, because a workbook's rows are
 * half of the memory.
 */
async function findQuestions({ nome, byte, immagini, opzioni = {} }: ImportFile) {
  const told = opzioni.onStep ?? (() => undefined)
  told({ passo: 'apertura' })
  const content = await readContent({ name: nome, bytes: byte, options: opzioni })
  told({ passo: 'ricerca' })
  const given = [...(content.images ?? []), ...(immagini ?? [])]
  const context = { images: new Set(given.map((image) => imageKey(image.nome))) }
  const reading = recognise(content, opzioni.mapping ? { ...context, mapping: opzioni.mapping } : context)
  told({ passo: 'controllo', domande: reading.questions.length })
  const ofKeys = await giveKeys(reading.questions, content.keys ?? null, opzioni)
  const { questions, corrected } = await correctQuestions(reading.questions, opzioni.review)
  const ofFile = (content.warnings ?? []).filter((w) => w.riga === null || !corrected.has(w.riga))
  const warnings = [...ofFile, ...ofKeys, ...reading.warnings]
  const unit: 'rows' | 'questions' = content.shape === 'tables' ? 'rows' : 'questions'
  return { reading: { ...reading, questions: [...questions], warnings, unit }, given, format: content.format }
}

/** Gives each question its key from the list at the file's end, then from a second file. */
async function giveKeys(
  questions: readonly RawQuestion[],
  inside: KeyGrid | null,
  options: ImportOptions,
): Promise<Warning[]> {
  const rule = options.rightLetter ?? null
  const own = inside ? applyGrid(questions, inside, rule) : []
  return options.keys ? [...own, ...applyGrid(questions, await readKeyFile(options.keys), rule)] : own
}

async function correctQuestions(questions: readonly RawQuestion[], review: Uint8Array | undefined) {
  if (!review) return { questions, corrected: new Set<number>() }
  const content = await readContent({ name: 'dubbie.csv', bytes: review, options: { separator: ';' } })
  if (content.shape !== 'tables') throw new Refusal('review_broken', { line: 1 })
  return applyReview(questions, content.tables)
}

/** Kinds of warnings that leave a question out, and the kinds among them that leave out none. */
const DROPS: ReadonlySet<string> = new Set(['riga_scartata', 'risposte_in_piu'])
const NO_DROP: ReadonlySet<WarningKind> = new Set(['header_repeated', 'single_cell_as_materia', 'more_answers'])
const UNSHOWN: ReadonlySet<WarningKind> = new Set(['question_with_formula', 'question_of_pictures'])

/** Rejects a file of which most rows are no questions. Such a file is not a bank, or is read in the wrong way. */
function checkUseful(
  useful: number,
  { candidates, warnings, unit }: Reading & { unit: 'rows' | 'questions' },
  others: readonly Warning[],
  force: boolean,
): void {
  const all = [...warnings, ...others]
  // Leave unshowable questions out of the count, unless the file has no others. They are no sign of a wrong reading.
  const unshown = useful === 0 ? 0 : others.filter(({ kind }) => UNSHOWN.has(kind)).length
  const rows = candidates - unshown
  const dropped = rows - useful
  if (useful > 0 && (force || dropped <= rows * MAX_DROPPED)) return
  const first = all
    .filter(({ kind, tipo }) => DROPS.has(tipo) && !NO_DROP.has(kind) && !(useful > 0 && UNSHOWN.has(kind)))
    .reduce<Warning | null>((a, b) => (a && (a.riga ?? 0) <= (b.riga ?? 0) ? a : b), null)
  const told = { ...first?.figures, rows, first: first?.kind ?? '', unit }
  if (useful >= rows * MIN_USEFUL && useful > 0)
    throw new Refusal('too_many_dropped', { ...told, dropped }, first?.riga ?? null)
  throw new Refusal('too_few', { ...told, questions: useful }, first?.riga ?? null)
}

/** Name of a question in the place of its text, which is elsewhere. */
const LABEL = /^(?:domanda|quesito|question|item|quiz|d|q|n)?\s*[.:°#_-]*\s*\d+$/i

/** Returns true for a text that is still written in base 64. */
const isBase64 = (text: string): boolean =>
  text.length >= 16 &&
  text.length % 4 === 0 &&
  /^[A-Za-z0-9+/]+={0,2}$/.test(text) &&
  /[a-z][A-Z]/.test(text) &&
  /\d/.test(text)

/**
 * Rejects pieces of a program or of a document cut at its commas, however many columns they fill. Names of questions
 * are rejected too.
 */
function checkSense(domande: readonly ImportedDomanda[], sources: readonly CleanQuestion[]): void {
  const pieces = domande.filter(
    ({ testo, html }, i) =>
      !/\p{L}/u.test(testo) ||
      isBase64(testo) ||
      (LABEL.test(testo) && sources[i]?.immagini.length === 0) ||
      /^["']?[\w-]+["']?\s*:\s*["'[{]|^[{}[\]]/.test(testo) ||
      (!html && /^<\/?\w+[^>]*>/.test(testo) && domande.length > 3),
  )
  if (pieces.length > domande.length * MAX_PIECES)
    throw new Refusal('random_questions', { sample: (pieces[0]?.testo ?? '').slice(0, 60) })
}
