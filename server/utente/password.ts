import type { Algorithm, Options } from '@node-rs/argon2'
import { runPassword, THREADS } from './password-threads.ts'

/** OWASP's first choice: argon2id, 19 MiB, two passes, one lane (about 15 to 30 ms). */
const ARGON2: Options = { algorithm: 2 as Algorithm.Argon2id, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }
const MAX_WAITING = 50

/** Every place of the queue is taken: the caller sends "try again in a moment". */
class QueueFull extends Error {
  override name = 'QueueFull'
  readonly statusCode = 503
}

export type PasswordHasher = {
  /** Throws QueueFull when too many are waiting. */
  hash(password: string): Promise<string>
  /** A null hash (unknown account) costs the same time and is never right (D6). Throws QueueFull. */
  verify(hash: string | null, password: string): Promise<boolean>
  /** Returns whether the next password would be refused. */
  isFull(): boolean
}

/** Bounds the hashes under way: each takes memory and a core, and a flood of logins must starve nothing else. */
export function createPasswordHasher({
  concurrency = THREADS,
  maxWaiting = MAX_WAITING,
  cost = ARGON2,
  run = runPassword,
} = {}): PasswordHasher {
  const hash = (password: string) => run<string>({ digest: null, password, options: cost })
  const verify = (digest: string, password: string) => run<boolean>({ digest, password })
  let active = 0
  const queue: (() => void)[] = []
  const isFull = () => active >= concurrency && queue.length >= maxWaiting
  async function queued<T>(work: () => Promise<T>): Promise<T> {
    if (active >= concurrency) {
      if (isFull()) throw new QueueFull('coda delle password piena')
      // A finished hash hands its place over, so `active` does not change here.
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
    isFull,
    hash: (password) => queued(() => hash(password)),
    verify: (digest, password) =>
      queued(async () => {
        decoy ??= hash('nessuno')
        const valid = await verify(digest ?? (await decoy), password)
        return digest !== null && valid
      }),
  }
}
