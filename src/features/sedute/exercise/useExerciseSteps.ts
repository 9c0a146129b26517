import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { type Domanda, MARTELLA, type StatoSeduta } from '#contract/database'
import type { Sicurezza } from '#rules/coach'
import { clampLivello, lowerLivello, NON_RISPOSTE, raiseLivello } from '#rules/livello'
import { hrefOrigin } from '../../../domain/hrefs.ts'
import { preferences } from '../../../domain/preferences.ts'
import { canSpiegazioni } from '../../../domain/spiegazioni.ts'
import { readKey, writeKey } from '../../../platform/web-storage.ts'
import { showError } from '../../../session/notices.ts'
import { premiumNeeded } from '../../../session/premium-limit.ts'
import { esercitazioneText as testi } from '../../../text/esercitazione.ts'
import { feelTouch } from '../../../ui/haptic.ts'
import { toggleReview, toggleStruckOut } from '../marks.ts'
import {
  answer,
  type GivenAnswer,
  goToPlace,
  type SedutaHead,
  sedutaState,
  setSedutaStato,
  undoLast,
} from '../seduta-state.ts'
import { setLivello } from '../set-livello.ts'
import { movesOn } from './moves-on.ts'

const GESTURES = ['pointerdown', 'keydown', 'wheel'] as const

/**
 * Plans the next question after the pause that the person chose [EX4]; any gesture cancels it. Takes the milliseconds already
 * gone and the action.
 */
function useAutoAdvance(): (elapsed: number, advance: () => void) => void {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const cancel = useCallback(() => {
    if (timer.current !== null) clearTimeout(timer.current)
    timer.current = null
  }, [])
  useEffect(() => {
    for (const gesture of GESTURES) addEventListener(gesture, cancel, { capture: true, passive: true })
    document.addEventListener('visibilitychange', cancel)
    return () => {
      cancel()
      for (const gesture of GESTURES) removeEventListener(gesture, cancel, { capture: true })
      document.removeEventListener('visibilitychange', cancel)
    }
  }, [cancel])
  return useCallback(
    (elapsed, advance) => {
      cancel()
      timer.current = setTimeout(advance, Math.max(0, preferences.pausa_avanti - elapsed))
    },
    [cancel],
  )
}

const MOVED_KEY = 'idoneo.passo_detto'

export type ExerciseDialog = 'uscita' | 'concludi' | 'foglio' | 'aiuto' | 'segnala' | 'nota' | 'passo' | 'coach' | null
export type ExerciseView = {
  indice: number
  n: number
  /** Answers given. */
  answered: number
  domanda: Domanda | null
  given: GivenAnswer | null
}

const placeKey = (indice: number, given: Pick<GivenAnswer, 'id_evento'> | null) => `${indice} ${given?.id_evento ?? ''}`

/** Returns true when the explanation opens by itself after an error, if the person may read it and has not turned that off. */
const opensExplanation = ({ id_domanda, spiegata }: Domanda, { esito }: GivenAnswer): boolean =>
  esito === 'errata' && spiegata === true && preferences.spiega_errori && canSpiegazioni(id_domanda)

