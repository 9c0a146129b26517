import type { Asm, AsmDatabase, AsmStatement } from '#wasm/asm'
import type { SqlValue } from '../core/platform.ts'
import type { MemoryConnection, MemoryEngine } from './memory-engine.ts'

/** Statements kept prepared; the filters make many different texts. */
const KEPT = 96

/** Wraps sql.js, which needs no WebAssembly. */
export function asmEngine(asm: Asm): MemoryEngine {
  const banks = new Map<string, AsmDatabase>()
  return {
    connect: (bytes) => connectionOverAsm(asm, new asm.Database(bytes)),
    putBank(_name, bytes) {
      const bank = new asm.Database(bytes)
      banks.set(bank.filename, bank)
      return bank.filename
    },
    dropBank(address) {
      banks.get(address)?.close()
      banks.delete(address)
    },
  }
}

/** The asm build binds no 64-bit integers; doubles are exact up to 2^53, beyond which this store keeps none. */
const toAsm = (value: SqlValue) => (typeof value === 'bigint' ? Number(value) : value)

/** Collects the first integers of every remaining row; `also` is called with each row. */
function gather(statement: AsmStatement, columns: number, also?: (cells: readonly unknown[]) => void): Int32Array[] {
  const found = Array.from({ length: columns }, (): number[] => [])
  while (statement.step()) {
    const cells = statement.get()
    for (let i = 0; i < columns; i++) found[i]?.push(cells[i] as number)
    also?.(cells)
  }
  return found.map((column) => Int32Array.from(column))
}

type Kept = { statement: AsmStatement; names: string[] | undefined }

function connectionOverAsm(asm: Asm, db: AsmDatabase): MemoryConnection {
  const kept = new Map<string, Kept>()

  function drop(sql: string, { statement }: Kept) {
    kept.delete(sql)
    statement.free()
  }

  /** Runs `use` and always resets the statement for the next time. */
  function using<T>(sql: string, values: SqlValue[], use: (k: Kept) => T): T {
    let found = kept.get(sql)
    if (found) kept.delete(sql)
    else {
      found = { statement: db.prepare(sql), names: undefined }
      const [oldest] = kept
      if (kept.size >= KEPT && oldest) drop(oldest[0], oldest[1])
    }
    kept.set(sql, found)
    try {
      if (values.length > 0) found.statement.bind(values.map(toAsm))
      return use(found)
    } finally {
      found.statement.reset()
    }
  }

  function row(k: Kept): unknown {
    k.names ??= k.statement.getColumnNames()
    const cells = k.statement.get()
    const result: Record<string, unknown> = {}
    for (let i = 0; i < cells.length; i++) result[k.names[i] as string] = cells[i]
    return result
  }

  let inTransaction = false
  return {
    exec: (sql) => void db.run(sql),
    run: (sql, ...values) =>
      using(sql, values, ({ statement }) => {
        statement.step()
        return db.getRowsModified()
      }),
    get: <T>(sql: string, ...values: SqlValue[]) =>
      using(sql, values, (k) => (k.statement.step() ? (row(k) as T) : undefined)),
    all: <T>(sql: string, ...values: SqlValue[]) =>
      using(sql, values, (k) => {
        const rows: T[] = []
        while (k.statement.step()) rows.push(row(k) as T)
        return rows
      }),
    integers: (sql, columns, ...values) => using(sql, values, ({ statement }) => gather(statement, columns)),
    integersAndText: (sql, columns, ...values) =>
      using(sql, values, ({ statement }) => {
        const texts: string[] = []
        const integers = gather(statement, columns, (cells) => texts.push((cells[columns] as string | null) ?? ''))
        return { integers, texts }
      }),
    transaction(work) {
      if (inTransaction) throw new Error('a transaction inside a transaction')
      db.run('BEGIN IMMEDIATE')
      inTransaction = true
      try {
        const result = work()
        db.run('COMMIT')
        return result
      } catch (error) {
        try {
          db.run('ROLLBACK')
        } catch {
          // SQLite has rolled back by itself; throw the first error.
        }
        throw error
      } finally {
        inTransaction = false
      }
    },
    forget(part) {
      for (const [sql, found] of [...kept]) if (sql.includes(part)) drop(sql, found)
    },
    bytes() {
      // Copy the database: its own export would close it under the statements and the attached banks.
      const copy = new asm.Database()
      try {
        const into = db.prepare('VACUUM main INTO ?')
        into.bind([copy.filename])
        into.step()
        into.free()
        return copy.export()
      } finally {
        copy.close()
      }
    },
    close() {
      for (const [sql, found] of [...kept]) drop(sql, found)
      db.close()
    },
  }
}
