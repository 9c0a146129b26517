import type { Chiave, ImportedDomanda } from '#contract/domanda'
import { type CleanQuestion, cleanQuestions } from './cleaning.ts'
import { findTooLong, MAX_RAW_ANSWERS, MAX_TEXT } from './limits.ts'
import { findQuestionPoints } from './points.ts'
import type { RawQuestion } from './raw-question.ts'
import { type KeyRules, resolveKeys } from './recognition/keys.ts'
import { isVoid } from './recognition/values.ts'
import { type Warning, warn } from './warnings.ts'

/** Most answers that a question may have (D17). */
export const MAX_ANSWERS = 5

/** Recognised questions cleaned, with their keys; `pulite[i]` is where `domande[i]` comes from. */
export type BuiltQuestions = { domande: ImportedDomanda[]; sources: CleanQuestion[]; avvisi: Warning[] }

export function buildQuestions(
  grezze: readonly RawQuestion[],
  predefinita: Chiave,
  rules: KeyRules = {},
): BuiltQuestions {
  const { pulite: tutte, avvisi } = cleanQuestions(
    grezze.filter((grezza) => grezza.risposte.length <= MAX_RAW_ANSWERS && findTooLong(grezza) === null),
  )
  for (const grezza of grezze) {
    const answers = grezza.risposte.length
    if (answers > MAX_RAW_ANSWERS) {
      avvisi.push(warn('too_many_answers', grezza.riga, { answers, max: MAX_ANSWERS }, grezza.sheet))
      continue
    }
    const characters = findTooLong(grezza)
    if (characters !== null)
      avvisi.push(warn('text_too_long', grezza.riga, { characters, max: MAX_TEXT }, grezza.sheet))
  }
  const sources = tutte.filter((pulita) => {
    const scarto = findDiscard(pulita)
    if (scarto) avvisi.push(scarto)
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
  return { domande, sources, avvisi: [...avvisi, ...diChiave] }
}

/** What cannot be a question once it is clean. */
function findDiscard({ testo, immagini, risposte, riga, sheet }: CleanQuestion): Warning | null {
  if (testo === '' && immagini.length === 0) return warn('question_without_text', riga, {}, sheet)
  const full = risposte.filter((r) => r.testo !== '')
  if (full.length < 2) return warn('question_without_answers', riga, {}, sheet)
  if (risposte.length > MAX_ANSWERS)
    return warn('too_many_answers', riga, { answers: risposte.length, max: MAX_ANSWERS }, sheet)
  return null
}
