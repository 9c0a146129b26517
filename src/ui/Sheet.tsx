import { type ReactNode, useId } from 'react'
import { campi } from '../text/comuni.ts'
import { Button } from './Button.tsx'
import { IconX } from './icone.ts'
import { useModale } from './modale.ts'
import css from './Sheet.module.css'

/** A sheet that rises from the bottom of a phone; on wide screens a dialog in the middle. */
export function Sheet({ titolo, onChiudi, children }: { titolo: string; onChiudi: () => void; children: ReactNode }) {
  const rif = useModale()
  const id = useId()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc and the close button do the same; this is the tap outside
    <dialog
      ref={rif}
      className={css.foglio}
      aria-labelledby={id}
      onCancel={(e) => {
        e.preventDefault()
        onChiudi()
      }}
      onClick={(e) => e.target === e.currentTarget && onChiudi()}
    >
      <div className={css.dentro}>
        <span className={css.maniglia} />
        <div className={css.testa}>
          <h2 id={id}>{titolo}</h2>
          <Button
            variante="fantasma"
            misura="sm"
            quadrato
            etichetta={campi.chiudi}
            icona={<IconX size={20} />}
            onClick={onChiudi}
          />
        </div>
        {children}
      </div>
    </dialog>
  )
}
