/** Sources of a question's right answer (D17). */
export const CHIAVI = ['ufficiale', 'redazione', 'utente', 'assente'] as const
export type Chiave = (typeof CHIAVI)[number]

export const STATI = ['valida', 'contestata', 'annullata'] as const
export type StatoDomanda = (typeof STATI)[number]
