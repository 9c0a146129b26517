import type { Livello } from '#rules/livello'

/** Order of bars and legends, from known to never answered. */
export const BEST_FIRST: readonly Livello[] = [1, 0, -1, -2, -99]
/** The levels that a person may give, from the worst. */
export const ASSIGNABLE_LIVELLI = [-2, -1, 0, 1] as const

const NAMES: Record<Livello, string> = {
  [-99]: 'Non risposte',
  [-2]: 'Non le sai',
  [-1]: 'Ripetile',
  0: 'Quasi',
  1: 'Le sai',
}

/** The name of a level over many questions, "Le sai". */
export const livelloName = (livello: Livello): string => NAMES[livello]
/** The name of the level of one question, "La sai". */
export const livelloOfOne = (livello: Livello): string =>
  livello === -99 ? 'Non risposta' : livelliText.bottoni[livello]

export const livelliText = {
  legenda: 'Quanto la sai?',
  /** The levels on the buttons of one question. */
  bottoni: { [-2]: 'Non la sai', [-1]: 'Ripetila', 0: 'Quasi', 1: 'La sai' } satisfies Record<
    (typeof ASSIGNABLE_LIVELLI)[number],
    string
  >,
}
