import { type SubmitEvent, useState } from 'react'
import type { FormErrors, NewPasswordForm } from '#rules/credentials'
import { focusFirstError } from './focus-error.ts'

/**
 * A form that is looked through before it is sent: what is wrong stands beside its field, the first of them has the focus, and
 * it is busy until `send` has answered. `done` is then told the answer, how the form is sent again, and how a field is refused after all.
 */
export function useCheckedForm<F, R>({
  read,
  check,
  send,
  done,
}: {
  read: (data: FormData) => F
  check: (values: F) => FormErrors<F>
  send: (values: F, data: FormData) => Promise<R>
  done: (result: R, again: () => void, refuse: (found: FormErrors<F>) => void) => void
}) {
  const [errors, setErrors] = useState<FormErrors<F>>({})
  const [busy, setBusy] = useState(false)
  const submit = async (e: SubmitEvent<HTMLFormElement>) => {
    e.preventDefault()
    const form = e.currentTarget
    const data = new FormData(form)
    const values = read(data)
    const refuse = (found: FormErrors<F>) => {
      setErrors(found)
      focusFirstError(form)
    }
    const found = check(values)
    if (Object.keys(found).length > 0) return refuse(found)
    setErrors({})
    setBusy(true)
    const result = await send(values, data)
    setBusy(false)
    done(result, () => form.requestSubmit(), refuse)
  }
  return { errors, busy, submit }
}

/** The line without which there is no account. */
export const readConsents = (data: FormData) => ({ consensi: data.get('consensi') !== null })

/** A new password, twice. */
export const readNewPassword = (data: FormData): NewPasswordForm => ({
  password: String(data.get('password')),
  conferma_password: String(data.get('conferma_password')),
})

type CodeForm = { codice: string }
/** The code of a second factor. */
export const readCode = (data: FormData): CodeForm => ({ codice: String(data.get('codice')).trim() })
export const checkCode = ({ codice }: CodeForm): FormErrors<CodeForm> =>
  codice === '' ? { codice: 'CAMPI_MANCANTI' } : {}
