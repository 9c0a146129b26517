import type { Deps } from '../deps.ts'

export { Impossible } from '../impossible.ts'

/** Exit codes of the command (D3). */
export const DONE = 0
export const FAILED = 1
export const WRONG_USAGE = 2
export type Codice = typeof DONE | typeof FAILED | typeof WRONG_USAGE

/** The options of a command: those that take a text, and those that are there or not. */
export const optionsOf = <T extends string, F extends string = never>(texts: readonly T[], flags: readonly F[] = []) =>
  Object.fromEntries([
    ...texts.map((name) => [name, { type: 'string' }]),
    ...flags.map((name) => [name, { type: 'boolean' }]),
  ]) as Record<T, { type: 'string' }> & Record<F, { type: 'boolean' }>

/** What was written of the options that a command declares. */
export type ValuesOf<O extends Record<string, { type: 'string' | 'boolean' }>> = {
  [K in keyof O]?: O[K]['type'] extends 'boolean' ? boolean : string
}

/** What a command sees of the outside. */
export type Environment = {
  /** A line on standard output: the result. */
  out: (row: string) => void
  /** A line on standard error: progress, warnings, reasons. */
  err: (row: string) => void
  /** Runs on the world of this installation, and closes it at the end. */
  withDeps: <T>(work: (deps: Deps) => Promise<T>) => Promise<T>
  /** Applies what is missing to the database, without anything else; answers the names applied. */
  migrate: () => Promise<string[]>
}

/** The operator asked for something that does not exist: exit code 2 with the usage. */
export class WrongUsage extends Error {
  override name = 'WrongUsage'
}
