import { keepPrima } from './prime.ts'
import { change, prova } from './prova.ts'
import { forgetTocco, isRimbalzo } from './rimbalzo.ts'

// What the person does to the question on screen of a trial.

/** Marks an answer (printed position) of the question on screen; the marked one, touched again after a while, is erased. */
export async function mark(risposta: number): Promise<void> {
  const { indice, voce, testa, domanda } = prova
  if (!testa || !domanda || isRimbalzo(indice, risposta)) return
  if (voce.risposta === risposta) return cancel()
  const prima = voce.risposta === null
  if (!(await change({ tipo: 'segna', indice, risposta }, { ...voce, risposta }))) return
  if (prima) keepPrima(testa.id, indice, risposta)
}

/** Takes the mark of the question on screen away, by the command that is for it: the same answer may be marked again at once. */
export function erase(): Promise<void> {
  forgetTocco()
  return cancel()
}

async function cancel(): Promise<void> {
  const { indice, voce } = prova
  if (voce.risposta !== null) await change({ tipo: 'cancella', indice }, { ...voce, risposta: null })
}

/** Flags the question on screen to be looked at again, or takes the flag off. */
export async function toggleRivedi(): Promise<void> {
  const { indice, voce } = prova
  const vero = !voce.da_rivedere
  await change({ tipo: 'rivedi', indice, vero }, { ...voce, da_rivedere: vero })
}

/** Strikes an answer (printed position) out, or brings it back. */
export async function toggleEsclusa(risposta: number): Promise<void> {
  const { indice, voce } = prova
  const vero = !voce.escluse.includes(risposta)
  const altre = voce.escluse.filter((r) => r !== risposta)
  await change({ tipo: 'escludi', indice, risposta, vero }, { ...voce, escluse: vero ? [...altre, risposta] : altre })
}
