import { useState } from 'react'
import { logout } from '../../state/uscita.ts'
import { uscita } from '../../text/profilo.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { IconLogout } from '../../ui/icone.ts'

/** Sign out: asks once, and again with the number when answers could not be sent (D29). */
export function Esci() {
  const [aperto, setAperto] = useState(false)
  const [inCorso, setInCorso] = useState(false)
  /** Null: the store could not say it. */
  const [in_attesa, setInAttesa] = useState<number | null>(0)
  const esci = async (forza: boolean) => {
    setInCorso(true)
    const esito = await logout({ forza })
    setInCorso(false)
    if (!esito.fatto) setInAttesa(esito.in_attesa)
  }
  const chiudi = () => {
    setAperto(false)
    setInAttesa(0)
  }
  return (
    <div>
      <Button icona={<IconLogout size={20} />} onClick={() => setAperto(true)}>
        {uscita.esci}
      </Button>
      {aperto && in_attesa === 0 && (
        <Dialog
          titolo={uscita.titolo}
          onChiudi={chiudi}
          azioni={
            <>
              <Button onClick={chiudi}>{uscita.resta}</Button>
              <Button variante="primario" inCorso={inCorso} onClick={() => void esci(false)}>
                {inCorso ? uscita.in_corso : uscita.esci}
              </Button>
            </>
          }
        >
          <p>{uscita.testo}</p>
        </Dialog>
      )}
      {aperto && in_attesa !== 0 && (
        <Dialog
          titolo={in_attesa === null ? uscita.ignote_titolo : uscita.in_attesa_titolo}
          ruolo="avviso"
          onChiudi={chiudi}
          azioni={
            <>
              <Button variante="pericolo" disabled={inCorso} onClick={() => void esci(true)}>
                {in_attesa === null ? uscita.esci_ignote : uscita.esci_comunque}
              </Button>
              <Button onClick={chiudi}>{uscita.resta}</Button>
              <Button variante="primario" data-primo inCorso={inCorso} onClick={() => void esci(false)}>
                {in_attesa === null ? uscita.riprova_ignote : uscita.riprova}
              </Button>
            </>
          }
        >
          <p>{in_attesa === null ? uscita.ignote : uscita.in_attesa(in_attesa)}</p>
        </Dialog>
      )}
    </div>
  )
}
