import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import type { Domanda } from '#contract/database'
import { isDurable } from '../../../store/opening.ts'
import { helpText, keysText, pauseText, esercitazioneText as testi } from '../../../text/esercitazione.ts'
import { useArrival } from '../../../ui/arrival.ts'
import { Button } from '../../../ui/Button.tsx'
import { VisuallyHidden } from '../../../ui/base.tsx'
import { cx } from '../../../ui/cx.ts'
import {
  IconCheck,
  IconKeyboard,
  IconNote,
  IconOrdered,
  IconPace,
  IconReport,
  IconShuffle,
  IconStrike,
  IconUndo,
} from '../../../ui/icons.ts'
import { Sheet } from '../../../ui/Sheet.tsx'
import { useWide } from '../../../ui/useWide.ts'
import { paceText, reportText, notaText as testiNota, marksText as testiSegni } from '../domanda-text.ts'
import { isStruckOut, marksAt, sedutaMarks } from '../marks.ts'
import { AnswerSheet } from '../parts/AnswerSheet.tsx'
import { ArrivingDomanda } from '../parts/ArrivingDomanda.tsx'
import { arrangeAnswers } from '../parts/answer-order.ts'
import { DomandaCard } from '../parts/DomandaCard.tsx'
import { KeysHelp } from '../parts/KeysHelp.tsx'
import { MissingDomanda } from '../parts/MissingDomanda.tsx'
import { PauseCover } from '../parts/PauseCover.tsx'
import comune from '../parts/seduta.module.css'
import { useSedutaKeys } from '../parts/useSedutaKeys.ts'
import { preferences } from '../preferences.ts'
import { type GivenAnswer, type SedutaHead, sedutaState, setMescola, setSedutaStato } from '../seduta-state.ts'
import { toggleShownPreferita } from '../toggle-preferita.ts'
import { AfterAnswer } from './AfterAnswer.tsx'
import { announcement } from './announcement.ts'
import { ExerciseBar } from './ExerciseBar.tsx'
import { ExerciseHeader } from './ExerciseHeader.tsx'
import { ExercisePanel } from './ExercisePanel.tsx'
import css from './exercise.module.css'
import { exerciseKeys } from './exercise-keys.ts'
import { FinishExercise, LeaveExercise } from './LeaveDialogs.tsx'
import { NotaSheet } from './NotaSheet.tsx'
import { PaceDialog } from './PaceDialog.tsx'
import { ReportDialog } from './ReportDialog.tsx'
import { useExerciseSteps } from './useExerciseSteps.ts'

