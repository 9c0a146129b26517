import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CallName } from '#contract/calls'
import type { ErrorCode } from '#contract/errors'
import { fail, ok, type Result } from '#contract/result'
import type { LimitLevel } from '../configuration.ts'
import type { Deps } from '../deps.ts'
import { normalizeEmail } from '../utente/email.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** `guasti`: codes that count; absent, every request counts. */
type Rule = { per: 'ip' | 'account'; max: number; window: number; failures?: readonly ErrorCode[] }

/** Reliability S1, S23. The account's counts failures only, so a person who knows the password never waits for a guesser's. */
const RULES: Partial<Record<CallName, readonly Rule[]>> = {
  login: [
    { per: 'ip', max: 100, window: HOUR },
    { per: 'account', max: 10, window: 15 * MINUTE, failures: ['CREDENZIALI_ERRATE'] },
  ],
  registrazione: [{ per: 'ip', max: 5, window: HOUR }],
  // Whoever has an unverified account names the address: without a limit it would be a way to pester somebody.
  invia_verifica_email: [{ per: 'ip', max: 20, window: HOUR }],
}

const FACTOR: Record<LimitLevel, number | null> = { normali: 1, ampi: 10, aperti: null }

/** The address typed at login. A device that this account already uses does not wait for failures made elsewhere. */
async function accountOf({ db }: Deps, request: FastifyRequest): Promise<string> {
  const { username = '', id_dispositivo = '' } = (request.body ?? {}) as { username?: string; id_dispositivo?: string }
  const email = normalizeEmail(username)
  const { count: quante } = await db.query(
    `select 1 from dispositivo join utente using (id_utente)
     where email = $1 and id_dispositivo = $2 and rimosso is null`,
    [email, id_dispositivo],
    'limite_dispositivo',
  )
  return `${email}|${quante > 0 ? id_dispositivo : ''}`
}

export type RateLimiter = {
  /** Before the handler: refuses with RATE_LIMIT_EXCEEDED and the seconds to wait. */
  check: (request: FastifyRequest) => Promise<Result<null>>
  /** After it: counts a failure where only failures count. */
  count: (request: FastifyRequest, code: ErrorCode | null) => Promise<void>
}

const UNLIMITED: RateLimiter = { check: async () => ok(null), count: async () => {} }

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
      keyGenerator: async (request) =>
        `${name}|${i}|${rule.per === 'ip' ? request.ip : await accountOf(deps, request)}`,
    }),
  }))
  return {
    async check(request) {
      for (const { regola: rule, test: prova } of counters) {
        const status = await prova(request, { increment: !rule.failures })
        // A peek tells that nothing is left before the limit is passed.
        const exhausted =
          !status.isAllowed && (status.isExceeded || (rule.failures !== undefined && status.remaining <= 0))
        if (exhausted) return fail('RATE_LIMIT_EXCEEDED', { dati: { secondi: Math.max(1, status.ttlInSeconds) } })
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
