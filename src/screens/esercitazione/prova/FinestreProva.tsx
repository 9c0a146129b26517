import { isConservato } from '../../../state/archivio.ts'
import { uscita } from '../../../text/esercitazione.ts'
import { finestre as testi } from '../../../text/prova.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import css from './prova.module.css'

/** Delivery cannot be taken back: it tells what is blank and what was to be looked at again. */
export const Consegna = ({
  vuote,
  da_rivedere,
  in_corso,
  onNo,
  onSi,
}: {
  vuote: number
  da_rivedere: number
  in_corso: boolean
  onNo: () => void
  onSi: () => void
}) => (
  <Dialog
    titolo={testi.consegna_titolo}
    ruolo="avviso"
    onChiudi={onNo}
    azioni={
      <>
        <Button onClick={onNo}>{testi.torna}</Button>
        <Button variante="primario" data-primo inCorso={in_corso} onClick={onSi}>
          {testi.consegna_si}
        </Button>
      </>
    }
  >
    <p>
      {vuote > 0 ? testi.consegna_vuote(vuote) : testi.consegna_tutte}
      {da_rivedere > 0 && ` ${testi.consegna_rivedere(da_rivedere)}`} {testi.consegna_testo}
    </p>
  </Dialog>
)

/** Leaving says what happens to the time; giving up is one more step away [EX3]. */
export const Uscita = ({
  pausa,
  limitata,
  onResta,
  onDopo,
  onConsegna,
  onAbbandona,
}: {
  /** The rules allow a pause: leaving makes one. */
  pausa: boolean
  /** It has a time limit. */
  limitata: boolean
  onResta: () => void
  onDopo: () => void
  onConsegna: () => void
  onAbbandona: () => void
}) => (
  <Dialog titolo={testi.uscita_titolo} ruolo="avviso" onChiudi={onResta}>
    <p>
      {!isConservato()
        ? uscita.testo_non_salvate
        : !limitata
          ? testi.uscita_senza_tempo
          : pausa
            ? testi.uscita_pausa
            : testi.uscita_corre}
    </p>
    <div className={css.vie}>
      <Button variante="primario" data-primo onClick={onResta}>
        {testi.torna}
      </Button>
      <Button onClick={onDopo}>{testi.uscita_dopo}</Button>
      <Button onClick={onConsegna}>{testi.uscita_consegna}</Button>
      <Button variante="fantasma" onClick={onAbbandona}>
        {testi.uscita_abbandona}
      </Button>
    </div>
  </Dialog>
)

/** Giving up keeps the trial and gives it no score. */
export const Abbandono = ({ onNo, onSi }: { onNo: () => void; onSi: () => void }) => (
  <Dialog
    titolo={testi.abbandona_titolo}
    ruolo="avviso"
    onChiudi={onNo}
    azioni={
      <>
        <Button data-primo onClick={onNo}>
          {testi.torna}
        </Button>
        <Button variante="pericolo" onClick={onSi}>
          {testi.abbandona_si}
        </Button>
      </>
    }
  >
    <p>{testi.abbandona_testo}</p>
  </Dialog>
)
