import { hrefProfilo } from '../../../domain/hrefs.ts'
import { extraTimeText } from '../../../text/account.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import { Stack } from '../../../ui/base.tsx'
import { Field, FieldError } from '../../../ui/Field.tsx'
import { nuovaProvaText as testi } from '../nuova-text.ts'
import type { FormState } from './form-state.ts'
import css from './nuova.module.css'

const FIELDS = ['ore', 'minuti', 'secondi'] as const

/** Hours, minutes and seconds [CT2]. */
export const TimeFields = ({
  form,
  percent,
  waits,
  error,
  onChange,
}: {
  form: FormState
  /** True while the form is not filled in. */
  waits: boolean
  /** Extra time of the account. */
  percent: number
  error: string | null
  onChange: (part: Partial<FormState>) => void
}) => (
  <section aria-labelledby="nuova-tempo">
    <Stack>
      <h3 id="nuova-tempo">{testi.tempo}</h3>
      <div className={css.tre}>
        {FIELDS.map((name) => (
          <Field
            key={name}
            label={testi[name]}
            inputMode="numeric"
            placeholder="0"
            maxLength={5}
            value={form[name]}
            disabled={waits}
            aria-invalid={error !== null || undefined}
            onChange={(e) => onChange({ [name]: e.currentTarget.value })}
          />
        ))}
      </div>
      <FieldError text={error} />
      {percent === 0 && (
        <div>
          <ButtonLink variant="fantasma" flush="start" size="sm" href={hrefProfilo('studio')}>
            {extraTimeText.diritto}
          </ButtonLink>
        </div>
      )}
    </Stack>
  </section>
)
