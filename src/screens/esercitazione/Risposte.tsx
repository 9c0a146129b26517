import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { Domanda } from '#contract/database'
import { posizioneGiusta } from '#rules/esito'
import type { Scelta } from '../../state/esercitazione.ts'
import { esercitazione as testi } from '../../text/esercitazione.ts'
import { cx } from '../../ui/cx.ts'
import { IconCheck, IconX } from '../../ui/icone.ts'
import { gradoDi, type Voce } from './disposizione.ts'
import css from './domanda.module.css'
import { Testo } from './Testo.tsx'

type Segno = { tono: 'ok' | 'errata' | 'neutra'; testo: string }

/** What an answer shows once the question was answered; null for the ones that have nothing to say. */
function segnoDi(domanda: Domanda, posizione: number, scelta: Scelta): Segno | null {
  const mia = scelta.risposta === posizione
  const { punti } = domanda
  if (punti && punti.length > 0) {
    const grado = gradoDi(punti, posizione)
    const nome = { migliore: testi.piu_efficace, media: testi.neutra, peggiore: testi.meno_efficace }[grado]
    const tono = grado === 'migliore' ? 'ok' : mia ? (grado === 'peggiore' ? 'errata' : 'neutra') : 'neutra'
    return { tono, testo: `${mia ? `${testi.tua} · ` : ''}${nome} · ${testi.punti(punti[posizione - 1] ?? 0)}` }
  }
  const giusta = posizioneGiusta(domanda)
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
  fermo,
  onRispondi,
}: {
  domanda: Domanda
  voci: readonly Voce[]
  scelta: Scelta | null
  /** The question has only just appeared: a tap meant for the one before must not answer it. */
  fermo: boolean
  onRispondi: (posizione: number) => void
}) {
  const rif = useRef<HTMLDivElement>(null)
  const giusta = posizioneGiusta(domanda)
  const data = scelta !== null
  useEffect(() => {
    // The outcome rises over the foot of the page: the right answer must not end under it.
    if (data) rif.current?.querySelector('[data-giusta]')?.scrollIntoView({ block: 'nearest' })
  }, [data])
  const move = (e: KeyboardEvent, verso: 1 | -1) => {
    const bottoni: Element[] = [...(rif.current?.querySelectorAll('button') ?? [])]
    const qui = document.activeElement ? bottoni.indexOf(document.activeElement) : -1
    e.preventDefault()
    const dopo = bottoni[(qui + verso + bottoni.length) % bottoni.length]
    if (dopo instanceof HTMLElement) dopo.focus()
  }
  const raggiungibile = scelta ? voci.findIndex((v) => v.posizione === scelta.risposta) : 0
  return (
    <div
      ref={rif}
      className={css.risposte}
      role="radiogroup"
      aria-label={testi.risposte}
      aria-disabled={fermo || undefined}
      onKeyDown={(e) => {
        if (e.key === 'ArrowDown') move(e, 1)
        if (e.key === 'ArrowUp') move(e, -1)
      }}
    >
      {voci.map((v, i) => {
        const segno = scelta && segnoDi(domanda, v.posizione, scelta)
        const mia = scelta?.risposta === v.posizione
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
            className={cx(css.risposta, segno && css[segno.tono], mia && css.mia)}
            onClick={() => onRispondi(v.posizione)}
          >
            <span className={css.lettera}>{v.lettera}</span>
            <span className={css.testo}>
              <Testo testo={v.testo} html={domanda.html} />
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
