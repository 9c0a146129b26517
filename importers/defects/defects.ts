import type { ImportedDomanda } from '#contract/domanda'
import type { CleanQuestion } from '../cleaning.ts'
import type { Warning } from '../warnings.ts'
import { warn } from '../warnings.ts'
import { checkAnswerCounts, checkEqualAnswers } from './answer-counts.ts'
import { checkDuplicates } from './duplicates.ts'
import { findForeignQuestions } from './language.ts'
import { checkNumbering } from './numbering.ts'

type LongQuestion = { riga: number; sheet: string | null; testo: string; risposte: readonly string[] }

/** Lengths at which programs cut texts. */
const LIMITI = [255, 256, 511, 512, 1023, 1024, 32767]
/** Least texts of exactly a limit, against each length just around it, that show a cut. */
const MINIMO = 5
const SPICCO = 4
const INTORNO = 8

/**
 * Finds texts cut by the publisher. Their length is a limit at which the bank's lengths pile up, or which none exceeds.
 */
function checkTruncated(domande: readonly LongQuestion[]): Warning[] {
  const testi = findLimiti(domande.map((d) => d.testo))
  const risposte = findLimiti(domande.flatMap((d) => d.risposte))
  return domande.flatMap((d): Warning[] => {
    const campi = [
      ...(testi.has(d.testo.length) ? ['question'] : []),
      ...d.risposte.flatMap((r, i) => (risposte.has(r.length) ? ['ABCDE'[i] ?? ''] : [])),
    ]
    if (campi.length === 0) return []
    const limite = campi[0] === 'question' ? d.testo.length : d.risposte.find((r) => risposte.has(r.length))?.length
    return [warn('truncated_text', d.riga, { limit: limite ?? 0, fields: campi.join(', ') }, d.sheet)]
  })
}

function findLimiti(testi: readonly string[]): Set<number> {
  const conti = new Map<number, number>()
  let massimo = 0
  for (const { length } of testi) {
    conti.set(length, (conti.get(length) ?? 0) + 1)
    massimo = Math.max(massimo, length)
  }
  return new Set(
    LIMITI.filter((limite) => {
      const quanti = conti.get(limite) ?? 0
      if (quanti === 0 || massimo === limite) return quanti > 0
      let vicini = 0
      // Leave one less out: a cut at a space is trimmed afterwards.
      for (let n = limite - INTORNO; n <= limite + INTORNO; n++)
        if (n !== limite && n !== limite - 1) vicini += conti.get(n) ?? 0
      return quanti >= MINIMO && quanti > (SPICCO * vicini) / (2 * INTORNO - 1)
    }),
  )
}

/**
 * Finds defects that only show on the whole bank, or on a finished question. `pulite[i]` is the source of `domande[i]`.
 */
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
