import { groupBy } from '../group-by.ts'
import { type Warning, warn } from '../warnings.ts'

export type CountedQuestion = {
  riga: number
  sheet: string | null
  materia: string | null
  risposte: readonly string[]
}

/** Share of questions of one subject that must have the same count for the others to be defects. */
const MAGGIORANZA = 0.9
const MAGGIORANZA_CON_INTESTAZIONE = 0.75
/** Questions below which only a header can set the number of answers. */
const MINIMO = 10

const VERO_FALSO = /^(vero|falso|true|false|v|f|s[iì]|no|yes)\.?$/i
const isTrueFalse = (risposte: readonly string[]): boolean =>
  risposte.length === 2 && risposte.every((r) => VERO_FALSO.test(r))

/**
 * Finds questions with fewer or more answers than the header declares, or than nearly all of the subject. True/false
 * questions are apart.
 */
export function checkAnswerCounts(domande: readonly CountedQuestion[], dichiarate: number | null): Warning[] {
  const scelte = domande.filter((d) => !isTrueFalse(d.risposte))
  const gruppi = [...groupBy(scelte, (d) => d.materia).values()]
  const tutte = findAttese(scelte, dichiarate)
  return gruppi.flatMap((gruppo) => {
    const attese = gruppo.length >= MINIMO ? (findAttese(gruppo, dichiarate) ?? tutte) : tutte
    return gruppo.flatMap(({ riga, sheet, risposte }): Warning[] => {
      const n = risposte.length
      if (attese !== null && n > attese) return [warn('more_answers', riga, { answers: n, expected: attese }, sheet)]
      if (attese !== null && n < attese) return [warn('fewer_answers', riga, { answers: n, expected: attese }, sheet)]
      return attese === null && n < 3 ? [warn('only_answers', riga, { answers: n }, sheet)] : []
    })
  })
}

/** Returns the expected answers of a question, or null when unknown. */
function findAttese(domande: readonly CountedQuestion[], dichiarate: number | null): number | null {
  const conti = new Map<number, number>()
  for (const { risposte } of domande) conti.set(risposte.length, (conti.get(risposte.length) ?? 0) + 1)
  const [modale, quante] = [...conti].reduce((a, b) => (b[1] > a[1] ? b : a), [0, 0])
  const quota = domande.length === 0 ? 0 : quante / domande.length
  if (
    dichiarate !== null &&
    modale === dichiarate &&
    quota >= (domande.length < MINIMO ? 0.5 : MAGGIORANZA_CON_INTESTAZIONE)
  )
    return modale
  return domande.length >= MINIMO && quota >= MAGGIORANZA ? modale : null
}

/** Finds equal answers inside one question. */
export function checkEqualAnswers({ riga, sheet, risposte }: CountedQuestion, corretta: number | null): Warning[] {
  const viste = new Map<string, number>()
  for (const [i, risposta] of risposte.entries()) {
    const prima = viste.get(risposta)
    if (prima === undefined) {
      viste.set(risposta, i)
      continue
    }
    const grave = corretta === prima + 1 || corretta === i + 1
    const letters = { first: 'ABCDE'[prima] ?? '', second: 'ABCDE'[i] ?? '' }
    return [warn(grave ? 'equal_right_answers' : 'equal_answers', riga, letters, sheet)]
  }
  return []
}
