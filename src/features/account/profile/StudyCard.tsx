import { useSnapshot } from 'valtio'
import { hasRight, livelloState } from '../../../domain/livello.ts'
import { preferences, setPreference } from '../../../domain/preferences.ts'
import { profileText as texts } from '../../../text/account.ts'
import { Card, Muted, Stack } from '../../../ui/base.tsx'
import { Switch } from '../../../ui/Field.tsx'

/** Sets how this person studies, on every device of theirs. */
export function StudyCard() {
  const { spiega_errori } = useSnapshot(preferences)
  useSnapshot(livelloState)
  const explained = hasRight('spiegazioni')
  return (
    <Card aria-labelledby="studio">
      <Stack>
        <h2 id="studio">{texts.studio}</h2>
        <Switch
          checked={explained && spiega_errori}
          disabled={!explained}
          onChange={(e) => setPreference('spiega_errori', e.currentTarget.checked)}
        >
          {explained ? texts.spiega_errori : texts.spiega_errori_premium}
        </Switch>
        <Muted small>{texts.spiega_errori_nota}</Muted>
      </Stack>
    </Card>
  )
}
