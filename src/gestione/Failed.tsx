import type { Failure } from '#contract/result'
import { Button } from '../ui/Button.tsx'
import { IconWarn } from '../ui/icons.ts'
import { EmptyState } from '../ui/States.tsx'
import { consoleFailure, consoleText } from './text.ts'

/** A read that failed, with the way to try it again. */
export const Failed = ({ failure, onRetry }: { failure: Failure; onRetry: () => void }) => (
  <EmptyState
    tone="errore"
    icon={<IconWarn size={24} />}
    title={consoleText.errore_titolo}
    text={consoleFailure(failure)}
    actions={<Button onClick={onRetry}>{consoleText.riprova}</Button>}
  />
)
