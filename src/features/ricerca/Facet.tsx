import { type ReactNode, useState } from 'react'
import { formatNumber } from '../../text/formats.ts'
import { ricercaText as texts } from '../../text/ricerca.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Checkbox } from '../../ui/Field.tsx'
import css from './panel.module.css'

/** Value of a facet. `n` questions would be left with it; null until they are counted. */
export type FacetValue<T> = { value: T; name: string; n: number | null; mark?: ReactNode }

/** Values shown before the rest unfold. */
const FEW = 7

/** Group of checkboxes with live counts; chosen values are always in sight. */
export function Facet<T extends string | number>({
  legend,
  values,
  chosen,
  onSelect,
}: {
  legend: string
  values: readonly FacetValue<T>[]
  chosen: readonly T[]
  onSelect: (value: T) => void
}) {
  const [all, setAll] = useState(false)
  if (values.length === 0) return null
  const reduced = values.length > FEW + 1 && !all
  const shown = reduced ? values.filter((v, i) => i < FEW || chosen.includes(v.value)) : values
  return (
    <fieldset className={css.faccetta}>
      <legend>{legend}</legend>
      {shown.map((v) => (
        <div key={v.value} className={cx(css.voce, v.n === 0 && !chosen.includes(v.value) && css.vuota)}>
          <Checkbox
            aria-label={v.n === null ? v.name : texts.valore(v.name, v.n)}
            checked={chosen.includes(v.value)}
            onChange={() => onSelect(v.value)}
          >
            <span className={css.riga}>
              {v.mark}
              <span className={css.nome}>{v.name}</span>
              <span className={css.n}>{v.n === null ? '' : formatNumber(v.n)}</span>
            </span>
          </Checkbox>
        </div>
      ))}
      {values.length > FEW + 1 && (
        <Button variant="fantasma" flush="start" size="sm" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? texts.mostra_meno : texts.mostra_altre(values.length - shown.length)}
        </Button>
      )}
    </fieldset>
  )
}
