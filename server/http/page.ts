import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ROOT } from '../root.ts'
import { handleNotFound } from './errors.ts'

export const PAGE_PREFIX = '/simulatore/'
export const PAGE_FOLDER = join(ROOT, 'dist/pagina')

const FOREVER = 'public, max-age=31536000, immutable'

/** An address of the page's own routes, which exist only in the browser: a file's name has a dot, theirs have none. */
const isPageRoute = (request: FastifyRequest): boolean => {
  const path = request.url.split('?')[0] ?? ''
  const reads = request.method === 'GET' || request.method === 'HEAD'
  return reads && path.startsWith(PAGE_PREFIX) && !path.slice(path.lastIndexOf('/')).includes('.')
}

/** The built page under /simulatore/, with the copies compressed at build time; `/` leads there. */
export async function registerPage(app: FastifyInstance, folder: string): Promise<void> {
  const built = existsSync(join(folder, 'index.html'))
  if (built)
    await app.register(fastifyStatic, {
      root: folder,
      prefix: PAGE_PREFIX,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, file) => {
        const hashed = file.startsWith(join(folder, 'assets'))
        reply.header('cache-control', hashed ? FOREVER : 'no-cache')
      },
    })
  const toPage = async (_: FastifyRequest, reply: FastifyReply) => reply.redirect(PAGE_PREFIX, 302)
  for (const url of ['/', PAGE_PREFIX.slice(0, -1)]) app.get(url, { schema: { hide: true } }, toPage)
  app.setNotFoundHandler((request, reply) =>
    built && isPageRoute(request) ? reply.sendFile('index.html') : handleNotFound(request, reply),
  )
}
