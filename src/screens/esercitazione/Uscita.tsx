import { isConservato } from '../../state/archivio.ts'
import { uscita as testi } from '../../text/esercitazione.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import css from './esercitazione.module.css'

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
    <div className={css.vie}>
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
  <Dialog
    titolo={testi.concludi_titolo}
    ruolo="avviso"
    onChiudi={onNo}
    azioni={
      <>
        <Button onClick={onNo}>{testi.resta}</Button>
        <Button variante="primario" data-primo onClick={onSi}>
          {testi.concludi_si}
        </Button>
      </>
    }
  >
    <p>{testi.concludi_testo(mancano)}</p>
  </Dialog>
)
