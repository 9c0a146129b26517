import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CALLS } from '#contract/calls'
import { ok, type Result } from '#contract/result'
import type { Deps } from '../deps.ts'
import { blockOf } from './address.ts'
import { MAX_BODY_BYTES } from './bodies.ts'
import { createBuckets, createGate, leaveAtEnd, type Pace } from './counters.ts'
import { API, routeOf } from './errors.ts'
import { FACTOR } from './limit-levels.ts'
import { hasOwnQueue } from './overload.ts'
import { sendProblem } from './problems.ts'
import { tooMany } from './rate-limits.ts'

type Bounds = { running: number; waiting: number; burst: number; perSecond: number; pace: Pace }

/**
 * Calls of one account at once, and in line behind them. Saved tokens are spent at a pace, not in one second in which
 * all others wait. Together with its block's calls they stay below the load limit (overload.ts): one caller alone
 * causes no refusal of others.
 */
const ACCOUNT: Bounds = { running: 2, waiting: 24, burst: 300, perSecond: 10, pace: { burst: 20, perSecond: 60 } }
/**
 * Bounds of an address block, for each kind of address. Page and packages: dozens of people behind one
 * address load the page for the first time, some hundred files each, and read figures by ranges. Health: supervisors
 * and monitors.
 */
const BLOCK = {
  calls: { running: 4, waiting: 200, burst: 1_200, perSecond: 100, pace: { burst: 30, perSecond: 250 } },
  files: { running: 2, waiting: 800, burst: 10_000, perSecond: 300, pace: { burst: 120, perSecond: 250 } },
  health: { running: 4, waiting: 200, burst: 600, perSecond: 50, pace: { burst: 20, perSecond: 100 } },
} as const satisfies Record<string, Bounds>
type Kind = keyof typeof BLOCK

/** Bytes of a body, or of a response, that cost as much as one call more. */
const BODY_BYTES_PER_UNIT = 16 * 1024
const ANSWER_BYTES_PER_UNIT = 256 * 1024
/**
 * Bytes of a body that take one turn at the pace of an account; a push of any length takes three quarters of a second.
 */
const BODY_BYTES_PER_TURN = 4 * 1024
const MAX_BODY_TURNS = 45
/** Bytes of a response that count as one call more at the pace of its block; a longer download counts up to a limit. */
const ANSWER_BYTES_PER_TURN = 64 * 1024
const MAX_TURNS = 80
/**
 * The bytes of an account's journal are paid from a bucket of their own, 47 MB, which the events of thirty days
 * offline use up. Then they cost as much as anything else (decision 0082).
 */
const JOURNAL = { burst: 3000, perSecond: 10 }
const JOURNAL_ROUTE = API + CALLS.invia_eventi.percorso
const isJournal = (request: FastifyRequest): boolean => request.method === 'PUT' && routeOf(request) === JOURNAL_ROUTE

/** Delay, in ms, give or take a half, of a refusal: a caller that does not wait by itself is made to. */
const REFUSAL_MS = 1000
/** Refusals of one key that are held; the next are sent at once and close their connection. */
const MAX_HELD = 200
/** Time, in ms, between two looks whether a file's reader is slow: a slow one costs nothing, and holds no place. */
const SLOW_READER_MS = 50

const kindOf = (request: FastifyRequest): Kind => {
  const route = routeOf(request)
  if (route.startsWith(API)) return 'calls'
  return route.startsWith('/salute/') ? 'health' : 'files'
}

/** Delays a bounded number of refusals; `key` is the caller's. */
function createHolder(wait: Deps['wait']) {
  const held = new Map<string, number>()
  return async (reply: FastifyReply, key: string): Promise<void> => {
    const now = held.get(key) ?? 0
    if (now >= MAX_HELD) {
      reply.header('connection', 'close')
      return
    }
    held.set(key, now + 1)
    // Spread the refusals: callers would otherwise retry together, and all others wait behind them.
    await wait(REFUSAL_MS * (0.5 + Math.random()))
    const left = (held.get(key) ?? 1) - 1
    if (left > 0) held.set(key, left)
    else held.delete(key)
  }
}

/**
 * Returns the announced length of a body; one without a length (chunked), or above the limit, counts as the largest.
 */
const bodyBytes = ({ headers }: FastifyRequest): number =>
  headers['transfer-encoding'] ? MAX_BODY_BYTES : Math.min(MAX_BODY_BYTES, Number(headers['content-length'] ?? 0) || 0)

const unitsOf = (request: FastifyRequest): number => bodyBytes(request) / BODY_BYTES_PER_UNIT
const turnsOf = (bytes: number): number => Math.min(bytes / BODY_BYTES_PER_TURN, MAX_BODY_TURNS)
const costOf = (request: FastifyRequest): number => 1 + unitsOf(request)

/** Returns the length of a response about to leave; 0 where it is unknown. */
function answerBytes({ method }: FastifyRequest, reply: FastifyReply, payload: unknown): number {
  if (method === 'HEAD') return 0
  if (typeof payload === 'string' || payload instanceof Uint8Array) return payload.length
  return Number(reply.getHeader('content-length') ?? 0) || 0
}

