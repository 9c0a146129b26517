import type { Logger } from 'pino'
import type { Configurazione } from './configurazione.ts'
import type { Cifratore } from './utente/password.ts'

/** Rows of a statement. `quante` is the number of rows it touched. */
export type Righe<R> = { righe: R[]; quante: number }

/** What runs statements: a pool, a connection inside a transaction, or the fallback engine (backend.md §1.5). */
export interface Esecutore {
  /** `nome` prepares the statement once per connection. Parameters are bound, never interpolated. */
  query<R = Record<string, unknown>>(sql: string, parametri?: readonly unknown[], nome?: string): Promise<Righe<R>>
  /** Several statements, no parameters (migrations). */
  script(sql: string): Promise<void>
}

export interface Db extends Esecutore {
  readonly motore: 'incorporato' | 'esterno' | 'pglite'
  /** Runs `lavoro` in one transaction; rolls back when it throws. */
  tx<T>(lavoro: (q: Esecutore) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export type Messaggio = { a: string; oggetto: string; testo: string; html?: string }
/** Sends mail, or writes `.eml` files in DATA_DIR/posta when no SMTP is configured (D2). */
export interface Posta {
  readonly modo: 'smtp' | 'file'
  send(messaggio: Messaggio): Promise<void>
}

/** Where packages and images live: immutable files named by their content (D16). Local directory by default. */
export interface Archivio {
  /** Writes whole and atomically; a name that exists already is left alone. */
  put(nome: string, byte: Uint8Array): Promise<void>
  /** Size in bytes, null when there is no such file. */
  size(nome: string): Promise<number | null>
  read(nome: string): Promise<Uint8Array>
  /** Absolute path for range serving by the static layer. */
  path(nome: string): string
  /** Signed, expiring address for the page, e.g. /pacchetti/<hash>.zip?scade=…&firma=… */
  sign(nome: string, secondi: number): string
  /** Whether a signed address is genuine and alive at `ora`. */
  verify(nome: string, scade: string, firma: string): boolean
}

/** The world, injected: tests give their own (architecture.md, composition roots). */
export type Deps = {
  db: Db
  posta: Posta
  archivio: Archivio
  cifratore: Cifratore
  log: Logger
  config: Configurazione
  now: () => Date
  /** Cryptographic bytes. */
  random: (n: number) => Buffer
}
