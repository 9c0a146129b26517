import type { Readable } from 'node:stream'
import type { Logger } from 'pino'
import type { TipoMail } from '#contract/gestione/persone'
import type { Configuration } from './configuration.ts'
import type { Metrics } from './metrics.ts'
import type { PasswordHasher } from './utente/password.ts'

/** Rows of a statement. `count` is the number of rows that the statement touched. */
export type Rows<R> = { rows: R[]; count: number }

/** Runs statements: a pool, or a connection inside a transaction. */
export interface Queryable {
  /** `name` prepares the statement once per connection. Parameters are bound, never interpolated. */
  query<R = Record<string, unknown>>(sql: string, params?: readonly unknown[], name?: string): Promise<Rows<R>>
  /** Several statements, no parameters (migrations). */
  script(sql: string): Promise<void>
}

export interface Db extends Queryable {
  readonly engine: 'incorporato' | 'esterno'
  /** Runs `work` in one transaction; rolls back when it throws. */
  tx<T>(work: (q: Queryable) => Promise<T>): Promise<T>
  /** Database over connections that only sign-ins use; absent where there is one connection for all. */
  readonly reserved?: Pick<Db, 'query' | 'script' | 'tx'>
  /** Connections of this process, and callers that wait for one. */
  connections(): { open: number; idle: number; waiting: number }
  close(): Promise<void>
}

/** `tipo`: its kind for the operator's console. `unsubscribe`: the address to which a mail program's button posts (RFC 8058). */
export type Message = {
  tipo?: TipoMail
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
  /** Signs in to the mail server and sends nothing; throws where that fails. */
  verify(): Promise<void>
  /** Ends the connections that wait for a next mail: they hold the process. */
  close(): void
}

/** Parts of a package's signed address besides the name. */
export type SignedAddress = { scade: string; sessione: string; firma: string }

/** Bytes of a file, both ends included. */
export type Bytes = { from: number; to: number }

/** Keeps packages and images, immutable and named by their content (D16): a local folder, or an S3 bucket. */
export interface PackageStore {
  /** Writes whole and atomically; leaves a sound file of that name alone. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** Size in bytes, null when there is no such file. */
  size(name: string): Promise<number | null>
  /**
   * Size in bytes, null also when the content differs from its name: no caller is served such a file. Throws after `wait`
   * ms where an S3 store is slow; its check goes on, for the next call.
   */
  soundSize(name: string, wait?: number): Promise<number | null>
  read(name: string, range?: Bytes): Promise<Uint8Array>
  stream(name: string, range: Bytes): Promise<Readable>
  list(): Promise<string[]>
  /** Address at which a browser downloads the file from the store itself; null where this server passes it on. */
  address(name: string): Promise<string | null>
  /** Throws where the store cannot be used. */
  verify(): Promise<void>
}

/** The configured store, with addresses that this server signs. */
export interface PackageFiles extends PackageStore {
  /** Signed, expiring address for one session, e.g. /pacchetti/<hash>.zip?scade=…&sessione=…&firma=… */
  sign(name: string, seconds: number, id_sessione: number): string
  /** Returns whether a signed address is genuine and not past its time. The caller checks that its session lives. */
  isGenuine(name: string, address: SignedAddress): boolean
}

/** Detects a wrong clock of the server (decision 0106). */
export type ClockWatch = {
  /** Returns whether the server's clock must decide nothing now. */
  isDoubtful: () => Promise<boolean>
  /** Checks the same before a call that the clock decides; a right clock's instant is kept for later comparisons. */
  admit: () => Promise<boolean>
}

/** `seconds` to wait when refused, calls of the window in `used`, and `giveBack` to undo the count. */
export type Counted = { seconds: number; used: number; giveBack: () => Promise<void> }

/** At most so many of one key in a window that begins with the first. */
export type Limit = {
  take: (key: string) => Promise<Counted>
  /** Restarts the window of a key. */
  forget: (key: string) => Promise<void>
}

/** Order of one replica to all others: read the configuration again, or forget caches. */
export type Order = 'configurazione' | Cache[]
export const CACHES = ['concorsi', 'percorsi', 'simulazioni', 'campioni'] as const
export type Cache = (typeof CACHES)[number]

/** The servers on one database (decision 0134). */
export interface Replicas {
  readonly id: string
  /** Returns how many servers use the database now; 1 where this one listens for no other. */
  count(): Promise<number>
  /** Sends an order, and waits for the others; returns nothing where there is one server alone. */
  broadcast(order: Order): Promise<{ repliche?: { attese: number; eseguite: number } }>
  /** Obeys the others' orders until stopped. `reread` runs at each connection, because a lost one missed orders. */
  listen(obey: (order: Order) => void, reread: () => void): Promise<() => Promise<void>>
}

/** The server's dependencies, injected: tests pass their own. */
export type Deps = {
  db: Db
  mailer: Mailer
  packageFiles: PackageFiles
  passwords: PasswordHasher
  /** Wrong passwords of each account, over every call that tries one. */
  guesses: Limit
  replicas: Replicas
  log: Logger
  metrics: Metrics
  config: Configuration
  now: () => Date
  /** Delays an answer by so many ms. */
  wait: (ms: number) => Promise<unknown>
  clock: ClockWatch
  /** Sends the outbox. A running server does not wait for it; tests and the operator's command wait. */
  wake: () => Promise<void>
  /** The variables that the configuration is read from. */
  environment: () => Record<string, string | undefined>
  /** Cryptographic bytes. */
  random: (n: number) => Buffer
}
