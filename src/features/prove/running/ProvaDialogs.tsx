import type { Regolamento } from '#rules/regolamento/types'
import { LeaveDialog } from '../../../components/seduta/LeaveDialog.tsx'
import { isDurable } from '../../../store/opening.ts'
import { leaveText } from '../../../text/esercitazione.ts'
import { sheetText } from '../../../text/foglio.ts'
import { spokenTime } from '../../../text/formats.ts'
import { provaDialogsText as testi } from '../../../text/prova-dialogs.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'

type Asked = { busy: boolean; onNo: () => void; onYes: () => void }

/** Delivery cannot be taken back: it tells what is blank and what was to be looked at again. */
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

/** A second mark on a paper sheet cannot be taken back: it is asked for [FG2]. */
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

/** Closing a section before its time: what is lost, and what cannot be touched again. */
export const CloseSezioneDialog = ({
  nome: name,
  left,
  onNo,
  onYes,
}: {
  nome: string
  /** Milliseconds of its time that are lost. */
  left: number
  onNo: () => void
  onYes: () => void
}) => (
  <ConfirmDialog title={testi.sezione_titolo} no={testi.torna} yes={testi.sezione_si} onNo={onNo} onYes={onYes}>
    {testi.sezione_testo(name, spokenTime(left))}
  </ConfirmDialog>
)

/** Leaving says what happens to the time; giving up is one more step away [EX3]. */
export const LeaveProva = ({
  pausa,
  isTimed,
  leaving,
  onStay,
  onLater,
  onAbandon,
}: {
  /** The rules allow a pause: leaving makes one. */
  pausa: boolean
  /** It has a time limit. */
  isTimed: boolean
  /** Leaving waits for the marks under way. */
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

/** Giving up keeps the trial and gives it no score. */
export const AbandonDialog = ({
  simulazione,
  ...asked
}: {
  /** An official one: another attempt is not ranked. */
  simulazione: boolean
} & Asked) => (
  <ConfirmDialog title={testi.abbandona_titolo} no={testi.torna} yes={testi.abbandona_si} danger {...asked}>
    {testi.abbandona_testo}
    {simulazione && ` ${testi.abbandona_simulazione}`}
  </ConfirmDialog>
)
