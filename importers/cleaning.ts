import type { RawAnswer, RawQuestion } from './raw-question.ts'
import { type CharacterKind, cleanCharacters, joinLines, squeezeBlanks } from './text/characters.ts'
import { dropMarks, findOwnForm, findOwnLetters, fixDisplaced } from './text/displaced.ts'
import { decodeEntities } from './text/entities.ts'
import { cleanHtml, escapeHtml, isHtml } from './text/html.ts'
import { writeMath } from './text/mathml.ts'
import { cleanPages, findPageTotals } from './text/pages.ts'
import { TIPO_OF, type Warning, warn } from './warnings.ts'

/** Placeholder of an answer that is only an image, until its question is left out. */
export const IMAGE_ANSWER = '\0image'

/** A question whose texts are clean; with `html` every text is escaped HTML, otherwise every one is plain. */
export type CleanQuestion = Omit<RawQuestion, 'testo' | 'risposte'> & {
  testo: string
  risposte: RawAnswer[]
  html: boolean
}

type CleanedText = { testo: string; html: boolean; immagini: string[] }
/** Defects of a text, one by field. */
type TextKind = 'page_footer' | 'watermark' | 'html_removed' | 'entities' | 'doubled_entities' | CharacterKind
type Note = (kind: TextKind, field: string, removed?: string) => void

/** Cleans every question of a bank and reports defects, one warning per question and kind. */
export function cleanQuestions(grezze: readonly RawQuestion[]): { pulite: CleanQuestion[]; avvisi: Warning[] } {
  const totali = findPageTotals(grezze)
  const avvisi: Warning[] = []
  const form = findOwnForm(grezze.map(({ risposte }) => risposte.map((r) => r.testo)))
  const pulite = grezze.map((grezza) => cleanQuestion(squeeze(grezza), { totali, form }, avvisi))
  return { pulite, avvisi }
}

const squeeze = (grezza: RawQuestion): RawQuestion => ({
  ...grezza,
  testo: squeezeBlanks(grezza.testo),
  brano: grezza.brano && squeezeBlanks(grezza.brano),
  spiegazione: grezza.spiegazione && squeezeBlanks(grezza.spiegazione),
  risposte: grezza.risposte.map((r) => ({ ...r, testo: squeezeBlanks(r.testo) })),
})

/** Facts about the whole bank: the pages that its footers count, and the form of its answers' marks. */
type OfBank = { totali: ReadonlySet<string>; form: RegExp }

function cleanQuestion(grezza: RawQuestion, { totali, form }: OfBank, avvisi: Warning[]): CleanQuestion {
  const note = new Map<string, { kind: TextKind; removed: string; campi: string[] }>()
  const nota: Note = (kind, campo, removed = '') => {
    const tipo = TIPO_OF[kind]
    const voce = note.get(tipo) ?? { kind, removed, campi: [] }
    voce.campi.push(campo)
    note.set(tipo, voce)
  }
  const spostati = fixDisplaced(
    stripPagine(grezza.testo, 'question', totali, nota),
    grezza.risposte.map((r) => ({ ...r, testo: stripPagine(r.testo, nameRisposta(r), totali, nota) })),
  )
  const testo = cleanText(spostati.testo, 'question', nota)
  const testi = spostati.risposte.map((r) => cleanText(r.testo, nameRisposta(r), nota))
  const spiegazione = grezza.spiegazione === null ? null : cleanText(grezza.spiegazione, 'explanation', nota)
  const brano = grezza.brano === null ? null : cleanPassage(grezza.brano, nota)
  const tutti = [testo, ...testi, ...(brano ?? []), ...(spiegazione ? [spiegazione] : [])]
  const html = brano !== null || tutti.some((t) => t.html)
  const scrivi = (t: CleanedText) => (html && !t.html ? escapeHtml(t.testo) : t.testo)
  const written = testi.map(scrivi)
  const own = findOwnLetters(written, form)
  const risposte = own ? written.map((answer) => answer.replace(form, '')) : dropMarks(written)
  for (const { kind, removed, campi } of note.values())
    avvisi.push(warn(kind, grezza.riga, { removed, fields: campi.join(', ') }, grezza.sheet))
  if (spostati.displaced) avvisi.push(warn(spostati.displaced, grezza.riga, {}, grezza.sheet))
  return {
    ...grezza,
    numero: cleanName(grezza.numero),
    id_origine: cleanName(grezza.id_origine),
    materia: cleanName(grezza.materia),
    testo: withPassage((brano ?? []).map(scrivi), dropNumero(scrivi(testo), grezza.numero)),
    brano: null,
    risposte: spostati.risposte.map((r, i) => ({
      ...r,
      ...(own && { lettera: own[i] ?? null }),
      testo: risposte[i] || (testi[i]?.immagini.length ? IMAGE_ANSWER : ''),
    })),
    spiegazione: spiegazione ? scrivi(spiegazione) || null : null,
    fonte: cleanName(grezza.fonte),
    alt: cleanName(grezza.alt),
    immagini: [...grezza.immagini, ...tutti.flatMap((t) => t.immagini)],
    html,
  }
}

