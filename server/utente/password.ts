import { type Algorithm, hash, verify } from '@node-rs/argon2'

/** OWASP's first choice: argon2id, 19 MiB, two passes, one lane (about 15 to 30 ms). */
const ARGON2 = { algorithm: 2 as Algorithm.Argon2id, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }
const CONCURRENCY = 4
const MAX_WAITING = 50

/** Every place of the queue is taken: the caller answers "try again in a moment". */
export class QueueFull extends Error {
  override name = 'QueueFull'
  readonly statusCode = 503
}

export type PasswordHasher = {
  /** Throws CodaPiena when too many are waiting. */
  hash(password: string): Promise<string>
  /** A null hash (unknown account) costs the same time and is never right (D6). Throws CodaPiena. */
  verify(hash: string | null, password: string): Promise<boolean>
}

/** Bounded, because each hash takes memory and a core: a flood of logins must not starve everything else. */
export function createPasswordHasher(concurrency = CONCURRENCY, maxWaiting = MAX_WAITING): PasswordHasher {
  let active = 0
  const queue: (() => void)[] = []
  async function queued<T>(work: () => Promise<T>): Promise<T> {
    if (active >= concurrency) {
      if (queue.length >= maxWaiting) throw new QueueFull('coda delle password piena')
      // Whoever finishes hands its place over, so `attivi` does not change here.
      await new Promise<void>((advance) => queue.push(advance))
    } else active += 1
    try {
      return await work()
    } finally {
      const upcoming = queue.shift()
      if (upcoming) upcoming()
      else active -= 1
    }
  }
  let decoy: Promise<string> | null = null
  return {
    hash: (password) => queued(() => hash(password, ARGON2)),
    verify: (digest, password) =>
      queued(async () => {
        decoy ??= hash('nessuno', ARGON2)
        const valid = await verify(digest ?? (await decoy), password)
        return digest !== null && valid
      }),
  }
}
