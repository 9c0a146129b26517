import type { Logger } from 'pino'
import type { Configuration } from './configuration.ts'
import type { WindowCounter } from './http/counters.ts'
import type { PasswordHasher } from './utente/password.ts'

/** Rows of a statement. `quante` is the number of rows it touched. */
export type Rows<R> = { rows: R[]; count: number }

/** What runs statements: a pool, a connection inside a transaction, or the fallback engine (decision 0001). */
export interface Queryable {
  /** `nome` prepares the statement once per connection. Parameters are bound, never interpolated. */
  query<R = Record<string, unknown>>(sql: string, params?: readonly unknown[], name?: string): Promise<Rows<R>>
  /** Several statements, no parameters (migrations). */
  script(sql: string): Promise<void>
}

export interface Db extends Queryable {
  readonly engine: 'incorporato' | 'esterno'
  /** Runs `lavoro` in one transaction; rolls back when it throws. */
  tx<T>(work: (q: Queryable) => Promise<T>): Promise<T>
  /** The same database over connections that only sign-ins use; absent where there is one connection for all. */
  readonly reserved?: Pick<Db, 'query' | 'script' | 'tx'>
  close(): Promise<void>
}

/** `unsubscribe`: where a mail program's button posts (RFC 8058). */
export type Message = {
  to: string
  subject: string
  text: string
  html?: string
  replyTo?: string
  unsubscribe?: string
}
/** Sends mail, or writes `.eml` files in DATA_DIR/posta when no SMTP is configured (D2). */
export interface Mailer {
  readonly mode: 'smtp' | 'file'
  send(message: Message): Promise<void>
}

/** What an address of a package carries besides the name. */
export type SignedAddress = { scade: string; sessione: string; firma: string }

/** Where packages and images live: immutable files named by their content (D16). Local directory by default. */
export interface PackageFiles {
  /** Writes whole and atomically; a name that exists already is left alone. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** Size in bytes, null when there is no such file. */
  size(name: string): Promise<number | null>
  /** The same, null also when the content is not what the name says: such a file is served to nobody. */
  soundSize(name: string): Promise<number | null>
  read(name: string): Promise<Uint8Array>
  /** Absolute path for range serving by the static layer. */
  path(name: string): string
  /** Signed, expiring address for one session, e.g. /pacchetti/<hash>.zip?scade=…&sessione=…&firma=… */
  sign(name: string, seconds: number, id_sessione: number): string
  /** Whether a signed address is genuine and not past its time. Whether its session lives is for the caller to ask. */
  verify(name: string, address: SignedAddress): boolean
}

/** Finds out a server's clock that is wrong (decision 0106). */
export type ClockWatch = {
  /** Whether the server's clock must decide nothing now. */
  isDoubtful: () => Promise<boolean>
  /** The same before a call that the clock decides; where it is right, its instant is kept for later comparisons. */
  admit: () => Promise<boolean>
}

/** The world, injected: tests give their own (architecture.md, composition roots). */
export type Deps = {
  db: Db
  mailer: Mailer
  packageFiles: PackageFiles
  passwords: PasswordHasher
  /** Wrong passwords of each account, over every call that tries one. */
  guesses: WindowCounter
  log: Logger
  config: Configuration
  now: () => Date
  clock: ClockWatch
  /** Something is in the outbox: it leaves without anybody waiting. Tests, and the operator's command, wait. */
  wake: () => Promise<void>
  /** The variables that the configuration is read from. */
  environment: () => Record<string, string | undefined>
  /** Cryptographic bytes. */
  random: (n: number) => Buffer
}
