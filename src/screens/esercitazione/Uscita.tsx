import { isConservato } from '../../state/archivio.ts'
import { uscita as testi } from '../../text/esercitazione.ts'
import { Button } from '../../ui/Button.tsx'
import { Conferma } from '../../ui/Conferma.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import comune from './seduta.module.css'

/** Leaving asks first; nothing that was answered can be lost whatever is chosen [EX3]. */
export const Uscita = ({
  onResta,
  onDopo,
  onConcludi,
  onAbbandona,
}: {
  onResta: () => void
  onDopo: () => void
  onConcludi: () => void
  onAbbandona: () => void
}) => (
  <Dialog titolo={testi.titolo} ruolo="avviso" onChiudi={onResta}>
    <p>{isConservato() ? testi.testo : testi.testo_non_salvate}</p>
    <div className={comune.vie}>
      <Button variante="primario" data-primo onClick={onDopo}>
        {testi.dopo}
      </Button>
      <Button onClick={onConcludi}>{testi.concludi}</Button>
      <Button onClick={onAbbandona}>{testi.abbandona}</Button>
      <Button variante="fantasma" onClick={onResta}>
        {testi.resta}
      </Button>
    </div>
  </Dialog>
)

/** Concluding with questions still to do says how many. */
export const Conclusione = ({ mancano, onSi, onNo }: { mancano: number; onSi: () => void; onNo: () => void }) => (
  <Conferma titolo={testi.concludi_titolo} no={testi.resta} si={testi.concludi_si} onNo={onNo} onSi={onSi}>
    {testi.concludi_testo(mancano)}
  </Conferma>
)
