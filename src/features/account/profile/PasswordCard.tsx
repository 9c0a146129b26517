import { useId, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Utente } from '#contract/schemas'
import { type FieldError, type FormErrors, type NewPasswordForm, validateNewPassword } from '#rules/credentials'
import { network } from '../../../platform/network.ts'
import { accountFailure } from '../../../session/failures.ts'
import { showError, showToast } from '../../../session/notices.ts'
import { providerName } from '../../../text/providers.ts'
import { validationText } from '../../../text/validation.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { Card, Muted, Stack } from '../../../ui/base.tsx'
import { PasswordField } from '../../../ui/Field.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { IconKey } from '../../../ui/icons.ts'
import { readNewPassword, useCheckedForm } from '../auth/checked-form.ts'
import { NewPasswordFields } from '../auth/NewPasswordFields.tsx'
import { changePassword } from './profile-calls.ts'
import { passwordText as texts } from './text.ts'

/** Changes the password with the old one [SC7][EB10], or sets the first one by mail. */
export function PasswordCard({ utente }: { utente: Utente }) {
  const { online } = useSnapshot(network)
  const [open, setOpen] = useState(false)
  const without = utente.con_password === false
  return (
    <Card aria-labelledby="password">
      <Stack>
        <h2 id="password">{texts.titolo}</h2>
        <Muted>{without ? texts.senza(providerName(utente.social ?? '')) : texts.testo}</Muted>
        <div>
          {without ? (
            <ButtonLink href="/auth/recupera-password" icon={<IconKey size={20} />}>
              {texts.chiedi}
            </ButtonLink>
          ) : (
            <Button icon={<IconKey size={20} />} disabled={!online} onClick={() => setOpen(true)}>
              {texts.cambia}
            </Button>
          )}
        </div>
      </Stack>
      {open && <PasswordDialog onClose={() => setOpen(false)} />}
    </Card>
  )
}

type Form = NewPasswordForm & { vecchia: string }
const check = (form: Form): FormErrors<Form> => ({
  ...validateNewPassword(form),
  ...(form.vecchia === '' && { vecchia: 'CAMPI_MANCANTI' satisfies FieldError }),
})

function PasswordDialog({ onClose }: { onClose: () => void }) {
  const id = useId()
  const { errors, busy, handlers } = useCheckedForm({
    read: (data): Form => ({ vecchia: String(data.get('vecchia')), ...readNewPassword(data) }),
    check,
    send: ({ vecchia, password }) => changePassword(vecchia, password),
    done: (result, again, refuse) => {
      if (!result.ok && result.error.codice === 'PASSWORD_OVVIA') return refuse({ password: 'PASSWORD_OVVIA' })
      if (!result.ok) return showError(accountFailure(result.error), { riprova: again })
      showToast({ text: texts.cambiata })
      onClose()
    },
  })
  return (
    <FormDialog title={texts.cambia} cancel={texts.annulla} yes={texts.salva} form={id} busy={busy} onClose={onClose}>
      <form id={id} {...handlers}>
        <Stack>
          <PasswordField
            label={texts.vecchia}
            name="vecchia"
            autoComplete="current-password"
            error={errors.vecchia && validationText[errors.vecchia]}
          />
          <NewPasswordFields errors={errors} labels={{ password: texts.nuova, again: texts.conferma }} />
        </Stack>
      </form>
    </FormDialog>
  )
}
