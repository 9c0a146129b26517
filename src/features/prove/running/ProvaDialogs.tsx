import type { Regolamento } from '#rules/regolamento/types'
import { LeaveDialog } from '../../../components/seduta/LeaveDialog.tsx'
import { isDurable } from '../../../store/opening.ts'
import { leaveText } from '../../../text/esercitazione.ts'
import { sheetText } from '../../../text/foglio.ts'
import { spokenTime } from '../../../text/formats.ts'
import { provaDialogsText as testi } from '../../../text/prova-dialogs.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'

type Asked = { busy: boolean; onNo: () => void; onYes: () => void }

/** Dialog before the delivery, which is final, with the blanks and the flagged questions. */
export const DeliverDialog = ({
  vuote,
  da_rivedere,
  doppie,
  ...asked
}: { vuote: number; da_rivedere: number; doppie: number } & Asked) => (
  <ConfirmDialog title={testi.consegna_titolo} no={testi.torna} yes={testi.consegna_si} careful {...asked}>
    {vuote > 0 ? testi.consegna_vuote(vuote) : testi.consegna_tutte}
    {da_rivedere > 0 && ` ${testi.consegna_rivedere(da_rivedere)}`}
    {doppie > 0 && ` ${sheetText.consegna_doppie(doppie)}`} {testi.consegna_testo}
  </ConfirmDialog>
)

/** Dialog before a second mark on a paper sheet, which is final [FG2]. */
export const DoubleMarkDialog = ({
  first,
  second,
  multipla,
  ...asked
}: {
  /** Letters of the answers. */
  first: string
  second: string
  multipla: Regolamento['risposta_multipla']
  onNo: () => void
  onYes: () => void
}) => (
  <ConfirmDialog
    title={sheetText.doppia_titolo}
    no={sheetText.doppia_no(first)}
    yes={sheetText.doppia_si(second)}
    danger
    {...asked}
  >
    {sheetText.doppia_testo(first, second, multipla)}
  </ConfirmDialog>
)

/** Dialog to close a section before its time, with the time lost and the questions closed for good. */
export const CloseSezioneDialog = ({
  nome: name,
  left,
  onNo,
  onYes,
}: {
  nome: string
  /** Milliseconds of the section's time that are lost. */
  left: number
  onNo: () => void
  onYes: () => void
}) => (
  <ConfirmDialog title={testi.sezione_titolo} no={testi.torna} yes={testi.sezione_si} onNo={onNo} onYes={onYes}>
    {testi.sezione_testo(name, spokenTime(left))}
  </ConfirmDialog>
)

/** Dialog to leave, with the effect on the time; abandoning is one more step away [EX3]. */
export const LeaveProva = ({
  pausa,
  isTimed,
  leaving,
  onStay,
  onLater,
  onAbandon,
}: {
  /** True when the rules allow a pause, which leaving makes. */
  pausa: boolean
  /** True when the trial has a time limit. */
  isTimed: boolean
  /** True while leaving waits for the marks under way. */
  leaving: boolean
  onStay: () => void
  onLater: () => void
  onAbandon: () => void
}) => (
  <LeaveDialog
    title={testi.uscita_titolo}
    text={
      !isDurable()
        ? leaveText.testo_non_salvate
        : !isTimed
          ? testi.uscita_senza_tempo
          : pausa
            ? testi.uscita_pausa
            : testi.uscita_corre
    }
    ways={[
      { text: testi.torna, onSelect: onStay, variant: 'primario' },
      { text: testi.uscita_dopo, onSelect: onLater, busy: leaving },
      { text: testi.uscita_abbandona, onSelect: onAbandon, variant: 'fantasma' },
    ]}
    onStay={onStay}
  />
)

/** Dialog to abandon, which keeps the trial without a score. */
export const AbandonDialog = ({
  simulazione,
  ...asked
}: {
  /** True for an official trial, whose next attempt is not ranked. */
  simulazione: boolean
} & Asked) => (
  <ConfirmDialog title={testi.abbandona_titolo} no={testi.torna} yes={testi.abbandona_si} danger {...asked}>
    {testi.abbandona_testo}
    {simulazione && ` ${testi.abbandona_simulazione}`}
  </ConfirmDialog>
)
