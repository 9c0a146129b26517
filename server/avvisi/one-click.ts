import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { callerOf } from '../http/address.ts'
import { sendProblem } from '../http/problems.ts'
import { tooMany } from '../http/rate-limits.ts'
import { createLimit } from '../http/shared-limits.ts'
import { stopNotices } from './notices.ts'

const PATH = '/avvisi/basta'
const MAX_BYTES = 4 * 1024
const PER_HOUR = 120
const HOUR_MS = 3_600_000

/** Mail programs post the "unsubscribe" form without the person's session (RFC 8058). */
export async function registerOneClick(app: FastifyInstance, deps: Deps): Promise<void> {
  const perAddress = createLimit(null, PATH, PER_HOUR, HOUR_MS)
  await app.register(async (forms) => {
    forms.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string', bodyLimit: MAX_BYTES },
      (_request, _body, done) => done(null, null),
    )
    // Mail programs without the button open the same address: the page asks once more.
    forms.get<{ Querystring: { token?: unknown } }>(PATH, { schema: { hide: true } }, async (request, reply) =>
      reply.redirect(
        `/simulatore/auth/?type=login&avvisi=${encodeURIComponent(String(request.query.token ?? ''))}`,
        302,
      ),
    )
    forms.post<{ Querystring: { token?: unknown } }>(
      PATH,
      { schema: { hide: true }, bodyLimit: MAX_BYTES },
      async (request, reply) => {
        const { seconds } = await perAddress.take(callerOf(request.ip))
        if (seconds > 0) return sendProblem(reply, tooMany(seconds))
        const { token } = request.query
        const stopped = await stopNotices(deps, typeof token === 'string' ? token : '')
        return stopped.ok ? reply.code(204).send() : sendProblem(reply, stopped.error)
      },
    )
  })
}
