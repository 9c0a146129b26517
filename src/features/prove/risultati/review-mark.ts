import type { Domanda } from '#contract/database'
import { chiaveValida, correctPosition } from '#rules/esito'
import { marksOf } from '#rules/prova/machine'
import { gradeOf } from '../../../components/seduta/answer-order.ts'
import { risultatiText as testi } from '../../../text/risultati.ts'
import type { MarkedPlace } from './analysis.ts'

/** Mark of an answer in the review, never by colour alone. */
export type ReviewMark = { tone: 'ok' | 'errata' | 'neutra' | 'altra'; text: string }

/**
 * Returns the grade and points of a situational answer, chosen or not (one in between is not wrong). Any other answer gets a mark
 * when it is right or was marked. Null for the rest.
 */
export function reviewMark(
  domanda: Pick<Domanda, 'corretta' | 'punti' | 'stato'>,
  posizione: number,
  { esito: result, voce: item }: Pick<MarkedPlace, 'esito' | 'voce'>,
): ReviewMark | null {
  const own = marksOf(item).includes(posizione)
  const { punti } = domanda
  if (punti && punti.length > 0 && result !== 'non_valutata') {
    const grade = gradeOf(punti, posizione)
    const text = testi.grado(testi.gradi[grade], punti[posizione - 1] ?? 0, own)
    if (grade === 'migliore') return { tone: 'ok', text }
    return { tone: !own || item.doppia !== undefined ? 'altra' : result === 'intermedia' ? 'neutra' : 'errata', text }
  }
  const correct = correctPosition(chiaveValida(domanda))
  if (own && item.doppia !== undefined)
    return posizione === correct ? { tone: 'ok', text: testi.segno_giusta } : { tone: 'altra', text: testi.segno }
  if (posizione === correct) return { tone: 'ok', text: own ? testi.tua_giusta : testi.giusta }
  if (!own) return null
  return { tone: correct === null ? 'altra' : 'errata', text: testi.tua }
}
