import { accessHandlers } from './access.ts'
import { bancheHandlers } from './banche.ts'
import { codaHandlers } from './coda.ts'
import { contenutiGestitiHandlers } from './contenuti.ts'
import { denaroHandlers } from './denaro.ts'
import type { ConsoleHandlers } from './handler.ts'
import { importazioniHandlers } from './importazioni.ts'
import { installazioneHandlers } from './installazione.ts'
import { oggiHandlers } from './oggi.ts'
import { personeHandlers } from './persone.ts'
import { postaHandlers } from './posta.ts'
import { registroHandlers } from './registro.ts'
import { simulazioniGestiteHandlers } from './simulazioni.ts'

/** Handlers by call of the console: a call of the contract without its handler does not compile. */
export const consoleHandlers: ConsoleHandlers = {
  ...accessHandlers,
  ...personeHandlers,
  ...bancheHandlers,
  ...codaHandlers,
  ...importazioniHandlers,
  ...registroHandlers,
  ...oggiHandlers,
  ...postaHandlers,
  ...denaroHandlers,
  ...installazioneHandlers,
  ...contenutiGestitiHandlers,
  ...simulazioniGestiteHandlers,
}
