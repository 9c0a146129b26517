import { useEffect, useRef, useState } from 'react'
import { uscita } from '../text/profilo.ts'
import { Button, type ButtonProps } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { IconLogout } from './icone.ts'

type Come = { nonostante?: number | null; resta: () => boolean }
type EsciProps = Pick<ButtonProps, 'variante' | 'pieno'> & {
  /** Not done: how much waits, null when nobody can say, 0 when the person stays. */
  logout: (come: Come) => Promise<{ fatto: true } | { fatto: false; in_attesa: number | null }>
}

/** Sign out: asks once, and again with the number when answers could not be sent (D29). Closed meanwhile, nobody is signed out. */
export function Esci({ variante, pieno, logout }: EsciProps) {
  const [aperto, setAperto] = useState(false)
  const [inCorso, setInCorso] = useState(false)
  /** The data is going: it is too late to stay. */
  const [esce, setEsce] = useState(false)
  /** Null: the store could not say it. */
  const [in_attesa, setInAttesa] = useState<number | null>(0)
  /** Grows with each attempt and with each change of mind. */
  const giro = useRef(0)
  const esci = async (come: Omit<Come, 'resta'> = {}) => {
    const mio = ++giro.current
    const cambiata = () => mio !== giro.current
    const resta = () => {
      if (!cambiata()) setEsce(true)
      return cambiata()
    }
    setInCorso(true)
    const esito = await logout({ ...come, resta })
    if (cambiata()) return
    setInCorso(false)
    setEsce(false)
    if (!esito.fatto) setInAttesa(esito.in_attesa)
  }
  const chiudi = () => {
    if (esce) return
    giro.current++
    setInCorso(false)
    setAperto(false)
    setInAttesa(0)
  }
  useEffect(() => () => void giro.current++, [])
  return (
    <div>
      <Button
        variante={variante}
        pieno={pieno}
        icona={pieno ? undefined : <IconLogout size={20} />}
        onClick={() => setAperto(true)}
      >
        {uscita.esci}
      </Button>
      {aperto && in_attesa === 0 && (
        <Dialog
          titolo={uscita.titolo}
          onChiudi={chiudi}
          azioni={
            <>
              <Button disabled={esce} onClick={chiudi}>
                {uscita.resta}
              </Button>
              <Button variante="primario" inCorso={inCorso} onClick={() => void esci()}>
                {esce ? uscita.esce : inCorso ? uscita.in_corso : uscita.esci}
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
              <Button variante="pericolo" disabled={inCorso} onClick={() => void esci({ nonostante: in_attesa })}>
                {in_attesa === null ? uscita.esci_ignote : uscita.esci_comunque}
              </Button>
              <Button disabled={esce} onClick={chiudi}>
                {uscita.resta}
              </Button>
              <Button variante="primario" data-primo inCorso={inCorso} onClick={() => void esci()}>
                {esce ? uscita.esce : in_attesa === null ? uscita.riprova_ignote : uscita.riprova}
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
