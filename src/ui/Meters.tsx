import type { CSSProperties, ReactNode } from 'react'
import { rangeText } from '../text/common.ts'
import css from './Meters.module.css'

/** A bar of progress; without `value` the rest is unknown. */
export const Progress = ({ value, max = 100, label }: { value?: number; max?: number; label: string }) => (
  <progress className={css.progresso} max={max} value={value} aria-label={label} />
)

/** An interval by two native sliders, so that keyboard and screen readers need nothing more. Both ends included. */
export function Range({
  label,
  min,
  max,
  da,
  a,
  onChange,
}: {
  label: string
  min: number
  max: number
  da: number
  a: number
  onChange: (da: number, a: number) => void
}) {
  const ratio = (n: number) => (max > min ? (100 * (n - min)) / (max - min) : 0)
  const thumbs: [string, number, (n: number) => void][] = [
    [rangeText.da(label), da, (n) => onChange(Math.min(n, a), a)],
    [rangeText.a(label), a, (n) => onChange(da, Math.max(n, da))],
  ]
  const style = { '--da': ratio(da), '--a': ratio(a) } as CSSProperties
  return (
    <fieldset className={css.intervallo} aria-label={label}>
      <span className={css.binario} style={style} />
      {thumbs.map(([name, value, put]) => (
        <input
          key={name}
          type="range"
          aria-label={name}
          min={min}
          max={max}
          value={value}
          onChange={(e) => put(e.currentTarget.valueAsNumber)}
        />
      ))}
    </fieldset>
  )
}

const RADIUS = 46
const CIRCUMFERENCE = 2 * Math.PI * RADIUS

/** A share as a ring; `label` states it in words, children stand in the middle. */
export function Ring({
  value,
  max,
  label,
  children,
}: {
  value: number
  max: number
  label: string
  children?: ReactNode
}) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0
  return (
    <div className={css.anello} role="img" aria-label={label}>
      <svg viewBox="0 0 102 102" aria-hidden="true">
        <circle cx="51" cy="51" r={RADIUS} />
        <circle
          className={css.arco}
          cx="51"
          cy="51"
          r={RADIUS}
          strokeDasharray={`${share * CIRCUMFERENCE} ${CIRCUMFERENCE}`}
        />
      </svg>
      <div className={css.centro} aria-hidden="true">
        {children}
      </div>
    </div>
  )
}
