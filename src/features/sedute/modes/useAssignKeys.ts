import { useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Domanda } from '#contract/database'
import { preferences } from '../../../domain/preferences.ts'
import { showError } from '../../../session/notices.ts'
import { assignKey, listWithoutKey } from '../modes.ts'
import { goToPlace, type SedutaHead, sedutaState } from '../seduta-state.ts'
import { toggleShownPreferita } from '../toggle-preferita.ts'
import { useMode } from './useMode.ts'
import { useModeKeys } from './useModeKeys.ts'

type DoneKey = { indice: number; domanda: Domanda; before: number | null }

/** Returns the keys given one after the other, their undo, and the number still missing. */
export function useAssignKeys(seduta: SedutaHead) {
  const view = useSnapshot(sedutaState)
  const { tastiera } = useSnapshot(preferences)
  const mode = useMode(seduta)
  const [done, setDone] = useState<readonly DoneKey[]>([])
  const [missing, setMissing] = useState<number | null>(null)
  const busy = useRef(false)
  const { indice, n, stato } = view
  const domanda = view.domanda as Domanda | null
  // biome-ignore lint/correctness/useExhaustiveDependencies: counted again after each key
  useEffect(() => {
    void listWithoutKey().then((without) => without.ok && setMissing(without.value.length))
  }, [done])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next question is read from its top
  useEffect(() => {
    scrollTo(0, 0)
  }, [indice])

  const choose = async (posizione: number) => {
    if (!domanda || domanda.corretta === posizione || busy.current) return
    busy.current = true
    const done = { indice, domanda, before: domanda.corretta }
    if (await assignKey(domanda, posizione)) setDone((f) => [...f, done])
    busy.current = false
  }
  const undo = async () => {
    const last = done.at(-1)
    if (!last || busy.current) return
    busy.current = true
    if (await assignKey(last.domanda, last.before)) {
      setDone((f) => f.slice(0, -1))
      await goToPlace(last.indice)
    }
    busy.current = false
  }
  const takeAway = () => {
    if (domanda) void assignKey(domanda, null).then((ok) => ok && setDone((f) => f.filter((x) => x.indice !== indice)))
  }
  /** Goes to the next place without a key, from the first again after the last; concludes when there is none. */
  const goNext = async () => {
    const without = await listWithoutKey()
    if (!without.ok) return showError(without.error, { riprova: () => void goNext() })
    const nextPlace = without.value.find((i) => i > indice) ?? without.value.find((i) => i < indice)
    if (nextPlace === undefined) await mode.conclude()
    else await goToPlace(nextPlace)
  }
  const goBack = () => {
    if (indice > 0) void goToPlace(indice - 1)
  }
  useModeKeys(tastiera && stato === 'in_corso' && !mode.esce, {
    next: () => void goNext(),
    previous: goBack,
    star: () => void toggleShownPreferita(),
    letter: (i) => {
      if (domanda && i < domanda.risposte.length) void choose(i + 1)
    },
    undo: () => void undo(),
  })
  return {
    ...{ mode, indice, n, stato, missing, goBack },
    domanda: stato === 'in_corso' ? domanda : null,
    hasKey: domanda?.corretta ?? null,
    isGone: stato === 'in_corso' && view.missing !== null,
    canUndo: done.length > 0,
    choose: (posizione: number) => void choose(posizione),
    undo: () => void undo(),
    takeAway,
    goNext: () => void goNext(),
  }
}
