/** Every sitting is running, paused, quit or submitted; a submitted one can be reviewed (spec §4) [EX1]. */
export type StatoSeduta = 'in_corso' | 'in_pausa' | 'abbandonata' | 'consegnata'

/** What changes the state, whatever the kind of sitting. */
export type Svolta = 'pausa' | 'riprendi' | 'consegna' | 'abbandona'

/** The state that each turn leads to, from any that is not an end. */
export const DOPO: Readonly<Record<Svolta, StatoSeduta>> = {
  pausa: 'in_pausa',
  riprendi: 'in_corso',
  consegna: 'consegnata',
  abbandona: 'abbandonata',
}

/** The turn that leads to a state. */
export const VERSO: Readonly<Record<StatoSeduta, Svolta>> = {
  in_pausa: 'pausa',
  in_corso: 'riprendi',
  consegnata: 'consegna',
  abbandonata: 'abbandona',
}

export const isSvolta = <E extends { tipo: string }>(evento: E): evento is Extract<E, { tipo: Svolta }> =>
  Object.hasOwn(DOPO, evento.tipo)

/** An end stands: nothing opens the sitting again. */
export const isFinita = (stato: StatoSeduta): boolean => stato === 'abbandonata' || stato === 'consegnata'
