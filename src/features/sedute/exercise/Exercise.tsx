import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { type Domanda, MARTELLA } from '#contract/database'
import { SICUREZZE, type Sicurezza } from '#rules/coach'
import { KeyList } from '../../../components/seduta/KeysHelp.tsx'
import { SedutaFrame } from '../../../components/seduta/SedutaFrame.tsx'
import { SidePanel } from '../../../components/seduta/SidePanel.tsx'
import { preferences, setPreference } from '../../../domain/preferences.ts'
import { saidAtStart } from '../../../domain/said-at-start.ts'
import { coachText } from '../../../text/coach.ts'
import { helpText, keysText, esercitazioneText as testi } from '../../../text/esercitazione.ts'
import { martellaText } from '../../../text/martella.ts'
import { Button } from '../../../ui/Button.tsx'
import { Muted, Row } from '../../../ui/base.tsx'
import { IconKeyboard } from '../../../ui/icons.ts'
import { askCrowd } from '../domanda-extra.ts'
import { marksText, paceText } from '../domanda-text.ts'
import { AnswerSheet } from '../parts/AnswerSheet.tsx'
import { DomandaCard } from '../parts/DomandaCard.tsx'
import { type SedutaHead, setSedutaStato } from '../seduta-state.ts'
import { AfterAnswer } from './AfterAnswer.tsx'
import { announcement } from './announcement.ts'
import { ExerciseBar } from './ExerciseBar.tsx'
import { ExerciseDialogs } from './ExerciseDialogs.tsx'
import { ExerciseHeader } from './ExerciseHeader.tsx'
import css from './exercise.module.css'
import { exerciseMenu } from './exercise-menu.tsx'
import { type ExerciseOnScreen, useExercise } from './useExercise.ts'

/** Exercise with the feedback in place, the level under it, and the way on under the thumb. */
export function Exercise({ seduta }: { seduta: SedutaHead }) {
  const exercise = useExercise(seduta)
  const { domanda, given, indice, n, stato, options, steps, counts } = exercise
  const { openDialog } = steps
  const said = indice === 0 && !given ? saidAtStart(seduta.id) : steps.moved ? paceText.passata : null
  return (
    <SedutaFrame
      title={exercise.drill ? martellaText.titolo : testi.titolo}
      className={css.prova}
      header={
        <ExerciseHeader
          indice={indice}
          n={n}
          {...counts}
          drill={exercise.drill}
          items={exerciseMenu(exercise)}
          onLeave={() => openDialog('uscita')}
          onPause={() => void setSedutaStato('in_pausa')}
        />
      }
      notice={
        said !== null && (
          <p role="status" className={css.detta}>
            {said}
          </p>
        )
      }
      indice={indice}
      missing={exercise.missing && stato === 'in_corso'}
      said={domanda && given ? announcement(domanda, options, given) : ''}
      panel={<ExercisePanel indice={indice} n={n} onSelect={steps.goTo} />}
      bar={
        <ExerciseBar
          domanda={domanda}
          given={given}
          prima={indice === 0}
          isLast={exercise.last}
          drill={seduta.ordine === MARTELLA}
          showKeys={exercise.showKeys}
          nota={steps.nota}
          onPrevious={steps.previous}
          onNext={steps.next}
          onSheet={() => openDialog('foglio')}
        />
      }
      onNext={steps.next}
      swipe={{ avanti: exercise.last ? null : steps.next, indietro: indice === 0 ? null : steps.previous }}
      over={<ExerciseDialogs exercise={exercise} />}
    >
      {domanda && stato === 'in_corso' ? <ExerciseDomanda domanda={domanda} exercise={exercise} /> : null}
    </SedutaFrame>
  )
}

/** Question, with the details that an answer opens. */
function ExerciseDomanda({ domanda, exercise }: { domanda: Domanda; exercise: ExerciseOnScreen }) {
  const { given, mescola, options, mark, steps, habits } = exercise
  const habit = habits.get(domanda.id_domanda)
  // Ask before the answer, because a button that comes later would move the others under the finger.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the id stands for the question
  useEffect(() => void askCrowd(domanda), [domanda.id_domanda])
  return (
    <>
      {steps.strikingOut && !given && <StrikingOut onDone={() => steps.setStrikingOut(false)} />}
      <DomandaCard
        domanda={domanda}
        indice={exercise.indice}
        options={options}
        given={given}
        da_rivedere={mark.da_rivedere}
        struckOut={mark.escluse}
        strikingOut={steps.strikingOut}
        onAnswer={(p) => void steps.answer(p)}
        onStrikeOut={steps.strikeOut}
        onReview={steps.toggleReview}
      />
      {exercise.askSure && !given && <HowSure said={steps.said} onSay={steps.say} />}
      {given && (
        <AfterAnswer
          domanda={domanda}
          shuffled={mescola}
          options={options}
          given={given}
          others={steps.othersShown}
          onOthers={steps.toggleOthers}
          onReport={() => steps.openDialog('segnala')}
          onNota={() => steps.openDialog('nota')}
          explained={steps.explained}
          onExplain={steps.explain}
          onUndo={exercise.undoable ? () => void steps.undo() : null}
          habit={habit}
        />
      )}
    </>
  )
}

/** Choice of how sure the person is before answering, shown on request and never required [CB3]. */
const HowSure = ({ said, onSay }: { said: Sicurezza | undefined; onSay: (said: Sicurezza) => void }) => (
  <fieldset className={css.sicurezza}>
    <legend>{coachText.chiedi}</legend>
    {SICUREZZE.map((s) => (
      <Button
        key={s}
        size="sm"
        variant={s === said ? 'primario' : 'bordo'}
        aria-pressed={s === said}
        onClick={() => onSay(s)}
      >
        {coachText.chiedi_nome[s]}
      </Button>
    ))}
  </fieldset>
)

/** Notice that taps strike out, with the way to stop. */
const StrikingOut = ({ onDone }: { onDone: () => void }) => (
  <div className={css.escludendo} role="status">
    <span>{marksText.escludi_come}</span>
    <Button size="sm" variant="tenue" onClick={onDone}>
      {marksText.fatto}
    </Button>
  </div>
)

type Props = { indice: number; n: number; onSelect: (place: number) => void }

/** Answer sheet of an exercise, with its keys. */
function ExercisePanel({ indice, n, onSelect }: Props) {
  const { tastiera } = useSnapshot(preferences)
  return (
    <SidePanel title={testi.foglio} count={testi.a_che_punto(indice + 1, n)}>
      <AnswerSheet onSelect={onSelect} />
      <div className={css.tastiera}>
        <h3>
          <IconKeyboard size={16} /> {helpText.titolo}
        </h3>
        {tastiera ? (
          <KeyList keys={keysText.filter((t) => t.short)} />
        ) : (
          <Row wrap>
            <Muted small>{helpText.spente}</Muted>
            <Button size="sm" onClick={() => setPreference('tastiera', true)}>
              {helpText.riaccendi}
            </Button>
          </Row>
        )}
      </div>
    </SidePanel>
  )
}
