import { type SubmitEvent, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { checkEmail, type ErroreCampo } from '#rules/credenziali'
import { showGuasto, showToast } from '../../state/avvisi.ts'
import { refreshUtente, resendVerifica, sessione } from '../../state/sessione.ts'
import { logout } from '../../state/uscita.ts'
import { verifica } from '../../text/accesso.ts'
import { validazione } from '../../text/validazione.ts'
import { Button } from '../../ui/Button.tsx'
import { Muted } from '../../ui/base.tsx'
import { Esci } from '../../ui/Esci.tsx'
import { Field } from '../../ui/Field.tsx'
import { IconMail } from '../../ui/icone.ts'
import css from './auth.module.css'
import { Cornice } from './Cornice.tsx'

/** Seconds before the mail can be asked for again (D17b). */
const ATTESA_S = 60

/** Seconds left, counting down from `partenza` (ms since 1970). */
function useAttesa(partenza: number): number {
  const [adesso, setAdesso] = useState(() => Date.now())
  const restano = Math.max(0, Math.ceil((partenza + ATTESA_S * 1000 - adesso) / 1000))
  const fermo = restano === 0
  useEffect(() => {
    setAdesso(Date.now())
    if (fermo) return
    const t = setInterval(() => setAdesso(Date.now()), 1000)
    return () => clearInterval(t)
  }, [fermo])
  return restano
}

/** `/auth/check-email`: is it verified, send it again, change the address [SC4][RT19]. */
export default function CheckEmail() {
  const email = useSnapshot(sessione).credenziale?.utente.email_comunicazioni ?? ''
  const [controllo, setControllo] = useState<'fermo' | 'in_corso' | 'non_ancora'>('fermo')
  const [cambia, setCambia] = useState(false)
  const [errore, setErrore] = useState<ErroreCampo | null>(null)
  const [inviata, setInviata] = useState(() => Date.now())
  const restano = useAttesa(inviata)

  // The link is opened elsewhere: coming back to this tab is the moment to look.
  useEffect(() => {
    const guarda = () => {
      if (document.visibilityState === 'visible') void refreshUtente()
    }
    guarda()
    document.addEventListener('visibilitychange', guarda)
    return () => document.removeEventListener('visibilitychange', guarda)
  }, [])

  const controlla = async () => {
    setControllo('in_corso')
    const esito = await refreshUtente()
    setControllo(esito.ok ? 'non_ancora' : 'fermo')
    if (!esito.ok) showGuasto(esito.error, { riprova: controlla })
  }
  const invia = async (nuovo?: string) => {
    const esito = await resendVerifica(nuovo)
    if (!esito.ok) return showGuasto(esito.error, { riprova: () => void invia(nuovo) })
    setInviata(Date.now())
    setCambia(false)
    showToast({ testo: verifica.inviata(nuovo ?? email) })
  }
  const submit = (e: SubmitEvent<HTMLFormElement>) => {
    e.preventDefault()
    const nuovo = String(new FormData(e.currentTarget).get('email')).trim()
    const trovato = checkEmail(nuovo)
    setErrore(trovato)
    if (trovato === null) void invia(nuovo)
  }

  return (
    <Cornice titolo={verifica.titolo}>
      <div className={css.posta}>
        <span className={css.tondo}>
          <IconMail size={32} />
        </span>
        <h1>{verifica.titolo}</h1>
        <p>{verifica.testo(email)}</p>
        <Muted piccolo role="status">
          {controllo === 'non_ancora' ? verifica.non_ancora : verifica.spam}
        </Muted>
      </div>
      {cambia ? (
        <form className={css.modulo} noValidate onSubmit={submit}>
          <Field
            etichetta={verifica.nuovo}
            name="email"
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            errore={errore && validazione[errore]}
          />
          <Button variante="primario" pieno type="submit">
            {verifica.salva}
          </Button>
          <Button variante="fantasma" pieno onClick={() => setCambia(false)}>
            {verifica.annulla}
          </Button>
        </form>
      ) : (
        <div className={css.azioni}>
          <Button variante="primario" misura="lg" pieno inCorso={controllo === 'in_corso'} onClick={controlla}>
            {verifica.fatto}
          </Button>
          <Button pieno disabled={restano > 0} onClick={() => void invia()}>
            {restano > 0 ? verifica.invia_tra(restano) : verifica.invia}
          </Button>
          <Button variante="fantasma" pieno onClick={() => setCambia(true)}>
            {verifica.cambia}
          </Button>
          <Esci logout={logout} variante="fantasma" pieno />
        </div>
      )}
    </Cornice>
  )
}
