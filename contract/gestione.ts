import type * as z from 'zod/mini'
import { CONSOLE_ACCESS } from './gestione/accesso.ts'
import { BANCHE } from './gestione/banche.ts'
import type { ConsoleCall } from './gestione/call.ts'
import { CODA } from './gestione/coda.ts'
import { CONTENUTI_GESTITI } from './gestione/contenuti.ts'
import { DENARO } from './gestione/denaro.ts'
import { IMPORTAZIONI } from './gestione/importazioni.ts'
import { INSTALLAZIONE } from './gestione/installazione.ts'
import { OGGI } from './gestione/oggi.ts'
import { PERSONE } from './gestione/persone.ts'
import { POSTA } from './gestione/posta.ts'
import { REGISTRO } from './gestione/registro.ts'
import { SIMULAZIONI_GESTITE } from './gestione/simulazioni.ts'

/** Every call of the operator's console, by name. */
export const CONSOLE_CALLS = {
  ...CONSOLE_ACCESS,
  ...PERSONE,
  ...BANCHE,
  ...CODA,
  ...IMPORTAZIONI,
  ...REGISTRO,
  ...OGGI,
  ...POSTA,
  ...DENARO,
  ...INSTALLAZIONE,
  ...CONTENUTI_GESTITI,
  ...SIMULAZIONI_GESTITE,
} as const satisfies Record<string, ConsoleCall>

export type ConsoleCallName = keyof typeof CONSOLE_CALLS
type Def<N extends ConsoleCallName> = (typeof CONSOLE_CALLS)[N]
type Uscita<S> = S extends z.core.$ZodType ? z.output<S> : null
/** Value that a call of the console returns. */
export type ConsoleResponseOf<N extends ConsoleCallName> = Uscita<Def<N>['risposta']>
/** Input of a call: query and body. */
export type ConsoleInputOf<N extends ConsoleCallName> = (Def<N> extends { query: infer Q extends z.core.$ZodType }
  ? { query: z.input<Q> }
  : object) &
  (Def<N> extends { corpo: infer B extends z.core.$ZodType } ? { corpo: z.input<B> } : object)
