import type { Avviso } from '#contract/domanda'
import { groupBy } from '../gruppi.ts'

export type Scritta = { riga: number; dove: string; materia: string | null; testo: string; risposte: readonly string[] }

const INGLESI = new Set(
  `the of and to is are was were be been being has have had do does did don doesn didn isn aren wasn will would can could should must may might
  he she it they we you his her their our your my this that these those what which who whom whose where when why how
  in on at by for from with about into there here not no yes than then if or but because while since ago never always
  complete sentence choose correct fill blank following word meaning opposite past tense plural answer question
  i me him them us some any much many more most go goes went gone going get got make made come came take took`.split(
    /\s+/,
  ),
)
const ITALIANE = new Set(
  `il lo la gli le un uno una di del dello della dei degli delle da dal dalla dai in nel nello nella nei negli nelle con su sul sulla
  per tra fra e ed o od ma se che chi cui quale quali quanto quanti quando come dove perché non è sono era erano essere avere ha hanno
  al allo alla ai agli alle si ci ne mi ti vi questo questa quello quella seguenti seguente significa parola frase verbo più anche
  completare completa scegliere individuare indicare inserire corretta corretto inglese lingua`.split(/\s+/),
)
/** Subjects where a foreign language is expected. */
const MATERIA_LINGUA = /ingles|english|lingu|language|stranier|franc|spagn|tedesc/i
/** Share of English questions above which a subject, or the bank, is an English one. */
const QUOTA_INGLESE = 0.8
/** Suspicions below which they are single quotations, not a group under the wrong subject. */
const MINIMO = 5

/** True when a question and its answers are written in English (by the little words of the two languages). */
export function isInglese(testo: string, risposte: readonly string[]): boolean {
  const parole = `${testo} ${risposte.join(' ')}`.toLowerCase().match(/[\p{L}]+/gu) ?? []
  const inglesi = parole.filter((p) => INGLESI.has(p)).length
  const italiane = parole.filter((p) => ITALIANE.has(p)).length
  return inglesi >= 2 && inglesi > italiane * 1.5
}

/** Questions in English under a subject that is not a language, in a bank that is Italian. */
export function checkMaterie(domande: readonly Scritta[]): Avviso[] {
  const sospette = domande.filter((d) => d.materia !== null && isInglese(d.testo, d.risposte))
  if (sospette.length > domande.length * QUOTA_INGLESE) return []
  const quante = groupBy(domande, (d) => d.materia)
  return [...groupBy(sospette, (d) => d.materia)].flatMap(([materia, gruppo]) => {
    const totale = quante.get(materia)?.length ?? 0
    if (materia === null || MATERIA_LINGUA.test(materia)) return []
    if (gruppo.length < Math.min(MINIMO, totale / 2) || gruppo.length > totale * QUOTA_INGLESE) return []
    return gruppo.map(({ riga, dove }): Avviso => {
      return { tipo: 'materia_sospetta', riga, testo: `${dove}Domanda in inglese sotto la materia «${materia}».` }
    })
  })
}
