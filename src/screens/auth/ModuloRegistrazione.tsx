import { type SubmitEvent, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { type ErroriModulo, type ModuloRegistrazione as Modulo, validateRegistrazione } from '#rules/credenziali'
import { prepareCall } from '../../state/api.ts'
import { showGuasto } from '../../state/avvisi.ts'
import { register } from '../../state/sessione.ts'
import { accesso } from '../../text/accesso.ts'
import { validazione } from '../../text/validazione.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox, Field, PasswordField } from '../../ui/Field.tsx'
import css from './auth.module.css'
import { focusFirstError } from './errori.ts'

/** E-mail twice, password twice, consents [SC2]. Pasting and autofill work in every field (WCAG 3.3.7). */
export function ModuloRegistrazione() {
  const [errori, setErrori] = useState<ErroriModulo<Modulo>>({})
  const [inCorso, setInCorso] = useState(false)
  const [, navigate] = useLocation()
  const testo = (campo: keyof Modulo) => {
    const errore = errori[campo]
    return errore && validazione[errore]
  }

  const submit = async (e: SubmitEvent<HTMLFormElement>) => {
    e.preventDefault()
    const modulo = e.currentTarget
    const dati = new FormData(modulo)
    const valori: Modulo = {
      email: String(dati.get('email')).trim(),
      conferma_email: String(dati.get('conferma_email')).trim(),
      password: String(dati.get('password')),
      conferma_password: String(dati.get('conferma_password')),
      termini: dati.get('termini') !== null,
      trattamento_email: dati.get('trattamento_email') !== null,
    }
    const trovati = validateRegistrazione(valori)
    setErrori(trovati)
    if (Object.keys(trovati).length > 0) return focusFirstError(modulo)
    setInCorso(true)
    const { email, password } = valori
    const esito = await register({ email, password, flag_commerciale: dati.get('promozioni') !== null })
    setInCorso(false)
    if (esito.ok) navigate(esito.value.email_verificata ? '/' : '/auth/check-email', { replace: true })
    else showGuasto(esito.error, { riprova: () => modulo.requestSubmit() })
  }

  const email = { type: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false } as const
  return (
    <form className={css.modulo} noValidate onSubmit={submit} onFocus={() => void prepareCall()}>
      <h1>{accesso.registrati}</h1>
      <Field {...email} etichetta={accesso.email} name="email" autoComplete="username" errore={testo('email')} />
      <Field
        {...email}
        etichetta={accesso.conferma_email}
        name="conferma_email"
        autoComplete="email"
        errore={testo('conferma_email')}
      />
      <PasswordField
        etichetta={accesso.password}
        name="password"
        autoComplete="new-password"
        aiuto={accesso.password_aiuto}
        errore={testo('password')}
      />
      <PasswordField
        etichetta={accesso.conferma_password}
        name="conferma_password"
        autoComplete="new-password"
        errore={testo('conferma_password')}
      />
      <div className={css.consensi}>
        <Checkbox name="termini" errore={testo('termini')}>
          {accesso.termini}
        </Checkbox>
        <Checkbox name="trattamento_email" errore={testo('trattamento_email')}>
          {accesso.trattamento}
        </Checkbox>
        <Checkbox name="promozioni">{accesso.promozioni}</Checkbox>
      </div>
      <Button variante="primario" misura="lg" pieno type="submit" inCorso={inCorso}>
        {accesso.crea}
      </Button>
      <p className={css.nota}>
        {accesso.con_account}{' '}
        <Link className={css.collegamento} href="/auth/?type=login">
          {accesso.accedi}
        </Link>
      </p>
    </form>
  )
}
