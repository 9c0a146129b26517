import type { Avviso } from '#contract/domanda'
import { groupBy } from '../group-by.ts'

export type CountedQuestion = { riga: number; dove: string; materia: string | null; risposte: readonly string[] }

/** Share of questions of one subject that must have the same count for the others to be defects. */
const MAGGIORANZA = 0.9
const MAGGIORANZA_CON_INTESTAZIONE = 0.75
/** Questions below which only a header can say how many answers there should be. */
const MINIMO = 10

const VERO_FALSO = /^(vero|falso|true|false|v|f|s[iì]|no|yes)\.?$/i
export const isTrueFalse = (risposte: readonly string[]): boolean =>
  risposte.length === 2 && risposte.every((r) => VERO_FALSO.test(r))

/** Fewer or more answers than the header declares or than nearly all questions of the subject have; true/false apart. */
export function checkAnswerCounts(domande: readonly CountedQuestion[], dichiarate: number | null): Avviso[] {
  const scelte = domande.filter((d) => !isTrueFalse(d.risposte))
  const gruppi = [...groupBy(scelte, (d) => d.materia).values()]
  const tutte = findAttese(scelte, dichiarate)
  return gruppi.flatMap((gruppo) => {
    const attese = gruppo.length >= MINIMO ? (findAttese(gruppo, dichiarate) ?? tutte) : tutte
    return gruppo.flatMap(({ riga, dove, risposte }): Avviso[] => {
      const n = risposte.length
      if (attese !== null && n > attese)
        return [{ tipo: 'risposte_in_piu', riga, testo: `${dove}${n} risposte invece di ${attese}.` }]
      if (attese !== null && n < attese)
        return [{ tipo: 'risposte_in_meno', riga, testo: `${dove}${n} risposte invece di ${attese}.` }]
      return attese === null && n < 3 ? [{ tipo: 'risposte_in_meno', riga, testo: `${dove}Solo ${n} risposte.` }] : []
    })
  })
}

/** How many answers a question should have, or null when nobody can say it. */
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

/** Equal answers inside one question. */
export function checkEqualAnswers(
  { riga, dove, risposte }: CountedQuestion,
  corretta: number | null,
  saltata: string,
): Avviso[] {
  const viste = new Map<string, number>()
  for (const [i, risposta] of risposte.entries()) {
    const prima = risposta === saltata ? undefined : viste.get(risposta)
    if (prima === undefined) {
      viste.set(risposta, i)
      continue
    }
    const grave = corretta === prima + 1 || corretta === i + 1
    const coda = grave ? ': una delle due è la risposta esatta' : ''
    const testo = `${dove}Le risposte ${'ABCDE'[prima]} e ${'ABCDE'[i]} sono uguali${coda}.`
    return [{ tipo: 'risposte_uguali', riga, testo }]
  }
  return []
}
