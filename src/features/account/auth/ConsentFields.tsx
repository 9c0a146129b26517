import type { FormErrors, SignUpForm } from '#rules/credentials'
import { PAGE_BASE } from '#rules/routes'
import { validationText } from '../../../text/validation.ts'
import { Checkbox } from '../../../ui/Field.tsx'
import css from './auth.module.css'
import { authText } from './text.ts'

/** What the consents speak of. */
const CONSENT_TEXTS = [
  { href: '/termini', text: authText.leggi_termini },
  { href: '/privacy', text: authText.leggi_privacy },
]

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
      <p className={css.testi}>
        {authText.leggi}
        {CONSENT_TEXTS.map(({ href, text }) => (
          // In a tab of its own: what was typed here stays.
          <a key={href} className={css.collegamento} href={`${PAGE_BASE}${href}`} target="_blank" rel="noopener">
            {text}
          </a>
        ))}
      </p>
    </div>
  )
}
