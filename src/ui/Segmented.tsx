import { type ReactNode, useId } from 'react'
import { VisuallyHidden } from './base.tsx'
import css from './Segmented.module.css'

export type Opzione<T extends string> = { valore: T; testo: string; icona?: ReactNode }

/** A choice among few: a radio group drawn as one strip. */
export function Segmented<T extends string>({
  legenda,
  legendaVisibile = true,
  opzioni,
  valore,
  onScegli,
}: {
  legenda: string
  legendaVisibile?: boolean
  opzioni: readonly Opzione<T>[]
  valore: T
  onScegli: (valore: T) => void
}) {
  const nome = useId()
  return (
    <fieldset>
      <legend className={legendaVisibile ? css.legenda : undefined}>
        {legendaVisibile ? legenda : <VisuallyHidden>{legenda}</VisuallyHidden>}
      </legend>
      <div className={css.gruppo}>
        {opzioni.map((o) => (
          <label className={css.voce} key={o.valore}>
            <input
              type="radio"
              name={nome}
              value={o.valore}
              checked={o.valore === valore}
              onChange={() => onScegli(o.valore)}
            />
            <span className={css.faccia}>
              {o.icona}
              {o.testo}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
