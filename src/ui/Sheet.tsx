import { type ReactNode, useId } from 'react'
import { fieldText } from '../text/common.ts'
import { IconAction } from './Button.tsx'
import base from './base.module.css'
import { cx } from './cx.ts'
import { IconX } from './icons.ts'
import { useModal } from './modal.ts'
import css from './Sheet.module.css'

/** A sheet that rises from the bottom of a phone; on wide screens a dialog in the middle. */
export function Sheet({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const ref = useModal()
  const id = useId()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc and the close button do the same; this is the tap outside
    <dialog
      ref={ref}
      className={cx(base.finestra, css.foglio)}
      aria-labelledby={id}
      onCancel={(e) => {
        e.preventDefault()
        onClose()
      }}
      onClick={(e) => e.target === e.currentTarget && onClose()}
    >
      <div className={css.dentro}>
        <span className={css.maniglia} />
        <div className={css.testa}>
          <h2 id={id}>{title}</h2>
          <IconAction label={fieldText.chiudi} icon={<IconX size={20} />} onClick={onClose} />
        </div>
        {children}
      </div>
    </dialog>
  )
}
