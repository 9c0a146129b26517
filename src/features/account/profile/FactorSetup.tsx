import { useEffect, useId, useState } from 'react'
import type { SecondoFattoreAvviato } from '#contract/second-factor'
import { ownPasswordFailure } from '../../../session/failures.ts'
import { showError, showToast } from '../../../session/notices.ts'
import { validationText } from '../../../text/validation.ts'
import { Button } from '../../../ui/Button.tsx'
import { Spinner } from '../../../ui/base.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FactorSecret, RecoveryCodes } from '../../../ui/FactorSetup.tsx'
import { Field } from '../../../ui/Field.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { IconCopy } from '../../../ui/icons.ts'
import { checkCode, readCode, useCheckedForm } from '../auth/checked-form.ts'
import { PasswordDialog } from './PasswordDialog.tsx'
import { confirmSecondoFattore, startSecondoFattore } from './profile-calls.ts'
import { factorText as texts } from './text.ts'

type Props = { withPassword: boolean; onClose: () => void }

/** Turns the second factor on in three steps: proof, secret with one code, recovery codes [AU45]. */
export default function FactorSetup({ withPassword, onClose }: Props) {
  const [begun, setBegun] = useState<SecondoFattoreAvviato | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const begin = async (password?: string) => {
    const result = await startSecondoFattore(password)
    if (result.ok) return setBegun(result.value)
    showError(ownPasswordFailure(result.error), { riprova: () => void begin(password) })
    if (!withPassword) onClose()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, where no password is asked first
  useEffect(() => {
    if (!withPassword) void begin()
  }, [])
  if (codes) return <Recovery codes={codes} onClose={onClose} />
  if (begun) return <SecretStep {...begun} onCodes={setCodes} onClose={onClose} />
  if (withPassword)
    return (
      <PasswordDialog
        title={texts.attiva_titolo}
        text={texts.attiva_testo}
        cancel={texts.annulla}
        yes={texts.avanti}
        onPassword={begin}
        onClose={onClose}
      />
    )
  return (
    <Dialog title={texts.attiva_titolo} onClose={onClose}>
      <Spinner />
    </Dialog>
  )
}

type SecretProps = SecondoFattoreAvviato & { onCodes: (codes: string[]) => void; onClose: () => void }

/** Shows the secret as a picture, as a link and as text; one code proves that the app has it. */
function SecretStep({ segreto, indirizzo, onCodes, onClose }: SecretProps) {
  const id = useId()
  const { errors, busy, handlers } = useCheckedForm({
    read: readCode,
    check: checkCode,
    send: ({ codice }) => confirmSecondoFattore(codice),
    done: (result, again, refuse) => {
      if (result.ok) onCodes(result.value.codici)
      else if (result.error.codice === 'CODICE_ERRATO') refuse({ codice: 'CODICE_ERRATO' })
      else showError(ownPasswordFailure(result.error), { riprova: again })
    },
  })
  return (
    <FormDialog
      title={texts.segreto_titolo}
      cancel={texts.annulla}
      yes={texts.attiva}
      form={id}
      busy={busy}
      onClose={onClose}
    >
      <FactorSecret segreto={segreto} indirizzo={indirizzo} />
      <form id={id} {...handlers}>
        <Field
          label={texts.codice}
          name="codice"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          help={texts.codice_aiuto}
          error={errors.codice && validationText[errors.codice]}
        />
      </form>
    </FormDialog>
  )
}

/** Shows the recovery codes, with a button that copies them. */
function Recovery({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const copy = async () => {
    // Leave the codes in sight without a clipboard, for a copy by hand.
    const done = await navigator.clipboard?.writeText(codes.join('\n')).then(
      () => true,
      () => false,
    )
    if (done) showToast({ text: texts.copiati })
  }
  return (
    <RecoveryCodes codes={codes} file={texts.file} onDone={onClose}>
      <Button data-primo size="sm" icon={<IconCopy size={20} />} onClick={() => void copy()}>
        {texts.copia}
      </Button>
    </RecoveryCodes>
  )
}
