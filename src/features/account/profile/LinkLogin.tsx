import { useId } from 'react'
import type { Social } from '#contract/account'
import { ownPasswordFailure } from '../../../session/failures.ts'
import { showError, showToast } from '../../../session/notices.ts'
import type { PendingSocial } from '../../../session/session.ts'
import { providerName } from '../../../text/providers.ts'
import { Muted } from '../../../ui/base.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { checkOwnPassword, readOwnPassword, useCheckedForm } from '../auth/checked-form.ts'
import { OwnPassword } from './PasswordDialog.tsx'
import { linkAccesso } from './profile-calls.ts'
import { accessiText as texts } from './text.ts'

type Props = { pending: PendingSocial; withPassword: boolean; onClose: () => void }

/** Links the provider's login to the account after a yes, with the password where there is one [AU50]. */
export default function LinkLogin({ pending, withPassword, onClose }: Props) {
  const id = useId()
  const nome = providerName(pending.social)
  const { errors, busy, handlers } = useCheckedForm({
    read: readOwnPassword,
    check: (values) => (withPassword ? checkOwnPassword(values) : {}),
    send: ({ password }) =>
      linkAccesso({
        social: pending.social as Social,
        token_social: pending.token_social,
        ...(withPassword && { password }),
      }),
    done: (result, again) => {
      if (result.ok) showToast({ text: texts.collegato(nome) })
      else showError(ownPasswordFailure(result.error), { riprova: again })
      // Leave the dialog open for a wrong password; any other refusal begins anew at the provider.
      if (result.ok || result.error.codice !== 'VECCHIA_PASSWORD_ERRATA') onClose()
    },
  })
  return (
    <FormDialog
      title={texts.collega_titolo(nome)}
      cancel={texts.annulla}
      yes={texts.collega}
      form={id}
      busy={busy}
      onClose={onClose}
    >
      <Muted>{texts.collega_testo(nome)}</Muted>
      <form id={id} {...handlers}>
        {withPassword && <OwnPassword error={errors.password} />}
      </form>
    </FormDialog>
  )
}
