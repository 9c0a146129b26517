import { ricercaText as texts } from '../../text/ricerca.ts'
import { NumberField } from '../../ui/NumberField.tsx'
import type { RicercaFilters } from './filters.ts'
import css from './panel.module.css'

/** No bank has more questions. */
const MAX_POSITION = 999_999

/** The range of official positions; an empty end is the bank's own. */
export function PositionRange({
  da,
  a,
  onChange,
}: Pick<RicercaFilters, 'da' | 'a'> & { onChange: (patch: Partial<RicercaFilters>) => void }) {
  return (
    <div className={css.posizioni}>
      <NumberField
        max={MAX_POSITION}
        label={texts.dalla}
        value={da}
        onChange={(n) => onChange({ da: n, a: n !== null && a !== null ? Math.max(n, a) : a })}
      />
      <NumberField
        max={MAX_POSITION}
        label={texts.alla}
        value={a}
        onChange={(n) => onChange({ a: n, da: n !== null && da !== null ? Math.min(n, da) : da })}
      />
    </div>
  )
}
