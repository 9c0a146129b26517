import { LegalTextScreen } from './LegalTextScreen.tsx'
import { guidaText } from './testi/guida.ts'

/** Shows at `/guida` the questions that people ask first [SC26]. */
export default function GuidaScreen() {
  return <LegalTextScreen text={guidaText} />
}
