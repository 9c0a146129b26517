import type { Failure } from '#contract/result'
import { stati } from '../text/comuni.ts'
import { fraseErrore } from '../text/errori.ts'
import { Button } from './Button.tsx'
import { IconRetry, IconWarn } from './icone.ts'
import { EmptyState } from './Stati.tsx'

/** What a screen is for did not come: why, and the way to ask for it again. */
export const ErrorState = ({
  titolo,
  guasto,
  onRiprova,
}: {
  titolo: string
  guasto: Failure | null
  onRiprova: () => void
}) => (
  <EmptyState
    tono="errore"
    icona={<IconWarn size={24} />}
    titolo={titolo}
    testo={guasto && fraseErrore(guasto).testo}
    azioni={
      <Button variante="primario" icona={<IconRetry size={20} />} onClick={onRiprova}>
        {stati.riprova}
      </Button>
    }
  />
)
