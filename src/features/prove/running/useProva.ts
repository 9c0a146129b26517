import { useEffect, useMemo } from 'react'
import { useSnapshot } from 'valtio'
import type { Domanda } from '#contract/database'
import type { Voce } from '#rules/prova/machine'
import { arrangeAnswers } from '../../../components/seduta/answer-order.ts'
import { type SedutaKeys, useSedutaKeys } from '../../../components/seduta/useSedutaKeys.ts'
import { preferences } from '../../../domain/preferences.ts'
import { eraseMark, markAnswer, markTwice, toggleProvaReview, toggleProvaStruckOut } from '../prova-marks.ts'
import { provaLeft, provaState, type TestaProva } from '../prova-state.ts'
import { useProvaSteps } from './useProvaSteps.ts'
import { useHeartbeat } from './useTimeLeft.ts'

type ProvaCommands = {
  onLetter: (place: number) => void
  onPrevious: () => void
  onNext: () => void
  onReview: () => void
  /** Strikes out the answer at this place, which has the focus. */
  onStrikeOut: (place: number) => void
  onErase: () => void
  onHelp: () => void
}

/** Returns the place of the answer that has the focus; null when none has. */
const focusedPlace = (): number | null => {
  const radio = document.activeElement?.closest('[data-posto]')
  return radio instanceof HTMLElement ? Number(radio.dataset.posto) : null
}
/** Skips keys inside the sheet, which has arrows of its own. */
const outsideSheet = (handle: () => void) => (e: KeyboardEvent) => {
  if (!(e.target instanceof Element && e.target.closest('[role="grid"]'))) handle()
}

/** Keys of a trial. */
const provaKeys = (c: ProvaCommands): SedutaKeys => ({
  onLetter: c.onLetter,
  others: {
    f: c.onReview,
    x: () => {
      const place = focusedPlace()
      if (place !== null) c.onStrikeOut(place)
    },
    '?': c.onHelp,
    delete: c.onErase,
    backspace: c.onErase,
    arrowleft: outsideSheet(c.onPrevious),
    arrowright: outsideSheet(c.onNext),
  },
})

export type ProvaOnScreen = ReturnType<typeof useProva>

/** Returns the trial as the screen shows it, its actions and its keys. */
export function useProva(head: TestaProva) {
  const view = useSnapshot(provaState)
  const { tastiera } = useSnapshot(preferences)
  const steps = useProvaSteps(head)
  useHeartbeat()
  const domanda = view.domanda as Domanda | null
  const voce = view.voce as Voce
  const { indice, n, stato, marked, da_rivedere, doppie, delivering, open_sezione: open, ended_sezione: ended } = view
  const { regole } = head
  const isOpen = (place: number) => open === null || head.sezioni[place] === open
  const options = useMemo(() => (domanda ? arrangeAnswers(domanda, head) : []), [domanda, head])
  const isFree = regole.navigazione === 'libera'
  const isFixed = regole.correzioni === 'mai' && voce.risposta !== null
  const { setDialog } = steps
  const mark = (posizione: number) => {
    if (!isFixed) void markAnswer(posizione)
    else if (head.foglio && voce.doppia === undefined && posizione !== voce.risposta) steps.askSecond(posizione)
  }
  // Close any dialog for the delivery at zero.
  useEffect(() => {
    if (delivering && provaLeft() === 0) setDialog(null)
  }, [delivering, setDialog])
  // Close the dialog about a section that has closed by itself.
  useEffect(() => {
    if (ended !== null) setDialog((f) => (f === 'sezione' ? null : f))
  }, [ended, setDialog])
  // Close the dialog about a second mark when the place changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place alone matters
  useEffect(() => {
    setDialog((f) => (f === 'doppia' ? null : f))
  }, [indice, setDialog])
  useSedutaKeys(
    tastiera && stato === 'in_corso' && steps.dialog === null,
    provaKeys({
      onLetter: (i) => {
        const v = options[i]
        if (v) mark(v.posizione)
      },
      onPrevious: () => isFree && indice > 0 && isOpen(indice - 1) && steps.goTo(indice - 1),
      onNext: () => indice < n - 1 && isOpen(indice + 1) && steps.goTo(indice + 1),
      onReview: () => void toggleProvaReview(),
      onStrikeOut: (i) => {
        const v = options[i]
        if (v) void toggleProvaStruckOut(v.posizione)
      },
      onErase: () => {
        if (!isFixed) void eraseMark()
      },
      onHelp: () => setDialog('aiuto'),
    }),
  )
  return {
    ...{ head, steps, domanda, voce, options, indice, n, stato, marked, da_rivedere, doppie, delivering },
    ...{ isFree, isFixed, isOpen, mark, showKeys: tastiera },
    markTwice: () => {
      steps.close()
      if (steps.second !== null) void markTwice(steps.second)
    },
    letterOf: (posizione: number | null) => options.find((v) => v.posizione === posizione)?.letter ?? '',
    missing: view.missing !== null,
    /** True when the person delivers while marks are under way. */
    isAskingDelivery: view.delivery_asked,
    openSezione: open,
    endedSezione: ended,
    sezioneName: (s: number | null) => regole.sezioni[s ?? 0]?.nome ?? '',
  }
}
