import { useEffect, useRef, useState } from 'react'
import { type Coda, createCoda, type StatoCoda } from './coda.ts'
import type { Pezzo } from './frasi.ts'
import { attendi, createMotore } from './motore.ts'

/** The queue over the browser's voice, as state of a screen; silent when the screen goes. */
export function useCoda(voce: SpeechSynthesisVoice, onFine: () => void) {
  const [vista, setVista] = useState<{ stato: StatoCoda; indice: number }>({ stato: 'ferma', indice: 0 })
  const fine = useRef(onFine)
  fine.current = onFine
  const coda = useRef<Coda | null>(null)
  coda.current ??= createCoda(
    createMotore(voce),
    { attendi, ora: () => performance.now() },
    {
      cambio: () => setVista({ stato: coda.current?.stato() ?? 'ferma', indice: coda.current?.indice() ?? 0 }),
      fine: () => fine.current(),
    },
  )
  useEffect(() => () => coda.current?.load([]), [])
  const vera = coda.current
  return {
    ...vista,
    load: (pezzi: readonly Pezzo[]) => vera.load(pezzi),
    play: () => vera.play(),
    pause: () => vera.pause(),
    setVelocita: (v: number) => vera.setVelocita(v),
  }
}
