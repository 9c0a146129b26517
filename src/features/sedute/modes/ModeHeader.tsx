import { formatNumber } from '../../../text/formats.ts'
import { modesText as testi } from '../../../text/modes.ts'
import { Button } from '../../../ui/Button.tsx'
import { IconPause, IconX } from '../../../ui/icons.ts'
import comune from '../exercise/exercise.module.css'
import css from './modes.module.css'

/** Where one is, a way to any place, and the ways out. */
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
  /** Beside the place: what was done so far. */
  nota?: string
  onJump: (indice: number) => void
  onLeave: () => void
  onPause: () => void
}) {
  return (
    <header className={comune.testata}>
      <Button variant="fantasma" iconOnly label={testi.esci} icon={<IconX size={20} />} onClick={onLeave} />
      <div className={comune.progresso}>
        <p className={comune.conti}>
          <b>
            {formatNumber(indice + 1)} <span className={comune.di}>{testi.di(n)}</span>
          </b>
          {nota !== undefined && <span className={comune.di}>{nota}</span>}
        </p>
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
      </div>
      <Button variant="fantasma" iconOnly label={testi.pausa} icon={<IconPause size={20} />} onClick={onPause} />
      <span />
    </header>
  )
}
