import { Link } from 'wouter'
import { chooseConsent } from '../../session/cookie-consent.ts'
import { Button } from '../../ui/Button.tsx'
import { heightVar } from '../../ui/height-var.ts'
import css from './consenso.module.css'
import { consensoText as texts } from './text.ts'

const height = heightVar('--striscia')

/** Asked once in a year: accepting and refusing are two equal buttons (D35; Garante, 10 June 2021) [CC9]. It takes no focus. */
export default function ConsentBanner() {
  return (
    <section ref={height} className={css.striscia} aria-label={texts.titolo} data-consenso>
      <p>
        {texts.testo}{' '}
        <Link className={css.leggi} href="/cookie">
          {texts.leggi}
        </Link>
      </p>
      <div className={css.scelte}>
        <Button fullWidth onClick={() => chooseConsent('no')}>
          {texts.rifiuta}
        </Button>
        <Button fullWidth onClick={() => chooseConsent('si')}>
          {texts.accetta}
        </Button>
      </div>
    </section>
  )
}
