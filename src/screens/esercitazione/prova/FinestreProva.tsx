import { isDurable } from '../../../store/opening.ts'
import { leaveText } from '../../../text/esercitazione.ts'
import { spokenTime, provaDialogsText as testi } from '../../../text/prova.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import comune from '../seduta.module.css'

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
  <ConfirmDialog
    title={testi.consegna_titolo}
    no={testi.torna}
    yes={testi.consegna_si}
    busy={in_corso}
    onNo={onNo}
    onYes={onSi}
  >
    {vuote > 0 ? testi.consegna_vuote(vuote) : testi.consegna_tutte}
    {da_rivedere > 0 && ` ${testi.consegna_rivedere(da_rivedere)}`} {testi.consegna_testo}
  </ConfirmDialog>
)

/** Closing a section before its time: what is lost, and what cannot be touched again. */
export const ChiudiSezione = ({
  nome,
  resto,
  onNo,
  onSi,
}: {
  nome: string
  /** Milliseconds of its time that are lost. */
  resto: number
  onNo: () => void
  onSi: () => void
}) => (
  <ConfirmDialog title={testi.sezione_titolo} no={testi.torna} yes={testi.sezione_si} onNo={onNo} onYes={onSi}>
    {testi.sezione_testo(nome, spokenTime(resto))}
  </ConfirmDialog>
)

/** Leaving says what happens to the time; giving up is one more step away [EX3]. */
export const Uscita = ({
  pausa,
  limitata,
  esce,
  onResta,
  onDopo,
  onConsegna,
  onAbbandona,
}: {
  /** The rules allow a pause: leaving makes one. */
  pausa: boolean
  /** It has a time limit. */
  limitata: boolean
  /** Leaving waits for the marks under way. */
  esce: boolean
  onResta: () => void
  onDopo: () => void
  onConsegna: () => void
  onAbbandona: () => void
}) => (
  <Dialog title={testi.uscita_titolo} kind="avviso" onClose={onResta}>
    <p>
      {!isDurable()
        ? leaveText.testo_non_salvate
        : !limitata
          ? testi.uscita_senza_tempo
          : pausa
            ? testi.uscita_pausa
            : testi.uscita_corre}
    </p>
    <div className={comune.vie}>
      <Button variant="primario" data-primo onClick={onResta}>
        {testi.torna}
      </Button>
      <Button busy={esce} onClick={onDopo}>
        {testi.uscita_dopo}
      </Button>
      <Button onClick={onConsegna}>{testi.uscita_consegna}</Button>
      <Button variant="fantasma" onClick={onAbbandona}>
        {testi.uscita_abbandona}
      </Button>
    </div>
  </Dialog>
)

/** Giving up keeps the trial and gives it no score. */
export const Abbandono = ({
  simulazione,
  in_corso,
  onNo,
  onSi,
}: {
  /** An official one: another attempt is not ranked. */
  simulazione: boolean
  in_corso: boolean
  onNo: () => void
  onSi: () => void
}) => (
  <ConfirmDialog
    title={testi.abbandona_titolo}
    no={testi.torna}
    yes={testi.abbandona_si}
    danger
    busy={in_corso}
    onNo={onNo}
    onYes={onSi}
  >
    {testi.abbandona_testo}
    {simulazione && ` ${testi.abbandona_simulazione}`}
  </ConfirmDialog>
)
