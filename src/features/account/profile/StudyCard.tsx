import { useSnapshot } from 'valtio'
import { preferences, setPreference } from '../../../domain/preferences.ts'
import { profileText as texts } from '../../../text/account.ts'
import { Card, Muted, Stack } from '../../../ui/base.tsx'
import { Switch } from '../../../ui/Field.tsx'

/** How this person studies, on every device of theirs. */
export function StudyCard() {
  const { spiega_errori } = useSnapshot(preferences)
  return (
    <Card aria-labelledby="studio">
      <Stack>
        <h2 id="studio">{texts.studio}</h2>
        <Switch checked={spiega_errori} onChange={(e) => setPreference('spiega_errori', e.currentTarget.checked)}>
          {texts.spiega_errori}
        </Switch>
        <Muted small>{texts.spiega_errori_nota}</Muted>
      </Stack>
    </Card>
  )
}
