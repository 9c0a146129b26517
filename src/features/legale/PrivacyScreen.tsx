import { VERSIONI_TESTI } from '#contract/text-versions'
import { LegalTextScreen } from './LegalTextScreen.tsx'
import { privacyText } from './testi/privacy.ts'

/** Shows at `/privacy` the use of a person's data [SC25]. */
export default function PrivacyScreen() {
  return <LegalTextScreen text={privacyText} versione={VERSIONI_TESTI.trattamento_email} operator />
}
