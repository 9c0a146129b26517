import type { ReactNode } from 'react'
import { formatNumber } from '../../text/formats.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { IconPause, IconX } from '../../ui/icons.ts'
import css from './seduta.module.css'

/** Header of a sitting with the way out, the place, the progress, and the parts of this kind of sitting. */
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
  /** Text in place of the number of questions. */
  place?: string | undefined
  /** Content on the line of the place; `spread` puts it at the other end. */
  beside?: ReactNode
  spread?: boolean
  /** Progress under the line. */
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

/** Bar of the questions done, each kind in its colour. */
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
