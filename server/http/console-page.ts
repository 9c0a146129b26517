import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ROOT } from '../root.ts'
import { REPORTS_PATH } from './policy-reports.ts'

export const CONSOLE_FOLDER = join(ROOT, 'dist/gestione')
const ASSETS = 'assets'
/** Name of a file of the build, without a folder. */
const HASHED = /^[\w~-][\w.~-]*$/

/** Policy that runs the console's own files alone, in no frame. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
  `report-uri ${REPORTS_PATH}`,
  'report-to csp',
].join('; ')

/**
 * Serves the operator's console at /gestione and below, by the sender of static files that the page has registered. Without a
 * build its addresses are unknown ones.
 */
export function registerConsolePage(app: FastifyInstance): void {
  const isBuilt = existsSync(join(CONSOLE_FOLDER, 'gestione.html')) && app.hasReplyDecorator('sendFile')
  const sendPage = async (_: FastifyRequest, reply: FastifyReply) =>
    isBuilt
      ? reply.header('content-security-policy', POLICY).sendFile('gestione.html', CONSOLE_FOLDER)
      : reply.callNotFound()
  const hidden = { schema: { hide: true } }
  for (const url of ['/gestione', '/gestione/', '/gestione/*']) app.get(url, hidden, sendPage)
  app.get<{ Params: { name: string } }>(`/gestione/${ASSETS}/:name`, hidden, async ({ params: { name } }, reply) =>
    isBuilt && HASHED.test(name) && existsSync(join(CONSOLE_FOLDER, ASSETS, name))
      ? reply.sendFile(name, join(CONSOLE_FOLDER, ASSETS))
      : reply.callNotFound(),
  )
}
