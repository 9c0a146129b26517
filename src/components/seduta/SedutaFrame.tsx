import type { ReactNode } from 'react'
import { useArrival } from '../../ui/arrival.ts'
import { VisuallyHidden } from '../../ui/base.tsx'
import { cx } from '../../ui/cx.ts'
import { Skeleton, useDelay } from '../../ui/States.tsx'
import { useWide } from '../../ui/useWide.ts'
import { MissingDomanda } from './MissingDomanda.tsx'
import css from './seduta.module.css'
import { type Swipe, useSwipe } from './useSwipe.ts'

/** Screen of a question with header, question or notice, foot and dialogs; on wide screens the sheet stands beside it. */
export function SedutaFrame({
  title,
  className,
  header,
  notice,
  indice,
  missing,
  said,
  panel,
  bar,
  onNext,
  swipe,
  over,
  children,
}: {
  /** Title, announced at arrival. */
  title: string
  className?: string | undefined
  header: ReactNode
  /** Notice above the question, in every state of it. */
  notice?: ReactNode
  indice: number
  /** True when the bank of this place is gone. */
  missing: boolean
  /** Announcement for screen readers; empty without one. */
  said: string
  panel: ReactNode
  bar: ReactNode
  onNext: () => void
  /** Sideways swipes, the same as the buttons of the foot while these lead to another question. */
  swipe: Swipe
  over: ReactNode
  /** Question; null while it loads or is covered. */
  children: ReactNode
}) {
  const ref = useArrival<HTMLElement>(title)
  const wide = useWide()
  const hands = useSwipe(swipe)
  return (
    <div className={cx(css.cornice, className)}>
      {header}
      <main className={css.corpo} tabIndex={-1} ref={ref} {...hands}>
        {notice}
        {children ?? (missing ? <MissingDomanda key={indice} onNext={onNext} /> : <ArrivingDomanda />)}
        <VisuallyHidden>
          <span role="status">{said}</span>
        </VisuallyHidden>
      </main>
      {wide && panel}
      {bar}
      {over}
    </div>
  )
}

/** Placeholder of a question, empty for the first instants, then with its measures. */
function ArrivingDomanda() {
  const visible = useDelay()
  return (
    <div className={css.arrivo}>
      {visible && (
        <>
          <Skeleton height={28} />
          <Skeleton width="70%" height={28} />
          {[...Array(4).keys()].map((place) => (
            <Skeleton key={place} height={60} />
          ))}
        </>
      )}
    </div>
  )
}
