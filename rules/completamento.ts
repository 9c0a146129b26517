/** floor(100 * part / total) [CP2]; 0 when there is nothing to complete. */
export const percentage = (parte: number, totale: number): number =>
  totale <= 0 ? 0 : Math.floor((100 * parte) / totale)

/** `assegnate`: questions with a key, official or the person's own; `non_risposte`: those of them at NON_RISPOSTE. */
export type MateriaCount = { assegnate: number; non_risposte: number }

/** Completion of one subject, 0..100 [CP1]. */
export const completamentoMateria = ({ assegnate, non_risposte }: MateriaCount): number =>
  percentage(assegnate - non_risposte, assegnate)

/** Overall completion, 0..100: over the person's own keys plus the official ones [CP3] (D17a). */
export const totalCompletamento = (banca: {
  n_domande_assegnate: number
  n_domande_con_risposta: number
  non_risposte: number
}): number =>
  completamentoMateria({
    assegnate: banca.n_domande_assegnate + banca.n_domande_con_risposta,
    non_risposte: banca.non_risposte,
  })
