import type { RawQuestion } from '../raw-question.ts'

/** Cleaned text, and the parts removed from it. */
export type CleanPage = { testo: string; pie: string | null; filigrana: string | null }

const PIE =
  /^\s*(?:(?:pag(?:ina|\.)?\s*)?(\d{1,4})\s*(?:di|of)\s*(\d{1,4})|pag(?:ina|\.)\s*\d{1,4}|[-–]\s*\d{1,4}\s*[-–])\s*$/i
const PIE_IN_RIGA = /\s(\d{1,4}) (?:di|of) (\d{2,4})((?:\s+[\p{Lu}]{2,12}){0,2})$/u
/** Rows with the same "of N" that prove a footer without a line of its own. */
const MINIMO_IN_RIGA = 5
const PAROLE_FILIGRANA = [
  'BANCA DATI',
  'BANCADATI',
  'BOZZA',
  'FAC SIMILE',
  'FACSIMILE',
  'RISERVATO',
  'CAMPIONE',
  'SPECIMEN',
  'DRAFT',
]
/** Title of the next section, printed at the top of the page that follows. */
const TITOLO = /^\p{Lu}[\p{Lu}'’]{3,}[^.?!:]{0,50}$/u

const isMaiuscola = (riga: string): boolean => riga.length <= 12 && /^[\p{Lu}\s]+$/u.test(riga)
/** Returns true for a whole word of a watermark, or a piece too long to be anything else. */
const isFrammento = (riga: string): boolean =>
  PAROLE_FILIGRANA.some((parola) => parola === riga || (riga.length >= 6 && parola.includes(riga)))

/** Returns the totals N of "page of N" that the bank repeats, for texts that lost their lines. */
export function findPageTotals(grezze: readonly RawQuestion[]): Set<string> {
  const conti = new Map<string, number>()
  for (const { testo, risposte } of grezze) {
    for (const t of [testo, ...risposte.map((r) => r.testo)]) {
      const totale = t.includes('\n') ? undefined : PIE_IN_RIGA.exec(t)?.[2]
      if (totale) conti.set(totale, (conti.get(totale) ?? 0) + 1)
    }
  }
  return new Set([...conti].filter(([, n]) => n >= MINIMO_IN_RIGA).map(([totale]) => totale))
}

/** Removes page footers, the watermark's letters and the next page's title (`dallo stomaco\n2 di 400\nANCA DAT`). */
export function cleanPages(grezzo: string, totali: ReadonlySet<string>): CleanPage {
  if (!grezzo.trim().includes('\n')) return cleanInRiga(grezzo, totali)
  const tenute: string[] = []
  const pie: string[] = []
  const filigrana: string[] = []
  let dopo = 0
  for (const riga of grezzo.split(/\r\n|\r|\n/)) {
    const pulita = riga.trim()
    if (PIE.test(pulita)) {
      pie.push(pulita)
      dopo = 1
    } else if (dopo === 1 && isMaiuscola(pulita)) {
      filigrana.push(pulita)
      dopo = 2
    } else if (dopo > 0 && TITOLO.test(pulita)) {
      pie.push(pulita)
    } else if (tenute.length > 0 && isFrammento(pulita)) {
      filigrana.push(pulita)
    } else {
      tenute.push(riga)
      if (pulita !== '') dopo = 0
    }
  }
  const testo = tenute.join('\n')
  // Keep a text that is nothing but "1 di 4": it is an answer, not a footer.
  if (testo.trim() === '') return { testo: grezzo, pie: null, filigrana: null }
  return { testo, pie: pie.join(' · ') || null, filigrana: filigrana.join(' · ') || null }
}

function cleanInRiga(grezzo: string, totali: ReadonlySet<string>): CleanPage {
  const trovato = totali.size === 0 ? null : PIE_IN_RIGA.exec(grezzo.trimEnd())
  if (!trovato || !totali.has(trovato[2] ?? '') || trovato.index === 0)
    return { testo: grezzo, pie: null, filigrana: null }
  const filigrana = (trovato[3] ?? '').trim() || null
  return { testo: grezzo.slice(0, trovato.index), pie: `${trovato[1]} di ${trovato[2]}`, filigrana }
}
