import type { FormErrors, SignUpForm } from '#rules/credentials'
import { validationText } from '../../../text/validation.ts'
import { Checkbox } from '../../../ui/Field.tsx'
import css from './auth.module.css'
import { authText } from './text.ts'

/** The two consents without which there is no account, and the optional one [VA7][VA8]. */
export function ConsentFields({ errors }: { errors: FormErrors<Pick<SignUpForm, 'termini' | 'trattamento_email'>> }) {
  return (
    <div className={css.consensi}>
      <Checkbox name="termini" error={errors.termini && validationText[errors.termini]}>
        {authText.termini}
      </Checkbox>
      <Checkbox name="trattamento_email" error={errors.trattamento_email && validationText[errors.trattamento_email]}>
        {authText.trattamento}
      </Checkbox>
      <Checkbox name="promozioni">{authText.promozioni}</Checkbox>
    </div>
  )
}
