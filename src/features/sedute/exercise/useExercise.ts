import { useEffect, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { type Abitudine, type Domanda, MARTELLA } from '#contract/database'
import { arrangeAnswers } from '../../../components/seduta/answer-order.ts'
import { useSedutaKeys } from '../../../components/seduta/useSedutaKeys.ts'
import { preferences } from '../../../domain/preferences.ts'
import { onStore } from '../../../store/on-store.ts'
import { isStruckOut, marksAt, sedutaMarks } from '../marks.ts'
import {
  drillCounts,
  type GivenAnswer,
  type SedutaHead,
  sedutaDomande,
  sedutaState,
  setSedutaStato,
} from '../seduta-state.ts'
import { toggleShownPreferita } from '../toggle-preferita.ts'
import { exerciseKeys } from './exercise-keys.ts'
import { useExerciseSteps } from './useExerciseSteps.ts'

export type ExerciseOnScreen = ReturnType<typeof useExercise>

/** Returns the exercise as the screen shows it, its actions and its keys. */
export function useExercise(seduta: SedutaHead) {
  const view = useSnapshot(sedutaState)
  const { tastiera, chiedi_sicurezza: askSure } = useSnapshot(preferences)
  const domanda = view.domanda as Domanda | null
  const given = view.given as GivenAnswer | null
  const { indice, n, stato, mescola, corrette, errate, nulle } = view
  const marked = corrette + errate + nulle
  const options = useMemo(
    () => (domanda ? arrangeAnswers(domanda, { ...seduta, mescola }) : []),
    [domanda, seduta, mescola],
  )
  const mark = marksAt(useSnapshot(sedutaMarks).by_place, indice)
  const steps = useExerciseSteps(seduta, { indice, n, answered: marked, domanda, given })
  const { dialog, openDialog } = steps
  // Answers of a drill may ask again, which is unknown until they are stored.
  const growing = seduta.ordine === MARTELLA && given?.salvata === false
  const last = indice === n - 1 && !growing
  const habits = useHabits(seduta)
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
  return {
    ...{ seduta, domanda, given, indice, n, stato, mescola, marked, options, mark, steps, last, showKeys: tastiera },
    counts: { corrette, errate, nulle },
    drill: seduta.ordine === MARTELLA ? drillCounts() : null,
    habits,
    missing: view.missing !== null,
    askSure,
    undoable: view.undoable?.indice === indice,
  }
}

/** Returns the recurrent wrong answer of each question of a drill, as it was at the opening [MB6]; empty in other sittings. */
function useHabits({ id, ordine }: Pick<SedutaHead, 'id' | 'ordine'>): ReadonlyMap<number, Abitudine> {
  const [habits, setHabits] = useState<ReadonlyMap<number, Abitudine>>(new Map())
  // biome-ignore lint/correctness/useExhaustiveDependencies: each sitting is read once
  useEffect(() => {
    if (ordine !== MARTELLA) return
    let current = true
    void onStore((db) => db.readAbitudini({ id_domande: [...new Set(sedutaDomande())] })).then((read) => {
      if (current && read.ok) setHabits(new Map(read.value.map((a) => [a.id_domanda, a])))
    })
    return () => {
      current = false
    }
  }, [id])
  return habits
}
