import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useSearch } from 'wouter'
import { showGuasto } from '../../state/avvisi.ts'
import { sessione } from '../../state/sessione.ts'
import { accesso } from '../../text/accesso.ts'
import { Cornice } from './Cornice.tsx'
import { ModuloAccesso } from './ModuloAccesso.tsx'
import { ModuloRegistrazione } from './ModuloRegistrazione.tsx'

/** `/auth`: login, or registration with `type=registrazione` [RT17]. Says why when a session ended (D5) [AU11]. */
export default function Accesso() {
  const { motivo_uscita } = useSnapshot(sessione)
  const registrazione = new URLSearchParams(useSearch()).get('type') === 'registrazione'
  useEffect(() => {
    if (!motivo_uscita) return
    sessione.motivo_uscita = null
    showGuasto({ codice: motivo_uscita }, { accedi: () => undefined })
  }, [motivo_uscita])
  return (
    <Cornice titolo={registrazione ? accesso.registrati : accesso.accedi}>
      {registrazione ? <ModuloRegistrazione /> : <ModuloAccesso />}
    </Cornice>
  )
}
