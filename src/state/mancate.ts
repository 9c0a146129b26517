import { onCambioUtente } from './credenziale.ts'

const mancate = new Set<() => void>()
onCambioUtente(() => mancate.clear())

/**
 * Keeps a write that failed when its screen had been left already, and gives the retry for the dialog: it does them all, because
 * the dialog tells one failure of a kind and nobody sees what the others were.
 */
export function keepMancata(again: () => void): () => void {
  mancate.add(again)
  return () => {
    const tutte = [...mancate]
    mancate.clear()
    for (const ripeti of tutte) ripeti()
  }
}
