import { type SubmitEvent, useId, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Utente } from '#contract/schemas'
import { deleteAccount } from '../../../domain/sign-out.ts'
import { ownPasswordFailure } from '../../../session/failures.ts'
import { showError, showToast } from '../../../session/notices.ts'
import { syncStatus } from '../../../store/sync-status.ts'
import { formatDate } from '../../../text/formats.ts'
import { validationText } from '../../../text/validation.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field, PasswordField } from '../../../ui/Field.tsx'
import { focusFirstError } from '../auth/focus-error.ts'
import css from '../profile.module.css'
import { ownPasswordText, dataText as texts } from './text.ts'

/** Shows the permanent loss, then asks for the password, or for a word where there is none [SC10]. */
export function DeleteAccountDialog({ utente, onClose }: { utente: Utente; onClose: () => void }) {
  const [meant, setMeant] = useState(false)
  return meant ? (
    <Proof withPassword={utente.con_password !== false} onClose={onClose} />
  ) : (
    <Consequences utente={utente} onClose={onClose} onNext={() => setMeant(true)} />
  )
}

function Consequences({ utente, onClose, onNext }: { utente: Utente; onClose: () => void; onNext: () => void }) {
  const { waiting, simulazioni } = useSnapshot(syncStatus)
  const unsent = waiting + simulazioni
  const until = utente.data_scadenza_premium
  return (
    <Dialog
      title={texts.titolo_uno}
      kind="avviso"
      onClose={onClose}
      actions={
        <>
          <Button data-primo onClick={onClose}>
            {texts.resta}
          </Button>
          <Button variant="pericolo" onClick={onNext}>
            {texts.avanti}
          </Button>
        </>
      }
    >
      <ul className={css.perdite}>
        {texts.cosa.map((what) => (
          <li key={what}>{what}</li>
        ))}
        {utente.livello > 0 && <li>{texts.premium(until ? formatDate(until) : '')}</li>}
        {unsent > 0 && <li>{texts.non_inviate(unsent)}</li>}
      </ul>
    </Dialog>
  )
}

const readProof = (form: HTMLFormElement): string => String(new FormData(form).get('prova'))

function Proof({ withPassword, onClose }: { withPassword: boolean; onClose: () => void }) {
  const id = useId()
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const wrongProof = (proof: string): string | null => {
    if (withPassword) return proof === '' ? validationText.CAMPI_MANCANTI : null
    return proof.trim() === texts.parola ? null : texts.parola_errata
  }
  const submit = async (e: SubmitEvent<HTMLFormElement>) => {
    e.preventDefault()
    const form = e.currentTarget
    const proof = readProof(form)
    const wrong = wrongProof(proof)
    setError(wrong)
    if (wrong !== null) return focusFirstError(form)
    setBusy(true)
    const result = await deleteAccount(withPassword ? proof : undefined)
    setBusy(false)
    if (result.ok) showToast({ text: withPassword ? texts.eliminato : texts.tra_poco })
    else showError(ownPasswordFailure(result.error), { riprova: () => form.requestSubmit() })
  }
  return (
    <Dialog
      title={withPassword ? texts.titolo_due : texts.elimina_poi}
      onClose={busy ? () => undefined : onClose}
      actions={
        <>
          <Button disabled={busy} onClick={onClose}>
            {texts.resta}
          </Button>
          <Button variant="pericolo" type="submit" form={id} busy={busy}>
            {withPassword ? texts.elimina_ora : texts.elimina_poi}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        onSubmit={submit}
        onInput={(e) => {
          if (error !== null && wrongProof(readProof(e.currentTarget)) === null) setError(null)
        }}
      >
        {withPassword ? (
          <PasswordField
            label={ownPasswordText}
            name="prova"
            autoComplete="current-password"
            help={texts.prova}
            error={error}
          />
        ) : (
          <Field
            label={texts.parola_etichetta}
            name="prova"
            autoComplete="off"
            spellCheck={false}
            help={texts.prova_social(texts.parola)}
            error={error}
          />
        )}
      </form>
    </Dialog>
  )
}
