import { useEffect, useState } from 'react'
import { ricercaText as texts } from '../../text/ricerca.ts'
import { Field } from '../../ui/Field.tsx'
import type { RicercaFilters } from './filters.ts'
import css from './panel.module.css'

/** The range of official positions; an empty end is the bank's own. */
export function PositionRange({
  da,
  a,
  onChange,
}: Pick<RicercaFilters, 'da' | 'a'> & { onChange: (patch: Partial<RicercaFilters>) => void }) {
  return (
    <div className={css.posizioni}>
      <PositionEnd
        label={texts.dalla}
        value={da}
        onChange={(n) => onChange({ da: n, a: n !== null && a !== null ? Math.max(n, a) : a })}
      />
      <PositionEnd
        label={texts.alla}
        value={a}
        onChange={(n) => onChange({ a: n, da: n !== null && da !== null ? Math.min(n, da) : da })}
      />
    </div>
  )
}

const MAX_POSITION = 999_999

/** One end; what is half typed waits until the field is left. */
function PositionEnd({
  label,
  value,
  onChange,
}: {
  label: string
  value: number | null
  onChange: (value: number | null) => void
}) {
  const shown = value === null ? '' : String(value)
  const [draft, setDraft] = useState(shown)
  useEffect(() => setDraft(shown), [shown])
  const commit = () => {
    const parsed = Math.round(Number(draft))
    const next = draft.trim() === '' || !(parsed > 0) ? null : Math.min(MAX_POSITION, parsed)
    setDraft(next === null ? '' : String(next))
    if (next !== value) onChange(next)
  }
  return (
    <Field
      label={label}
      type="number"
      inputMode="numeric"
      min={1}
      max={MAX_POSITION}
      value={draft}
      onChange={(e) => setDraft(e.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(e) => e.key === 'Enter' && commit()}
    />
  )
}
