import { type SubmitEvent, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { type ErroriModulo, type ModuloAccesso as Modulo, validateAccesso } from '#rules/credenziali'
import { prepareCall } from '../../state/api.ts'
import { showGuasto } from '../../state/avvisi.ts'
import { RECUPERO_PRONTO } from '../../state/pronte.ts'
import { login } from '../../state/sessione.ts'
import { accesso } from '../../text/accesso.ts'
import { validazione } from '../../text/validazione.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox, Field, PasswordField } from '../../ui/Field.tsx'
import css from './auth.module.css'
import { focusFirstError } from './errori.ts'

/** E-mail, password, remember me [SC1]. An address that is not verified yet leads to its page. */
export function ModuloAccesso() {
  const [errori, setErrori] = useState<ErroriModulo<Modulo>>({})
  const [inCorso, setInCorso] = useState(false)
  const [, navigate] = useLocation()

  const submit = async (e: SubmitEvent<HTMLFormElement>) => {
    e.preventDefault()
    const modulo = e.currentTarget
    const dati = new FormData(modulo)
    const valori = { email: String(dati.get('email')).trim(), password: String(dati.get('password')) }
    const trovati = validateAccesso(valori)
    setErrori(trovati)
    if (Object.keys(trovati).length > 0) return focusFirstError(modulo)
    setInCorso(true)
    const esito = await login({ ...valori, ricordami: dati.get('ricordami') !== null })
    setInCorso(false)
    // Whoever may enter is led on by the guard of the routes.
    if (!esito.ok) showGuasto(esito.error, { riprova: () => modulo.requestSubmit() })
    else if (!esito.value.email_verificata) navigate('/auth/check-email', { replace: true })
  }

  return (
    <form className={css.modulo} noValidate onSubmit={submit} onFocus={() => void prepareCall()}>
      <h1>{accesso.accedi}</h1>
      <Field
        etichetta={accesso.email}
        name="email"
        type="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        errore={errori.email && validazione[errori.email]}
      />
      <PasswordField
        etichetta={accesso.password}
        name="password"
        autoComplete="current-password"
        errore={errori.password && validazione[errori.password]}
      />
      <div className={css.riga}>
        <Checkbox name="ricordami" defaultChecked>
          {accesso.ricordami}
        </Checkbox>
        {RECUPERO_PRONTO && (
          <Link className={css.collegamento} href="/auth/recupera-password">
            {accesso.dimenticata}
          </Link>
        )}
      </div>
      <Button variante="primario" misura="lg" pieno type="submit" inCorso={inCorso}>
        {accesso.accedi}
      </Button>
      <p className={css.nota}>
        {accesso.senza_account}{' '}
        <Link className={css.collegamento} href="/auth/?type=registrazione">
          {accesso.registrati_gratis}
        </Link>
      </p>
    </form>
  )
}
