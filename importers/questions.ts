import type { Chiave, ImportedDomanda } from '#contract/domanda'
import { type CleanQuestion, cleanQuestions, IMAGE_ANSWER } from './cleaning.ts'
import { findTooLong, MAX_RAW_ANSWERS, MAX_TEXT } from './limits.ts'
import { append } from './long-lists.ts'
import type { RawAnswer, RawQuestion } from './raw-question.ts'
import { type KeyRules, resolveKeys } from './recognition/keys.ts'
import { isVoid } from './recognition/values.ts'
import { findLatex, hasLostMath } from './text/mathml.ts'
import { type Warning, warn } from './warnings.ts'

/** Grades of a situational question (`efficacia`), in thousandths. */
const GRADES = new Set([750, 375, 0])

/**
 * Returns the points per answer in thousandths when the question is situational. Such a question has three grades, or
 * at least three different values. Two values are a plain right/wrong question whose points belong to the rules of the
 * exam. A missing one counts 0.
 */
function findQuestionPoints(risposte: readonly RawAnswer[]): number[] | null {
  const dati = risposte.map((r) => r.punti).filter((p) => p !== null)
  if (dati.length === 0) return null
  const gradi = dati.includes(750) && dati.every((p) => GRADES.has(p))
  return gradi || new Set(dati).size >= 3 ? risposte.map((r) => r.punti ?? 0) : null
}

/** Most answers that a question may have (D17). */
const MAX_ANSWERS = 5

/** Recognised questions cleaned, with their keys; `domande[i]` is `sources[i]` cleaned and `raw[i]` in the file. */
export type BuiltQuestions = {
  domande: ImportedDomanda[]
  sources: CleanQuestion[]
  raw: RawQuestion[]
  avvisi: Warning[]
}

export function buildQuestions(
  grezze: readonly RawQuestion[],
  predefinita: Chiave,
  rules: KeyRules = {},
): BuiltQuestions {
  const told: Warning[] = []
  const whole = grezze.filter((grezza) => {
    const why = findUnreadable(grezza)
    if (why) told.push(why)
    return why === null
  })
  const { pulite: tutte, avvisi } = cleanQuestions(whole)
  append(avvisi, told)
  tellLatex(whole, avvisi)
  for (const grezza of whole) if (isStruck(grezza)) avvisi.push(warn('question_struck', grezza.riga, {}, grezza.sheet))
  const raw: RawQuestion[] = []
  const sources = tutte.filter((pulita, i) => {
    const scarto = findDiscard(pulita)
    if (scarto) avvisi.push(scarto)
    else raw.push(whole[i] as RawQuestion)
    return scarto === null
  })
  const { esiti, avvisi: diChiave } = resolveKeys(sources, rules)
  const origini = new Set(sources.map((p) => p.id_origine))
  const conOrigine = origini.size === sources.length
  const domande = sources.map((pulita, i): ImportedDomanda => {
    const esito = esiti[i]
    const corretta = esito && 'indice' in esito ? esito.indice + 1 : null
    return {
      riga: pulita.riga,
      id_origine: conOrigine ? pulita.id_origine : null,
      id_ufficiale: pulita.numero?.trim() || null,
      materia: pulita.materia,
      testo: pulita.testo,
      risposte: pulita.risposte.map((r) => r.testo),
      corretta,
      punti: findQuestionPoints(pulita.risposte),
      chiave: corretta === null ? 'assente' : (pulita.provenienza ?? predefinita),
      stato: isVoid(pulita.chiave) ? 'annullata' : pulita.stato,
      immagine: null,
      alt: pulita.alt,
      argomenti: null,
      spiegazione: pulita.spiegazione,
      fonte: pulita.fonte,
      difficolta: pulita.difficolta,
      html: pulita.html,
    }
  })
  return { domande, sources, raw, avvisi: [...avvisi, ...diChiave] }
}

/** Returns the reason to leave a question out before cleaning: a broken limit, or no possible text. */
function findUnreadable(grezza: RawQuestion): Warning | null {
  const { riga, sheet, risposte } = grezza
  if (risposte.length > MAX_RAW_ANSWERS)
    return warn('too_many_answers', riga, { answers: risposte.length, max: MAX_ANSWERS }, sheet)
  const characters = findTooLong(grezza)
  if (characters !== null) return warn('text_too_long', riga, { characters, max: MAX_TEXT }, sheet)
  const unshown = findUnshown(grezza)
  return unshown && warn(unshown, riga, {}, sheet)
}

const textsOf = ({ testo, brano, risposte }: RawQuestion): string[] => [
  testo,
  brano ?? '',
  ...risposte.map((r) => r.testo),
]

/** Text that is wholly in an element that strikes it out. */
const STRUCK =
  /^\s*(?:<(?:p|div|span)\b[^>]*>\s*)*<(s|del|strike)\b[^>]*>(?:(?!<\/\1>)[\s\S])*<\/\1>\s*(?:<\/(?:p|div|span)>\s*)*$/i
const isStruck = ({ struck, testo }: RawQuestion): boolean => struck ?? STRUCK.test(testo.slice(0, MAX_TEXT))

/** Longest formula that the report shows. */
const MAX_EXAMPLE = 60

/** Warns once of formulas that the product does not draw, with the first one. */
function tellLatex(questions: readonly RawQuestion[], told: Warning[]): void {
  const found = questions.flatMap((question) => {
    const formula = textsOf(question)
      .map(findLatex)
      .find((text) => text !== null)
    return formula ? [{ question, formula }] : []
  })
  const [first] = found
  if (!first) return
  const { riga, sheet } = first.question
  told.push(
    warn('formulas_undrawn', riga, { questions: found.length, example: first.formula.slice(0, MAX_EXAMPLE) }, sheet),
  )
}

/**
 * Returns the reason why a whole question cannot be shown; null for any other. Its answers are as the file has them, so
 * `a.png` has no mark.
 */
function findUnshown(question: RawQuestion): 'question_with_formula' | 'question_of_pictures' | null {
  const answers = question.risposte.map((r) => r.testo.trim()).filter((text) => text !== '')
  if (answers.length > 1 && answers.every((answer) => PICTURE.test(answer))) return 'question_of_pictures'
  return textsOf(question).some(hasLostMath) ? 'question_with_formula' : null
}

/** Answer that is nothing but the name of a picture. */
const PICTURE = /^[^\s<>?][^\n<>?]{0,200}\.(?:png|jpe?g|gif|svg|webp|bmp)$/i

/** Returns the reason why a clean question is discarded, or null. */
function findDiscard({ testo, immagini, risposte, riga, sheet }: CleanQuestion): Warning | null {
  if (testo === '' && immagini.length === 0) return warn('question_without_text', riga, {}, sheet)
  if (risposte.some((r) => r.testo === IMAGE_ANSWER)) return warn('question_of_pictures', riga, {}, sheet)
  const full = risposte.filter((r) => r.testo !== '')
  if (full.length < 2) return warn('question_without_answers', riga, {}, sheet)
  if (risposte.length > MAX_ANSWERS)
    return warn('too_many_answers', riga, { answers: risposte.length, max: MAX_ANSWERS }, sheet)
  return null
}
