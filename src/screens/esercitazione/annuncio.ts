import type { Domanda } from '#contract/database'
import { correctPosition, hasChiave, isUncounted } from '#rules/esito'
import { stripHtml } from '#rules/text'
import type { GivenAnswer } from '../../features/sedute/seduta-state.ts'
import { esercitazioneText as testi } from '../../text/esercitazione.ts'
import { livelloName } from '../../text/livelli.ts'
import type { Voce } from './disposizione.ts'

export type EsitoDetto = { tono: 'ok' | 'errata' | 'neutra'; testo: string; nota: string | null }

/** The outcome in words. Annulled, without a key, and at the middle grade, no level moves [LV8]. */
export function esitoDetto(
  domanda: Pick<Domanda, 'corretta' | 'punti' | 'stato'>,
  scelta: Pick<GivenAnswer, 'esito'>,
): EsitoDetto {
  const { esito } = scelta
  if (isUncounted(domanda, scelta)) return { tono: 'neutra', testo: testi.esito.annullata, nota: testi.annullata_nota }
  if (!hasChiave(domanda)) return { tono: 'neutra', testo: testi.esito.senza_chiave, nota: testi.senza_chiave_nota }
  const graduata = (domanda.punti?.length ?? 0) > 0
  if (esito === 'corretta')
    return { tono: 'ok', testo: graduata ? testi.esito.piu_efficace : testi.esito.corretta, nota: null }
  if (esito === 'errata')
    return { tono: 'errata', testo: graduata ? testi.esito.meno_efficace : testi.esito.errata, nota: null }
  return { tono: 'neutra', testo: testi.esito.nulla, nota: testi.neutra_nota }
}

/** What a screen reader says after an answer: the outcome, the right answer, the level once it is committed. */
export function annuncio(domanda: Domanda, voci: readonly Voce[], scelta: GivenAnswer): string {
  const detto = esitoDetto(domanda, scelta)
  const giusta = correctPosition(domanda)
  const voce = voci.find((v) => v.posizione === giusta)
  const testo = voce ? (domanda.html ? stripHtml(voce.testo) : voce.testo).trim().replace(/[.;]$/, '') : ''
  const graduata = (domanda.punti?.length ?? 0) > 0
  if (voce && isUncounted(domanda, scelta))
    return `${detto.testo}. ${testi.annuncio_pubblicata(voce.lettera, testo)} ${detto.nota}`
  const esito =
    detto.tono === 'ok' && !graduata
      ? testi.annuncio_corretta
      : voce && scelta.risposta !== giusta
        ? graduata
          ? `${detto.testo}. ${testi.annuncio_efficace(voce.lettera, testo)}`
          : testi.annuncio_errata(voce.lettera, testo)
        : `${detto.testo}.`
  if (!scelta.salvata || detto.nota) return detto.nota ? `${esito} ${detto.nota}` : esito
  return `${esito} ${testi.annuncio_livello(livelloName(domanda.statistica.livello_conoscenza))}`
}
