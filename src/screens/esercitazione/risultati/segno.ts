import type { Domanda } from '#contract/database'
import { chiaveValida, correctPosition } from '#rules/esito'
import { risultatiText as testi } from '../../../text/risultati.ts'
import { gradoDi } from '../disposizione.ts'
import type { PostoValutato } from './analisi.ts'

/** What an answer of the review says of itself: never by colour alone. */
export type SegnoRivista = { tono: 'ok' | 'errata' | 'accettabile' | 'altra'; testo: string }

/**
 * A situational answer tells its grade and its points, whichever was chosen (field.md pitfall 28: one in between is not wrong);
 * any other tells whether it is the right one and whether it was marked. Null when it has nothing to say.
 */
export function segnoRivista(
  domanda: Pick<Domanda, 'corretta' | 'punti' | 'stato'>,
  posizione: number,
  { esito, voce }: Pick<PostoValutato, 'esito' | 'voce'>,
): SegnoRivista | null {
  const tua = voce.risposta === posizione
  const { punti } = domanda
  if (punti && punti.length > 0 && esito !== 'non_valutata') {
    const grado = gradoDi(punti, posizione)
    const testo = testi.grado(testi.gradi[grado], punti[posizione - 1] ?? 0, tua)
    if (grado === 'migliore') return { tono: 'ok', testo }
    return { tono: !tua ? 'altra' : esito === 'intermedia' ? 'accettabile' : 'errata', testo }
  }
  const giusta = correctPosition(chiaveValida(domanda))
  if (posizione === giusta) return { tono: 'ok', testo: tua ? testi.tua_giusta : testi.giusta }
  if (!tua) return null
  return { tono: giusta === null ? 'altra' : 'errata', testo: testi.tua }
}
