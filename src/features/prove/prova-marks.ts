import { keepFirstMark } from '../../domain/first-marks.ts'
import { forgetTap, isDoubleTap } from './double-tap.ts'
import { changePlace, provaState } from './prova-state.ts'

// Commands of the person on the question on screen.

/** Marks an answer (printed position) of the question on screen; the marked one, touched again after a while, is erased. */
export async function markAnswer(risposta: number): Promise<void> {
  const { indice, voce, head: testa, domanda } = provaState
  if (!testa || !domanda || isDoubleTap(indice, risposta)) return
  // Refuse a second tap before the screen shows the first; only `markTwice` makes a double mark.
  if (testa.foglio && voce.risposta !== null) return
  if (voce.risposta === risposta) return cancel()
  const isFirst = voce.risposta === null
  if (!(await changePlace({ tipo: 'segna', indice, risposta }, { ...voce, risposta }))) return
  if (isFirst) keepFirstMark(testa.id, indice, risposta)
}

/** Marks a second answer of the question on a paper sheet, after the person confirmed [FG2]. */
export async function markTwice(doppia: number): Promise<void> {
  const { indice, voce } = provaState
  if (voce.risposta === null || voce.risposta === doppia || voce.doppia !== undefined) return
  await changePlace({ tipo: 'segna', indice, risposta: doppia, seconda: true }, { ...voce, doppia })
}

/** Erases the mark of the question on screen by its own command, after which the same answer may be marked at once. */
export function eraseMark(): Promise<void> {
  forgetTap()
  return cancel()
}

async function cancel(): Promise<void> {
  const { indice, voce } = provaState
  if (voce.risposta !== null) await changePlace({ tipo: 'cancella', indice }, { ...voce, risposta: null })
}

/** Flags the question on screen for review, or removes the flag. */
export async function toggleProvaReview(): Promise<void> {
  const { indice, voce } = provaState
  const on = !voce.da_rivedere
  await changePlace({ tipo: 'rivedi', indice, vero: on }, { ...voce, da_rivedere: on })
}

/** Strikes out an answer (printed position), or restores it. */
export async function toggleProvaStruckOut(risposta: number): Promise<void> {
  const { indice, voce } = provaState
  const on = !voce.escluse.includes(risposta)
  const others = voce.escluse.filter((r) => r !== risposta)
  await changePlace(
    { tipo: 'escludi', indice, risposta, vero: on },
    { ...voce, escluse: on ? [...others, risposta] : others },
  )
}
