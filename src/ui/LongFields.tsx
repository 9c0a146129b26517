import { type ComponentProps, type ReactNode, useId } from 'react'
import base from './base.module.css'
import { cx } from './cx.ts'
import css from './Field.module.css'
import { describedBy, FieldFrame } from './Field.tsx'

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'className' | 'id' | 'children'> & {
  label: string
  error?: string | undefined
  help?: ReactNode
}

/** A text of several lines in its frame. */
export function TextArea({ label, error, help, ...rest }: TextAreaProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} help={help} error={error}>
      <textarea
        {...rest}
        id={id}
        className={cx(base.riquadro, css.area)}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy({ id, help, error })}
      />
    </FieldFrame>
  )
}

/** Few values to choose from, with their label; `children`: the options. */
export function SelectField({
  label,
  children,
  ...rest
}: Omit<ComponentProps<'select'>, 'className' | 'id'> & { label: string }) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label}>
      <select {...rest} id={id} className={cx(base.riquadro, css.scelta)}>
        {children}
      </select>
    </FieldFrame>
  )
}
