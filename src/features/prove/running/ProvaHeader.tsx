import { useState } from 'react'
import { formatNumber } from '../../../text/formats.ts'
import { formatClock, provaText as testi } from '../../../text/prova.ts'
import { Button } from '../../../ui/Button.tsx'
import { Digits, VisuallyHidden } from '../../../ui/base.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconClock, IconPause, IconX } from '../../../ui/icons.ts'
import css from './prova.module.css'
import { useTimeLeft } from './useTimeLeft.ts'

/** From here on the clock looks different, milliseconds. */
const LAST_MS = 5 * 60_000

/** Where one is, how many answers are given, the time left, and the ways out. */
export function ProvaHeader({
  indice,
  n,
  marked,
  nota,
  onLeave,
  onPause,
}: {
  indice: number
  n: number
  marked: number
  /** Extra time, said as long as the trial lasts. */
  nota: string | null
  onLeave: () => void
  /** Null where the rules allow no pause. */
  onPause: (() => void) | null
}) {
  return (
    <header className={css.testata}>
      <Button variant="fantasma" iconOnly label={testi.esci} icon={<IconX size={20} />} onClick={onLeave} />
      <div className={css.progresso}>
        <p className={css.conti}>
          <b>{formatNumber(indice + 1)}</b> {testi.di(n)} <span className={css.punto}>·</span>{' '}
          <span className={css.dati}>{testi.date(marked)}</span>
          {nota !== null && <span className={css.extra}>{nota}</span>}
        </p>
        <div
          className={css.barra}
          role="progressbar"
          aria-label={testi.avanzamento}
          aria-valuemin={0}
          aria-valuenow={marked}
          aria-valuemax={n}
          tabIndex={-1}
        >
          <i style={{ width: `${(100 * marked) / Math.max(1, n)}%` }} />
        </div>
      </div>
      <Clock />
      {onPause && (
        <Button variant="fantasma" iconOnly label={testi.pausa} icon={<IconPause size={20} />} onClick={onPause} />
      )}
    </header>
  )
}

/** The countdown; a touch hides it. Its last minutes are told also to who does not see it. */
function Clock() {
  const [hidden, setHidden] = useState(false)
  const { left, warning } = useTimeLeft()
  if (left === null) return null
  return (
    <>
      <button
        type="button"
        className={cx(css.orologio, left <= LAST_MS && css.sgoccioli, hidden && css.coperto)}
        aria-label={`${testi.tempo_rimasto(left)}. ${hidden ? testi.mostra_tempo : testi.nascondi_tempo}`}
        title={hidden ? testi.mostra_tempo : testi.nascondi_tempo}
        onClick={() => setHidden(!hidden)}
      >
        {hidden ? <IconClock size={20} /> : <Digits>{formatClock(left)}</Digits>}
      </button>
      <VisuallyHidden>
        <span role="status">{warning === null ? '' : testi.restano(warning)}</span>
      </VisuallyHidden>
    </>
  )
}
