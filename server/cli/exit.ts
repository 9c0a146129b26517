import type { Migration } from '../db/migrate.ts'
import type { Deps } from '../deps.ts'

export { Impossible } from '../impossible.ts'

/** Exit codes of the command (D3). */
export const DONE = 0
export const FAILED = 1
export const WRONG_USAGE = 2
export type Codice = typeof DONE | typeof FAILED | typeof WRONG_USAGE

/** Options of a command: `texts` take a value, `flags` take none. */
export const optionsOf = <T extends string, F extends string = never>(texts: readonly T[], flags: readonly F[] = []) =>
  Object.fromEntries([
    ...texts.map((name) => [name, { type: 'string' }]),
    ...flags.map((name) => [name, { type: 'boolean' }]),
  ]) as Record<T, { type: 'string' }> & Record<F, { type: 'boolean' }>

/** Parsed values of a command's options. */
export type ValuesOf<O extends Record<string, { type: 'string' | 'boolean' }>> = {
  [K in keyof O]?: O[K]['type'] extends 'boolean' ? boolean : string
}

/** Everything outside the process that a command may use. */
export type Environment = {
  /** A line on standard output: the result. */
  out: (row: string) => void
  /** A line on standard error: progress, warnings, reasons. */
  err: (row: string) => void
  /** Runs `work` with the dependencies of this installation, and closes them at the end. */
  withDeps: <T>(work: (deps: Deps) => Promise<T>) => Promise<T>
  /** Applies missing migrations to the database, and nothing else; returns their names. */
  migrate: () => Promise<string[]>
  /** Lists the missing migrations, and applies none. */
  listMissing: () => Promise<Migration[]>
}

/** The operator asked for something that does not exist: exit code 2 with the usage. */
export class WrongUsage extends Error {
  override name = 'WrongUsage'
}
