import type { Domanda } from '#contract/database'
import type { Voce as VoceProva } from '#rules/prova/machine'
import { provaText as testi } from '../../../text/prova.ts'
import { VisuallyHidden } from '../../../ui/base.tsx'
import { cx } from '../../../ui/cx.ts'
import type { Voce } from '../disposizione.ts'
import comune from '../domanda.module.css'
import { Testo } from '../Testo.tsx'
import { useGruppo } from '../useGruppo.ts'
import css from './prova.module.css'

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
  const { rif, onKeyDown, mani, takeBarrata } = useGruppo({ fermo, onBarra })
  const segnata = voci.findIndex((v) => v.posizione === voce.risposta)
  return (
    <div
      ref={rif}
      className={comune.risposte}
      role="radiogroup"
      aria-label={testi.risposte}
      aria-disabled={fermo || undefined}
      onKeyDown={onKeyDown}
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
            {...mani(v.posizione)}
            onClick={() => {
              if (!takeBarrata() && !fermo) onSegna(v.posizione)
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
