import { groupBy } from '../group-by.ts'
import { type Warning, warn } from '../warnings.ts'

export type WrittenQuestion = {
  riga: number
  sheet: string | null
  materia: string | null
  testo: string
  risposte: readonly string[]
}

/** Little words of one language that the other lacks. */
const INGLESI = new Set(
  `the of and to is are was were be been being has have had does did don doesn didn isn aren wasn will would can could should must may might
  he she it they we you his her their our your my this that these those what which who whom whose where when why how
  on at by for from with about into there here not yes than then if or but because while since ago never always off out
  complete sentence choose correct fill blank following word meaning opposite past tense plural answer question
  him them us some any much many more most go goes went gone going get got make made came come take took up down`.split(
    /\s+/,
  ),
)
const ITALIANE = new Set(
  `il lo la gli le un uno una di del dello della dei degli delle da dal dalla dai nel nello nella nei negli nelle con su sul sulla
  per tra fra ed od ma se che chi cui quale quali quanto quanti quando dove perché non è sono era erano essere avere ha hanno
  al allo alla ai agli alle si ci ne mi ti vi questo questa quello quella seguenti seguente significa parola frase verbo più anche`.split(
    /\s+/,
  ),
)
/** The instruction before the sentence that is asked about, in brackets or before a colon. */
const CONSEGNA = /^\s*\([^)]*\)|^[^:;"“«]{10,}[:;]/
/** Words by which a question concerns English. */
const SULL_INGLESE =
  /(?:lingua|parola|termine|significato|verbo|traduzione|frase|in)\s+inglese|inglese\s+(?:di\s+|del\s+)?["“«]|\bto [a-z]+["”»]/i
/** Subjects where a foreign language is expected. */
const MATERIA_LINGUA = /ingles|english|lingu|language|stranier|franc|spagn|tedesc/i
/** Share of English questions above which a subject, or the bank, is an English one. */
const QUOTA_INGLESE = 0.8
/** Suspicions below which they are single quotations, not a group under the wrong subject. */
const MINIMO = 5
const QUOTA_MINIMA = 0.05

/** Returns true when a question asks for English, or is written in it by its little words. */
function isEnglish(testo: string, risposte: readonly string[]): boolean {
  if (SULL_INGLESE.test(testo)) return true
  const corpo = testo.replace(CONSEGNA, ' ')
  const parole = `${corpo} ${risposte.join(' ')}`.toLowerCase().match(/(?<![\p{L}\d])\p{L}{2,}(?!\d)/gu) ?? []
  const inglesi = parole.filter((p) => INGLESI.has(p)).length
  const italiane = parole.filter((p) => ITALIANE.has(p)).length
  return inglesi >= 2 && inglesi > italiane * 1.5
}

/** Finds questions in English under a subject that is no language, in an Italian bank. */
export function findForeignQuestions(domande: readonly WrittenQuestion[]): Warning[] {
  const sospette = domande.filter((d) => d.materia !== null && isEnglish(d.testo, d.risposte))
  if (sospette.length > domande.length * QUOTA_INGLESE) return []
  const quante = groupBy(domande, (d) => d.materia)
  return [...groupBy(sospette, (d) => d.materia)].flatMap(([materia, gruppo]) => {
    const totale = quante.get(materia)?.length ?? 0
    if (materia === null || MATERIA_LINGUA.test(materia)) return []
    if (
      gruppo.length < Math.max(Math.min(MINIMO, totale / 2), totale * QUOTA_MINIMA) ||
      gruppo.length > totale * QUOTA_INGLESE
    )
      return []
    return gruppo.map(({ riga, sheet }): Warning => {
      return warn('english_question', riga, { materia }, sheet)
    })
  })
}
