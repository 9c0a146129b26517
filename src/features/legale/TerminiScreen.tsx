import { VERSIONI_TESTI } from '#contract/text-versions'
import { LegalTextScreen } from './LegalTextScreen.tsx'
import { terminiText } from './testi/termini.ts'

/** Shows at `/termini` the terms of service and of sale [SC25]. */
export default function TerminiScreen() {
  return <LegalTextScreen text={terminiText} versione={VERSIONI_TESTI.termini} operator />
}
