import { concorsoHandlers } from './concorso/handlers.ts'
import type { Handlers } from './handler.ts'
import { reportisticaHandlers } from './reportistica/handlers.ts'
import { simulazioniHandlers } from './simulazioni/handlers.ts'
import { utenteHandlers } from './utente/handlers.ts'

/** One handler per call that is built: a call of the contract that turns `pronta` without its handler does not compile. */
export const handlers: Handlers = {
  ...utenteHandlers,
  ...concorsoHandlers,
  ...reportisticaHandlers,
  ...simulazioniHandlers,
}
