/** Reasons why a field is refused (spec §5); the Italian sentence of each is in src/text. */
export type FieldError =
  | SignInError
  | 'EMAIL_DIVERSA'
  | 'PASSWORD_DEBOLE'
  | 'PASSWORD_LUNGA'
  | 'PASSWORD_OVVIA'
  | 'PASSWORD_DIVERSA'
  | 'CONSENSI_MANCANTI'
  | 'CODICE_ERRATO'
  | 'EMAIL_GIA_IN_USO'
/** Reasons of the login, whose sentences come with its first code. */
export type SignInError =
  | 'EMAIL_NON_VALIDA'
  | 'EMAIL_MANCANTE'
  | 'CAMPI_MANCANTI'
  | 'CREDENZIALI_ERRATE'
  | 'UTENTE_NON_TROVATO'

/** Characters of a password: at least [CO3], at most. */
const MIN_PASSWORD = 8
const MAX_PASSWORD = 128
const MAX_EMAIL = 254

/** Form that the contract's schema accepts too, so that page and server agree. */
const EMAIL = /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

export const isEmail = (email: string): boolean => email.length <= MAX_EMAIL && EMAIL.test(email)

/** [VA1][VA2]: null when the address is good. */
export const checkEmail = (email: string): SignInError | null =>
  email === '' ? 'EMAIL_MANCANTE' : isEmail(email) ? null : 'EMAIL_NON_VALIDA'

/** [VA5]: 8 characters with at least one digit and one uppercase letter, of any alphabet. */
export function checkPassword(password: string): FieldError | null {
  if (password.length > MAX_PASSWORD) return 'PASSWORD_LUNGA'
  return [...password].length < MIN_PASSWORD || !/\p{Nd}/u.test(password) || !/\p{Lu}/u.test(password)
    ? 'PASSWORD_DEBOLE'
    : null
}

export type SignInForm = { email: string; password: string }
export type SignUpForm = {
  email: string
  conferma_email: string
  password: string
  conferma_password: string
  /** To the terms and to the use of the address, asked in one line. */
  consensi: boolean
}
/** Reason by field; no key means that the field is good. */
export type FormErrors<M, E extends FieldError = FieldError> = { [K in keyof M]?: E }

/**
 * Errors of a refused form whose fields are still wrong in the typed text [VA25]. A refusal of the server stays until its field
 * changes, since `check` finds nothing wrong with it.
 */
export function errorsLeft<M, E extends FieldError>(
  errors: FormErrors<M, E>,
  check: (values: M) => FormErrors<M, E>,
  refused: M,
  now: M,
): FormErrors<M, E> {
  const [before, found] = [check(refused), check(now)]
  const left: FormErrors<M, E> = {}
  for (const field of Object.keys(errors) as (keyof M)[])
    if (field in found || (!(field in before) && now[field] === refused[field])) left[field] = errors[field] as E
  return left
}

/** Login [VA1][VA2][VA3]. */
export function validateSignIn({ email, password }: SignInForm): FormErrors<SignInForm, SignInError> {
  const errori: FormErrors<SignInForm, SignInError> = {}
  const indirizzo = checkEmail(email)
  if (indirizzo) errori.email = indirizzo
  if (password === '') errori.password = 'CAMPI_MANCANTI'
  return errori
}

/** A folded repeat equals its original: the reader cannot see what an earlier paste left in it [PP3]. */
export const repeatOf = (original: string, repeat: string, folded: boolean): string => (folded ? original : repeat)

/** Registration [VA1][VA4][VA5][VA6][VA7]; the promo-email consent is optional and not asked here [VA8]. */
export function validateSignUp(modulo: SignUpForm): FormErrors<SignUpForm> {
  const errori: FormErrors<SignUpForm> = {}
  const set = (campo: keyof SignUpForm, errore: FieldError | null) => {
    if (errore) errori[campo] = errore
  }
  set('email', checkEmail(modulo.email))
  set('conferma_email', modulo.conferma_email === modulo.email ? null : 'EMAIL_DIVERSA')
  set('password', checkPassword(modulo.password))
  set('conferma_password', modulo.conferma_password === modulo.password ? null : 'PASSWORD_DIVERSA')
  set('consensi', modulo.consensi ? null : 'CONSENSI_MANCANTI')
  return errori
}

/** The completion of a social login: an address and the same consents [VA1][VA7]. */
export type SocialSignUpForm = Pick<SignUpForm, 'email' | 'consensi'>
export function validateSocialSignUp(modulo: SocialSignUpForm): FormErrors<SocialSignUpForm> {
  const { email, consensi } = validateSignUp({
    ...modulo,
    conferma_email: modulo.email,
    password: '',
    conferma_password: '',
  })
  return { ...(email && { email }), ...(consensi && { consensi }) }
}

export type NewPasswordForm = { password: string; conferma_password: string }
/** A new password with its confirmation [VA5][VA6]; only the server has the list of obvious ones [VA23]. */
export function validateNewPassword(modulo: NewPasswordForm): FormErrors<NewPasswordForm> {
  const errori: FormErrors<NewPasswordForm> = {}
  const debole = checkPassword(modulo.password)
  if (debole) errori.password = debole
  if (modulo.conferma_password !== modulo.password) errori.conferma_password = 'PASSWORD_DIVERSA'
  return errori
}
