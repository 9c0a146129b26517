import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import type { Failure } from '#contract/result'
import { leaveSessione } from './state/api.ts'
import { avvisi, closeGuasto, closeToast } from './state/avvisi.ts'
import { sessione } from './state/credenziale.ts'
import { settleAltroUtente } from './state/uscita.ts'
import { altroAccount } from './text/profilo.ts'
import { Attenzione } from './ui/Attenzione.tsx'
import { Button } from './ui/Button.tsx'
import { Dialog } from './ui/Dialog.tsx'
import { ToastRegion } from './ui/Stati.tsx'

/** What is said over every screen: failures, short notices, the unsent answers of another account. */
export default function Notizie() {
  const { attenzione, toast } = useSnapshot(avvisi)
  const { altro_utente, in_prova } = useSnapshot(sessione)
  // Nothing may cover a sitting: a notice waits for its end.
  const avviso = in_prova ? null : toast
  const [, navigate] = useLocation()
  const primo = attenzione[0]
  return (
    <>
      {primo && (
        <Attenzione
          key={primo.id}
          guasto={primo.guasto as Failure}
          su={{
            banche_dati: () => navigate('/banche-dati'),
            gestisci_spazio: () => navigate('/banche-dati'),
            accedi: () => leaveSessione(null),
            ricarica: () => location.reload(),
            continua: () => undefined,
            ...primo.vie,
          }}
          onChiudi={closeGuasto}
        />
      )}
      {altro_utente && !primo && (
        <Dialog
          titolo={altroAccount.titolo}
          ruolo="avviso"
          onChiudi={() => void settleAltroUtente(false)}
          azioni={
            <>
              <Button variante="fantasma" onClick={() => void settleAltroUtente(true)}>
                {altroAccount.elimina}
              </Button>
              <Button variante="primario" data-primo onClick={() => void settleAltroUtente(false)}>
                {altroAccount.conserva}
              </Button>
            </>
          }
        >
          <p>{altroAccount.testo(altro_utente.in_attesa)}</p>
        </Dialog>
      )}
      <ToastRegion
        avviso={avviso && { id: avviso.id, testo: avviso.testo, annullabile: avviso.azioni.annulla !== undefined }}
        onFine={closeToast}
      />
    </>
  )
}
