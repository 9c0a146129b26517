import { setTimeout } from 'node:timers/promises'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CallName } from '#contract/calls'
import type { ErrorCode } from '#contract/errors'
import { fail, ok, type Result } from '#contract/result'
import type { LimitLevel } from '../configuration.ts'
import type { Deps } from '../deps.ts'
import { normalizeEmail } from '../utente/email.ts'
import { ACCOUNT_RULES } from './account-rules.ts'

/** `failures`: codes that count; absent, every request counts. `account`: the address typed; `user`: who is signed in. */
export type Rule = { per: 'ip' | 'account' | 'user'; max: number; window: number; failures?: readonly ErrorCode[] }

/** The account's counts failures only, so a person who knows the password never waits for a guesser's. */
const RULES: Partial<Record<CallName, readonly Rule[]>> = { ...ACCOUNT_RULES }

/** Failures of one counter that cost no waiting, and the longest wait of the next ones, in ms. */
const FREE_FAILURES = 3
const MAX_DELAY_MS = 1000

const FACTOR: Record<LimitLevel, number | null> = { normali: 1, ampi: 10, aperti: null }

/** The address typed at login. A device that this account already uses does not wait for failures made elsewhere. */
async function accountOf({ db }: Deps, request: FastifyRequest): Promise<string> {
  // A call without a schema for its query lets anything into it.
  const typed: Record<string, unknown> = { ...(request.query as object), ...(request.body as object) }
  const read = (field: string) => (typeof typed[field] === 'string' ? typed[field] : '')
  const email = normalizeEmail(read('username'))
  const id_dispositivo = read('id_dispositivo')
  const { count: quante } = await db.query(
    `select 1 from dispositivo join utente using (id_utente)
     where email = $1 and id_dispositivo = $2 and rimosso is null`,
    [email, id_dispositivo],
    'limite_dispositivo',
  )
  return `${email}|${quante > 0 ? id_dispositivo : ''}`
}

const keyOf = async (deps: Deps, request: FastifyRequest, per: Rule['per']): Promise<string> =>
  per === 'ip'
    ? request.ip
    : per === 'user'
      ? String(request.sessione?.id_utente ?? request.ip)
      : await accountOf(deps, request)

export type RateLimiter = {
  /** Before the handler: refuses with RATE_LIMIT_EXCEEDED and the seconds to wait. */
  check: (request: FastifyRequest) => Promise<Result<null>>
  /** After it: counts a failure where only failures count. */
  count: (request: FastifyRequest, code: ErrorCode | null) => Promise<void>
}

const UNLIMITED: RateLimiter = { check: async () => ok(null), count: async () => {} }

/** Each failure after the first few makes the next attempt wait longer; the honest one who mistypes twice notices nothing. */
const slowDown = (failures: number): Promise<void> =>
  failures < FREE_FAILURES
    ? Promise.resolve()
    : setTimeout(Math.min(MAX_DELAY_MS, 100 * 2 ** (failures - FREE_FAILURES)))

/** Needs the plugin registered (`registerLimiti`). */
export function createRateLimiter(app: FastifyInstance, deps: Deps, name: CallName): RateLimiter {
  const factor = FACTOR[deps.config.limits]
  const regole = RULES[name]
  if (!regole || factor === null) return UNLIMITED
  const counters = regole.map((rule, i) => ({
    regola: rule,
    test: app.createRateLimit({
      max: rule.max * factor,
      timeWindow: rule.window,
      keyGenerator: async (request) => `${name}|${i}|${await keyOf(deps, request, rule.per)}`,
    }),
  }))
  return {
    async check(request) {
      for (const { regola: rule, test: prova } of counters) {
        const status = await prova(request, { increment: !rule.failures })
        if (status.isAllowed) continue
        // A peek tells that nothing is left before the limit is passed.
        if (status.isExceeded || (rule.failures !== undefined && status.remaining <= 0))
          return fail('RATE_LIMIT_EXCEEDED', { dati: { secondi: Math.max(1, status.ttlInSeconds) } })
        if (rule.failures) await slowDown(status.max - status.remaining)
      }
      return ok(null)
    },
    async count(request, code) {
      for (const { regola: rule, test: prova } of counters)
        if (code && rule.failures?.includes(code)) await prova(request, { increment: true })
    },
  }
}

export async function registerRateLimits(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, { global: false })
}
