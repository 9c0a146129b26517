import { setTimeout } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { CallName } from '#contract/calls'
import type { ErrorCode } from '#contract/errors'
import { type Failure, ok, type Result } from '#contract/result'
import type { LimitLevel } from '../configuration.ts'
import type { Deps } from '../deps.ts'
import { normalizeEmail } from '../utente/email.ts'
import { ACCOUNT_RULES, type Rule } from './account-rules.ts'
import { blockOf, callerOf } from './address.ts'
import { createWindowCounter } from './counters.ts'

/** A whole /24 may do this many times what one address may. */
const BLOCK_FACTOR = 4

/** The account's counts failures only, so a person who knows the password never waits for a guesser's. */
const RULES: Partial<Record<CallName, readonly Rule[]>> = { ...ACCOUNT_RULES }

/** Failures of one counter that cost no waiting, and the longest wait of the next ones, in ms. */
const FREE_FAILURES = 3
const MAX_DELAY_MS = 1000

/** How many times wider each level is than the documented limits; null for none. */
export const FACTOR: Record<LimitLevel, number | null> = { normali: 1, ampi: 10, aperti: null }

/** The address typed at login. A device that this account already uses does not wait for failures made elsewhere. */
async function accountOf({ db }: Deps, request: FastifyRequest): Promise<string> {
  // A call without a schema for its query lets anything into it.
  const typed: Record<string, unknown> = { ...(request.query as object), ...(request.body as object) }
  const read = (field: string) => (typeof typed[field] === 'string' ? typed[field] : '')
  const email = normalizeEmail(read('username'))
  // A social login names nobody: everybody's together would be one account.
  if (email === '') return callerOf(request.ip)
  const id_dispositivo = read('id_dispositivo')
  const { count } = await db.query(
    `select 1 from dispositivo join utente using (id_utente)
     where email = $1 and id_dispositivo = $2 and rimosso is null`,
    [email, id_dispositivo],
    'limite_dispositivo',
  )
  return `${email}|${count > 0 ? id_dispositivo : ''}`
}

/** What a call took before it ran; `settle` gives back what turned out not to count. */
export type Attempt = { settle: (codice: ErrorCode | null) => void }
export type RateLimiter = (request: FastifyRequest) => Promise<Result<Attempt>>

const FREE: Attempt = { settle: () => {} }
/** The refusal of who asked too much, with the seconds to wait. */
export const tooMany = (seconds: number): Failure => ({ codice: 'RATE_LIMIT_EXCEEDED', dati: { secondi: seconds } })
const refuse = (seconds: number): Result<never> => ({ ok: false, error: tooMany(seconds) })

/** Each failure after the first few makes the next attempt wait longer; the honest one who mistypes twice notices nothing. */
const slowDown = (failures: number): Promise<void> =>
  failures < FREE_FAILURES
    ? Promise.resolve()
    : setTimeout(Math.min(MAX_DELAY_MS, 100 * 2 ** (failures - FREE_FAILURES)))

/** Counts before the handler runs, so that attempts made at once cannot all pass. */
export function createRateLimiter(deps: Deps, name: CallName): RateLimiter {
  const factor = FACTOR[deps.config.limits]
  const rules = RULES[name]
  if (!rules || factor === null) return async () => ok(FREE)
  const counters = rules.flatMap(({ per, max, window, failures }) => {
    const one = { failures, counter: createWindowCounter(max * factor, window) }
    if (per === 'account') return [{ ...one, keyOf: (request: FastifyRequest) => accountOf(deps, request) }]
    if (per === 'user')
      return [{ ...one, keyOf: async (request: FastifyRequest) => `${request.sessione?.id_utente ?? request.ip}` }]
    const block = createWindowCounter(max * factor * BLOCK_FACTOR, window)
    return [
      { ...one, keyOf: async ({ ip }: FastifyRequest) => callerOf(ip) },
      { failures, counter: block, keyOf: async ({ ip }: FastifyRequest) => blockOf(ip) },
    ]
  })
  return async (request) => {
    const taken: { giveBack: () => void; failures: readonly ErrorCode[] | undefined }[] = []
    for (const { keyOf, counter, failures } of counters) {
      const key = await keyOf(request)
      const seconds = counter.take(key)
      if (seconds > 0) return refuse(seconds)
      if (failures) await slowDown(counter.used(key) - 1)
      taken.push({ giveBack: () => counter.giveBack(key), failures })
    }
    return ok({
      settle: (codice) => {
        for (const { giveBack, failures } of taken) if (failures && !(codice && failures.includes(codice))) giveBack()
      },
    })
  }
}
