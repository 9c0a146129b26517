/** floor(100 * part / total) [CP2]; 0 when there is nothing to complete. */
export const percentage = (parte: number, totale: number): number =>
  totale <= 0 ? 0 : Math.floor((100 * parte) / totale)

/** `assegnate`: questions with a key, official or the person's own; `non_risposte`: those of them at NON_RISPOSTE. */
export type MateriaCount = { assegnate: number; non_risposte: number }

/** Completion of a subject, a path's node or a whole bank, 0..100 [CP1][CP3]. */
export const completamentoMateria = ({ assegnate, non_risposte }: MateriaCount): number =>
  percentage(assegnate - non_risposte, assegnate)
