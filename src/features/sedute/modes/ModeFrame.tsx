import type { ComponentProps, ReactNode } from 'react'
import { MissingDomanda } from '../../../components/seduta/MissingDomanda.tsx'
import { SedutaDock } from '../../../components/seduta/SedutaDock.tsx'
import { modesText } from '../../../text/modes.ts'
import { useArrival } from '../../../ui/arrival.ts'
import { ModeDialogs } from './ModeDialogs.tsx'
import { ModeHeader } from './ModeHeader.tsx'
import css from './modes.module.css'

/** Screen of a mode, with the place, the question, the foot and the ways out. */
export function ModeFrame({
  title,
  header,
  dialogs,
  missing,
  onNext,
  dock,
  hands,
  over,
  children,
}: {
  /** Title, announced at arrival. */
  title: string
  header: ComponentProps<typeof ModeHeader>
  dialogs: ComponentProps<typeof ModeDialogs>
  /** True when the bank of this place is gone. */
  missing: boolean
  onNext: () => void
  dock: ReactNode
  /** Touch handlers on the question. */
  hands?: Pick<ComponentProps<'main'>, 'onTouchStart' | 'onTouchEnd'>
  /** Content over the screen. */
  over?: ReactNode
  children: ReactNode
}) {
  const ref = useArrival<HTMLElement>(title)
  return (
    <div className={css.schermo}>
      <ModeHeader {...header} />
      <main className={css.corpo} tabIndex={-1} ref={ref} {...hands}>
        {missing && <MissingDomanda onNext={onNext} />}
        {children}
      </main>
      <SedutaDock className={css.dock} label={modesText.navigazione}>
        <div className={css.dentro}>{dock}</div>
      </SedutaDock>
      {over}
      <ModeDialogs {...dialogs} />
    </div>
  )
}
