import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { email as schemaEmail } from '#contract/calls'
import {
  checkEmail,
  checkPassword,
  isEmail,
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
  termini: true,
  trattamento_email: true,
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
  [{ termini: false }, { termini: 'CONSENSO_TERMINI' }],
  [{ trattamento_email: false }, { trattamento_email: 'CONSENSO_EMAIL' }],
])('[VA4][VA6][VA7][VA8] registration with %j: %j', (altro, attesi) => {
  expect(validateSignUp({ ...buono, ...altro })).toEqual(attesi)
})

it('[VA5][VA6] a new password and its confirmation', () => {
  expect(validateNewPassword({ password: 'Segreta12', conferma_password: 'Segreta12' })).toEqual({})
  expect(validateNewPassword({ password: 'debole', conferma_password: 'x' })).toEqual({
    password: 'PASSWORD_DEBOLE',
    conferma_password: 'PASSWORD_DIVERSA',
  })
})

describe('passwords that anybody would try', () => {
  it.each([
    'Password1',
    'P4ssw0rd!',
    'PASSWORD2024',
    'Juventus10',
    'ForzaNapoli1926',
    'Francesco1990',
    'CiaoCiao1',
    'Amore123!',
    'Qwerty123',
    'Qwertyuiop1',
    '1q2w3e4R',
    '1qaz2wsX',
    'Abc12345',
    'Abcd1234',
    'A1234567',
    'Aaaaaaa1',
    'Gennaio2026',
    'Idoneo2026',
    'Concorso2026!',
  ])('[VA23] %s is refused', (password) => {
    expect(checkPassword(password)).toBe('PASSWORD_OVVIA')
    expect(validateNewPassword({ password, conferma_password: password })).toEqual({ password: 'PASSWORD_OVVIA' })
  })

  it.each(['AnnaRossi85', 'Rossi.anna1', 'R0ss1R0ss1', 'Rossi2026'])(
    '[VA23] %s says no more than the address anna.rossi@…',
    (password) => expect(checkPassword(password, 'anna.rossi@esempio.it')).toBe('PASSWORD_OVVIA'),
  )

  it('[VA23] the same is good for somebody else, where it is no word that everybody has', () => {
    expect(checkPassword('Bonfiglioli85', 'anna.rossi@esempio.it')).toBeNull()
    expect(checkPassword('Bonfiglioli85', 'bonfiglioli@esempio.it')).toBe('PASSWORD_OVVIA')
  })

  it.each([
    'Segreta12',
    'Montagna7',
    'Prova-sicura-2026',
    'Tre1gatti2blu',
    'Cavallo-corretto-7',
    'xK9vbQ2w',
    'Ornitorinco8',
  ])('[VA23] %s passes', (password) => expect(checkPassword(password, 'anna.rossi@esempio.it')).toBeNull())

  it('[VA23] twelve characters by chance are never refused', () => {
    const signs = [...'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789']
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...signs), { minLength: 12, maxLength: 24 }), (drawn) => {
        fc.pre(new Set(drawn).size >= 8)
        expect(checkPassword(`${drawn.join('')}B7`)).toBeNull()
      }),
    )
  })

  it('[VA23] a common word stays common whatever digits are put after it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('Juventus', 'Password', 'Francesca', 'Settembre'),
        fc.nat({ max: 99999 }),
        (word, n) => {
          expect(checkPassword(`${word}${n}`)).toBe('PASSWORD_OVVIA')
        },
      ),
    )
  })
})

describe('the completion of a social login', () => {
  const modulo = { email: 'anna@esempio.it', termini: true, trattamento_email: true }
  it('[SC3][VA1][VA7] asks for an address and the two consents, and for no password', () => {
    expect(validateSocialSignUp(modulo)).toEqual({})
    expect(validateSocialSignUp({ email: '', termini: false, trattamento_email: false })).toEqual({
      email: 'EMAIL_MANCANTE',
      termini: 'CONSENSO_TERMINI',
      trattamento_email: 'CONSENSO_EMAIL',
    })
  })
})
