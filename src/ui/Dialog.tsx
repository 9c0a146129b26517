import { type ReactNode, useEffect, useId, useRef } from 'react'
import { fieldText } from '../text/common.ts'
import { Button, IconAction } from './Button.tsx'
import base from './base.module.css'
import { cx } from './cx.ts'
import css from './Dialog.module.css'
import { heightVar } from './height-var.ts'
import { IconX } from './icons.ts'

const barHeight = heightVar('--azioni')

export type DialogProps = {
  title: string
  /** Called by Esc, by the close button and by the browser's back gesture. */
  onClose: () => void
  /** `avviso` is an alertdialog: no close button, focus on the element with `autoFocus`. */
  kind?: 'finestra' | 'avviso'
  /** `pieno` covers a phone's screen: for lists and searches. */
  size?: 'normale' | 'largo' | 'pieno'
  /** Above the title, e.g. a chip. */
  above?: ReactNode
  /** The way out in words, before the other actions. */
  cancel?: string
  actions?: ReactNode
  children?: ReactNode
}

/** A modal on the platform's <dialog>: mounted means open. Focus goes back to where it was. */
export function Dialog({
  title,
  onClose,
  kind = 'finestra',
  size = 'normale',
  above,
  cancel,
  actions,
  children,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const node = ref.current
    if (!node) return
    const first = document.activeElement
    if (!node.open) node.showModal()
    // React focuses autoFocus elements before showModal moves the focus: the mark names the wanted one.
    node.querySelector<HTMLElement>('[data-primo]')?.focus({ focusVisible: true } as FocusOptions)
    return () => {
      node.close()
      if (first instanceof HTMLElement && first.isConnected) first.focus()
    }
  }, [])
  // The focused element may have been replaced: without a new focus, a keyboard would start again from the page.
  const waiting = useRef<Element | null>(null)
  useEffect(() => {
    const node = ref.current
    const { activeElement, body } = document
    if (!node?.open || (activeElement !== body && activeElement !== waiting.current)) return
    const wanted = node.querySelector<HTMLElement>('[data-primo]')
    const next = wanted ?? node.querySelector<HTMLElement>('button')
    // Focus the first button until the wanted element exists.
    waiting.current = wanted ? null : next
    if (next !== activeElement) next?.focus()
  })
  const notice = kind === 'avviso'
  return (
    <dialog
      ref={ref}
      className={cx(
        base.finestra,
        css.dialogo,
        size === 'largo' && css.largo,
        size === 'pieno' && cx(css.largo, css.pieno),
      )}
      role={notice ? 'alertdialog' : undefined}
      aria-labelledby={`${id}-t`}
      aria-describedby={notice ? `${id}-d` : undefined}
      onCancel={(e) => {
        e.preventDefault()
        if (e.cancelable) onClose()
      }}
      onClose={() => {
        // Chromium closes a window that cancelled Esc before: show it, so that `onClose` decides again.
        if (!ref.current || ref.current.open) return
        ref.current.showModal()
        onClose()
      }}
    >
      <div className={css.contenuto}>
        {above}
        <div className={css.testa}>
          <h2 id={`${id}-t`}>{title}</h2>
          {!notice && <IconAction label={fieldText.chiudi} icon={<IconX size={20} />} onClick={onClose} />}
        </div>
        <div id={`${id}-d`} className={css.contenuto}>
          {children}
        </div>
        {actions !== undefined && (
          <div ref={barHeight} className={css.azioni}>
            {cancel !== undefined && <Button onClick={onClose}>{cancel}</Button>}
            {actions}
          </div>
        )}
      </div>
    </dialog>
  )
}
