import { KeysHelp } from '../../../components/seduta/KeysHelp.tsx'
import { PauseCover } from '../../../components/seduta/PauseCover.tsx'
import { isDurable } from '../../../store/opening.ts'
import { helpText, keysText, leaveText, pauseText, esercitazioneText as testi } from '../../../text/esercitazione.ts'
import { martellaText } from '../../../text/martella.ts'
import { Sheet } from '../../../ui/Sheet.tsx'
import { AnswerSheet } from '../parts/AnswerSheet.tsx'
import { setSedutaStato } from '../seduta-state.ts'
import { CoachDialog } from './CoachDialog.tsx'
import { FinishExercise, LeaveExercise } from './LeaveDialogs.tsx'
import { NotaSheet } from './NotaSheet.tsx'
import { PaceDialog } from './PaceDialog.tsx'
import { ReportDialog } from './ReportDialog.tsx'
import type { ExerciseOnScreen } from './useExercise.ts'

/** Dialogs over the question of an exercise. */
export function ExerciseDialogs({
  exercise: { domanda, stato, n, marked, drill, steps },
}: {
  exercise: ExerciseOnScreen
}) {
  const { dialog, close } = steps
  return (
    <>
      {dialog === 'foglio' && (
        <Sheet title={testi.foglio} onClose={close}>
          <AnswerSheet withFilters onSelect={steps.goTo} />
        </Sheet>
      )}
      {dialog === 'segnala' && domanda && <ReportDialog id_domanda={domanda.id_domanda} onClose={close} />}
      {dialog === 'nota' && domanda && <NotaSheet domanda={domanda} onClose={close} />}
      {dialog === 'passo' && <PaceDialog onClose={close} />}
      {dialog === 'coach' && domanda && (
        <CoachDialog id_concorso={domanda.id_concorso} options={domanda.risposte.length} onClose={close} />
      )}
      {dialog === 'aiuto' && <KeysHelp keys={keysText} nota={helpText.testo} onClose={close} />}
      {dialog === 'uscita' && (
        <LeaveExercise
          blank={marked === 0}
          onStay={close}
          onLater={steps.leave}
          onConclude={() => void steps.finish('consegnata')}
          onAbandon={() => void steps.finish('abbandonata')}
        />
      )}
      {dialog === 'concludi' && (
        <FinishExercise
          text={drill ? `${martellaText.restano(drill.n - drill.ended)}.` : leaveText.concludi_testo(n - marked)}
          onNo={close}
          onYes={() => void steps.finish('consegnata')}
        />
      )}
      {stato === 'in_pausa' && (
        <PauseCover
          texts={pauseText}
          testo={pauseText.testo(marked, n)}
          nota={isDurable() ? pauseText.salvate : pauseText.non_salvate}
          onRiprendi={() => void setSedutaStato('in_corso')}
          onConcludi={() => void steps.finish('consegnata')}
          onEsci={steps.leave}
        />
      )}
    </>
  )
}
