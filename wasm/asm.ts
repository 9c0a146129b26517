/** One prepared statement of sql.js. */
export interface AsmStatement {
  bind(values: readonly (string | number | null | Uint8Array)[]): boolean
  step(): boolean
  get(): (string | number | null | Uint8Array)[]
  getColumnNames(): string[]
  reset(): void
  free(): boolean
}

/** A database of sql.js: a file of its own memory, named `filename`. */
export interface AsmDatabase {
  readonly filename: string
  prepare(sql: string): AsmStatement
  /** Every statement of a text, without arguments or rows. */
  run(sql: string): unknown
  getRowsModified(): number
  /** The bytes of the file. Closes and opens the database again. */
  export(): Uint8Array<ArrayBuffer>
  close(): void
}

export type Asm = { Database: new (bytes?: Uint8Array | null) => AsmDatabase }

type Init = (settings?: object) => Promise<Asm>

let loading: Promise<Asm> | undefined

/**
 * SQLite compiled to plain JavaScript, for browsers without WebAssembly: 1.4 MB of code, read only when asked for. The build
 * is deprecated upstream, hence the pinned version. A failed attempt may be repeated.
 */
export function loadAsm(): Promise<Asm> {
  loading ??= start().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function start(): Promise<Asm> {
  const module = (await import('sql.js/dist/sql-asm.js')) as { default: Init }
  return module.default()
}
