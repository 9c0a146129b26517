import { useState } from 'react'
import { ProgressBar, SedutaHeader } from '../../../components/seduta/SedutaHeader.tsx'
import { formatClock, provaText as testi } from '../../../text/prova.ts'
import { Digits, VisuallyHidden } from '../../../ui/base.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconClock } from '../../../ui/icons.ts'
import css from './prova.module.css'
import { useTimeLeft } from './useTimeLeft.ts'

/** Milliseconds left from which the clock looks different. */
const LAST_MS = 5 * 60_000

/** Header with the place, the number of answers given, the time left and the ways out. */
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
  /** Extra time, shown as long as the trial lasts. */
  nota: string | null
  onLeave: () => void
  /** Null where the rules allow no pause. */
  onPause: (() => void) | null
}) {
  return (
    <SedutaHeader
      texts={testi}
      indice={indice}
      n={n}
      beside={
        <>
          {' '}
          <span className={css.punto}>·</span> <span className={css.dati}>{testi.date(marked)}</span>
          {nota !== null && <span className={css.extra}>{nota}</span>}
        </>
      }
      progress={
        <ProgressBar label={testi.avanzamento} done={marked} n={n} parts={[{ count: marked, look: css.fatte }]} />
      }
      clock={<Clock />}
      onLeave={onLeave}
      onPause={onPause}
    />
  )
}

/** Countdown that a touch hides. Its last minutes are also announced to screen readers. */
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
