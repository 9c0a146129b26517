import type { ImportedDomanda } from '#contract/domanda'
import type { CleanQuestion } from '../cleaning.ts'
import type { Warning } from '../warnings.ts'
import { checkAnswerCounts, checkEqualAnswers } from './answer-counts.ts'
import { checkDuplicates } from './duplicates.ts'
import { findForeignQuestions } from './language.ts'
import { checkNumbering } from './numbering.ts'
import { checkTruncated } from './truncated.ts'

/** Defects that only show on the whole bank, or on a finished question. `pulite[i]` is the source of `domande[i]`. */
export function findDefects(
  domande: readonly ImportedDomanda[],
  pulite: readonly CleanQuestion[],
  risposte_dichiarate: number | null,
): Warning[] {
  const tutte = domande.map((d, i) => ({
    riga: d.riga,
    sheet: pulite[i]?.sheet ?? null,
    materia: d.materia,
    numero: d.id_ufficiale,
    testo: d.testo,
    risposte: d.risposte,
    corretta: d.corretta,
    immagine: pulite[i]?.immagini.join(' ') || null,
  }))
  return [
    ...checkNumbering(tutte),
    ...checkAnswerCounts(tutte, risposte_dichiarate),
    ...tutte.flatMap((d) => checkEqualAnswers(d, d.corretta)),
    ...checkDuplicates(tutte),
    ...findForeignQuestions(tutte),
    ...checkTruncated(tutte),
  ]
}
