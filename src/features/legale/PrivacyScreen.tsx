import { VERSIONI_TESTI } from '#contract/text-versions'
import { LegalTextScreen } from './LegalTextScreen.tsx'
import { privacyText } from './testi/privacy.ts'

/** `/privacy`: what is done with a person's data [SC25]. */
export default function PrivacyScreen() {
  return <LegalTextScreen text={privacyText} versione={VERSIONI_TESTI.trattamento_email} operator />
}
