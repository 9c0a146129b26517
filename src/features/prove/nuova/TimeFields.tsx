import { hrefProfilo } from '../../../domain/hrefs.ts'
import { extraTimeText } from '../../../text/account.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import { Card, Stack } from '../../../ui/base.tsx'
import { Field, FieldError } from '../../../ui/Field.tsx'
import { nuovaProvaText as testi } from '../nuova-text.ts'
import type { FormState } from './form-state.ts'
import css from './nuova.module.css'

const FIELDS = ['ore', 'minuti', 'secondi'] as const

/** Hours, minutes and seconds [CT2]. */
export const TimeFields = ({
  form,
  percent,
  error,
  onChange,
}: {
  form: FormState
  /** Extra time of the account. */
  percent: number
  error: string | null
  onChange: (part: Partial<FormState>) => void
}) => (
  <Card aria-labelledby="nuova-tempo">
    <Stack>
      <h2 id="nuova-tempo">{testi.tempo}</h2>
      <div className={css.tre}>
        {FIELDS.map((name) => (
          <Field
            key={name}
            label={testi[name]}
            inputMode="numeric"
            placeholder="0"
            maxLength={5}
            value={form[name]}
            aria-invalid={error !== null || undefined}
            onChange={(e) => onChange({ [name]: e.currentTarget.value })}
          />
        ))}
      </div>
      <FieldError text={error} />
      {percent === 0 && (
        <div>
          <ButtonLink variant="fantasma" size="sm" href={hrefProfilo('studio')}>
            {extraTimeText.diritto}
          </ButtonLink>
        </div>
      )}
    </Stack>
  </Card>
)
