import { useEffect, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FieldError } from '../../ui/Field.tsx'
import { callConsole } from '../api.ts'
import { consoleState } from '../console-session.ts'
import { watchSession } from '../session-end.ts'
import type { SessionEnd } from '../session-time.ts'
import { consoleFailure } from '../text.ts'
import { formatHour } from '../when.ts'
import { accessText as texts } from './text.ts'

/** Says a minute before that the session ends, and how to stay; after eight hours it ends all the same. */
export function SessionEnding() {
  const [end, setEnd] = useState<SessionEnd | null>(null)
  const [seen, setSeen] = useState(0)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  useEffect(() => watchSession((next) => setEnd((known) => (known?.at === next?.at ? known : next))), [])
  if (!end || end.at === seen) return null
  const stay = async () => {
    if (end.isLast) return setSeen(end.at)
    setBusy(true)
    const result = await callConsole('sessione')
    setBusy(false)
    setRefused(result.ok ? null : consoleFailure(result.error))
    if (!result.ok) return
    consoleState.sessione = result.value
    setEnd(null)
  }
  const at = formatHour(new Date(end.at))
  return (
    <Dialog
      title={texts.fine_titolo}
      kind="avviso"
      onClose={() => void stay()}
      actions={
        <Button variant="primario" data-primo busy={busy} onClick={() => void stay()}>
          {end.isLast ? texts.fine_capito : texts.resta}
        </Button>
      }
    >
      <p>{end.isLast ? texts.fine_otto_ore(at) : texts.fine_fermo(at)}</p>
      <FieldError text={refused} />
    </Dialog>
  )
}
