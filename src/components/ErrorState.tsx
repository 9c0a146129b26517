import type { Failure } from '#contract/result'
import { statesText } from '../text/common.ts'
import { errorMessage } from '../text/errors.ts'
import { Button } from '../ui/Button.tsx'
import { IconRetry, IconWarn } from '../ui/icons.ts'
import { EmptyState } from '../ui/States.tsx'

/** What a screen is for did not come: why, and the way to ask for it again. */
export const ErrorState = ({
  title,
  error: guasto,
  onRetry,
}: {
  title: string
  error: Failure | null
  onRetry: () => void
}) => (
  <EmptyState
    tone="errore"
    icon={<IconWarn size={24} />}
    title={title}
    text={guasto && errorMessage(guasto).text}
    actions={
      <Button variant="primario" icon={<IconRetry size={20} />} onClick={onRetry}>
        {statesText.riprova}
      </Button>
    }
  />
)
