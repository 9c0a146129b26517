import { SedutaHeader } from '../../../components/seduta/SedutaHeader.tsx'
import shared from '../../../components/seduta/seduta.module.css'
import { modesText as testi } from '../../../text/modes.ts'
import css from './modes.module.css'

/** Header with the place, a way to any place, and the ways out. */
export function ModeHeader({
  indice,
  n,
  nota,
  onJump,
  onLeave,
  onPause,
}: {
  indice: number
  n: number
  /** Work done so far, beside the place. */
  nota?: string
  onJump: (indice: number) => void
  onLeave: () => void
  onPause: () => void
}) {
  return (
    <SedutaHeader
      texts={testi}
      indice={indice}
      n={n}
      spread
      beside={nota !== undefined && <span className={shared.di}>{nota}</span>}
      progress={
        <input
          type="range"
          className={css.posto}
          aria-label={testi.vai_a}
          aria-valuetext={testi.posto(indice + 1, n)}
          min={1}
          max={Math.max(1, n)}
          value={indice + 1}
          onChange={(e) => onJump(Number(e.currentTarget.value) - 1)}
        />
      }
      onLeave={onLeave}
      onPause={onPause}
    />
  )
}
