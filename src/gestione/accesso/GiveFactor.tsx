import { type FormEvent, type ReactNode, useState } from 'react'
import type { SessioneGestione } from '#contract/gestione/accesso'
import { Button } from '../../ui/Button.tsx'
import { Stack } from '../../ui/base.tsx'
import { Field, FieldError } from '../../ui/Field.tsx'
import { IconKey } from '../../ui/icons.ts'
import { type FactorOutcome, giveCode, givePasskey, hasWebAuthn } from './factor.ts'
import { accessText as texts } from './text.ts'

type Known = Pick<SessioneGestione, 'codici'> & { passkey: readonly unknown[] }

/** The second factor that the account has: the passkey first, then a code. */
export function GiveFactor({
  known,
  onGiven,
  children,
}: {
  known: Known
  onGiven: (sessione: SessioneGestione) => void
  children?: ReactNode
}) {
  const [refused, setRefused] = useState<string | null>(null)
  const [busy, setBusy] = useState<'passkey' | 'codice' | null>(null)
  const give = async (by: 'passkey' | 'codice', step: () => Promise<FactorOutcome>) => {
    setBusy(by)
    setRefused(null)
    const outcome = await step()
    setBusy(null)
    if ('sessione' in outcome) onGiven(outcome.sessione)
    else setRefused(outcome.refused)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const codice = String(new FormData(event.currentTarget).get('codice') ?? '')
    void give('codice', () => giveCode(codice))
  }
  const withPasskey = known.passkey.length > 0 && hasWebAuthn()
  return (
    <Stack>
      {withPasskey && (
        <Button
          variant="primario"
          fullWidth
          data-primo
          icon={<IconKey size={20} />}
          busy={busy === 'passkey'}
          onClick={() => void give('passkey', givePasskey)}
        >
          {texts.usa_passkey}
        </Button>
      )}
      {known.codici && (
        <form onSubmit={submit}>
          <Stack>
            <Field
              label={texts.codice}
              name="codice"
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={40}
              help={texts.codice_aiuto}
              required
            />
            <Button type="submit" variant={withPasskey ? 'bordo' : 'primario'} fullWidth busy={busy === 'codice'}>
              {texts.conferma}
            </Button>
          </Stack>
        </form>
      )}
      <div role="alert">
        <FieldError text={refused} />
      </div>
      {children}
    </Stack>
  )
}
