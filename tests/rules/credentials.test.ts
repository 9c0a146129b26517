import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { email as schemaEmail } from '#contract/utente-accesso'
import {
  checkEmail,
  checkPassword,
  errorsLeft,
  isEmail,
  repeatOf,
  validateNewPassword,
  validateSignIn,
  validateSignUp,
  validateSocialSignUp,
} from '#rules/credentials'

const buono = {
  email: 'anna.rossi@esempio.it',
  conferma_email: 'anna.rossi@esempio.it',
  password: 'Segreta12',
  conferma_password: 'Segreta12',
  consensi: true,
}

const INDIRIZZI = [
  'anna@esempio.it',
  'anna.rossi+concorsi@posta.esempio.it',
  "o'neill@esempio.it",
  'a@b.co',
  'anna@esempio',
  'anna',
  '@esempio.it',
  'anna@',
  'anna rossi@esempio.it',
  ' anna@esempio.it',
  'anna@esempio.it ',
  '.anna@esempio.it',
  'an..na@esempio.it',
  'anna@esempio..it',
  'anna@-esempio.it',
  'ànna@esempio.it',
  'anna@esempio.i',
  `${'a'.repeat(244)}@esempio.it`,
  `${'a'.repeat(245)}@esempio.it`,
  '',
]

describe('addresses', () => {
  it.each(INDIRIZZI)('[VA1] %j is judged as the contract judges it', (indirizzo) => {
    expect(isEmail(indirizzo)).toBe(schemaEmail.safeParse(indirizzo).success)
  })

  it('[VA1] page and contract agree on any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), fc.string()), (testo) => {
        expect(isEmail(testo)).toBe(schemaEmail.safeParse(testo).success)
      }),
      { numRuns: 1000 },
    )
  })

  it('[VA1][VA2] an address that is missing and one that is wrong have their own reasons', () => {
    expect(checkEmail('')).toBe('EMAIL_MANCANTE')
    expect(checkEmail('anna@')).toBe('EMAIL_NON_VALIDA')
    expect(checkEmail('anna@esempio.it')).toBeNull()
  })
})

it.each([
  ['Gelsomin1', null],
  ['Èrbacce1', null],
  ['Пароль12', null],
  ['ABCDEFG٣', null],
  ['🔑🎈🍀🎯🧩🎲A1', null],
  [`A1${'mela-e-pero-'.repeat(11).slice(0, 126)}`, null],
  [`A1${'x'.repeat(127)}`, 'PASSWORD_LUNGA'],
  ['Abcdef1', 'PASSWORD_DEBOLE'],
  ['🔑🔑🔑🔑🔑A1', 'PASSWORD_DEBOLE'],
  ['abcdefg1', 'PASSWORD_DEBOLE'],
  ['Abcdefgh', 'PASSWORD_DEBOLE'],
  ['', 'PASSWORD_DEBOLE'],
])('[VA5][CO3] password %j: %s', (password, atteso) => {
  expect(checkPassword(password)).toBe(atteso)
})

it.each([
  [{ email: 'anna@esempio.it', password: 'x' }, {}],
  [{ email: '', password: 'x' }, { email: 'EMAIL_MANCANTE' }],
  [{ email: 'anna', password: 'x' }, { email: 'EMAIL_NON_VALIDA' }],
  [{ email: 'anna@esempio.it', password: '' }, { password: 'CAMPI_MANCANTI' }],
  [
    { email: '', password: '' },
    { email: 'EMAIL_MANCANTE', password: 'CAMPI_MANCANTI' },
  ],
])('[VA2][VA3] login %j: %j', (modulo, attesi) => {
  expect(validateSignIn(modulo)).toEqual(attesi)
})

it.each([
  [{}, {}],
  [{ email: 'anna' }, { email: 'EMAIL_NON_VALIDA', conferma_email: 'EMAIL_DIVERSA' }],
  [{ conferma_email: 'anna@esempio.it' }, { conferma_email: 'EMAIL_DIVERSA' }],
  [{ password: 'debole' }, { password: 'PASSWORD_DEBOLE', conferma_password: 'PASSWORD_DIVERSA' }],
  [{ conferma_password: 'Segreta13' }, { conferma_password: 'PASSWORD_DIVERSA' }],
  [{ consensi: false }, { consensi: 'CONSENSI_MANCANTI' }],
])('[VA4][VA6][VA7][VA8] registration with %j: %j', (altro, attesi) => {
  expect(validateSignUp({ ...buono, ...altro })).toEqual(attesi)
})

it.each([
  ['x', '', true, 'x'],
  ['x', 'y', true, 'x'],
  ['x', '', false, ''],
  ['x', 'y', false, 'y'],
])('[PP3] the repeat of %s, written «%s», folded %s: %s', (original, repeat, folded, said) => {
  expect(repeatOf(original, repeat, folded)).toBe(said)
})

it('[VA5][VA6] a new password and its confirmation', () => {
  expect(validateNewPassword({ password: 'Segreta12', conferma_password: 'Segreta12' })).toEqual({})
  expect(validateNewPassword({ password: 'debole', conferma_password: 'x' })).toEqual({
    password: 'PASSWORD_DEBOLE',
    conferma_password: 'PASSWORD_DIVERSA',
  })
})

describe('the completion of a social login', () => {
  const modulo = { email: 'anna@esempio.it', consensi: true }
  it('[SC3][VA1][VA7] asks for an address and the consents, and for no password', () => {
    expect(validateSocialSignUp(modulo)).toEqual({})
    expect(validateSocialSignUp({ email: '', consensi: false })).toEqual({
      email: 'EMAIL_MANCANTE',
      consensi: 'CONSENSI_MANCANTI',
    })
  })
})

describe('errors of a refused form', () => {
  const empty = { email: '', conferma_email: '', password: '', conferma_password: '', consensi: false }
  const first = validateSignUp(empty)
  const left = (now: typeof empty, errors = first, refused = empty) => errorsLeft(errors, validateSignUp, refused, now)

  it('[VA25] each goes as soon as its field is right', () => {
    expect(Object.keys(first)).toEqual(['email', 'password', 'consensi'])
    const email = { ...empty, email: buono.email, conferma_email: buono.email }
    expect(Object.keys(left(email))).toEqual(['password', 'consensi'])
    expect(left(buono)).toEqual({})
  })

  it('[VA25] one that is still wrong has the words it had, and none is added', () => {
    const half = { ...buono, email: 'anna', password: 'x' }
    expect(left(half)).toEqual({ email: first.email, password: first.password })
    expect(left({ ...half, password: buono.password }, { email: 'EMAIL_MANCANTE' })).toEqual({
      email: 'EMAIL_MANCANTE',
    })
  })

  it('[VA25] what the server refused stays until its own field changes', () => {
    const obvious = { password: 'PASSWORD_OVVIA' } as const
    expect(left({ ...buono, consensi: false }, obvious, buono)).toEqual(obvious)
    expect(left({ ...buono, password: 'Segreta123' }, obvious, buono)).toEqual({})
  })
})
