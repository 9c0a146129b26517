import { type ReactNode, useEffect, useRef, useState } from 'react'
import { statesText } from '../text/common.ts'
import { Card, Stack, VisuallyHidden } from './base.tsx'
import { cx } from './cx.ts'
import { toastTop } from './height-var.ts'
import { IconRight } from './icons.ts'
import css from './States.module.css'

/** Content sooner than this is shown at once, without a skeleton that flashes. */
const DELAY_MS = 200

/** True once something has been pending for 200 ms. */
export function useDelay(): boolean {
  const [passed, setPassed] = useState(false)
  useEffect(() => {
    const t = setTimeout(() => setPassed(true), DELAY_MS)
    return () => clearTimeout(t)
  }, [])
  return passed
}

/** A grey bar with the measure of what will stand there. */
export const Skeleton = ({ width = '100%', height = 16 }: { width?: string; height?: number }) => (
  <span className={css.sk} style={{ width: width, height: height }} />
)

/** Cards that are on their way; nothing for the first 200 ms. */
export function SkeletonCards({ count = 3, label = statesText.caricamento }: { count?: number; label?: string }) {
  const visible = useDelay()
  return (
    <div role="status" aria-busy="true">
      <VisuallyHidden>{label}</VisuallyHidden>
      {visible && (
        <Stack>
          {[...Array(count).keys()].map((index) => (
            <Card as="div" key={index}>
              <Stack>
                <Skeleton width="62%" height={20} />
                <Skeleton width="40%" height={14} />
                <Skeleton height={12} />
              </Stack>
            </Card>
          ))}
        </Stack>
      )}
    </div>
  )
}

/** A state alone in the window, where no shell gives it its margins. */
export const Alone = ({ children }: { children: ReactNode }) => <div className={css.sola}>{children}</div>

/** A state over the page, at its foot. */
export const Above = ({ children }: { children: ReactNode }) => <div className={css.sopra}>{children}</div>

/** Empty or failed state: its sentence and the way on. */
export const EmptyState = ({
  icon,
  title,
  text,
  tone = 'neutro',
  actions,
}: {
  icon: ReactNode
  title: string
  text?: ReactNode
  tone?: 'neutro' | 'errore'
  actions?: ReactNode
}) => (
  <div className={css.vuoto} role={tone === 'errore' ? 'alert' : undefined}>
    <span className={cx(css.tondo, tone === 'errore' && css.errore)}>{icon}</span>
    <h2>{title}</h2>
    {text !== undefined && <p>{text}</p>}
    {actions !== undefined && <div className={css.azioni}>{actions}</div>}
  </div>
)

/** Seconds that a notice stays, unless the pointer or the focus is on it. */
const TOAST_MS = 6_000

type ToastNotice = { id: number; text: string; undoable: boolean }
/** Time is over, or the person took it back. */
type ToastEnd = (undone: boolean) => void

/** A short notice that may be undone; its region always exists, so that screen readers speak it. */
export const ToastRegion = ({ notice, onDone }: { notice: ToastNotice | null; onDone: ToastEnd }) => (
  <div role="status">{notice && <Toast key={notice.id} notice={notice} onDone={onDone} />}</div>
)

/** Toast with its own clock: one removed from under the pointer, which never sees it leave, delays no other. */
function Toast({ notice, onDone }: { notice: ToastNotice; onDone: ToastEnd }) {
  const [paused, setPaused] = useState(false)
  const end = useRef(onDone)
  end.current = onDone
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const toast = ref.current
    toast?.style.setProperty('--barra', `${toastTop(document.querySelector('header'))}px`)
    // Show over an open dialog, which may have caused the notice.
    toast?.showPopover?.()
  }, [])
  useEffect(() => {
    if (paused) return
    const t = setTimeout(() => end.current(false), TOAST_MS)
    return () => clearTimeout(t)
  }, [paused])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only pauses the clock, it does nothing else
    <div
      ref={ref}
      popover="manual"
      className={css.toast}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <IconRight size={20} />
      <span>{notice.text}</span>
      {notice.undoable && (
        <button type="button" onClick={() => onDone(true)}>
          {statesText.annulla}
        </button>
      )}
    </div>
  )
}
