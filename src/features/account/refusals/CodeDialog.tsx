import { useId, useState } from 'react'
import { useLocation } from 'wouter'
import { askWithoutCode, login } from '../../../domain/sign-in.ts'
import { accountFailure, signInFailure } from '../../../session/failures.ts'
import { showError } from '../../../session/notices.ts'
import { errorMessage } from '../../../text/errors.ts'
import { formatDate } from '../../../text/formats.ts'
import { validationText } from '../../../text/validation.ts'
import { Button } from '../../../ui/Button.tsx'
import { Muted, Stack } from '../../../ui/base.tsx'
import { Field } from '../../../ui/Field.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { checkCode, readCode, useCheckedForm } from '../auth/checked-form.ts'
import { asksMore, type Refused } from '../auth/sign-in-refusal.ts'
import { codeText as texts } from './text.ts'

type Props = Refused & { onRefused: (next: Refused) => void; onClose: () => void }

/** Asks for the code of the second factor above the form, which keeps its values [AU46]; offers the way without one [AU48]. */
export function CodeDialog({ error, proof, onRefused, onClose }: Props) {
  const id = useId()
  const [, navigate] = useLocation()
  const [recovery, setRecovery] = useState(false)
  const { errors, busy, handlers } = useCheckedForm({
    read: readCode,
    check: checkCode,
    send: async ({ codice }) => {
      const next = { ...proof, codice }
      return { next, result: await login(next) }
    },
    done: ({ next, result }, again, refuse) => {
      if (result.ok) {
        if (!result.value.email_verificata) navigate('/auth/check-email', { replace: true })
        return onClose()
      }
      if (result.error.codice === 'CODICE_ERRATO') return refuse({ codice: 'CODICE_ERRATO' })
      if (asksMore(result.error)) return onRefused({ error: result.error, proof: next })
      if (result.error.codice === 'TOKEN_SOCIAL_SCADUTO') onClose()
      showError(signInFailure(result.error), { riprova: again })
    },
  })
  const end = error.dati?.quando
  return (
    <FormDialog title={texts.titolo} cancel={texts.annulla} yes={texts.accedi} form={id} busy={busy} onClose={onClose}>
      <form id={id} {...handlers}>
        <Stack>
          <Field
            key={String(recovery)}
            label={recovery ? texts.recupero : texts.codice}
            name="codice"
            inputMode={recovery ? 'text' : 'numeric'}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            help={recovery ? texts.recupero_aiuto : texts.codice_aiuto}
            error={errors.codice && validationText[errors.codice]}
            data-primo
          />
          <Button variant="fantasma" size="sm" onClick={() => setRecovery(!recovery)}>
            {recovery ? texts.usa_codice : texts.usa_recupero}
          </Button>
        </Stack>
      </form>
      {end !== undefined && <Muted>{texts.tra_poco(formatDate(String(end)))}</Muted>}
      {recovery && end === undefined && <Lost proof={proof} />}
    </FormDialog>
  )
}

/** Sends the mail that turns the factor off after a week, without phone and recovery codes. */
function Lost({ proof }: Pick<Refused, 'proof'>) {
  const [step, setStep] = useState<'fermo' | 'in_corso' | 'inviata'>('fermo')
  const [failed, setFailed] = useState<string | null>(null)
  const ask = async () => {
    setStep('in_corso')
    setFailed(null)
    const result = await askWithoutCode(proof)
    setStep(result.ok ? 'inviata' : 'fermo')
    if (!result.ok) setFailed(errorMessage(accountFailure(result.error)).text)
  }
  return (
    <>
      <Muted as="p" role="status">
        {step === 'inviata' ? texts.inviata : (failed ?? texts.perso)}
      </Muted>
      {step !== 'inviata' && (
        <div>
          <Button size="sm" busy={step === 'in_corso'} onClick={() => void ask()}>
            {texts.perso_azione}
          </Button>
        </div>
      )}
    </>
  )
}