/** The exercise itself: feedback in place, level under it, the way on under the thumb. */
export function Exercise({ seduta }: { seduta: SedutaHead }) {
  const view = useSnapshot(sedutaState)
  const { tastiera } = useSnapshot(preferences)
  const ref = useArrival<HTMLElement>(testi.titolo)
  const wide = useWide()
  const domanda = view.domanda as Domanda | null
  const given = view.given as GivenAnswer | null
  const { indice, n, stato, mescola, corrette, errate, nulle } = view
  const marked = corrette + errate + nulle
  const options = useMemo(
    () => (domanda ? arrangeAnswers(domanda, { ...seduta, mescola }) : []),
    [domanda, seduta, mescola],
  )
  const { by_place: byPlace } = useSnapshot(sedutaMarks)
  const mark = marksAt(byPlace, view.indice)
  const steps = useExerciseSteps(seduta, { indice, n, answered: marked, domanda, given })
  const { dialog, openDialog, close } = steps
  const last = indice === n - 1
  useSedutaKeys(
    tastiera && stato === 'in_corso' && dialog === null,
    exerciseKeys({
      onLetter: (i, strikeOut) => {
        const option = options[i]
        if (option && given === null && (strikeOut || isStruckOut(mark, option.posizione)))
          steps.strikeOut(option.posizione)
        else if (option) void steps.answer(option.posizione)
      },
      onPrevious: steps.previous,
      onNext: (withArrow) => {
        if (!withArrow || !last) steps.next()
      },
      onStar: () => void toggleShownPreferita(),
      onReview: steps.toggleReview,
      onNota: () => domanda && openDialog('nota'),
      onSpiegazione: steps.explain,
      onLivello: steps.moveLivello,
      onUndo: () => void steps.undo(),
      onPause: () => void setSedutaStato('in_pausa'),
      onHelp: () => openDialog('aiuto'),
    }),
  )
  const actions = [
    {
      id: 'annulla',
      text: testi.annulla_ultima,
      icon: <IconUndo size={20} />,
      onSelect: () => void steps.undo(),
    },
    {
      id: 'ordine',
      text: mescola ? testi.ordine_stampato : testi.ordine_mescolato,
      icon: mescola ? <IconOrdered size={20} /> : <IconShuffle size={20} />,
      onSelect: () => void setMescola(!mescola),
    },
    {
      id: 'escludi',
      text: steps.strikingOut ? testiSegni.finito_escludere : testiSegni.escludi,
      icon: <IconStrike size={20} />,
      onSelect: () => steps.setStrikingOut(!steps.strikingOut),
    },
    { id: 'nota', text: testiNota.titolo, icon: <IconNote size={20} />, onSelect: () => openDialog('nota') },
    { id: 'segnala', text: reportText.titolo, icon: <IconReport size={20} />, onSelect: () => openDialog('segnala') },
    { id: 'passo', text: paceText.voce, icon: <IconPace size={20} />, onSelect: () => openDialog('passo') },
    { id: 'tasti', text: testi.scorciatoie, icon: <IconKeyboard size={20} />, onSelect: () => openDialog('aiuto') },
    { id: 'concludi', text: testi.concludi, icon: <IconCheck size={20} />, onSelect: steps.conclude },
  ].filter(
    ({ id }) =>
      (id !== 'escludi' || (domanda !== null && given === null)) &&
      (id !== 'passo' || seduta.avanti_da_sola) &&
      ((id !== 'nota' && id !== 'segnala') || domanda !== null),
  )

  return (
    <div className={cx(comune.cornice, css.prova)}>
      <ExerciseHeader
        indice={indice}
        n={n}
        corrette={corrette}
        errate={errate}
        nulle={nulle}
        items={actions}
        onLeave={() => openDialog('uscita')}
        onPause={() => void setSedutaStato('in_pausa')}
      />
      <main className={comune.corpo} tabIndex={-1} ref={ref}>
        {domanda && stato === 'in_corso' ? (
          <>
            {steps.strikingOut && !given && <StrikingOut onDone={() => steps.setStrikingOut(false)} />}
            <DomandaCard
              domanda={domanda}
              options={options}
              given={given}
              da_rivedere={mark.da_rivedere}
              struckOut={mark.escluse}
              strikingOut={steps.strikingOut}
              onAnswer={(p) => void steps.answer(p)}
              onStrikeOut={steps.strikeOut}
              onReview={steps.toggleReview}
            />
            {given && (
              <AfterAnswer
                domanda={domanda}
                shuffled={mescola}
                options={options}
                given={given}
                others={steps.othersShown}
                onOthers={steps.toggleOthers}
                onReport={() => openDialog('segnala')}
                onNota={() => openDialog('nota')}
                explained={steps.explained}
                onExplain={steps.explain}
                onUndo={view.undoable?.indice === indice ? () => void steps.undo() : null}
              />
            )}
          </>
        ) : view.missing && stato === 'in_corso' ? (
          <MissingDomanda key={indice} onNext={steps.next} />
        ) : (
          <ArrivingDomanda />
        )}
        <VisuallyHidden>
          <span role="status">{domanda && given ? announcement(domanda, options, given) : ''}</span>
        </VisuallyHidden>
      </main>
      {wide && <ExercisePanel indice={indice} n={n} onSelect={steps.goTo} />}
      <ExerciseBar
        domanda={domanda}
        given={given}
        prima={indice === 0}
        isLast={last}
        showKeys={tastiera}
        nota={steps.nota}
        onPrevious={steps.previous}
        onNext={steps.next}
        onSheet={() => openDialog('foglio')}
      />
      {dialog === 'foglio' && (
        <Sheet title={testi.foglio} onClose={close}>
          <AnswerSheet withFilters onSelect={steps.goTo} />
        </Sheet>
      )}
      {dialog === 'segnala' && domanda && <ReportDialog id_domanda={domanda.id_domanda} onClose={close} />}
      {dialog === 'nota' && domanda && <NotaSheet domanda={domanda} onClose={close} />}
      {dialog === 'passo' && <PaceDialog onClose={close} />}
      {dialog === 'aiuto' && <KeysHelp keys={keysText} nota={helpText.testo} onClose={close} />}
      {dialog === 'uscita' && (
        <LeaveExercise
          onStay={close}
          onLater={steps.leave}
          onConclude={() => void steps.finish('consegnata')}
          onAbandon={() => void steps.finish('abbandonata')}
        />
      )}
      {dialog === 'concludi' && (
        <FinishExercise missing={n - marked} onNo={close} onYes={() => void steps.finish('consegnata')} />
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
    </div>
  )
}

/** Taps strike out, and how to stop. */
const StrikingOut = ({ onDone }: { onDone: () => void }) => (
  <div className={css.escludendo} role="status">
    <span>{testiSegni.escludi_come}</span>
    <Button size="sm" variant="tenue" onClick={onDone}>
      {testiSegni.fatto}
    </Button>
  </div>
)
