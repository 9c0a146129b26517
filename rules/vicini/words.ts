import { normalizeText, stripHtml } from '../text.ts'

/** Words that only put a question: two stems that differ in these alone ask the same. */
const ASKING = `a ad ai al all alla alle allo anche c che chi ci co come con cosa cos cui d da dagli dai dal dall dalla dalle dallo
  de degli dei del dell della delle dello di e è ed essere fra gli ha hanno i il in indica indicare indichi individuare
  individui la le lo l ll nei nel nell nella nelle nello negli o od opzione opzioni per può quale quali qual quanto quella quelle quelli quello questa
  questo risposta risposte s scegliere scelga se segnalare seguente seguenti seguito si sia sono su sua sue sui sul sull sulla sulle sullo suo suoi tra
  un una uno va vi viene vengono alternative alternativa proposte elencate elencati termini`
/** Words of a citation, which stands before a question or after it; its numbers are compared apart. */
const CITING = `ai art artt articolo articoli base codice comma commi conformità d dlgs dpr decreto del disposto dispone disposizioni edl
  generale generali ii integrazioni l legge legislativo leg lett lettera lgs m mm modifiche modificazioni n norma normativa num numero ordinamento par paragrafo
  prevede previsto previste quanto recita riferimento s secondo sensi smi ss successive stabilisce stabilito stato vigente
  italiano italiana dispositivo materia ue regolamento europeo testo unico tuel`
const NEGATIONS = `non né senza tranne eccetto salvo esclus fuorché falsa false falso falsi errat sbagliat scorrett inesatt incorrett
  escluder escludere eccezion mai nessun nessuno nessuna`

const listed = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).map((word) => normalizeText(word)))
const asking = listed(ASKING)
const citing = listed(CITING)
const negations = listed(NEGATIONS)

/** A text as it is compared: one case, no accents, marks and breaks as one space. */
export const plainText = (text: string, html: boolean): string => normalizeText(html ? stripHtml(text) : text)

/** Words and numbers of a plain text, in order. */
export const tokensOf = (plain: string): string[] => plain.match(/[\p{L}\p{N}]+/gu) ?? []

export const isNumber = (token: string): boolean => /^\d/.test(token)

/** A word without the vowel by which gender and number differ. */
export const rootOf = (token: string): string =>
  token.length < 5 || isNumber(token) ? token : token.replace(/(?:h?[ei]|i?[ao])$/, '')

export const isNegation = (token: string): boolean => negations.has(token) || negations.has(rootOf(token))

/** A word of the matter: no number, no negation, and neither puts the question nor cites. */
export const isContent = (token: string): boolean =>
  !isNumber(token) && !isNegation(token) && !asking.has(token) && !citing.has(token)
