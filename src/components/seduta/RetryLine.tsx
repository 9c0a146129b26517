import { esercitazioneText as testi } from '../../text/esercitazione.ts'
import { Button } from '../../ui/Button.tsx'
import { IconRetry } from '../../ui/icons.ts'

/** Button that repeats the read of a panel after a failure. */
export const RetryLine = ({ onRetry }: { onRetry: () => void }) => (
  <div>
    <Button size="sm" icon={<IconRetry size={16} />} onClick={onRetry}>
      {testi.riprova}
    </Button>
  </div>
)
