import { createInVolo } from './in-volo.ts'
import { keepPrima } from './prime.ts'
import { change, deliver, prova } from './prova.ts'
import { forgetTocco, isRimbalzo } from './rimbalzo.ts'

// What the person does to the question on screen of a trial.

const inVolo = createInVolo()
const write = (...a: Parameters<typeof change>): Promise<boolean> => inVolo.segui(change(...a), Boolean)

/** Delivers once every mark is written. One that failed is told and is tried again before the delivery, not after: then null. */
export const deliverMarked = async () => ((await inVolo.scritte()) ? deliver() : null)

/** Marks an answer (printed position) of the question on screen; the marked one, touched again after a while, is erased. */
export async function mark(risposta: number): Promise<void> {
  const { indice, voce, testa, domanda } = prova
  if (!testa || !domanda || isRimbalzo(indice, risposta)) return
  if (voce.risposta === risposta) return cancel()
  const prima = voce.risposta === null
  if (!(await write({ tipo: 'segna', indice, risposta }, { ...voce, risposta }))) return
  if (prima) keepPrima(testa.id, indice, risposta)
}

/** Takes the mark of the question on screen away, by the command that is for it: the same answer may be marked again at once. */
export function erase(): Promise<void> {
  forgetTocco()
  return cancel()
}

async function cancel(): Promise<void> {
  const { indice, voce } = prova
  if (voce.risposta !== null) await write({ tipo: 'cancella', indice }, { ...voce, risposta: null })
}

/** Flags the question on screen to be looked at again, or takes the flag off. */
export async function toggleRivedi(): Promise<void> {
  const { indice, voce } = prova
  const vero = !voce.da_rivedere
  await write({ tipo: 'rivedi', indice, vero }, { ...voce, da_rivedere: vero })
}

/** Strikes an answer (printed position) out, or brings it back. */
export async function toggleEsclusa(risposta: number): Promise<void> {
  const { indice, voce } = prova
  const vero = !voce.escluse.includes(risposta)
  const altre = voce.escluse.filter((r) => r !== risposta)
  await write({ tipo: 'escludi', indice, risposta, vero }, { ...voce, escluse: vero ? [...altre, risposta] : altre })
}
