import { useState } from 'react'
import { openStore } from '../store/opening.ts'
import { shellText } from '../text/shell.ts'
import { Button } from '../ui/Button.tsx'
import { IconLibrary } from '../ui/icons.ts'
import { EmptyState } from '../ui/States.tsx'

/** The tab that owns the store gives no result (decision 0020). The page resumes by itself when the store is free. */
export function StoreBusy() {
  const [busy, setBusy] = useState(false)
  const tryAgain = async () => {
    setBusy(true)
    await openStore()
    setBusy(false)
  }
  return (
    <EmptyState
      icon={<IconLibrary size={24} />}
      title={shellText.occupato_titolo}
      text={shellText.occupato_testo}
      actions={
        <Button variant="primario" busy={busy} onClick={() => void tryAgain()}>
          {shellText.occupato_azione}
        </Button>
      }
    />
  )
}
