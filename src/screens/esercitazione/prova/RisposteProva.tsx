import { type KeyboardEvent, useRef } from 'react'
import type { Domanda } from '#contract/database'
import type { Voce as VoceProva } from '#rules/prova/macchina'
import { prova as testi } from '../../../text/prova.ts'
import { VisuallyHidden } from '../../../ui/base.tsx'
import { cx } from '../../../ui/cx.ts'
import type { Voce } from '../disposizione.ts'
import comune from '../domanda.module.css'
import { Testo } from '../Testo.tsx'
import css from './prova.module.css'

/** How long a finger rests on an answer to strike it out, milliseconds. */
const LUNGA_MS = 500

/**
 * The answers as one radio group whose arrows only move: marking takes a tap, a letter, Enter or the space bar. Nothing is told
 * before delivery. A long press strikes an answer out.
 */
export function RisposteProva({
  domanda,
  voci,
  voce,
  fermo,
  onSegna,
  onBarra,
}: {
  domanda: Domanda
  voci: readonly Voce[]
  voce: VoceProva
  /** The question has only just appeared: a tap meant for the one before must not mark it. */
  fermo: boolean
  onSegna: (posizione: number) => void
  onBarra: (posizione: number) => void
}) {
  const rif = useRef<HTMLDivElement>(null)
  const lunga = useRef<ReturnType<typeof setTimeout> | null>(null)
  const barrata = useRef(false)
  const stop = () => {
    if (lunga.current !== null) clearTimeout(lunga.current)
    lunga.current = null
  }
  const move = (e: KeyboardEvent, verso: 1 | -1) => {
    const bottoni: Element[] = [...(rif.current?.querySelectorAll('button') ?? [])]
    const qui = document.activeElement ? bottoni.indexOf(document.activeElement) : -1
    e.preventDefault()
    const dopo = bottoni[(qui + verso + bottoni.length) % bottoni.length]
    if (dopo instanceof HTMLElement) dopo.focus()
  }
  const segnata = voci.findIndex((v) => v.posizione === voce.risposta)
  return (
    <div
      ref={rif}
      className={comune.risposte}
      role="radiogroup"
      aria-label={testi.risposte}
      aria-disabled={fermo || undefined}
      onKeyDown={(e) => {
        if (e.key === 'ArrowDown') move(e, 1)
        if (e.key === 'ArrowUp') move(e, -1)
      }}
    >
      {voci.map((v, i) => {
        const mia = voce.risposta === v.posizione
        const esclusa = voce.escluse.includes(v.posizione)
        return (
          // biome-ignore lint/a11y/useSemanticElements: a native radio answers on an arrow key
          <button
            key={v.posizione}
            type="button"
            role="radio"
            data-posto={i}
            aria-checked={mia}
            tabIndex={i === Math.max(0, segnata) ? 0 : -1}
            className={cx(comune.risposta, mia && comune.mia, esclusa && css.esclusa)}
            onPointerDown={(e) => {
              barrata.current = false
              stop()
              if (e.pointerType === 'mouse') return
              lunga.current = setTimeout(() => {
                barrata.current = true
                onBarra(v.posizione)
              }, LUNGA_MS)
            }}
            onPointerUp={stop}
            onPointerCancel={stop}
            onPointerLeave={stop}
            onContextMenu={(e) => {
              e.preventDefault()
              if (e.nativeEvent instanceof PointerEvent && e.nativeEvent.pointerType === 'mouse') onBarra(v.posizione)
            }}
            onClick={() => {
              // The click that ends a long press marks nothing.
              if (!barrata.current && !fermo) onSegna(v.posizione)
              barrata.current = false
            }}
          >
            <span className={comune.lettera}>{v.lettera}</span>
            <span className={comune.testo}>
              <Testo testo={v.testo} html={domanda.html} />
              {esclusa && <VisuallyHidden>, {testi.barrata}</VisuallyHidden>}
            </span>
          </button>
        )
      })}
    </div>
  )
}
