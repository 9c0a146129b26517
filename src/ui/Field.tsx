import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { campi } from '../text/comuni.ts'
import { Button } from './Button.tsx'
import { cx } from './cx.ts'
import css from './Field.module.css'
import { IconEye, IconEyeOff, IconSearch, IconWrong, IconX } from './icone.ts'

type Ingresso = Omit<ComponentProps<'input'>, 'className' | 'id' | 'children'>
export type FieldProps = Ingresso & {
  etichetta: string
  /** Shown under the field and tied to it. */
  errore?: string | null | undefined
  aiuto?: ReactNode
  prima?: ReactNode
  dopo?: ReactNode
}

/** An input with its visible label, its help and its error. */
export function Field({ etichetta, errore, aiuto, prima, dopo, ...altro }: FieldProps) {
  const id = useId()
  const descritto = cx(errore && `${id}-e`, aiuto !== undefined && `${id}-a`)
  return (
    <div className={css.campo}>
      <label className={css.etichetta} htmlFor={id}>
        {etichetta}
      </label>
      <div className={cx(css.guscio, dopo !== undefined && css.conBottone)}>
        {prima}
        <input
          {...altro}
          id={id}
          className={css.ingresso}
          aria-invalid={errore ? true : undefined}
          aria-describedby={descritto || undefined}
        />
        {dopo}
      </div>
      {aiuto !== undefined && (
        <p className={css.aiuto} id={`${id}-a`}>
          {aiuto}
        </p>
      )}
      <FieldError id={`${id}-e`} testo={errore} />
    </div>
  )
}

/** The sentence under a field that is wrong. */
export const FieldError = ({ id, testo }: { id?: string; testo: string | null | undefined }) =>
  testo ? (
    <p className={css.errore} id={id}>
      <IconWrong size={16} />
      <span>{testo}</span>
    </p>
  ) : null

/** A password that can be shown; pasting and password managers are welcome. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'dopo' | 'prima'>) {
  const [visibile, setVisibile] = useState(false)
  return (
    <Field
      {...props}
      type={visibile ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      dopo={
        <Button
          variante="fantasma"
          misura="sm"
          quadrato
          etichetta={visibile ? campi.nascondi_password : campi.mostra_password}
          aria-pressed={visibile}
          icona={visibile ? <IconEyeOff size={20} /> : <IconEye size={20} />}
          onClick={() => setVisibile(!visibile)}
        />
      }
    />
  )
}

/** A search box; the label is for screen readers unless `etichettaVisibile`. */
export function SearchField({
  etichetta,
  etichettaVisibile = false,
  value,
  onCerca,
  dopo,
  ...altro
}: Omit<Ingresso, 'value' | 'onChange'> & {
  etichetta: string
  etichettaVisibile?: boolean
  value: string
  onCerca: (testo: string) => void
  dopo?: ReactNode
}) {
  const id = useId()
  return (
    <div className={css.campo}>
      {etichettaVisibile && (
        <label className={css.etichetta} htmlFor={id}>
          {etichetta}
        </label>
      )}
      <div className={cx(css.guscio, (value !== '' || dopo !== undefined) && css.conBottone)}>
        <IconSearch size={20} />
        <input
          {...altro}
          id={id}
          type="search"
          className={css.ingresso}
          aria-label={etichettaVisibile ? undefined : etichetta}
          value={value}
          onChange={(e) => onCerca(e.currentTarget.value)}
        />
        {value !== '' ? (
          <Button
            variante="fantasma"
            misura="sm"
            quadrato
            etichetta={campi.svuota}
            icona={<IconX size={20} />}
            onClick={() => onCerca('')}
          />
        ) : (
          dopo
        )}
      </div>
    </div>
  )
}

type SpuntaProps = Omit<Ingresso, 'type'> & { errore?: string | null | undefined; children: ReactNode }

/** A checkbox whose whole line can be touched. */
export function Checkbox({ errore, children, ...altro }: SpuntaProps) {
  const id = useId()
  return (
    <div>
      <label className={css.spunta}>
        <input
          {...altro}
          type="checkbox"
          className={css.quadratino}
          aria-invalid={errore ? true : undefined}
          aria-describedby={errore ? id : undefined}
        />
        <span>{children}</span>
      </label>
      <FieldError id={id} testo={errore} />
    </div>
  )
}

/** An on/off setting, in force at once. */
export const Switch = ({ children, ...altro }: Omit<SpuntaProps, 'errore'>) => (
  <label className={css.levetta}>
    <span>{children}</span>
    {/* biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells its own state */}
    <input {...altro} type="checkbox" role="switch" className={css.interruttore} />
  </label>
)