/** Actions of a person in an exercise, by touch or by keys. */
export function useExerciseSteps(seduta: SedutaHead, { indice, n, answered, domanda, given }: ExerciseView) {
  const [, navigate] = useLocation()
  const [dialog, setDialog] = useState<ExerciseDialog>(null)
  const [explained, setExplained] = useState<number | null>(null)
  /** Short notice in the dock, while its subject is on screen. A toast would lie over the way on. */
  const [nota, setNota] = useState<{ key: string; text: string } | null>(null)
  const [othersFor, setOthersFor] = useState<number | null>(null)
  const [strikingOut, setStrikingOut] = useState(false)
  /** Confidence that the person stated, at a place. */
  const [sure, setSure] = useState<{ indice: number; said: Sicurezza } | null>(null)
  /** First place of this visit that opened by itself. */
  const [moved, setMoved] = useState<number | null>(null)
  const said = sure?.indice === indice ? sure.said : undefined
  const planNext = useAutoAdvance()
  const origin = hrefOrigin(seduta.id_concorso)

  /** Ends the sitting; the screen goes on by its state, which a retry may set. */
  const finish = async (stato: Extract<StatoSeduta, 'consegnata' | 'abbandonata'>) => {
    setDialog(null)
    await setSedutaStato(stato)
  }
  const conclude = () => (answered < n ? setDialog('concludi') : void finish('consegnata'))
  return {
    dialog,
    openDialog: setDialog,
    close: () => setDialog(null),
    explained: domanda !== null && explained === domanda.id_domanda,
    othersShown: domanda !== null && othersFor === domanda.id_domanda,
    toggleOthers: () => {
      if (domanda) setOthersFor(othersFor === domanda.id_domanda ? null : domanda.id_domanda)
    },
    moved: moved === indice && !given,
    strikingOut,
    setStrikingOut,
    strikeOut: (posizione: number) => {
      if (domanda && !given) void toggleStruckOut(indice, posizione)
    },
    toggleReview: () => void toggleReview(indice),
    said,
    say: (sicurezza: Sicurezza) => setSure(said === sicurezza ? null : { indice, said: sicurezza }),
    answer: async (posizione: number) => {
      setStrikingOut(false)
      const startedAt = performance.now()
      feelTouch()
      const result = await answer(posizione, said)
      if (!result?.ok) return
      setExplained(domanda && opensExplanation(domanda, result.value) ? domanda.id_domanda : null)
      const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
      const { avanti_da_sola } = seduta
      // Read `n` again, because an answer of a drill may have added places.
      if (movesOn({ esito: result.value.esito, avanti_da_sola, indice, n: sedutaState.n, reducedMotion }))
        planNext(performance.now() - startedAt, () => {
          if (sedutaState.indice !== indice || sedutaState.stato !== 'in_corso') return
          if (readKey('sessione', MOVED_KEY) === null && writeKey('sessione', MOVED_KEY, '1')) setMoved(indice + 1)
          void goToPlace(indice + 1)
        })
    },
    finish,
    conclude,
    leave: () => navigate(origin, { replace: true }),
    next: () => {
      if (indice < n - 1) void goToPlace(indice + 1)
      // Wait for the answer of a drill to be stored, because it may ask again.
      else if (seduta.ordine !== MARTELLA || given?.salvata !== false) conclude()
    },
    previous: () => {
      if (indice > 0) void goToPlace(indice - 1)
    },
    goTo: (place: number) => {
      setDialog(null)
      void goToPlace(place)
    },
    nota: nota?.key === placeKey(indice, given) ? nota.text : null,
    undo: async () => {
      const result = await undoLast()
      const tell = (text: string) => setNota({ key: placeKey(sedutaState.indice, sedutaState.given), text })
      if (result === null) tell(given ? testi.annullata_no : testi.niente_da_annullare)
      else if (result.ok) tell(testi.annullata_ok)
      else if (result.error.codice === 'IMPOSSIBILE_SELEZIONARE_RISPOSTA') tell(testi.annullata_no)
      else showError(result.error)
    },
    explain: () => {
      if (!given || !domanda || domanda.spiegata === false) return
      if (!canSpiegazioni(domanda.id_domanda)) showError(premiumNeeded('spiegazioni'))
      else setExplained(explained === domanda.id_domanda ? null : domanda.id_domanda)
    },
    moveLivello: (direction: 1 | -1) => {
      if (!domanda || !given?.salvata) return
      const { livello_conoscenza: current } = domanda.statistica
      const raised = current === NON_RISPOSTE ? clampLivello(-1) : raiseLivello(current)
      void setLivello(direction > 0 ? raised : lowerLivello(current))
    },
  }
}
