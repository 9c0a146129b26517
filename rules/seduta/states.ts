/** Every sitting is running, paused, quit or submitted; a submitted one can be reviewed (spec §4) [EX1]. */
export type StatoSeduta = 'in_corso' | 'in_pausa' | 'abbandonata' | 'consegnata'

/** Transitions of the state, for every kind of sitting. */
export type SedutaTransition = 'pausa' | 'riprendi' | 'consegna' | 'abbandona'

/** The state that each turn leads to, from any that is not an end. */
export const STATE_AFTER: Readonly<Record<SedutaTransition, StatoSeduta>> = {
  pausa: 'in_pausa',
  riprendi: 'in_corso',
  consegna: 'consegnata',
  abbandona: 'abbandonata',
}

/** The turn that leads to a state. */
export const TRANSITION_TO: Readonly<Record<StatoSeduta, SedutaTransition>> = {
  in_pausa: 'pausa',
  in_corso: 'riprendi',
  consegnata: 'consegna',
  abbandonata: 'abbandona',
}

export const isTransition = <E extends { tipo: string }>(evento: E): evento is Extract<E, { tipo: SedutaTransition }> =>
  Object.hasOwn(STATE_AFTER, evento.tipo)

/** True for an end: nothing opens the sitting again. */
export const isSedutaEnded = (stato: StatoSeduta): boolean => stato === 'abbandonata' || stato === 'consegnata'
