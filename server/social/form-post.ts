import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { redirectUri } from './flow.ts'

/**
 * Redirects Apple's form, which comes from its own site without this browser's Lax cookie. The cookie follows the
 * redirect.
 */
export async function registerFormPost(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (forms) => {
    forms.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(body as string))),
    )
    forms.post<{ Body: Record<string, string> | undefined }>(
      '/api/ms_utente/social_ritorno',
      { schema: { hide: true }, bodyLimit: 16 * 1024 },
      async (request, reply) => {
        const next = new URL(redirectUri(deps))
        for (const name of ['code', 'state', 'iss', 'error']) {
          const value = request.body?.[name]
          if (value) next.searchParams.set(name, value)
        }
        return reply.redirect(next.href, 303)
      },
    )
  })
}
