import type { Domanda } from '#contract/database'
import { correctPosition, hasChiave, isUncounted } from '#rules/esito'
import { isPropria } from '#rules/raccolta'
import { stripHtml } from '#rules/text'
import type { AnswerOption } from '../../../components/seduta/answer-order.ts'
import { esercitazioneText as testi } from '../../../text/esercitazione.ts'
import { livelloOfOne } from '../../../text/livelli.ts'
import type { GivenAnswer } from '../seduta-state.ts'

export type SpokenEsito = { tone: 'ok' | 'errata' | 'neutra'; text: string; nota: string | null }

/** Describes the outcome. No level moves for an annulled question, for one without a key, or at the middle grade [LV8]. */
export function spokenEsito(
  domanda: Pick<Domanda, 'id_domanda' | 'corretta' | 'punti' | 'stato'>,
  given: Pick<GivenAnswer, 'esito'>,
): SpokenEsito {
  const { esito: result } = given
  if (isUncounted(domanda, given)) return { tone: 'neutra', text: testi.esito.annullata, nota: testi.annullata_nota }
  if (!hasChiave(domanda))
    return isPropria(domanda.id_domanda)
      ? { tone: 'neutra', text: testi.esito.senza_chiave_propria, nota: testi.senza_chiave_propria_nota }
      : { tone: 'neutra', text: testi.esito.senza_chiave, nota: testi.senza_chiave_nota }
  const graded = (domanda.punti?.length ?? 0) > 0
  if (result === 'corretta')
    return { tone: 'ok', text: graded ? testi.esito.piu_efficace : testi.esito.corretta, nota: null }
  if (result === 'errata')
    return { tone: 'errata', text: graded ? testi.esito.meno_efficace : testi.esito.errata, nota: null }
  return { tone: 'neutra', text: testi.esito.nulla, nota: testi.neutra_nota }
}

/** Returns the announcement after an answer, with the outcome, the right answer, and the level once it is committed. */
export function announcement(domanda: Domanda, options: readonly AnswerOption[], given: GivenAnswer): string {
  const spoken = spokenEsito(domanda, given)
  const correct = correctPosition(domanda)
  const item = options.find((v) => v.posizione === correct)
  const text = item ? (domanda.html ? stripHtml(item.text) : item.text).trim().replace(/[.;]$/, '') : ''
  const graded = (domanda.punti?.length ?? 0) > 0
  if (item && isUncounted(domanda, given))
    return `${spoken.text}. ${testi.annuncio_pubblicata(item.letter, text)} ${spoken.nota}`
  const result =
    spoken.tone === 'ok' && !graded
      ? testi.annuncio_corretta
      : item && given.risposta !== correct
        ? graded
          ? `${spoken.text}. ${testi.annuncio_efficace(item.letter, text)}`
          : testi.annuncio_errata(item.letter, text)
        : `${spoken.text}.`
  if (!given.salvata || spoken.nota) return spoken.nota ? `${result} ${spoken.nota}` : result
  return `${result} ${testi.annuncio_livello(livelloOfOne(domanda.statistica.livello_conoscenza))}`
}
