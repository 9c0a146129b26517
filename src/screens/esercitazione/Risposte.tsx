import { useEffect } from 'react'
import type { Domanda } from '#contract/database'
import { correctPosition, isUncounted } from '#rules/esito'
import { marksText } from '../../features/sedute/domanda-text.ts'
import type { GivenAnswer } from '../../features/sedute/seduta-state.ts'
import { esercitazioneText as testi } from '../../text/esercitazione.ts'
import { VisuallyHidden } from '../../ui/base.tsx'
import { cx } from '../../ui/cx.ts'
import { IconCheck, IconX } from '../../ui/icons.ts'
import { gradoDi, type Voce } from './disposizione.ts'
import css from './domanda.module.css'
import { Testo } from './Testo.tsx'
import { useGruppo } from './useGruppo.ts'

type Segno = { tono: 'ok' | 'errata' | 'neutra'; testo: string }

/** What an answer shows once the question was answered; null for the ones that have nothing to say. */
function segnoDi(domanda: Domanda, posizione: number, scelta: GivenAnswer): Segno | null {
  const mia = scelta.risposta === posizione
  const { punti } = domanda
  const fuori = isUncounted(domanda, scelta)
  if (punti && punti.length > 0) {
    const grado = gradoDi(punti, posizione)
    const nome = { migliore: testi.piu_efficace, media: testi.neutra, peggiore: testi.meno_efficace }[grado]
    const tono = fuori
      ? 'neutra'
      : grado === 'migliore'
        ? 'ok'
        : mia
          ? grado === 'peggiore'
            ? 'errata'
            : 'neutra'
          : 'neutra'
    return { tono, testo: `${mia ? `${testi.tua} · ` : ''}${nome} · ${testi.punti(punti[posizione - 1] ?? 0)}` }
  }
  const giusta = correctPosition(domanda)
  if (fuori) {
    const detti = [mia && testi.tua, giusta === posizione && testi.pubblicata].filter((detto) => detto !== false)
    return detti.length === 0 ? null : { tono: 'neutra', testo: detti.join(' · ') }
  }
  if (giusta === posizione) return { tono: 'ok', testo: testi.corretta }
  if (!mia) return null
  return { tono: giusta === null ? 'neutra' : 'errata', testo: testi.tua }
}

/**
 * The answers as one radio group whose arrows only move: answering takes a tap, a letter, Enter or the space bar, so that nobody
 * answers by walking through the answers (WCAG 3.2.2).
 */
export function Risposte({
  domanda,
  voci,
  scelta,
  escluse,
  escludendo,
  fermo,
  onRispondi,
  onEscludi,
}: {
  domanda: Domanda
  voci: readonly Voce[]
  scelta: GivenAnswer | null
  /** Options struck out, a bit each. */
  escluse: number
  /** A tap strikes out instead of answering. */
  escludendo: boolean
  /** The question has only just appeared: a tap meant for the one before must not answer it. */
  fermo: boolean
  onRispondi: (posizione: number) => void
  onEscludi: (posizione: number) => void
}) {
  const giusta = correctPosition(domanda)
  const data = scelta !== null
  const { rif, onKeyDown, mani, takeBarrata } = useGruppo({ fermo, data, onBarra: onEscludi })
  useEffect(() => {
    // The outcome rises over the foot of the page: the right answer must not end under it.
    if (data) rif.current?.querySelector('[data-giusta]')?.scrollIntoView({ block: 'nearest' })
  }, [data, rif])
  const raggiungibile = scelta ? voci.findIndex((v) => v.posizione === scelta.risposta) : 0
  return (
    <div
      ref={rif}
      className={css.risposte}
      role="radiogroup"
      aria-label={testi.risposte}
      aria-disabled={fermo || undefined}
      onKeyDown={onKeyDown}
    >
      {voci.map((v, i) => {
        const segno = scelta && segnoDi(domanda, v.posizione, scelta)
        const mia = scelta?.risposta === v.posizione
        const esclusa = scelta === null && (escluse & (1 << (v.posizione - 1))) !== 0
        return (
          // biome-ignore lint/a11y/useSemanticElements: a native radio answers on an arrow key
          <button
            key={v.posizione}
            type="button"
            role="radio"
            data-giusta={(data && v.posizione === giusta) || undefined}
            aria-checked={mia}
            aria-disabled={scelta !== null || undefined}
            tabIndex={i === raggiungibile ? 0 : -1}
            className={cx(css.risposta, segno && css[segno.tono], mia && css.mia, esclusa && css.esclusa)}
            {...mani(v.posizione)}
            onClick={() => {
              if (takeBarrata()) return
              // What was struck out comes back at a tap: an answer already discarded is not given by mistake.
              if (esclusa || (escludendo && !data)) onEscludi(v.posizione)
              else onRispondi(v.posizione)
            }}
          >
            <span className={css.lettera}>{v.lettera}</span>
            <span className={css.testo}>
              <Testo testo={v.testo} html={domanda.html} />
              {esclusa && <VisuallyHidden>, {marksText.esclusa}</VisuallyHidden>}
            </span>
            {segno && (
              <span className={css.segno}>
                {segno.tono === 'ok' ? <IconCheck size={16} /> : segno.tono === 'errata' ? <IconX size={16} /> : null}
                <span>{segno.testo}</span>
              </span>
            )}
          </button>
        )
      })}
    </div>
  )
}
