import { type ReactNode, useId } from 'react'
import { VisuallyHidden } from './base.tsx'
import css from './Segmented.module.css'

export type SegmentedOption<T extends string> = { value: T; text: string; icon?: ReactNode }

/** A choice among few: a radio group drawn as one strip. */
export function Segmented<T extends string>({
  legend,
  legendVisible = true,
  options,
  value,
  onSelect,
}: {
  legend: string
  legendVisible?: boolean
  options: readonly SegmentedOption<T>[]
  /** Null: nothing is chosen yet. */
  value: T | null
  onSelect: (value: T) => void
}) {
  const name = useId()
  return (
    <fieldset>
      <legend className={legendVisible ? css.legenda : undefined}>
        {legendVisible ? legend : <VisuallyHidden>{legend}</VisuallyHidden>}
      </legend>
      <div className={css.gruppo}>
        {options.map((o) => (
          <label className={css.voce} key={o.value}>
            <input
              type="radio"
              name={name}
              value={o.value}
              checked={o.value === value}
              onChange={() => onSelect(o.value)}
            />
            <span className={css.faccia}>
              {o.icon}
              {o.text}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
