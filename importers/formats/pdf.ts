import { type ReadPage, readDocument } from '../pdf/document.ts'
import { dropFurniture, textOfRow } from '../pdf/layout.ts'
import type { PageRow } from '../pdf/lines.ts'
import { bindPictures } from '../pdf/pictures.ts'
import { toQuestions } from '../pdf/questions.ts'
import { type Attempt, readBlocks } from '../pdf/read.ts'
import { readRuledTable } from '../pdf/ruled-table.ts'
import type { Mapped } from '../raw-question.ts'
import { Refusal } from '../refusal.ts'
import { type Warning, warn } from '../warnings.ts'
import type { FileContent, Format } from './format.ts'

/** Share of sound questions below which the pages may be a table. */
const SOUND = 0.8
/** Letters on a page below which it is a scan. */
const MIN_LETTERS = 40
/** Share of the words that are common in Italian or English: fonts that hide their characters have none. */
const MIN_COMMON = 0.05
const COMMON =
  /^(?:il|lo|la|le|gli|i|un|una|di|del|della|dei|da|al|alla|in|nel|nella|con|per|su|che|e|è|o|a|si|non|sono|quale|the|of|and|to|is|in|which|are)$/i
const RULE =
  /risposta[^.]{0,40}(?:lettera|contrassegnata|esatta|corretta)[^.]{0,40}["“«(]?\s*([A-E])\s*["”»)]?[^.]{0,20}(?<!non |non è )(?:è )?sempre|(?:esatta|corretta)[^.]{0,20}(?<!non )(?:è|sarà) sempre (?:la |quella )?[^.]{0,24}(?:["“«(]\s*([A-E])\s*["”»)]|lettera ([A-E])(?![\p{L}\d]))/iu

/** Reads PDF with a text layer, in one column or several. */
export const pdf: Format = {
  id: 'pdf',
  sniff: (bytes) => (isPdf(bytes) ? { strength: 1, reason: 'signature' } : null),
  async read({ bytes, options }): Promise<FileContent> {
    const onPage = (fatte: number, tutte: number) => options.onStep?.({ passo: 'pagine', fatte, tutte })
    const drawn = await readDocument(bytes, options.pages ? { pages: options.pages, onPage } : { onPage })
    const { pages } = drawn
    const { visible, scanned } = chooseText(pages)
    checkText(visible, pages.length)
    const { rows, removed } = dropFurniture(visible)
    const attempt = readBlocks(rows)
    const found = attempt ? attempt.blocks.filter((b) => !b.broken && b.answers.length >= 2).length : 0
    const sound = attempt !== null && found >= 3 && attempt.score > attempt.starts * SOUND
    const table = sound ? null : readRuledTable(visible, rows)
    if (table)
      return { shape: 'tables', tables: [table], warnings: describe(visible, removed, [], options.rightLetter) }
    if (!attempt || found === 0) throw new Refusal('pdf_no_questions', { pages: pages.length, sample: sampleOf(rows) })
    if (scanned) for (const block of attempt.blocks) block.doubts.add('behind_scan')
    const pictures = bindPictures(attempt.blocks, drawn)
    const { questions, warnings } = toQuestions(attempt, visible, {
      rightLetter: options.rightLetter ?? null,
      pictures: pictures.names,
    })
    const reading = {
      questions,
      candidates: Math.max(attempt.blocks.length, attempt.starts),
      declaredAnswers: null,
      warnings: [],
      mapping: describeReading(attempt),
    }
    const loose = [...new Set(pictures.loose)].map((page) => warn('picture_loose', null, { page }))
    return {
      shape: 'questions',
      reading,
      images: pictures.images,
      keys: attempt.grid,
      warnings: [...describe(visible, removed, questions, options.rightLetter), ...loose, ...warnings],
    }
  },
}

function isPdf(bytes: Uint8Array): boolean {
  const head = String.fromCharCode(...bytes.subarray(0, 1024))
  return /^[\s\ufeff\0ï»¿]*%PDF-/.test(head)
}

/** Chooses the visible text, or the one behind the images of a scan when there is no other. */
function chooseText(pages: readonly ReadPage[]): { visible: ReadPage[]; scanned: boolean } {
  const behind = pages.filter((page) => page.behind !== null).length
  const scanned = behind > pages.length / 2
  return { visible: scanned ? pages.map((p) => ({ ...p, rows: p.behind ?? p.rows })) : [...pages], scanned }
}

function checkText(pages: readonly ReadPage[], count: number): void {
  const text = pages.map((page) => page.rows.map(textOfRow).join(' ')).join(' ')
  const letters = text.replace(/[^\p{L}]/gu, '').length
  if (letters < MIN_LETTERS * Math.min(count, 3)) throw new Refusal('pdf_no_text', { pages: count })
  const words = text.split(/[^\p{L}]+/u).filter((word) => word !== '')
  const common = words.filter((word) => COMMON.test(word)).length
  if (words.length > 200 && common < words.length * MIN_COMMON)
    throw new Refusal('pdf_unreadable_text', { pages: count })
}

const sampleOf = (rows: readonly PageRow[][]): string =>
  (
    rows
      .flat()
      .map(textOfRow)
      .find((text) => text.length > 15) ?? ''
  ).slice(0, 60)

const SAMPLES: Record<string, string> = {
  worded: 'Domanda 1',
  'n.': 'N. 1',
  paren: '(1)',
  close: '1)',
  dot: '1.',
  dash: '1 -',
  bare: '1',
  code: 'codice',
}

/** Describes the reading of the pages, for the operator to check. */
function describeReading({ how }: Attempt): Mapped[] {
  return [
    { role: 'colonne', name: String(how.columns) },
    { role: 'numero', name: how.numbers === null ? 'senza numeri' : (SAMPLES[how.numbers] ?? how.numbers) },
    { role: 'risposte', name: how.answers.replace(/^\w+ /, '') },
  ]
}

/** Reports the left-out parts of the pages, and their first page's words on the keys. */
function describe(
  pages: readonly ReadPage[],
  removed: readonly string[],
  questions: readonly { chiave: unknown }[],
  rule?: string,
): Warning[] {
  const told: Warning[] = []
  if (removed.length > 0)
    told.push(
      warn('page_furniture', null, {
        texts: removed.length,
        example: (removed[0] ?? '').replace(/\s+/g, ' ').slice(0, 80),
      }),
    )
  const slanted = pages.filter((page) => page.slanted > 0).length
  if (slanted > 0) told.push(warn('slanted_text', null, { pages: slanted }))
  const cover = pages
    .slice(0, 3)
    .map((page) => page.rows.map(textOfRow).join(' '))
    .join(' ')
  const said = RULE.exec(cover.replace(/\s+/g, ' '))
  const letter = said?.[1] ?? said?.[2] ?? said?.[3]
  if (letter && rule === undefined && questions.every(({ chiave }) => chiave === null))
    told.push(warn('key_rule_found', null, { letter }))
  return told
}
