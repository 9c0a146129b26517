import { Link } from 'wouter'
import { chooseConsent } from '../../domain/cookie-consent.ts'
import { Button } from '../../ui/Button.tsx'
import { heightVar } from '../../ui/height-var.ts'
import css from './consenso.module.css'
import { consensoText as texts } from './text.ts'

/** Move the foot of the first page up by the height of the strip. */
const height = heightVar('--striscia')

/** Asks once in a year, with two equal buttons to accept and to refuse (D35; Garante, 10 June 2021) [CC9]. Takes no focus. */
export default function ConsentBanner() {
  return (
    <section ref={height} className={css.striscia} aria-label={texts.titolo}>
      <p>
        {texts.testo} <Link href="/cookie">{texts.leggi}</Link>
      </p>
      <div className={css.scelte}>
        <Button size="sm" fullWidth onClick={() => chooseConsent('no')}>
          {texts.rifiuta}
        </Button>
        <Button size="sm" fullWidth onClick={() => chooseConsent('si')}>
          {texts.accetta}
        </Button>
      </div>
    </section>
  )
}
