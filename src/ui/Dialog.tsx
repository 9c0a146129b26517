import { type ReactNode, useEffect, useId, useRef } from 'react'
import { campi } from '../text/comuni.ts'
import { Button } from './Button.tsx'
import { cx } from './cx.ts'
import css from './Dialog.module.css'
import { IconX } from './icone.ts'

export type DialogProps = {
  titolo: string
  /** Called by Esc, by the close button and by the browser's back gesture. */
  onChiudi: () => void
  /** `avviso` is an alertdialog: no close button, focus on the element with `autoFocus`. */
  ruolo?: 'finestra' | 'avviso'
  /** `pieno` covers a phone's screen: for lists and searches. */
  misura?: 'normale' | 'largo' | 'pieno'
  /** Above the title, e.g. a chip. */
  sopra?: ReactNode
  azioni?: ReactNode
  children?: ReactNode
}

/** A modal on the platform's <dialog>: mounted means open. Focus goes back to where it was. */
export function Dialog({
  titolo,
  onChiudi,
  ruolo = 'finestra',
  misura = 'normale',
  sopra,
  azioni,
  children,
}: DialogProps) {
  const rif = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const nodo = rif.current
    if (!nodo) return
    const prima = document.activeElement
    if (!nodo.open) nodo.showModal()
    // React focuses autoFocus elements before showModal moves the focus: the mark says which one is wanted.
    nodo.querySelector<HTMLElement>('[data-primo]')?.focus({ focusVisible: true } as FocusOptions)
    return () => {
      nodo.close()
      if (prima instanceof HTMLElement && prima.isConnected) prima.focus()
    }
  }, [])
  const avviso = ruolo === 'avviso'
  return (
    <dialog
      ref={rif}
      className={cx(css.dialogo, misura === 'largo' && css.largo, misura === 'pieno' && cx(css.largo, css.pieno))}
      role={avviso ? 'alertdialog' : undefined}
      aria-labelledby={`${id}-t`}
      aria-describedby={avviso ? `${id}-d` : undefined}
      onCancel={(e) => {
        e.preventDefault()
        onChiudi()
      }}
    >
      <div className={css.contenuto}>
        {sopra}
        <div className={css.testa}>
          <h2 id={`${id}-t`}>{titolo}</h2>
          {!avviso && (
            <Button
              variante="fantasma"
              misura="sm"
              quadrato
              etichetta={campi.chiudi}
              icona={<IconX size={20} />}
              onClick={onChiudi}
            />
          )}
        </div>
        <div id={`${id}-d`} className={css.contenuto}>
          {children}
        </div>
        {azioni !== undefined && <div className={css.azioni}>{azioni}</div>}
      </div>
    </dialog>
  )
}
