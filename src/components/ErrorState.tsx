import type { ReactNode } from 'react'
import type { Failure } from '#contract/result'
import { statesText } from '../text/common.ts'
import { errorMessage } from '../text/errors.ts'
import { Button } from '../ui/Button.tsx'
import { IconRetry, IconWarn } from '../ui/icons.ts'
import { EmptyState } from '../ui/States.tsx'

/** State of a screen whose data did not come, with the reason and the ways out. */
export const FailureState = ({
  title,
  error,
  children,
}: {
  title: string
  error: Failure | null
  /** Ways out. */
  children: ReactNode
}) => (
  <EmptyState
    tone="errore"
    icon={<IconWarn size={24} />}
    title={title}
    text={error && errorMessage(error).text}
    actions={children}
  />
)

/** State of a failure, with the way to ask again. */
export const ErrorState = ({
  title,
  error,
  onRetry,
}: {
  title: string
  error: Failure | null
  onRetry: () => void
}) => (
  <FailureState title={title} error={error}>
    <Button variant="primario" icon={<IconRetry size={20} />} onClick={onRetry}>
      {statesText.riprova}
    </Button>
  </FailureState>
)