/** Bodies up to this many bytes take negligible memory while they arrive. */
const SMALL_BYTES = 4 * 1024
const hasSmallBody = (request: FastifyRequest): boolean => {
  const bytes = bodyBytes(request)
  return bytes > 0 && bytes <= SMALL_BYTES
}

export type CallerLimits = {
  /** Counts a call of this account, and waits for its place; refuses with the seconds to wait. */
  enterAccount: (request: FastifyRequest, reply: FastifyReply, id_utente: number) => Promise<Result<null>>
}

/** Frees the place of a file also when its reader turns out to be slow. */
function leaveWhenSlow({ raw }: FastifyReply, leave: () => void): void {
  const timer = setInterval(() => {
    if (raw.writableLength === 0 && !raw.closed) return
    clearInterval(timer)
    leave()
  }, SLOW_READER_MS)
  timer.unref()
  raw.once('close', () => clearInterval(timer))
}

function openBounds({ running, waiting, burst, perSecond, pace }: Bounds, factor: number) {
  return {
    rate: createBuckets(burst * factor, perSecond * factor),
    gate: createGate(running * factor, waiting * factor, {
      burst: pace.burst * factor,
      perSecond: pace.perSecond * factor,
    }),
  }
}

/**
 * Bounds the rate and concurrency of one caller (D40). Every request counts per address block, before any of it is
 * read. A request with a token also counts per account.
 */
export function registerCallerLimits(
  app: FastifyInstance,
  { config, wait }: Pick<Deps, 'config' | 'wait'>,
): CallerLimits {
  const factor = FACTOR[config.limits]
  if (factor === null) return { enterAccount: async () => ok(null) }
  const account = openBounds(ACCOUNT, factor)
  const journalRate = createBuckets(JOURNAL.burst * factor, JOURNAL.perSecond * factor)
  const block = {
    calls: openBounds(BLOCK.calls, factor),
    files: openBounds(BLOCK.files, factor),
    health: openBounds(BLOCK.health, factor),
  }
  const hold = createHolder(wait)
  const blockPlaces = new WeakMap<FastifyRequest, () => void>()
  /** Callback that charges the length of the response, by request. */
  const payers = new WeakMap<FastifyRequest, (units: number) => void>()
  const refuseLate = async (reply: FastifyReply, key: string, seconds: number) => {
    await hold(reply, key)
    return sendProblem(reply, tooMany(seconds))
  }
  app.addHook('onRequest', async (request, reply) => {
    const kind = kindOf(request)
    const { rate, gate } = block[kind]
    const key = blockOf(request.ip)
    const seconds = rate.pay(key, costOf(request))
    if (seconds > 0) return refuseLate(reply, `${kind} ${key}`, seconds)
    payers.set(request, (units) => rate.charge(key, units))
    if (kind === 'calls' && hasSmallBody(request)) return
    if (!(await gate.enter(key))) return refuseLate(reply, `${kind} ${key}`, 1)
    const leave = leaveAtEnd(reply, gate, key)
    blockPlaces.set(request, leave)
    if (kind === 'files') leaveWhenSlow(reply, leave)
  })
  // Take the place of a small body only after its arrival: an endless one must hold none. A session has its own place.
  app.addHook('preValidation', async (request, reply) => {
    if (kindOf(request) !== 'calls' || !hasSmallBody(request) || request.sessione || hasOwnQueue(request)) return
    const key = blockOf(request.ip)
    if (!(await block.calls.gate.enter(key))) return refuseLate(reply, `calls ${key}`, 1)
    leaveAtEnd(reply, block.calls.gate, key)
  })
  // Charge a compressed body by its inflated size, whatever length was announced.
  app.addHook('preValidation', async (request, reply) => {
    if (request.inflated === 0 || !request.sessione) return
    const key = String(request.sessione.id_utente)
    const units = Math.max(0, request.inflated / BODY_BYTES_PER_UNIT - unitsOf(request))
    account.gate.weigh(key, turnsOf(request.inflated) - turnsOf(bodyBytes(request)))
    const seconds = journalRate.pay(key, units)
    if (seconds > 0) return refuseLate(reply, `account ${key}`, seconds)
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const bytes = answerBytes(request, reply, payload)
    payers.get(request)?.(bytes / ANSWER_BYTES_PER_UNIT)
    block[kindOf(request)].gate.weigh(blockOf(request.ip), Math.min(bytes / ANSWER_BYTES_PER_TURN, MAX_TURNS))
  })
  return {
    async enterAccount(request, reply, id_utente) {
      const key = String(id_utente)
      const journal = isJournal(request)
      const seconds =
        account.rate.pay(key, journal ? 1 : costOf(request)) || (journal ? journalRate.pay(key, unitsOf(request)) : 0)
      payers.set(request, (units) => account.rate.charge(key, units))
      // Free the block's place: the account's own line bounds the call from here on.
      blockPlaces.get(request)?.()
      request.aside?.(true)
      const refused = seconds > 0 ? seconds : (await account.gate.enter(key)) ? 0 : 1
      if (refused > 0) {
        await hold(reply, `account ${key}`)
        return { ok: false, error: tooMany(refused) }
      }
      account.gate.weigh(key, turnsOf(bodyBytes(request)))
      request.aside?.(false)
      leaveAtEnd(reply, account.gate, key)
      return ok(null)
    },
  }
}
