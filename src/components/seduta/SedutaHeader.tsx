import type { ReactNode } from 'react'
import { formatNumber } from '../../text/formats.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { IconPause, IconX } from '../../ui/icons.ts'
import css from './seduta.module.css'

/** The top of a sitting: the way out, where one is, how far, and what this way of sitting puts beside it. */
export function SedutaHeader({
  texts,
  indice,
  n,
  spread = false,
  place,
  beside,
  progress,
  clock,
  menu,
  onLeave,
  onPause,
}: {
  texts: { esci: string; pausa: string; di: (n: number) => string }
  indice: number
  n: number
  /** In place of how many questions there are. */
  place?: string | undefined
  /** On the line of the place; `spread`: at its other end. */
  beside?: ReactNode
  spread?: boolean
  /** Under it: how far one is. */
  progress: ReactNode
  clock?: ReactNode
  menu?: ReactNode
  onLeave: () => void
  /** Null where there is no pause. */
  onPause: (() => void) | null
}) {
  return (
    <header className={css.testata}>
      <Button variant="fantasma" iconOnly label={texts.esci} icon={<IconX size={20} />} onClick={onLeave} />
      <div className={css.progresso}>
        <p className={cx(css.conti, spread && css.aiLati)}>
          <b>
            {place ?? (
              <>
                {formatNumber(indice + 1)} <span className={css.di}>{texts.di(n)}</span>
              </>
            )}
          </b>
          {beside}
        </p>
        {progress}
      </div>
      {clock}
      {onPause && (
        <Button variant="fantasma" iconOnly label={texts.pausa} icon={<IconPause size={20} />} onClick={onPause} />
      )}
      {menu}
    </header>
  )
}

/** How many of the questions are done, each kind in its colour. */
export const ProgressBar = ({
  label,
  done,
  n,
  parts,
}: {
  label: string
  done: number
  n: number
  parts: readonly { count: number; look: string | undefined }[]
}) => (
  <div
    className={css.barra}
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuenow={done}
    aria-valuemax={n}
    tabIndex={-1}
  >
    {parts.map(
      ({ count, look }) =>
        count > 0 && <i key={look} className={look} style={{ width: `${(100 * count) / Math.max(1, n)}%` }} />,
    )}
  </div>
)
