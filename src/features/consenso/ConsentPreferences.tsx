import { useSnapshot } from 'valtio'
import { chooseConsent, cookieConsent } from '../../domain/cookie-consent.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, Stack } from '../../ui/base.tsx'
import css from './consenso.module.css'
import { consensoText as texts } from './text.ts'

/** Shows the choice about statistics, with the same two buttons to change it; the foot of every page leads here [CC4]. */
export function ConsentPreferences() {
  const { choice, at } = useSnapshot(cookieConsent)
  return (
    <Card aria-labelledby="preferenze">
      <Stack>
        <h2 id="preferenze">{texts.preferenze}</h2>
        <p role="status">{choice === null || at === null ? texts.mai : texts[choice](at)}</p>
        <div className={css.scelte}>
          <Button fullWidth aria-pressed={choice === 'no'} onClick={() => chooseConsent('no')}>
            {texts.rifiuta}
          </Button>
          <Button fullWidth aria-pressed={choice === 'si'} onClick={() => chooseConsent('si')}>
            {texts.accetta}
          </Button>
        </div>
      </Stack>
    </Card>
  )
}
