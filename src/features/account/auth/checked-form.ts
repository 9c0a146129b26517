import { type SubmitEvent, type SyntheticEvent, useEffect, useState } from 'react'
import {
  checkEmail,
  errorsLeft,
  type FieldError,
  type FormErrors,
  type NewPasswordForm,
  type SignUpForm,
} from '#rules/credentials'

/**
 * Checks a form before it is sent, shows errors beside their fields, and focuses the first.
 * Form is busy until `send` returns. `done` then receives the result, `again` to send once more, and `refuse` to mark fields.
 * Removes an error as soon as its field is right; adds none before the next submit.
 */
export function useCheckedForm<F, R, E extends FieldError = FieldError>({
  read,
  check,
  send,
  done,
}: {
  read: (data: FormData) => F
  check: (values: F) => FormErrors<F, E>
  send: (values: F, data: FormData) => Promise<R>
  done: (result: R, again: () => void, refuse: (found: FormErrors<F, E>) => void) => void
}) {
  const [errors, setErrors] = useState<FormErrors<F, E>>({})
  const [refused, setRefused] = useState<{ form: HTMLFormElement; values: F } | null>(null)
  const [busy, setBusy] = useState(false)
  // Focus in an effect, because React draws a refusal outside an event later than the next frame.
  useEffect(() => refused?.form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), [refused])
  const submit = async (e: SubmitEvent<HTMLFormElement>) => {
    e.preventDefault()
    const form = e.currentTarget
    const data = new FormData(form)
    const values = read(data)
    const refuse = (found: FormErrors<F, E>) => {
      setErrors(found)
      setRefused({ form, values })
    }
    const found = check(values)
    if (Object.keys(found).length > 0) return refuse(found)
    setErrors({})
    setBusy(true)
    const result = await send(values, data)
    setBusy(false)
    done(result, () => form.requestSubmit(), refuse)
  }
  const onInput = ({ currentTarget: form }: SyntheticEvent<HTMLFormElement>) => {
    if (refused !== null && Object.keys(errors).length > 0)
      setErrors(errorsLeft(errors, check, refused.values, read(new FormData(form))))
  }
  return { errors, busy, handlers: { noValidate: true, onSubmit: submit, onInput } }
}

/** Reads the consent that an account requires. */
export const readConsents = (data: FormData) => ({ consensi: data.get('consensi') !== null })

/** Reads a new password and its repeat. */
export const readNewPassword = (data: FormData): NewPasswordForm => ({
  password: String(data.get('password')),
  conferma_password: String(data.get('conferma_password')),
})

type CodeForm = { codice: string }
type AddressForm = Pick<SignUpForm, 'email'>
/** Reads the address, trimmed. */
export const readAddress = (data: FormData): AddressForm => ({ email: String(data.get('email')).trim() })
export const checkAddress = ({ email }: AddressForm): FormErrors<AddressForm> => {
  const wrong = checkEmail(email)
  return wrong ? { email: wrong } : {}
}

type PasswordForm = Pick<SignUpForm, 'password'>
/** Reads the account's own password; empty where the form lacks its field. */
export const readOwnPassword = (data: FormData): PasswordForm => ({ password: String(data.get('password') ?? '') })
export const checkOwnPassword = ({ password }: PasswordForm): FormErrors<PasswordForm> =>
  password === '' ? { password: 'CAMPI_MANCANTI' } : {}

/** Reads the code of a second factor, trimmed. */
export const readCode = (data: FormData): CodeForm => ({ codice: String(data.get('codice')).trim() })
export const checkCode = ({ codice }: CodeForm): FormErrors<CodeForm> =>
  codice === '' ? { codice: 'CAMPI_MANCANTI' } : {}
