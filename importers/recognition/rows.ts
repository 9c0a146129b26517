import type { Row, Table } from '../formats/table.ts'
import {
  emptyQuestion,
  makeAnswer,
  type RawAnswer,
  type RawQuestion,
  type Reading,
  trueFalseAnswers,
} from '../raw-question.ts'
import { type Warning, type WarningFigures, type WarningKind, warn } from '../warnings.ts'
import { type Columns, findHeader, isHeader } from './header.ts'
import { guessColumns } from './headerless.ts'
import type { Role } from './names.ts'
import { readDifficulty, readKeySource, readPoints, readPointsList, readState } from './values.ts'

/** A page's footer or a note, as a row of its own. */
const NOTA =
  /^(pag(ina|\.)?\s*\d|page\s*\d|\d+\s*(di|of|\/)\s*\d+$|©|\(c\)|copyright|fonte\b|nota\b|note\b|totale\b|aggiornat)/i
/** Longest title of a section. */
const MAX_SEZIONE = 90

/** Questions of one table, by its header or, without one, by what its cells look like. Null when it is no bank. */
export function readTable(tabella: Table, sheet: string | null): Reading | null {
  const intestazione = findHeader(tabella.rows)
  const colonne = intestazione?.columns ?? guessColumns(tabella.rows)
  if (!colonne) return null
  const inizio = intestazione ? intestazione.index + 1 : 0
  const nomi = intestazione ? (tabella.rows[intestazione.index]?.cells ?? []) : []
  const avvisi: Warning[] = tabella.warnings.map((warning) => ({ ...warning, sheet }))
  const note = <K extends WarningKind>(kind: K, riga: Row, figures: WarningFigures[K]) =>
    avvisi.push(warn(kind, riga.line, figures, sheet))
  const righe = trimCoda(tabella.rows.slice(inizio))
  const sole = countSole(righe)
  const grezze: RawQuestion[] = []
  let candidate = 0
  let sezione: string | null = null
  for (const riga of righe) {
    const piene = riga.cells.filter((c) => c.trim() !== '')
    if (piene.length === 0) {
      note('empty_row', riga, {})
    } else if (isHeader(riga.cells, nomi)) {
      note('header_repeated', riga, {})
    } else if (piene.length === 1 && colonne.answers.length > 0) {
      const titolo = (piene[0] ?? '').trim()
      const nuova = colonne.roles.materia === undefined && isSezione(titolo, sole)
      if (nuova) sezione = titolo
      const how = riga.merged ? 'merged_title' : 'single_cell'
      note(`${how}_${nuova ? 'as_materia' : 'skipped'}`, riga, { title: cut(titolo) })
    } else {
      candidate++
      const scarto = findDiscard(riga, colonne, nomi.length)
      if (scarto) {
        avvisi.push({ ...scarto, sheet })
        continue
      }
      const grezza = readRiga(riga, colonne, sheet, sezione)
      const numeriche = colonne.answers.filter((r) => riga.numeric.includes(r.column))
      if (numeriche.length > 0)
        note('numeric_cells', riga, { places: numeriche.map((r) => 'ABCDEFGH'[r.posto]).join(', ') })
      grezze.push(grezza)
    }
  }
  return {
    questions: grezze,
    candidates: candidate,
    declaredAnswers: intestazione ? colonne.answers.length : null,
    warnings: avvisi,
  }
}

export const cut = (testo: string): string => (testo.length > 60 ? `${testo.slice(0, 59)}…` : testo)

/** Empty rows at the end are no defect. */
function trimCoda(righe: Row[]): Row[] {
  let fine = righe.length
  while (fine > 0 && righe[fine - 1]?.cells.every((c) => c.trim() === '')) fine--
  return righe.slice(0, fine)
}

/** How often each text stands alone in its row: titles stand once, footers at every page. */
function countSole(righe: readonly Row[]): Map<string, number> {
  const sole = new Map<string, number>()
  for (const { cells: celle } of righe) {
    const piene = celle.filter((c) => c.trim() !== '')
    const testo = (piene[0] ?? '').replace(/\d+/g, '0').trim()
    if (piene.length === 1) sole.set(testo, (sole.get(testo) ?? 0) + 1)
  }
  return sole
}

const isSezione = (titolo: string, sole: ReadonlyMap<string, number>): boolean =>
  /\p{L}{3}/u.test(titolo) &&
  titolo.length <= MAX_SEZIONE &&
  !NOTA.test(titolo) &&
  sole.get(titolo.replace(/\d+/g, '0').trim()) === 1

/** Why a row cannot be a question, or null. */
function findDiscard({ cells: celle, line }: Row, colonne: Columns, larghezza: number): Warning | null {
  if (larghezza > 0 && celle.slice(larghezza).some((c) => c.trim() !== '')) {
    return warn('row_too_wide', line, { cells: celle.length, header: larghezza })
  }
  const testo = (celle[colonne.roles.testo ?? -1] ?? '').trim()
  if (testo === '' && colonne.roles.immagine === undefined) return warn('row_without_text', line, {})
  const risposte = colonne.answers.filter(({ column: colonna }) => (celle[colonna] ?? '').trim() !== '')
  if (colonne.answers.length > 0 && risposte.length < 2) return warn('row_without_answers', line, {})
  return null
}

function readRiga(riga: Row, colonne: Columns, sheet: string | null, sezione: string | null): RawQuestion {
  const cella = (campo: Role): string | null => {
    const colonna = colonne.roles[campo]
    return colonna === undefined ? null : (riga.cells[colonna] ?? '').trim() || null
  }
  const immagine = cella('immagine')
  return {
    ...emptyQuestion(riga.line, sheet),
    numero: cella('numero') ?? cella('id'),
    id_origine: colonne.roles.numero === undefined ? null : cella('id'),
    materia: cella('materia') ?? sezione,
    testo: riga.cells[colonne.roles.testo ?? -1] ?? '',
    risposte: colonne.answers.length > 0 ? readRisposte(riga, colonne, cella('efficacia')) : trueFalseAnswers(),
    chiave: cella('chiave'),
    immagini: immagine ? immagine.split(/\s*[;|]\s*/).filter((s) => s !== '') : [],
    alt: cella('alt'),
    spiegazione: cella('spiegazione'),
    fonte: cella('fonte'),
    difficolta: readDifficulty(cella('difficolta')),
    provenienza: readKeySource(cella('provenienza')),
    stato: readState(cella('stato')),
  }
}

function readRisposte({ cells: celle }: Row, colonne: Columns, efficacia: string | null): RawAnswer[] {
  const lista = efficacia === null ? [] : readPointsList(efficacia.split(/[;|/]|,\s/))
  return colonne.answers
    .map(({ column: colonna, posto, lettera }) => {
      const punti = colonne.points.get(posto)
      const valore = punti === undefined ? (lista[posto] ?? null) : readPoints(celle[punti] ?? '')
      return makeAnswer(celle[colonna] ?? '', posto, { lettera, punti: valore })
    })
    .filter((voce) => voce.testo.trim() !== '')
}
