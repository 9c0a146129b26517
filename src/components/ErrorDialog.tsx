import { useState } from 'react'
import type { Failure } from '#contract/result'
import type { ErrorAction } from '../text/error-message.ts'
import { errorCodeOf, errorMessage, errorActionsText as testiAzioni } from '../text/errors.ts'
import { Button } from '../ui/Button.tsx'
import { Chip, Muted, Row } from '../ui/base.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { IconCopy } from '../ui/icons.ts'

export type ErrorDialogProps = {
  error: Failure
  /** Effect of each way out here; a missing one is not offered. `ho_capito` always closes. */
  on?: Partial<Record<ErrorAction, () => void>>
  onClose: () => void
}

/** Dialog of every error (spec §8), titled 'Attenzione', with the event, the remedy and the focus on the way out. */
export function ErrorDialog({ error: guasto, on = {}, onClose }: ErrorDialogProps) {
  const message = errorMessage(guasto)
  const offered = message.actions.filter((a) => a !== 'ho_capito' && on[a])
  const main = offered[0]
  const run = (action: ErrorAction) => () => {
    onClose()
    on[action]?.()
  }
  return (
    <Dialog
      title={testiAzioni.titolo}
      kind="avviso"
      onClose={onClose}
      above={
        message.topic && (
          <div>
            <Chip tone="avviso">{message.topic}</Chip>
          </div>
        )
      }
      actions={
        <>
          {main && <Button onClick={onClose}>{testiAzioni.voci.ho_capito}</Button>}
          {offered.slice(1).map((a) => (
            <Button key={a} onClick={run(a)}>
              {testiAzioni.voci[a]}
            </Button>
          ))}
          <Button variant="primario" data-primo onClick={main ? run(main) : onClose}>
            {testiAzioni.voci[main ?? 'ho_capito']}
          </Button>
        </>
      }
    >
      <p>{message.text}</p>
      <ErrorCodeLine code={errorCodeOf(guasto)} />
    </Dialog>
  )
}

/** Code for the support, ready to be copied [ER18]. */
function ErrorCodeLine({ code }: { code: string }) {
  const texts = testiAzioni.codice
  const [said, setSaid] = useState('')
  const copy = async () => {
    const copied = await navigator.clipboard?.writeText(code).then(
      () => true,
      () => false,
    )
    setSaid(copied ? texts.copiato : texts.non_copiato)
  }
  return (
    <Row wrap>
      <Muted small as="span">
        {texts.nome} <code>{code}</code>
      </Muted>
      <Button size="sm" variant="tenue" icon={<IconCopy size={16} />} onClick={() => void copy()}>
        {texts.copia}
      </Button>
      <Muted small role="status" as="span">
        {said}
      </Muted>
    </Row>
  )
}
