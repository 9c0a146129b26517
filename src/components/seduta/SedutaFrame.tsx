import type { ReactNode } from 'react'
import { useArrival } from '../../ui/arrival.ts'
import { VisuallyHidden } from '../../ui/base.tsx'
import { cx } from '../../ui/cx.ts'
import { Skeleton, useDelay } from '../../ui/States.tsx'
import { useWide } from '../../ui/useWide.ts'
import { MissingDomanda } from './MissingDomanda.tsx'
import css from './seduta.module.css'
import { type Swipe, useSwipe } from './useSwipe.ts'

/** The screen of a question: top, the question or why there is none, the sheet beside it on wide screens, foot, what opens over it. */
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
  /** Told at arrival. */
  title: string
  className?: string | undefined
  header: ReactNode
  /** Above the question, whatever becomes of it. */
  notice?: ReactNode
  indice: number
  /** The bank of this place is gone. */
  missing: boolean
  /** Told to who does not see the screen; empty when there is nothing to say. */
  said: string
  panel: ReactNode
  bar: ReactNode
  onNext: () => void
  /** What a finger does sideways: the buttons of the foot, as long as they lead to another question. */
  swipe: Swipe
  over: ReactNode
  /** The question; null while it is on its way, or covered. */
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

/** A question on its way: nothing for the first instants, then its measures. */
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
