import type { FastifyRequest } from 'fastify'
import type { ErrorCode } from '#contract/errors'
import { type Failure, ok, type Result } from '#contract/result'
import type { Counted, Deps, Limit } from '../deps.ts'
import { normalizeEmail } from '../utente/email.ts'
import { ACCOUNT_RULES, CONSOLE_RULES, type Rule } from './account-rules.ts'
import { callerOf, siteOf } from './address.ts'
import { countGuess } from './guesses.ts'
import { FACTOR } from './limit-levels.ts'
import { createOperatorTries, findCallersBrowser } from './operator-tries.ts'
import { createLimit } from './shared-limits.ts'

/** Factor of a whole /24, or /48, over the limit of one address. */
const BLOCK_FACTOR = 4

/** The account's rules count failures only, so a person who has the password never waits for a guesser's. */
const RULES: Partial<Record<string, readonly Rule[]>> = { ...ACCOUNT_RULES, ...CONSOLE_RULES }

/** Failures of one counter without a delay, and the longest delay of the next ones, in ms. */
const FREE_FAILURES = 3
const MAX_DELAY_MS = 1000

/** Returns the typed address. */
function accountOf(request: FastifyRequest): string {
  const { username } = request.query as { username?: unknown }
  return typeof username === 'string' ? normalizeEmail(username) : callerOf(request.ip)
}

/** The counts that a call took before it ran; `settle` gives back those that do not hold. */
export type Attempt = { settle: (codice: ErrorCode | null) => Promise<void> }
export type RateLimiter = (request: FastifyRequest) => Promise<Result<Attempt>>

const FREE: Attempt = { settle: async () => {} }
/** Returns the refusal beyond a limit, with the seconds to wait. */
export const tooMany = (seconds: number): Failure => ({ codice: 'RATE_LIMIT_EXCEEDED', dati: { secondi: seconds } })
const refuse = (seconds: number): Result<never> => ({ ok: false, error: tooMany(seconds) })

/** Returns the delay, in ms, of an attempt after so many failures: longer each time, and none after two mistypes. */
const delayAfter = (failures: number): number =>
  failures < FREE_FAILURES ? 0 : Math.min(MAX_DELAY_MS, 100 * 2 ** (failures - FREE_FAILURES))

type Meter = {
  failures: readonly ErrorCode[] | undefined
  free?: readonly ErrorCode[] | undefined
  count: (request: FastifyRequest) => Promise<Counted>
}

const byKey =
  (limit: Limit, keyOf: (request: FastifyRequest) => string): Meter['count'] =>
  (request) =>
    limit.take(keyOf(request))

const countStrangers =
  (deps: Deps, count: Meter['count']): Meter['count'] =>
  async (request) =>
    (await findCallersBrowser(deps, request)) === null
      ? count(request)
      : { seconds: 0, used: 0, giveBack: async () => {} }

/** Counts before the handler runs, so that concurrent attempts cannot all pass. `name`: of a call, `gestione.…` of the console's. */
export function createRateLimiter(deps: Deps, name: string): RateLimiter {
  const factor = FACTOR[deps.config.limits]
  const rules = RULES[name]
  if (!rules || factor === null) return async () => ok(FREE)
  const meters = rules.flatMap((rule, i): Meter[] => {
    const { failures } = rule
    if (rule.per === 'guess') return [{ failures, count: (request) => countGuess(deps, request) }]
    if (rule.per === 'operator') return [{ failures, count: createOperatorTries(deps, name, factor) }]
    const { per, max, window, free, strangers } = rule
    const limit = createLimit(deps, `${name}.${i}`, max * factor, window)
    if (per === 'account') return [{ failures, free, count: byKey(limit, accountOf) }]
    if (per === 'user')
      return [
        { failures, free, count: byKey(limit, (r) => `${r.sessione?.id_utente ?? r.gestore?.id_utente ?? r.ip}`) },
      ]
    const site = createLimit(deps, `${name}.${i}.rete`, max * factor * BLOCK_FACTOR, window)
    return [
      { failures, free, count: byKey(limit, ({ ip }) => callerOf(ip)) },
      { failures, free, count: byKey(site, ({ ip }) => siteOf(ip)) },
    ].map((meter) => (strangers ? { ...meter, count: countStrangers(deps, meter.count) } : meter))
  })
  return async (request) => {
    const taken: { giveBack: () => Promise<void>; counts: (code: ErrorCode | null) => boolean }[] = []
    for (const { count, failures, free } of meters) {
      const { seconds, used, giveBack } = await count(request)
      if (seconds > 0) return refuse(seconds)
      const delay = failures ? delayAfter(used - 1) : 0
      if (delay > 0) await deps.wait(delay)
      const counts = (code: ErrorCode | null) =>
        failures ? code !== null && failures.includes(code) : code === null || !free?.includes(code)
      taken.push({ giveBack, counts })
    }
    return ok({
      settle: async (codice) => {
        for (const { giveBack, counts } of taken) if (!counts(codice)) await giveBack()
      },
    })
  }
}
