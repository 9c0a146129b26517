import type { FormErrors, SignUpForm } from '#rules/credentials'
import { PAGE_BASE } from '#rules/routes'
import { validationText } from '../../../text/validation.ts'
import { Checkbox } from '../../../ui/Field.tsx'
import css from './auth.module.css'
import { authText as texts } from './text.ts'

/** Opens the text of a consent in another tab, so that this form keeps its values. */
const TextLink = ({ href, children }: { href: string; children: string }) => (
  <a href={PAGE_BASE + href} target="_blank" rel="noopener">
    {children}
  </a>
)

/** Asks for the consent that an account requires, to terms and address, and the optional one [VA7][VA8][PP4]. */
export const ConsentFields = ({ errors }: { errors: FormErrors<Pick<SignUpForm, 'consensi'>> }) => (
  <div className={css.consensi}>
    <Checkbox name="consensi" error={errors.consensi && validationText[errors.consensi]}>
      {texts.accetto} <TextLink href="/termini">{texts.termini}</TextLink> {texts.uso_email}
      <TextLink href="/privacy">{texts.privacy}</TextLink>.
    </Checkbox>
    <Checkbox name="promozioni">{texts.promozioni}</Checkbox>
  </div>
)
