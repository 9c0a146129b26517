import { type FormEvent, useId, useState } from 'react'
import { useSnapshot } from 'valtio'
import { Button } from '../../ui/Button.tsx'
import { Muted, Stack } from '../../ui/base.tsx'
import { FactorSecret, RecoveryCodes } from '../../ui/FactorSetup.tsx'
import { Field, FieldError } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { IconKey, IconPhone } from '../../ui/icons.ts'
import { callConsole } from '../api.ts'
import { consoleState } from '../console-session.ts'
import { consoleFailure, consoleText } from '../text.ts'
import { hasWebAuthn, makePasskey } from './factor.ts'
import { accessText as texts } from './text.ts'

/** The ways to a second factor: a passkey, and codes of an app with the recovery codes. */
export function SetUpFactors() {
  const { sessione } = useSnapshot(consoleState)
  const [open, setOpen] = useState<'passkey' | 'codici' | null>(null)
  const close = () => setOpen(null)
  return (
    <Stack>
      <Stack>
        <h2>{texts.passkey}</h2>
        <Muted>{hasWebAuthn() ? texts.passkey_testo : texts.senza_passkey}</Muted>
        {hasWebAuthn() && (
          <div>
            <Button icon={<IconKey size={20} />} onClick={() => setOpen('passkey')}>
              {texts.aggiungi_passkey}
            </Button>
          </div>
        )}
      </Stack>
      {!sessione?.codici && (
        <Stack>
          <h2>{texts.codici}</h2>
          <Muted>{texts.codici_testo}</Muted>
          <div>
            <Button icon={<IconPhone size={20} />} onClick={() => setOpen('codici')}>
              {texts.usa_codici}
            </Button>
          </div>
        </Stack>
      )}
      {open === 'passkey' && <PasskeyDialog onClose={close} />}
      {open === 'codici' && <CodesDialog onClose={close} />}
    </Stack>
  )
}

function PasskeyDialog({ onClose }: { onClose: () => void }) {
  const id = useId()
  const [refused, setRefused] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const nome = String(new FormData(event.currentTarget).get('nome') ?? '').trim()
    if (nome === '') return setRefused(texts.passkey_nome_vuoto)
    setBusy(true)
    const outcome = await makePasskey(nome)
    setBusy(false)
    if ('refused' in outcome) return setRefused(outcome.refused)
    onClose()
    consoleState.sessione = outcome.sessione
  }
  return (
    <FormDialog
      title={texts.aggiungi_passkey}
      cancel={consoleText.annulla}
      yes={texts.aggiungi_passkey}
      form={id}
      busy={busy}
      onClose={onClose}
    >
      <form id={id} onSubmit={(e) => void submit(e)}>
        <Field
          label={texts.passkey_nome}
          name="nome"
          maxLength={60}
          help={texts.passkey_nome_aiuto}
          error={refused}
          autoFocus
        />
      </form>
    </FormDialog>
  )
}

type Begun = { segreto: string; indirizzo: string }

function CodesDialog({ onClose }: { onClose: () => void }) {
  const id = useId()
  const [begun, setBegun] = useState<Begun | null>(null)
  const [recovery, setRecovery] = useState<readonly string[] | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const begin = async () => {
    setBusy(true)
    const result = await callConsole('avvia_codici')
    setBusy(false)
    if (result.ok) setBegun(result.value)
    else setRefused(consoleFailure(result.error))
  }
  const [sessione, setSessione] = useState(consoleState.sessione)
  const confirm = async (codice: string) => {
    setBusy(true)
    const result = await callConsole('aggiungi_codici', { corpo: { codice } })
    setBusy(false)
    if (!result.ok) return setRefused(consoleFailure(result.error))
    setSessione(result.value.sessione)
    setRecovery(result.value.codici)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setRefused(null)
    if (begun) void confirm(String(new FormData(event.currentTarget).get('codice') ?? ''))
    else void begin()
  }
  // The session is confirmed when the codes are saved: before, the screen behind would change under the dialog.
  const end = () => {
    onClose()
    consoleState.sessione = sessione
  }
  if (recovery) return <RecoveryCodes codes={recovery} file={texts.file} onDone={end} />
  return (
    <FormDialog
      title={texts.codici}
      cancel={consoleText.annulla}
      yes={begun ? texts.attiva : texts.usa_codici}
      form={id}
      busy={busy}
      onClose={onClose}
    >
      <form id={id} onSubmit={submit}>
        {begun ? (
          <Stack>
            <FactorSecret {...begun} />
            <Field
              label={texts.codice}
              name="codice"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={10}
              error={refused}
            />
          </Stack>
        ) : (
          <>
            <Muted>{texts.codici_testo}</Muted>
            <FieldError text={refused} />
          </>
        )}
      </form>
    </FormDialog>
  )
}
