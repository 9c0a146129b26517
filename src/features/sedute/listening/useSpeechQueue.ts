import { useEffect, useRef, useState } from 'react'
import type { Piece } from './phrases.ts'
import { createSpeechEngine, waitTimeout } from './speech-engine.ts'
import { createSpeechQueue, type QueueState, type SpeechQueue } from './speech-queue.ts'

/** The queue over the browser's voice, as state of a screen; silent when the screen goes. */
export function useSpeechQueue(voice: SpeechSynthesisVoice, onEnd: () => void) {
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
