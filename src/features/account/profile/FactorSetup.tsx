import { useEffect, useId, useState } from 'react'
import { encode } from 'uqr'
import type { SecondoFattoreAvviato } from '#contract/second-factor'
import { ownPasswordFailure } from '../../../session/failures.ts'
import { showError, showToast } from '../../../session/notices.ts'
import { validationText } from '../../../text/validation.ts'
import { AwayLink, Button } from '../../../ui/Button.tsx'
import { Muted, Row, Spinner, Stack } from '../../../ui/base.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { IconCopy, IconDownload, IconPhone } from '../../../ui/icons.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { checkCode, readCode, useCheckedForm } from '../auth/checked-form.ts'
import css from '../profile.module.css'
import { PasswordDialog } from './PasswordDialog.tsx'
import { confirmSecondoFattore, startSecondoFattore } from './profile-calls.ts'
import { factorText as texts } from './text.ts'

type Props = { withPassword: boolean; onClose: () => void }

/** Turns the second factor on in three steps: who one is, the secret with one code, the recovery codes [AU45]. */
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
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />
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

/** Light on dark is read by few cameras: the picture has its own colours in both themes. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const path = data.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('')
  return (
    <svg
      className={css.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={texts.qr}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}

type SecretProps = SecondoFattoreAvviato & { onCodes: (codes: string[]) => void; onClose: () => void }

/** The secret as a picture, as a link and as text; one code shows that the app has it. */
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
      <Muted>{texts.segreto_testo}</Muted>
      <QrCode text={indirizzo} />
      <div>
        <AwayLink href={indirizzo} size="sm" icon={<IconPhone size={20} />}>
          {texts.apri_app}
        </AwayLink>
      </div>
      <p>
        {texts.a_mano} <code className={css.segreto}>{segreto.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
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

/** The recovery codes, shown once. */
function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = codes.join('\n')
  const copy = async () => {
    // Without a clipboard the codes stay in sight, to be taken by hand.
    const done = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    )
    if (done) showToast({ text: texts.copiati })
  }
  return (
    <Dialog
      title={texts.codici_titolo}
      kind="avviso"
      onClose={() => undefined}
      actions={
        <Button variant="primario" onClick={onClose}>
          {texts.salvati}
        </Button>
      }
    >
      <Stack>
        <p>{texts.codici_testo}</p>
        <ul className={css.codici}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <Row wrap>
          <Button data-primo size="sm" icon={<IconCopy size={20} />} onClick={() => void copy()}>
            {texts.copia}
          </Button>
          <Button
            size="sm"
            icon={<IconDownload size={20} />}
            onClick={() => saveFile(texts.file, `${texts.file_testa}\n\n${text}\n`, 'text/plain')}
          >
            {texts.scarica}
          </Button>
        </Row>
      </Stack>
    </Dialog>
  )
}
