import { useEffect, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Domanda } from '#contract/database'
import { preferences } from '../../../domain/preferences.ts'
import { modesText, listeningText as testi } from '../../../text/modes.ts'
import { useMode } from '../modes/useMode.ts'
import { useModeKeys } from '../modes/useModeKeys.ts'
import { goOn, markSeen } from '../modes.ts'
import { goToPlace, type SedutaHead, sedutaState } from '../seduta-state.ts'
import { toggleShownPreferita } from '../toggle-preferita.ts'
import { type Piece, piecesOf } from './phrases.ts'
import { createSpeechEngine, waitTimeout } from './speech-engine.ts'
import { createSpeechQueue, type QueueState, type SpeechQueue } from './speech-queue.ts'
import { useMediaKeys } from './useMediaKeys.ts'

/** Milliseconds between a question and the next. */
const BETWEEN_DOMANDE_MS = 900

/** Returns the voice's state, the questions listened to, and binds the keys of page and headset. */
export function useListening(seduta: SedutaHead, voice: SpeechSynthesisVoice) {
  const view = useSnapshot(sedutaState)
  const { tastiera, velocita_ascolto: speed, cosa_ascolto: spokenContent } = useSnapshot(preferences)
  const mode = useMode(seduta)
  /** Wish of the person, under which the voice goes on with the next question. */
  const [wantsPlay, setWantsPlay] = useState(false)
  const listened = useRef(new Set<number>())
  const { indice, n, stato } = view
  const domanda = view.domanda as Domanda | null
  const id_domanda = domanda?.id_domanda

  const finished = async () => {
    if (domanda && (await markSeen(domanda, 'ASCOLTATA'))) listened.current.add(indice)
    // Skip the next question when paused meanwhile; resuming plans it.
    if (sedutaState.indice === indice && keepsOn.current) scheduleNext()
  }
  const scheduleNext = () => {
    if (waiting.current) clearTimeout(waiting.current)
    waiting.current = setTimeout(() => {
      if (sedutaState.indice !== indice || sedutaState.stato !== 'in_corso') return
      void goOn(1).then((gone) => {
        if (!gone) void mode.conclude()
      })
    }, BETWEEN_DOMANDE_MS)
  }
  const waiting = useRef<ReturnType<typeof setTimeout> | null>(null)
  const queue = useSpeechQueue(voice, () => void finished())
  const pieces = useMemo(() => (domanda ? piecesOf(domanda, spokenContent) : []), [domanda, spokenContent])
  const busy = stato === 'in_corso' && !mode.esce
  const { setSpeed } = queue
  // biome-ignore lint/correctness/useExhaustiveDependencies: there is one queue
  useEffect(() => setSpeed(Number(speed)), [speed])
  const keepsOn = useRef(false)
  keepsOn.current = wantsPlay && busy
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question or another choice begins again
  useEffect(() => {
    if (waiting.current) clearTimeout(waiting.current)
    queue.load(pieces)
    if (wantsPlay && busy && pieces.length > 0) queue.play()
  }, [id_domanda, spokenContent])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the wish and the pause
  useEffect(() => {
    if (wantsPlay && busy) {
      if (queue.state === 'finita') scheduleNext()
      else if (pieces.length > 0) queue.play()
    } else {
      if (waiting.current) clearTimeout(waiting.current)
      queue.pause()
    }
  }, [wantsPlay, busy])
  useEffect(() => () => void (waiting.current && clearTimeout(waiting.current)), [])
  useEffect(() => {
    if (queue.state === 'muta') setWantsPlay(false)
  }, [queue.state])

  const goNext = () => {
    if (indice < n - 1) void goToPlace(indice + 1)
    else void mode.conclude()
  }
  const goBack = () => {
    if (indice > 0) void goToPlace(indice - 1)
  }
  const speaking = wantsPlay && queue.state === 'parla'
  useMediaKeys(domanda?.testo ?? testi.titolo, modesText.posto(indice + 1, n), wantsPlay, {
    play: () => setWantsPlay(true),
    pause: () => setWantsPlay(false),
    next: goNext,
    previous: goBack,
  })
  useModeKeys(tastiera && busy, {
    next: goNext,
    previous: goBack,
    star: () => void toggleShownPreferita(),
    space: () => setWantsPlay(!wantsPlay),
  })
  return {
    ...{
      mode,
      indice,
      n,
      stato,
      speed,
      spokenContent,
      queue,
      pieces,
      speaking,
      wantsPlay,
      setWantsPlay,
      goNext,
      goBack,
    },
    domanda: stato === 'in_corso' ? domanda : null,
    isGone: stato === 'in_corso' && view.missing !== null,
    listened: () => listened.current.size,
  }
}

/** Returns the queue over the browser's voice as state of a screen; silent when the screen goes. */
function useSpeechQueue(voice: SpeechSynthesisVoice, onEnd: () => void) {
  const [view, setView] = useState<{ state: QueueState; indice: number }>({ state: 'ferma', indice: 0 })
  const end = useRef(onEnd)
  end.current = onEnd
  const queue = useRef<SpeechQueue | null>(null)
  queue.current ??= createSpeechQueue(
    createSpeechEngine(voice),
    { attendi: waitTimeout, now: () => performance.now() },
    {
      change: () => setView({ state: queue.current?.state() ?? 'ferma', indice: queue.current?.indice() ?? 0 }),
      end: () => end.current(),
    },
  )
  useEffect(() => () => queue.current?.load([]), [])
  const current = queue.current
  return {
    ...view,
    load: (pieces: readonly Piece[]) => current.load(pieces),
    play: () => current.play(),
    pause: () => current.pause(),
    setSpeed: (v: number) => current.setSpeed(v),
  }
}
