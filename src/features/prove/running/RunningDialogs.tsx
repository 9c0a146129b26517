import { KeysHelp } from '../../../components/seduta/KeysHelp.tsx'
import { PauseCover } from '../../../components/seduta/PauseCover.tsx'
import { isDurable } from '../../../store/opening.ts'
import { pauseText } from '../../../text/esercitazione.ts'
import { sheetText } from '../../../text/foglio.ts'
import {
  fixedKeysText,
  formatClock,
  provaKeysText,
  provaPauseText,
  provaSheetText,
  provaText as testi,
} from '../../../text/prova.ts'
import { Button } from '../../../ui/Button.tsx'
import { Muted } from '../../../ui/base.tsx'
import { Sheet } from '../../../ui/Sheet.tsx'
import { provaLeft, provaUsed, setStatoProva } from '../prova-state.ts'
import { AbandonDialog, CloseSezioneDialog, DeliverDialog, DoubleMarkDialog, LeaveProva } from './ProvaDialogs.tsx'
import { ProvaSheet } from './ProvaSheet.tsx'
import { RegoleDialog } from './RegoleDialog.tsx'
import type { ProvaOnScreen } from './useProva.ts'

/** Sheet that rises on a phone, with the delivery under it (mock 4b). */
const DeliverySheet = ({
  isFree,
  onSelect,
  onDeliver,
}: {
  /** True when the person can jump to any place. */
  isFree: boolean
  onSelect: (indice: number) => void
  onDeliver: () => void
}) => (
  <>
    <ProvaSheet withFilters onSelect={onSelect} />
    {!isFree && <Muted small>{provaSheetText.solo_avanti}</Muted>}
    <Button variant="primario" fullWidth size="lg" onClick={onDeliver}>
      {testi.consegna}
    </Button>
  </>
)

/** Dialogs over the question of a trial. */
export function RunningDialogs({ prova }: { prova: ProvaOnScreen }) {
  const { head, steps, n, stato, marked, openSezione } = prova
  const { dialog, setDialog, close, leaving } = steps
  const stoppedAt = provaLeft()
  return (
    <>
      {dialog === 'foglio' && (
        <Sheet title={sheetText.titolo(head.foglio)} onClose={close}>
          <DeliverySheet isFree={prova.isFree} onSelect={steps.goTo} onDeliver={() => setDialog('consegna')} />
        </Sheet>
      )}
      {dialog === 'regole' && <RegoleDialog head={head} n={n} onClose={close} />}
      {dialog === 'aiuto' && (
        <KeysHelp keys={head.regole.correzioni === 'mai' ? fixedKeysText : provaKeysText} onClose={close} />
      )}
      {dialog === 'uscita' && (
        <LeaveProva
          pausa={head.regole.pausa}
          isTimed={head.durata !== null}
          onStay={close}
          leaving={leaving}
          onLater={() => void steps.leave()}
          onAbandon={() => steps.switchTo('abbandono')}
        />
      )}
      {dialog === 'sezione' && (
        <CloseSezioneDialog
          nome={prova.sezioneName(openSezione)}
          left={Math.max(0, (head.fini?.[openSezione ?? 0] ?? 0) - provaUsed())}
          onNo={close}
          onYes={steps.endSezione}
        />
      )}
      {dialog === 'doppia' && (
        <DoubleMarkDialog
          first={prova.letterOf(prova.voce.risposta)}
          second={prova.letterOf(steps.second)}
          multipla={head.regole.risposta_multipla}
          onNo={close}
          onYes={prova.markTwice}
        />
      )}
      {dialog === 'abbandono' && (
        <AbandonDialog
          simulazione={head.simulazione !== null}
          busy={leaving}
          onNo={close}
          onYes={() => void steps.abandon()}
        />
      )}
      {stato === 'in_pausa' && dialog !== 'consegna' && (
        <PauseCover
          texts={provaPauseText}
          testo={provaPauseText.testo(marked, n)}
          {...(stoppedAt !== null && { stoppedAt: formatClock(stoppedAt) })}
          nota={isDurable() ? pauseText.salvate : pauseText.non_salvate}
          onRiprendi={() => void setStatoProva('riprendi')}
          onConcludi={() => setDialog('consegna')}
          onEsci={() => void steps.leave()}
        />
      )}
      {dialog === 'consegna' && (
        <DeliverDialog
          vuote={n - marked}
          da_rivedere={prova.da_rivedere}
          doppie={prova.doppie}
          busy={prova.delivering || prova.isAskingDelivery}
          onNo={close}
          onYes={() => void steps.deliver()}
        />
      )}
    </>
  )
}
