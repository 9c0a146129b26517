import { availableParallelism } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CALLS, type CallName } from '#contract/calls'
import type { Deps } from '../deps.ts'
import { createGate, leaveAtEnd } from './counters.ts'
import { API, routeOf } from './errors.ts'
import { sendProblem } from './problems.ts'

/** Time, in ms, between two reads of the event loop's delay, and the delay of an idle loop. */
const SAMPLE_MS = 100
const RESOLUTION_MS = 10
/** Delays of the event loop, in ms, beyond which waiting devices' pushes, and then every call, are refused. */
const DELAY = { pushes: 60, calls: 150 }
/**
 * Fewer calls inside than these are no load: another program keeps the machine busy, and a refusal would help no
 * caller.
 */
const LEAST_INSIDE = { pushes: 12, calls: 24 }
/** Calls inside at once beyond which pushes, and then every call, are refused, whatever the delay. */
const INSIDE = { pushes: 60, calls: 160 }
/**
 * Time, in ms, after which a body still arriving is no load until it has arrived. An endless one would block the
 * others.
 */
const ARRIVING_MS = 200
/**
 * Size, in bytes, from which pushes share one line over all senders: a small push waits for one of them, and not for
 * all.
 */
const HEAVY_BYTES = 16 * 1024
const HEAVY = { running: Math.max(1, Math.floor(availableParallelism() / 2)), waiting: 400 }
/** Seconds before a refused caller retries, and as many more at random: together they would retry at once. */
const RETRY_SECONDS = 5

/** Calls that wait for a password's thread, in a bounded queue of their own, and take nothing from the others. */
const PASSWORD_CALLS: readonly CallName[] = [
  'login',
  'registrazione',
  'chiedi_dispositivo',
  'recupera_password',
  'cambia_password',
  'elimina_utente',
  'aggiorna_utente',
  'avvia_secondo_fattore',
  'conferma_secondo_fattore',
  'spegni_secondo_fattore',
  'chiedi_senza_codice',
  'collega_accesso',
]
export const usesPasswords = (name: CallName): boolean => PASSWORD_CALLS.includes(name)
const PASSWORDS = PASSWORD_CALLS.map((name) => ({
  method: CALLS[name].metodo as string,
  path: API + CALLS[name].percorso,
}))

export const hasOwnQueue = (request: FastifyRequest): boolean =>
  PASSWORDS.some(({ method, path }) => method === request.method && path === routeOf(request))

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

declare module 'fastify' {
  interface FastifyRequest {
    /** Removes the call from the load while it waits in its own account's line, and adds it again. */
    aside: ((waits: boolean) => void) | null
  }
}

const isPush = (method: string, url: string): boolean => method === 'PUT' && url.startsWith(`${API}/ms_reportistica/`)

/**
 * Sheds load: refuses excess early and cheaply, so that accepted calls stay quick. Pushes are refused first, because
 * devices keep their answers and send them again by themselves.
 */
export function registerOverload(app: FastifyInstance, { passwords }: Pick<Deps, 'passwords'>): void {
  app.decorateRequest('aside', null)
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  histogram.enable()
  let delay = 0
  let inside = 0
  /** Calls whose body is still arriving, with their start and their counter. */
  const arriving = new Map<FastifyRequest, { since: number; count: (counts: boolean) => void }>()
  const timer = setInterval(() => {
    for (const [request, { since, count }] of arriving) {
      // The map keeps the order of arrival: all others are younger.
      if (performance.now() - since < ARRIVING_MS) break
      count(false)
      arriving.delete(request)
    }
    // An empty sample means that the loop did not turn once.
    const mean = histogram.count > 0 ? histogram.mean / 1e6 - RESOLUTION_MS : SAMPLE_MS
    delay = Math.max(0, mean)
    histogram.reset()
  }, SAMPLE_MS)
  timer.unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    histogram.disable()
  })
  const isOver = (request: FastifyRequest): boolean => {
    const limit = isPush(request.method, routeOf(request)) ? 'pushes' : 'calls'
    return (delay > DELAY[limit] && inside >= LEAST_INSIDE[limit]) || inside >= INSIDE[limit]
  }
  const refuse = (reply: FastifyReply) => {
    const secondi = RETRY_SECONDS + Math.floor(Math.random() * (RETRY_SECONDS + 1))
    return sendProblem(reply, { codice: 'SERVIZIO_NON_PRONTO', dati: { secondi } })
  }
  const admit = (request: FastifyRequest, reply: FastifyReply): void => {
    let [counted, ended] = [false, reply.raw.closed]
    const count = (counts: boolean) => {
      if (counted !== counts) inside += counts ? 1 : -1
      counted = counts
    }
    const leave = () => {
      ended = true
      count(false)
      arriving.delete(request)
    }
    request.aside = (waits) => {
      count(!waits && !ended)
      arriving.delete(request)
      if (counted && hasBody(request)) arriving.set(request, { since: performance.now(), count })
    }
    request.aside(false)
    reply.raw.once('close', leave).once('finish', leave)
  }
  app.addHook('onRequest', async (request, reply) => {
    if (!routeOf(request).startsWith(API)) return
    const ownQueue = hasOwnQueue(request)
    if (isOver(request) || (ownQueue && passwords.isFull())) return refuse(reply)
    if (!ownQueue) admit(request, reply)
  })
  app.addHook('preValidation', async (request) => {
    request.aside?.(false)
    arriving.delete(request)
  })
  const heavy = createGate(HEAVY.running, HEAVY.waiting, { burst: HEAVY.waiting, perSecond: HEAVY.waiting })
  app.addHook('preValidation', async (request, reply) => {
    const bytes = Math.max(Number(request.headers['content-length'] ?? HEAVY_BYTES), request.inflated)
    if (!isPush(request.method, routeOf(request)) || bytes < HEAVY_BYTES) return
    request.aside?.(true)
    if (!(await heavy.enter(''))) return refuse(reply)
    request.aside?.(false)
    leaveAtEnd(reply, heavy, '')
  })
}
