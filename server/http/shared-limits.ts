import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Deps, Limit } from '../deps.ts'
import { hashToken } from '../utente/token.ts'

/** Most keys of one limit in memory; a flood of invented keys evicts only keys below their limit. */
const MAX_KEYS = 50_000
/** Table of migration 0029. */
const TABLE = 'limite'

/** Evicts many keys at once: a flood pays one scan for each tenth of the keys, and not for each key. */
class BoundedMemory extends RateLimiterMemory {
  #keys = 0
  #fullAt = MAX_KEYS
  override async consume(...call: Parameters<RateLimiterMemory['consume']>): Promise<RateLimiterRes> {
    const result = await super.consume(...call)
    if (result.isFirstInDuration && ++this.#keys >= this.#fullAt) await this.#makeRoom()
    return result
  }
  async #makeRoom(): Promise<void> {
    const { storage } = this.dump()
    this.#keys = storage.length
    for (const { key, value } of storage) {
      if (this.#keys < 0.9 * MAX_KEYS) break
      if (value < this.points && (await this.delete(key))) this.#keys -= 1
    }
    this.#fullAt = Math.max(MAX_KEYS, 1.1 * this.#keys)
  }
}

type Statement = { text: string; values: unknown[]; name?: string }

/** Runs the library's statements on our pool; each failure is logged, and counted in memory instead. */
const clientOf = ({ db, log }: Pick<Deps, 'db' | 'log'>) => ({
  query: async ({ text, values, name }: Statement) => {
    try {
      const { rows, count } = await db.query(text, values, name)
      return { rows, rowCount: count }
    } catch (error) {
      log.warn({ err: error }, 'limiti condivisi non raggiungibili: contati in questo processo')
      throw error
    }
  },
})

/**
 * Opens a limit of one process or, over an external database, of all replicas (decision 0133). While its table is
 * unreachable each replica counts by itself. `name` separates the limits of the table.
 */
export function createLimit(
  deps: Pick<Deps, 'db' | 'log'> | null,
  name: string,
  points: number,
  windowMs: number,
): Limit {
  const options = { keyPrefix: name, points, duration: windowMs / 1000 }
  const memory = new BoundedMemory(options)
  const limiter =
    deps?.db.engine === 'esterno'
      ? new RateLimiterPostgres({
          ...options,
          storeClient: clientOf(deps),
          storeType: 'client',
          tableName: TABLE,
          tableCreated: true,
          // The sweep deletes expired rows (sweep.ts).
          clearExpiredByTimeout: false,
          insuranceLimiter: memory,
        })
      : memory
  // Hash the keys: callers choose their length, and the table shows no address.
  const idOf = (key: string) => hashToken(key).toString('base64url')
  return {
    async take(key) {
      const giveBack = async () => void (await limiter.reward(idOf(key)))
      try {
        return { seconds: 0, used: (await limiter.consume(idOf(key))).consumedPoints, giveBack }
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        // Refused calls do not count: their owner must not wait longer for them.
        await giveBack()
        return { seconds: Math.max(1, Math.ceil(error.msBeforeNext / 1000)), used: points, giveBack: async () => {} }
      }
    },
    forget: async (key) => void (await limiter.delete(idOf(key))),
  }
}
