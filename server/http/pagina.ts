import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RADICE } from '../radice.ts'
import { handleNotFound } from './errori.ts'

export const PAGINA = '/simulatore/'
export const CARTELLA_PAGINA = join(RADICE, 'dist/pagina')

const PER_SEMPRE = 'public, max-age=31536000, immutable'

/** An address of the page's own routes, which exist only in the browser: a file's name has a dot, theirs have none. */
const isRotta = (request: FastifyRequest): boolean => {
  const percorso = request.url.split('?')[0] ?? ''
  const legge = request.method === 'GET' || request.method === 'HEAD'
  return legge && percorso.startsWith(PAGINA) && !percorso.slice(percorso.lastIndexOf('/')).includes('.')
}

/** The built page under /simulatore/, with the copies compressed at build time; `/` leads there. */
export async function registerPagina(app: FastifyInstance, cartella: string): Promise<void> {
  const costruita = existsSync(join(cartella, 'index.html'))
  if (costruita)
    await app.register(fastifyStatic, {
      root: cartella,
      prefix: PAGINA,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, file) => {
        const impresso = file.startsWith(join(cartella, 'assets'))
        reply.header('cache-control', impresso ? PER_SEMPRE : 'no-cache')
      },
    })
  const toPagina = async (_: FastifyRequest, reply: FastifyReply) => reply.redirect(PAGINA, 302)
  for (const url of ['/', PAGINA.slice(0, -1)]) app.get(url, { schema: { hide: true } }, toPagina)
  app.setNotFoundHandler((request, reply) =>
    costruita && isRotta(request) ? reply.sendFile('index.html') : handleNotFound(request, reply),
  )
}
