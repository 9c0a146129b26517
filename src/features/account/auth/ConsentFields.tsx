import type { FormErrors, SignUpForm } from '#rules/credentials'
import { PAGE_BASE } from '#rules/routes'
import { validationText } from '../../../text/validation.ts'
import { Checkbox } from '../../../ui/Field.tsx'
import css from './auth.module.css'
import { authText as texts } from './text.ts'

/** A text that is consented to, in a tab of its own: what was typed here stays. */
const TextLink = ({ href, children }: { href: string; children: string }) => (
  <a href={PAGE_BASE + href} target="_blank" rel="noopener">
    {children}
  </a>
)

/** The line without which there is no account, to the terms and the use of the address, and the optional consent [VA7][VA8][PP4]. */
export const ConsentFields = ({ errors }: { errors: FormErrors<Pick<SignUpForm, 'consensi'>> }) => (
  <div className={css.consensi}>
    <Checkbox name="consensi" error={errors.consensi && validationText[errors.consensi]}>
      {texts.accetto} <TextLink href="/termini">{texts.termini}</TextLink> {texts.uso_email}
      <TextLink href="/privacy">{texts.privacy}</TextLink>.
    </Checkbox>
    <Checkbox name="promozioni">{texts.promozioni}</Checkbox>
  </div>
)
