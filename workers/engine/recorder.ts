import type { Connection, SqlValue } from '../core/platform.ts'
import type { LoggedStatement } from '../core/recovery-sources.ts'
import { belongsToLog, type MemoryConnection } from './memory-engine.ts'

/** Texts with a cached result: the store runs a few dozen over and over, the filters make many different ones. */
const KNOWN = 256

/**
 * Wraps a connection that passes every statement that changed `main`, with its arguments, to `onCommit` after its
 * transaction has committed. Throws for a statement whose replay could differ (`belongsToLog`).
 */
export function recordingConnection(
  db: MemoryConnection,
  onCommit: (statements: LoggedStatement[]) => void,
): Connection {
  const attached = new Set<string>()
  const known = new Map<string, boolean>()
  let open: LoggedStatement[] | null = null

  function logged(sql: string): boolean {
    let answer = known.get(sql)
    if (answer === undefined) {
      answer = belongsToLog(sql, attached)
      if (known.size >= KNOWN) known.clear()
      known.set(sql, answer)
    }
    return answer
  }

  /** Runs and then records; a failed statement is not recorded. */
  function noting<T>(sql: string, valori: SqlValue[], run: () => T): T {
    const keep = logged(sql)
    const result = run()
    if (!keep) return result
    // Copy the bytes: the caller may change or transfer them.
    const statement = { sql, valori: valori.map((v) => (v instanceof Uint8Array ? v.slice() : v)) }
    if (open) open.push(statement)
    else onCommit([statement])
    return result
  }

  /** Judge every text anew after an attach or a detach, which changes the permitted writes. */
  function watch(sql: string): void {
    const [, verb = '', schema = ''] = /^\s*(ATTACH|DETACH)\b.*?(\w+)\s*$/is.exec(sql) ?? []
    if (verb === '') return
    if (verb.toUpperCase() === 'ATTACH') attached.add(schema)
    else attached.delete(schema)
    known.clear()
  }

  return {
    exec(sql) {
      noting(sql, [], () => db.exec(sql))
      watch(sql)
    },
    run(sql, ...values) {
      const changed = noting(sql, values, () => db.run(sql, ...values))
      watch(sql)
      return changed
    },
    get: <T>(sql: string, ...values: SqlValue[]) => noting(sql, values, () => db.get<T>(sql, ...values)),
    all: <T>(sql: string, ...values: SqlValue[]) => noting(sql, values, () => db.all<T>(sql, ...values)),
    integers: (sql, columns, ...values) => db.integers(sql, columns, ...values),
    integersAndText: (sql, columns, ...values) => db.integersAndText(sql, columns, ...values),
    transaction(work) {
      if (open) throw new Error('a transaction inside a transaction')
      const mine: LoggedStatement[] = []
      open = mine
      let result: ReturnType<typeof work>
      try {
        result = db.transaction(work)
      } finally {
        open = null
      }
      if (mine.length > 0) onCommit(mine)
      return result
    },
    forget: (part) => db.forget(part),
    close: () => db.close(),
  }
}