const nameRisposta = (voce: RawAnswer): string => 'ABCDEFGH'[voce.place] ?? String(voce.place + 1)

/** Returns the paragraphs of a passage. */
const cleanPassage = (passage: string, note: Note): CleanedText[] =>
  passage
    .split(/\n\s*\n/)
    .map((paragraph) => cleanText(paragraph, 'passage', note))
    .filter((paragraph) => paragraph.testo !== '')

/** Puts a passage above its question, wherever the question is shown, searched or printed. */
function withPassage(passage: readonly string[], text: string): string {
  if (passage.length === 0) return text
  const asBlock = (part: string) => (/^<(p|ul|ol|table)[\s>]/.test(part) ? part : `<p>${part}</p>`)
  return [...passage, text].map(asBlock).join('')
}

/** Cleans numbers, names of subjects and sources, which are always plain text. */
export function cleanName(nome: string | null): string | null {
  if (nome === null) return null
  const testo = cleanCharacters(nome).testo
  return joinLines(isHtml(testo) ? cleanHtml(testo).testo.replace(/<[^>]*>/g, ' ') : decodeEntities(testo)) || null
}

function stripPagine(grezzo: string, campo: string, totali: ReadonlySet<string>, nota: Note): string {
  const { testo, pie, filigrana } = cleanPages(grezzo, totali)
  if (pie) nota('page_footer', campo, pie)
  if (filigrana) nota('watermark', campo, filigrana)
  return testo
}

/** Cleans characters, then markup or entities, then joins the lines. */
function cleanText(grezzo: string, campo: string, nota: Note): CleanedText {
  const { testo, difetti } = cleanCharacters(writeMath(grezzo))
  for (const kind of difetti) nota(kind, campo)
  if (!isHtml(testo)) {
    const decodificato = decodeEntities(testo)
    if (decodificato !== testo) nota('entities', campo)
    return { testo: joinLines(decodificato), html: false, immagini: [] }
  }
  const { doppie, tolti, ...pulito } = cleanHtml(testo)
  // Keep the tag: without other text or an image the text is about it (`<br>`).
  if (pulito.testo === '' && pulito.immagini.length === 0) return { testo: joinLines(testo), html: false, immagini: [] }
  if (doppie) nota('doubled_entities', campo)
  if (tolti.length > 0) nota('html_removed', campo, tolti.join(', '))
  return pulito
}

/** Drops the question's own number: `12) Quale …` -> `Quale …`. */
function dropNumero(testo: string, numero: string | null): string {
  const trovato = numero === null ? null : /^(\d+)\s*[).:-]\s+(?=\S)/.exec(testo)
  return trovato && trovato[1] === numero?.trim() ? testo.slice(trovato[0].length) : testo
}
