import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { Domanda } from '#contract/database'
import { posizioneGiusta } from '#rules/esito'
import type { Scelta } from '../../state/esercitazione.ts'
import { segni } from '../../text/domanda-altro.ts'
import { esercitazione as testi } from '../../text/esercitazione.ts'
import { VisuallyHidden } from '../../ui/base.tsx'
import { cx } from '../../ui/cx.ts'
import { IconCheck, IconX } from '../../ui/icone.ts'
import { gradoDi, type Voce } from './disposizione.ts'
import css from './domanda.module.css'
import { Testo } from './Testo.tsx'

type Segno = { tono: 'ok' | 'errata' | 'neutra'; testo: string }

/** How long a finger stays on an option to strike it out, milliseconds. */
const LUNGA_MS = 500

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
  escluse,
  escludendo,
  fermo,
  onRispondi,
  onEscludi,
}: {
  domanda: Domanda
  voci: readonly Voce[]
  scelta: Scelta | null
  /** Options struck out, a bit each. */
  escluse: number
  /** A tap strikes out instead of answering. */
  escludendo: boolean
  /** The question has only just appeared: a tap meant for the one before must not answer it. */
  fermo: boolean
  onRispondi: (posizione: number) => void
  onEscludi: (posizione: number) => void
}) {
  const rif = useRef<HTMLDivElement>(null)
  const lunga = useRef<ReturnType<typeof setTimeout> | null>(null)
  /** The click that ends a long press answers nothing. */
  const barrata = useRef(false)
  const stop = () => {
    if (lunga.current !== null) clearTimeout(lunga.current)
    lunga.current = null
  }
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
            onPointerDown={(e) => {
              barrata.current = false
              stop()
              if (e.pointerType === 'mouse' || data || fermo) return
              lunga.current = setTimeout(() => {
                barrata.current = true
                onEscludi(v.posizione)
              }, LUNGA_MS)
            }}
            onPointerUp={stop}
            onPointerCancel={stop}
            onPointerLeave={stop}
            onContextMenu={(e) => {
              if (data) return
              e.preventDefault()
              if (e.nativeEvent instanceof PointerEvent && e.nativeEvent.pointerType === 'mouse') onEscludi(v.posizione)
            }}
            onClick={() => {
              // What was struck out comes back at a tap: an answer already discarded is not given by mistake.
              if (!barrata.current && (esclusa || (escludendo && !data))) onEscludi(v.posizione)
              else if (!barrata.current) onRispondi(v.posizione)
              barrata.current = false
            }}
          >
            <span className={css.lettera}>{v.lettera}</span>
            <span className={css.testo}>
              <Testo testo={v.testo} html={domanda.html} />
              {esclusa && <VisuallyHidden>, {segni.esclusa}</VisuallyHidden>}
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
