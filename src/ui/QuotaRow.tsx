import { type ReactNode, useId } from 'react'
import { Muted } from './base.tsx'
import css from './QuotaRow.module.css'

/** Number of questions of one subject, against all it has; `children`: further words about it. */
export function QuotaRow({
  name,
  label,
  available,
  of,
  value,
  onChange,
  children,
}: {
  name: string
  label: string
  available: number
  /** Number of all its questions, in words. */
  of: string
  value: number
  onChange: (value: number) => void
  children?: ReactNode
}) {
  const id = useId()
  return (
    <div className={css.row}>
      <b>{name}</b>
      <input
        className={css.quota}
        inputMode="numeric"
        aria-label={label}
        aria-describedby={id}
        aria-invalid={value > available || undefined}
        value={value || ''}
        placeholder="0"
        onChange={(e) => onChange(Number(e.currentTarget.value.replace(/\D/g, '').slice(0, 5)))}
      />
      <Muted small as="span" id={id}>
        {of}
      </Muted>
      {children}
    </div>
  )
}
