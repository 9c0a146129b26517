import { VERSIONI_TESTI } from '#contract/text-versions'
import { ConsentPreferences } from '../consenso/index.ts'
import { LegalTextScreen } from './LegalTextScreen.tsx'
import { cookieText } from './testi/cookie.ts'

/** Shows at `/cookie` the notice on cookies [SC25]. */
export default function CookieScreen() {
  return (
    <LegalTextScreen text={cookieText} versione={VERSIONI_TESTI.statistiche} operator>
      <ConsentPreferences />
    </LegalTextScreen>
  )
}
