import { useState } from 'react'
import { askDeviceLink } from '../../../domain/sign-in.ts'
import { accountFailure } from '../../../session/failures.ts'
import { deviceName } from '../../../text/devices.ts'
import { errorActionsText, errorMessage } from '../../../text/errors.ts'
import { formatAgo } from '../../../text/formats.ts'
import { Button } from '../../../ui/Button.tsx'
import { Chip, Muted } from '../../../ui/base.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { IconWarn } from '../../../ui/icons.ts'
import type { Refused } from '../auth/sign-in-refusal.ts'
import { readDeviceRefusal } from './device-refusal.ts'
import css from './refusals.module.css'
import { deviceLimitText as texts } from './text.ts'

/** Shows why this device may not enter, the ones that may, and the mail that lets it in [EB5][AU35][AU37]. */
export function DeviceLimitDialog({ error, proof, onClose }: Refused & { onClose: () => void }) {
  const [step, setStep] = useState<'fermo' | 'in_corso' | 'inviata'>('fermo')
  const [failed, setFailed] = useState<string | null>(null)
  const refusal = readDeviceRefusal(error)

  const ask = async () => {
    setStep('in_corso')
    setFailed(null)
    const result = await askDeviceLink(proof)
    setStep(result.ok ? 'inviata' : 'fermo')
    if (result.ok) return
    const used = result.error.codice === 'TROPPI_DISPOSITIVI'
    setFailed(used ? texts.esauriti : errorMessage(accountFailure(result.error)).text)
  }

  const sent = step === 'inviata'
  return (
    <Dialog
      title={errorActionsText.titolo}
      kind="avviso"
      onClose={onClose}
      above={
        <div>
          <Chip tone="avviso" icon={<IconWarn size={16} />}>
            {texts.chip}
          </Chip>
        </div>
      }
      actions={
        <>
          <Button data-primo onClick={onClose}>
            {texts.ho_capito}
          </Button>
          {!sent && (
            <Button variant="primario" busy={step === 'in_corso'} onClick={() => void ask()}>
              {texts.chiedi}
            </Button>
          )}
        </>
      }
    >
      <p>{errorMessage(error).text}</p>
      {refusal && <Muted small>{texts.limite(refusal.massimo, refusal.giorni)}</Muted>}
      {refusal && refusal.noti.length > 0 && (
        <>
          <h3 id="dispositivi-noti">{texts.noti}</h3>
          <ul className={css.noti} aria-labelledby="dispositivi-noti">
            {refusal.noti.map((d) => (
              <li key={`${d.dispositivo} ${d.sistema_operativo} ${d.ultimo_uso}`}>
                <strong>{deviceName(d.dispositivo, d.sistema_operativo)}</strong>
                <Muted as="span" small>
                  {formatAgo(d.ultimo_uso, Date.now())}
                </Muted>
              </li>
            ))}
          </ul>
        </>
      )}
      <p role="status">{sent ? texts.inviata : (failed ?? texts.modo)}</p>
    </Dialog>
  )
}
