import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { fieldText } from '../text/common.ts'
import { IconAction, refuse } from './Button.tsx'
import base from './base.module.css'
import { cx } from './cx.ts'
import css from './Field.module.css'
import { IconEye, IconEyeOff, IconSearch, IconWrong, IconX } from './icons.ts'

type InputProps = Omit<ComponentProps<'input'>, 'className' | 'id' | 'children'>
export type FieldProps = InputProps & {
  label: string
  /** Shown under the field and tied to it. */
  error?: string | null | undefined
  help?: ReactNode
  before?: ReactNode
  after?: ReactNode
}

type Framed = { id: string; label: string; help?: ReactNode; error?: string | null | undefined }

/** Ids of the elements that describe the control of a frame, for `aria-describedby`. */
export const describedBy = ({ id, help, error }: Omit<Framed, 'label'>): string | undefined =>
  cx(error && `${id}-e`, help !== undefined && `${id}-a`) || undefined

/** Frames a control: its visible label, its help and its error. */
export const FieldFrame = ({ id, label, help, error, children }: Framed & { children: ReactNode }) => (
  <div className={css.campo}>
    <label className={css.etichetta} htmlFor={id}>
      {label}
    </label>
    {children}
    {help !== undefined && (
      <p className={css.aiuto} id={`${id}-a`}>
        {help}
      </p>
    )}
    <FieldError id={`${id}-e`} text={error} />
  </div>
)

/** An input in its frame. */
export function Field({ label, error, help, before, after, ...rest }: FieldProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} help={help} error={error}>
      <div className={cx(base.riquadro, css.guscio, after !== undefined && css.conBottone)}>
        {before}
        <input
          {...rest}
          id={id}
          className={css.ingresso}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy({ id, help, error })}
        />
        {after}
      </div>
    </FieldFrame>
  )
}

/** An address: its keyboard, and no corrections. */
export const EmailField = (props: Omit<FieldProps, 'type' | 'inputMode'>) => (
  <Field name="email" type="email" inputMode="email" autoCapitalize="none" spellCheck={false} {...props} />
)

/** The sentence under a wrong field, read aloud also where the field had the focus already. */
export const FieldError = ({ id, text }: { id?: string; text: string | null | undefined }) =>
  text ? (
    <p className={css.errore} id={id} role="alert">
      <IconWrong size={16} />
      <span>{text}</span>
    </p>
  ) : null

/** A password that can be shown; pasting and password managers are welcome. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'dopo' | 'prima'>) {
  const [visible, setVisible] = useState(false)
  return (
    <Field
      {...props}
      type={visible ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      after={
        <IconAction
          label={visible ? fieldText.nascondi_password : fieldText.mostra_password}
          aria-pressed={visible}
          icon={visible ? <IconEyeOff size={20} /> : <IconEye size={20} />}
          onClick={() => setVisible(!visible)}
        />
      }
    />
  )
}

/** A search box; the label is for screen readers unless `labelVisible`. */
export function SearchField({
  label,
  labelVisible = false,
  value,
  onSearch,
  after,
  ...rest
}: Omit<InputProps, 'value' | 'onChange'> & {
  label: string
  labelVisible?: boolean
  value: string
  onSearch: (text: string) => void
  after?: ReactNode
}) {
  const id = useId()
  return (
    <div className={css.campo}>
      {labelVisible && (
        <label className={css.etichetta} htmlFor={id}>
          {label}
        </label>
      )}
      <div className={cx(base.riquadro, css.guscio, (value !== '' || after !== undefined) && css.conBottone)}>
        <IconSearch size={20} />
        <input
          placeholder={labelVisible ? undefined : label}
          {...rest}
          id={id}
          type="search"
          className={css.ingresso}
          aria-label={labelVisible ? undefined : label}
          value={value}
          onChange={(e) => onSearch(e.currentTarget.value)}
        />
        {value !== '' ? (
          <IconAction label={fieldText.svuota} icon={<IconX size={20} />} onClick={() => onSearch('')} />
        ) : (
          after
        )}
      </div>
    </div>
  )
}

type CheckProps = Omit<InputProps, 'type'> & { error?: string | null | undefined; children: ReactNode }

/** The box alone, where the line around it is laid out otherwise. */
export const CheckBox = ({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) => (
  <input {...rest} type="checkbox" className={cx(css.quadratino, className)} />
)

/** The circle alone, of a choice among several. */
export const RadioBox = ({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) => (
  <input {...rest} type="radio" className={cx(css.pallino, className)} />
)

/** A checkbox whose whole line can be touched. */
export function Checkbox({ error, children, ...rest }: CheckProps) {
  const id = useId()
  return (
    <div>
      <label className={css.spunta}>
        <CheckBox {...rest} aria-invalid={error ? true : undefined} aria-describedby={error ? id : undefined} />
        <span>{children}</span>
      </label>
      <FieldError id={id} text={error} />
    </div>
  )
}

type SwitchProps = Omit<CheckProps, 'error'> & {
  /** Refuses to be turned, and keeps the focus. */
  busy?: boolean
}

/** An on/off setting, in force at once. */
export const Switch = ({ children, busy = false, ...rest }: SwitchProps) => (
  <label className={css.levetta}>
    <span>{children}</span>
    <input
      {...rest}
      type="checkbox"
      // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells its own state
      role="switch"
      className={css.interruttore}
      aria-disabled={busy || undefined}
      onClick={busy ? refuse : undefined}
    />
  </label>
)
