import { bandiHandlers } from './bandi/handlers.ts'
import { concorsoHandlers } from './concorso/handlers.ts'
import { contenutiHandlers } from './contenuti/handlers.ts'
import { giornaleHandlers } from './giornale/handlers.ts'
import type { Handlers } from './handler.ts'
import { operatorHandlers } from './operator/handlers.ts'
import { paymentsHandlers } from './payments/handlers.ts'
import { reportisticaHandlers } from './reportistica/handlers.ts'
import { simulazioniHandlers } from './simulazioni/handlers.ts'
import { socialHandlers, utenteHandlers } from './utente/handlers.ts'

/** Handlers of all calls: a call of the contract without its handler does not compile. */
export const handlers: Handlers = {
  ...utenteHandlers,
  ...socialHandlers,
  ...paymentsHandlers,
  ...operatorHandlers,
  ...concorsoHandlers,
  ...bandiHandlers,
  ...contenutiHandlers,
  ...reportisticaHandlers,
  ...giornaleHandlers,
  ...simulazioniHandlers,
}
