import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { ROOT } from '../root.ts'
import { handleNotFound } from './errors.ts'
import { createTrialPage } from './trial-page.ts'

export const PAGE_PREFIX = '/simulatore/'
export const PAGE_FOLDER = join(ROOT, 'dist/pagina')

const FOREVER = 'public, max-age=31536000, immutable'

/** An address of the page's own routes, which exist only in the browser: a file's name has a dot, theirs have none. */
const isPageRoute = (request: FastifyRequest): boolean => {
  const path = request.url.split('?')[0] ?? ''
  const reads = request.method === 'GET' || request.method === 'HEAD'
  return reads && path.startsWith(PAGE_PREFIX) && !path.slice(path.lastIndexOf('/')).includes('.')
}

/** The page with the login drawn into it (decision 0085), and with the first page (decision 0128). */
const DRAWN = 'auth.html'
const TRIAL = 'prova.html'

/** The login and nothing else: what a query asks for beside it is drawn by the page's own code. */
const isLogin = (request: FastifyRequest): boolean =>
  /^auth\/?(\?(type=login)?)?$/.test(request.url.slice(PAGE_PREFIX.length)) && isPageRoute(request)

/** The first page at its own address. */
const isFirstPage = (request: FastifyRequest): boolean =>
  /^auth\/?\?type=login&prova=1$/.test(request.url.slice(PAGE_PREFIX.length)) && isPageRoute(request)

/** What the policy lets in for the script and the style that stand in a page: those texts alone. */
function letIn(file: string): (policy: string) => string {
  if (!existsSync(file)) return (policy) => policy
  const html = readFileSync(file, 'utf8')
  const add = (policy: string, directive: string, text: string | undefined) =>
    text === undefined
      ? policy
      : policy.replace(
          `${directive} 'self'`,
          `${directive} 'self' 'sha256-${createHash('sha256').update(text).digest('base64')}'`,
        )
  const [, style] = html.match(/<style>(.*?)<\/style>/s) ?? []
  const [, script] = html.match(/<script(?: data-[a-z]+(?:="[a-z]*")?)*>(.*?)<\/script>/s) ?? []
  return (policy) => add(add(policy, 'style-src', style), 'script-src', script)
}

/** The built page under /simulatore/, with the copies compressed at build time; `/` leads there. */
export async function registerPage(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'now'>,
  folder: string,
): Promise<void> {
  const built = existsSync(join(folder, 'index.html'))
  const isDrawn = existsSync(join(folder, DRAWN))
  const pages = ['index.html', DRAWN].map((name) => ({ file: join(folder, name), policy: letIn(join(folder, name)) }))
  if (built)
    await app.register(fastifyStatic, {
      root: folder,
      prefix: PAGE_PREFIX,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, file) => {
        const hashed = file.startsWith(join(folder, 'assets'))
        reply.header('cache-control', hashed ? FOREVER : 'no-cache')
        // Their compressed copies too.
        const page = pages.find((p) => file.startsWith(p.file))
        if (page)
          reply.header('content-security-policy', page.policy(String(reply.getHeader('content-security-policy'))))
      },
    })
  const toPage = async (_: FastifyRequest, reply: FastifyReply) => reply.redirect(PAGE_PREFIX, 302)
  for (const url of ['/', PAGE_PREFIX.slice(0, -1)]) app.get(url, { schema: { hide: true } }, toPage)
  const readTrial = createTrialPage(join(folder, TRIAL), deps)
  const trialPolicy = letIn(join(folder, TRIAL))
  const sendFirstPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const trial = await readTrial()
    if (trial === null) return reply.sendFile('index.html')
    const br = /\bbr\b/.test(request.headers['accept-encoding'] ?? '')
    return reply
      .headers({
        'cache-control': 'no-cache',
        vary: 'accept-encoding',
        'content-security-policy': trialPolicy(String(reply.getHeader('content-security-policy'))),
        ...(br && { 'content-encoding': 'br' }),
      })
      .type('text/html; charset=utf-8')
      .send(br ? trial.br : trial.html)
  }
  // With a query the home is asked for something that the page's own code must see first.
  if (built)
    app.get(PAGE_PREFIX, { schema: { hide: true } }, (request, reply) =>
      request.url === PAGE_PREFIX ? sendFirstPage(request, reply) : reply.sendFile('index.html'),
    )
  app.setNotFoundHandler((request, reply) => {
    if (!built || !isPageRoute(request)) return handleNotFound(request, reply)
    if (isFirstPage(request)) return sendFirstPage(request, reply)
    return reply.sendFile(isDrawn && isLogin(request) ? DRAWN : 'index.html')
  })
}
