import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import type { Domanda } from '#contract/database'
import { useSwipe } from '../../../components/seduta/useSwipe.ts'
import { preferences } from '../../../domain/preferences.ts'
import { goOn, markSeen } from '../modes.ts'
import { goToPlace, type SedutaHead, sedutaState } from '../seduta-state.ts'
import { toggleShownPreferita } from '../toggle-preferita.ts'
import { useMode } from './useMode.ts'
import { useModeKeys } from './useModeKeys.ts'

/** Milliseconds under which a question on screen was only passed by. */
const READ_AFTER_MS = 400

/** Returns the questions read so far and the pace, and binds the keys and swipes that go on. */
export function useReading(seduta: SedutaHead, listOpen: boolean) {
  const view = useSnapshot(sedutaState)
  const { tastiera, passo_lettura: pace } = useSnapshot(preferences)
  const mode = useMode(seduta)
  const read = useRef(new Set<number>())
  const shownAt = useRef(performance.now())
  const { indice, n, stato } = view
  const domanda = view.domanda as Domanda | null
  const id_domanda = domanda?.id_domanda
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next question is read from its top
  useEffect(() => {
    shownAt.current = performance.now()
    scrollTo(0, 0)
  }, [id_domanda, stato])

  const markRead = async () => {
    if (!domanda || performance.now() - shownAt.current < READ_AFTER_MS) return
    if (await markSeen(domanda, 'LETTA')) read.current.add(indice)
  }
  const goTo = (where: number) => {
    void markRead()
    void goToPlace(where)
  }
  const goNext = async () => {
    await markRead()
    if (!(await goOn(1))) await mode.conclude()
  }
  const finish = async () => {
    await markRead()
    await mode.conclude()
  }
  const last = useRef(goNext)
  last.current = goNext
  const active = stato === 'in_corso' && !mode.esce && !listOpen
  useEffect(() => {
    if (pace === '0' || !active || id_domanda === undefined) return
    const t = setTimeout(() => void last.current(), 60_000 / Number(pace))
    return () => clearTimeout(t)
  }, [pace, active, id_domanda])
  const goBack = () => {
    if (indice > 0) goTo(indice - 1)
  }
  useModeKeys(tastiera && active, {
    next: () => void goNext(),
    previous: goBack,
    star: () => void toggleShownPreferita(),
  })
  const swipe = useSwipe({ avanti: () => void goNext(), indietro: goBack })
  return {
    ...{ mode, indice, n, stato, pace, swipe, goTo, goBack, finish },
    domanda: stato === 'in_corso' ? domanda : null,
    isGone: stato === 'in_corso' && view.missing !== null,
    read: () => read.current.size,
    goNext: () => void goNext(),
    leave: () => void markRead().then(mode.leave),
  }
}
