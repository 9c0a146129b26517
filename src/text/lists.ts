/** Words of every list that is kept on the device. */
export const listsText = {
  salvato: (ago: string) => `Elenco salvato ${ago === 'adesso' ? 'poco fa' : ago}: si aggiorna appena torna la rete.`,
  non_aggiornato: (ago: string) =>
    `Non siamo riusciti ad aggiornare: questo è l’elenco salvato ${ago === 'adesso' ? 'poco fa' : ago}.`,
}
