import { useEffect, useState } from 'react'
import { Field } from './Field.tsx'

/**
 * A whole number between 1 and `max`; a half-typed value waits until the field is left. `onChange` gets null for an empty field.
 */
export function NumberField({
  label,
  max,
  value,
  onChange,
}: {
  label: string
  max: number
  value: number | null
  onChange: (value: number | null) => void
}) {
  const shown = value === null ? '' : String(value)
  const [draft, setDraft] = useState(shown)
  useEffect(() => setDraft(shown), [shown])
  const commit = () => {
    const parsed = Math.round(Number(draft))
    const next = draft.trim() === '' || Number.isNaN(parsed) ? null : Math.min(max, Math.max(1, parsed))
    setDraft(next === null ? '' : String(next))
    if (next !== value) onChange(next)
    else setDraft(shown)
  }
  return (
    <Field
      label={label}
      type="number"
      inputMode="numeric"
      min={1}
      max={max}
      value={draft}
      onChange={(e) => setDraft(e.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(e) => e.key === 'Enter' && commit()}
    />
  )
}
