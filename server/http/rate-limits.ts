import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CALLS, type CallName } from '#contract/calls'
import type { ErrorCode } from '#contract/errors'
import { type Failure, ok, type Result } from '#contract/result'
import type { LimitLevel } from '../configuration.ts'
import type { Deps } from '../deps.ts'
import { normalizeEmail } from '../utente/email.ts'
import { ACCOUNT_RULES, type Rule } from './account-rules.ts'
import { blockOf, callerOf } from './address.ts'
import { createBuckets, createGate, createWindowCounter, type Gate } from './counters.ts'
import { API, routeOf } from './errors.ts'
import { hasOwnQueue } from './overload.ts'
import { sendProblem } from './problems.ts'

/** A whole /24 may do this many times what one address may. */
const BLOCK_FACTOR = 4

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
const tooMany = (seconds: number): Failure => ({ codice: 'RATE_LIMIT_EXCEEDED', dati: { secondi: seconds } })
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

/**
 * Calls of one account at once, and in line behind them; of one address block likewise. Together fewer than what counts as load
 * (overload.ts): one caller alone makes nobody else be refused.
 */
const ACCOUNT = { running: 2, waiting: 24, burst: 300, perSecond: 10 }
const BLOCK = { running: 8, waiting: 200, burst: 1200, perSecond: 100 }
/** A body of this many bytes costs as much as one call more. */
const BYTES_PER_UNIT = 16 * 1024
/**
 * The bytes of an account's journal are paid from savings of their own: 47 MB, which thirty days of practice without a network take, and
 * then as much as anything else (decision 0078).
 */
const JOURNAL = { burst: 3000, perSecond: 10 }
const JOURNAL_ROUTE = API + CALLS.invia_eventi.percorso
const isJournal = (request: FastifyRequest): boolean => request.method === 'PUT' && routeOf(request) === JOURNAL_ROUTE

/** A caller over its rate hears of it after so long, in ms: one that does not wait by itself is made to. */
const REFUSAL_MS = 1000
/** Refusals of one key that wait so; the next ones are sent at once and end their connection. */
const MAX_HELD = 200

/** Sends refusals late, a bounded number of them; `key` is whose. */
function createHolder() {
  const held = new Map<string, number>()
  return async (reply: FastifyReply, key: string): Promise<void> => {
    const now = held.get(key) ?? 0
    if (now >= MAX_HELD) {
      reply.header('connection', 'close')
      return
    }
    held.set(key, now + 1)
    await setTimeout(REFUSAL_MS)
    const left = (held.get(key) ?? 1) - 1
    if (left > 0) held.set(key, left)
    else held.delete(key)
  }
}

/** Announced length of a body; one without a length (chunked) counts as the largest. */
const bodyBytes = (request: FastifyRequest): number =>
  request.headers['transfer-encoding'] ? 1024 * 1024 : Number(request.headers['content-length'] ?? 0) || 0

const unitsOf = (request: FastifyRequest): number => bodyBytes(request) / BYTES_PER_UNIT
const costOf = (request: FastifyRequest): number => 1 + unitsOf(request)

/** Bodies of at most so many bytes take no memory to speak of while they arrive. */
const SMALL_BYTES = 4 * 1024
const hasSmallBody = (request: FastifyRequest): boolean => {
  const bytes = bodyBytes(request)
  return bytes > 0 && bytes <= SMALL_BYTES
}

export type CallerLimits = {
  /** Counts a call of this account, and waits for its place; refuses with the seconds to wait. */
  enterAccount: (request: FastifyRequest, reply: FastifyReply, id_utente: number) => Promise<Result<null>>
}

/** Frees the place when the answer has left or its connection is gone, whichever comes first. */
function leaveAtEnd(reply: FastifyReply, gate: Gate, key: string): () => void {
  let inside = true
  const leave = () => {
    if (inside) gate.leave(key)
    inside = false
  }
  // Whoever went away while waiting in line has had its end already.
  if (reply.raw.closed) leave()
  else reply.raw.once('close', leave).once('finish', leave)
  return leave
}

/**
 * Bounds on what one caller takes (D40): rate and concurrency per address block for every call, counted before anything of it
 * is read, and per account as soon as the token has said whose it is.
 */
export function registerCallerLimits(app: FastifyInstance, { config }: Pick<Deps, 'config'>): CallerLimits {
  const factor = FACTOR[config.limits]
  if (factor === null) return { enterAccount: async () => ok(null) }
  const blockRate = createBuckets(BLOCK.burst * factor, BLOCK.perSecond * factor)
  const blockGate = createGate(BLOCK.running * factor, BLOCK.waiting * factor)
  const accountRate = createBuckets(ACCOUNT.burst * factor, ACCOUNT.perSecond * factor)
  const journalRate = createBuckets(JOURNAL.burst * factor, JOURNAL.perSecond * factor)
  const accountGate = createGate(ACCOUNT.running * factor, ACCOUNT.waiting * factor)
  const hold = createHolder()
  const blockPlaces = new WeakMap<FastifyRequest, () => void>()
  const refuseLate = async (reply: FastifyReply, key: string, seconds: number) => {
    await hold(reply, key)
    return sendProblem(reply, tooMany(seconds))
  }
  app.addHook('onRequest', async (request, reply) => {
    if (!routeOf(request).startsWith(API)) return
    const key = blockOf(request.ip)
    const seconds = blockRate(key, costOf(request))
    if (seconds > 0) return refuseLate(reply, key, seconds)
    if (hasSmallBody(request)) return
    if (!(await blockGate.enter(key))) return refuseLate(reply, key, 1)
    blockPlaces.set(request, leaveAtEnd(reply, blockGate, key))
  })
  // Small bodies that never end keep no place from the neighbours; whose session is known has a place of its own.
  app.addHook('preValidation', async (request, reply) => {
    if (!routeOf(request).startsWith(API) || !hasSmallBody(request) || request.sessione || hasOwnQueue(request)) return
    const key = blockOf(request.ip)
    if (!(await blockGate.enter(key))) return refuseLate(reply, key, 1)
    leaveAtEnd(reply, blockGate, key)
  })
  // A compressed body is paid as what it was, whatever was announced of it.
  app.addHook('preValidation', async (request, reply) => {
    if (request.inflated === 0 || !request.sessione) return
    const key = String(request.sessione.id_utente)
    const seconds = journalRate(key, Math.max(0, request.inflated / BYTES_PER_UNIT - unitsOf(request)))
    if (seconds > 0) return refuseLate(reply, `account ${key}`, seconds)
  })
  return {
    async enterAccount(request, reply, id_utente) {
      const key = String(id_utente)
      const journal = isJournal(request)
      const seconds =
        accountRate(key, journal ? 1 : costOf(request)) || (journal ? journalRate(key, unitsOf(request)) : 0)
      // From here on the account's own line bounds it: others of its block do not wait behind it.
      blockPlaces.get(request)?.()
      request.aside?.(true)
      const refused = seconds > 0 ? seconds : (await accountGate.enter(key)) ? 0 : 1
      if (refused > 0) {
        await hold(reply, `account ${key}`)
        return refuse(refused)
      }
      request.aside?.(false)
      leaveAtEnd(reply, accountGate, key)
      return ok(null)
    },
  }
}
