import type { Deps } from '../deps.ts'

/** Exit codes of the command (D3). */
export const FATTO = 0
export const FALLITO = 1
export const USO_ERRATO = 2
export type Codice = typeof FATTO | typeof FALLITO | typeof USO_ERRATO

/** What a command sees of the outside. */
export type Ambiente = {
  /** A line on standard output: the result. */
  out: (riga: string) => void
  /** A line on standard error: progress, warnings, reasons. */
  err: (riga: string) => void
  /** Runs on the world of this installation, and closes it at the end. */
  withDeps: <T>(lavoro: (deps: Deps) => Promise<T>) => Promise<T>
  /** Applies what is missing to the database, without anything else; answers the names applied. */
  migrate: () => Promise<string[]>
}

/** The operator asked for something that does not exist: exit code 2 with the usage. */
export class UsoErrato extends Error {
  override name = 'UsoErrato'
}

/** What was asked cannot be done, for a reason that the operator can act on: exit code 1, no stack. */
export class Impossibile extends Error {
  override name = 'Impossibile'
}
