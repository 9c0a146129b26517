import type { Failure, Result } from '#contract/result'
import type { Db, Deps, Queryable } from '../deps.ts'
import { type Act, writeAct } from '../operator/audit.ts'

/** Fields that a handler adds to the row of its act. */
export type ActNote = Pick<Act, 'oggetto' | 'prima' | 'dopo'>

/** Makes a database of one transaction: the transactions of use cases become its savepoints. */
function bindTo(q: Queryable, db: Db): Db {
  let depth = 0
  return {
    engine: db.engine,
    connections: db.connections,
    close: async () => {},
    query: q.query,
    script: q.script,
    tx: async (work) => {
      const name = `atto_${depth++}`
      await q.script(`savepoint ${name}`)
      try {
        const result = await work(q)
        await q.script(`release savepoint ${name}`)
        return result
      } catch (error) {
        await q.script(`rollback to savepoint ${name}`)
        throw error
      } finally {
        depth -= 1
      }
    },
  }
}

/** A refusal on its way out of its transaction, which takes back what was written before it. */
class Refused extends Error {
  readonly result: Result<never>
  constructor(result: Result<never>) {
    super('refused')
    this.result = result
  }
}

type Work<T> = (deps: Deps, note: (more: ActNote) => void) => Promise<Result<T>>

/**
 * Runs a use case and records it in one transaction: what is done is recorded, what is recorded was done. A refusal writes
 * nothing. Mails leave after the commit.
 */
export async function runAct<T>(deps: Deps, act: Act, work: Work<T>): Promise<Result<T>> {
  let toWake = false
  const row = { ...act }
  const wake = async () => {
    toWake = true
  }
  const result = await deps.db
    .tx(async (q): Promise<Result<T>> => {
      const done = await work({ ...deps, db: bindTo(q, deps.db), wake }, (more) => Object.assign(row, more))
      if (!done.ok) throw new Refused(done)
      await writeAct(q, deps, row)
      return done
    })
    .catch((error: unknown) => {
      if (error instanceof Refused) return error.result
      throw error
    })
  if (toWake && result.ok) await deps.wake()
  return result
}

/** Returns whether a value is a refusal of a use case. */
export const isRefusal = (value: unknown): value is { ok: false; error: Failure } =>
  typeof value === 'object' && value !== null && 'ok' in value && value.ok === false

/**
 * Runs a use case that works long before it writes: its first transaction that ends without a refusal holds the row. A use
 * case without a transaction is recorded after it.
 */
export async function runLongAct<T>(deps: Deps, act: Act, work: Work<T>): Promise<Result<T>> {
  let isWritten = false
  const row = { ...act }
  const tx: Db['tx'] = async (inside) => {
    if (isWritten) return deps.db.tx(inside)
    let isHere = false
    const result = await deps.db.tx(async (q) => {
      const done = await inside(q)
      isHere = !isRefusal(done)
      if (isHere) await writeAct(q, deps, row)
      return done
    })
    isWritten ||= isHere
    return result
  }
  const result = await work({ ...deps, db: { ...deps.db, tx } }, (more) => Object.assign(row, more))
  if (result.ok && !isWritten) await writeAct(deps.db, deps, row)
  return result
}
