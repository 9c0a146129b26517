import { type CSSProperties, type ReactNode, useId } from 'react'
import { VisuallyHidden } from './base.tsx'
import css from './Segmented.module.css'

export type SegmentedOption<T extends string> = { value: T; text: string; icon?: ReactNode }

/** Letters that an option takes in its row: its longest word, or half of its text, which then stands on two lines. */
const lettersOf = ({ text, icon }: SegmentedOption<string>): number =>
  Math.max(Math.ceil(text.length / 2) + 1, ...text.split(' ').map((word) => word.length)) + (icon ? 3 : 0)

/** Measures of a strip for its style sheet: options of a row, where one row does not hold them all. */
const stripOf = (options: readonly SegmentedOption<string>[]): CSSProperties => {
  const n = options.length
  return {
    '--n': n,
    '--meta': n > 3 ? Math.ceil(n / 2) : 1,
    '--coppie': n > 3 ? 2 : 1,
    '--lettere': Math.max(...options.map(lettersOf)),
  } as CSSProperties
}

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
      <div className={css.gruppo} style={stripOf(options)}>
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
