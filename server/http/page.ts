import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { DomandaProva } from '#contract/calls'
import { readTrialQuestion } from '../concorso/trial-question.ts'
import type { Deps } from '../deps.ts'
import { ROOT } from '../root.ts'
import { CONSOLE_FOLDER } from './console-page.ts'
import { handleNotFound } from './errors.ts'
import { findKept, keepBuild } from './page-builds.ts'

/** Milliseconds for which one page serves every caller; the question changes once a day. */
const KEPT_MS = 60_000

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (c) => ENTITIES[c] ?? c)

/** Fills the drawn first page with a question, as text and as the data that the page's code reads. */
function fillTrial(page: string, question: DomandaProva): string {
  const { banca, testo, risposte } = question
  const texts = new Map([
    ['banca', banca],
    ['testo', testo],
    ...risposte.map((text, i) => [`risposta${i + 1}`, text] as const),
  ])
  const data = JSON.stringify({ domanda: question }).replaceAll('<', '\\u003c')
  return page.replace(/@@(\w+)@@/g, (_, name: string) => (name === 'dati' ? data : escapeHtml(texts.get(name) ?? '')))
}

const compress = (html: string): Buffer => brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })

type TrialPage = { html: string; br: Buffer }

/** Returns the first page with today's question (decision 0128); null where there is no drawn page or no question. */
function createTrialPage(file: string, deps: Pick<Deps, 'db' | 'now'>): () => Promise<TrialPage | null> {
  const page = existsSync(file) ? readFileSync(file, 'utf8') : null
  let known: { until: number; made: TrialPage | null } | null = null
  return async () => {
    if (page === null) return null
    const now = deps.now()
    if (known && now.getTime() < known.until) return known.made
    // Fall back to the page that asks for the question by itself.
    const question = await readTrialQuestion(deps.db, now).catch(() => null)
    const html = question && fillTrial(page, question)
    known = { until: now.getTime() + KEPT_MS, made: html === null ? null : { html, br: compress(html) } }
    return known.made
  }
}

export const PAGE_PREFIX = '/simulatore/'
export const PAGE_FOLDER = join(ROOT, 'dist/pagina')

/** Folder, in DATA_DIR, of the files of the last builds. */
const KEPT = 'pagine'
const ASSETS = 'assets'
/** Name of a file of the build, without a folder. */
const HASHED = /^[\w~-][\w.~-]*$/
const FOREVER = 'public, max-age=31536000, immutable'

/**
 * Returns whether an address is a route of the page, which only the browser resolves. A file's name has a dot, and a
 * route has none.
 */
const isPageRoute = (request: FastifyRequest): boolean => {
  const path = request.url.split('?')[0] ?? ''
  const reads = request.method === 'GET' || request.method === 'HEAD'
  return reads && path.startsWith(PAGE_PREFIX) && !path.slice(path.lastIndexOf('/')).includes('.')
}

/** Returns whether a person opened an address that is nobody's; such a path leads home [RT21]. Programs get a problem. */
const isTyped = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' &&
  /\btext\/html\b/.test(headers.accept ?? '') &&
  !/^\/(api|simulatore|gestione|pacchetti|immagini|salute|metriche|rapporti)(\/|\?|$)/.test(url)

/** The page with the login drawn into it (decision 0085), and with the first page (decision 0128). */
const DRAWN = 'auth.html'
const TRIAL = 'prova.html'

/** Returns whether the request is for the login alone: the page's own code draws what a query adds. */
const isLogin = (request: FastifyRequest): boolean =>
  /^auth\/?(\?(type=login)?)?$/.test(request.url.slice(PAGE_PREFIX.length)) && isPageRoute(request)

/** Returns whether the request is for the first page at its own address. */
const isFirstPage = (request: FastifyRequest): boolean =>
  /^auth\/?\?type=login&prova=1$/.test(request.url.slice(PAGE_PREFIX.length)) && isPageRoute(request)

/** Adds to the policy the hashes of the script and the style inside a page, and nothing else. */
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

const keptIn = ({ config }: Pick<Deps, 'config'>): string => join(config.dataDir, KEPT)

/** Keeps the page's files for the builds after this one, from the moment at which the server listens. */
export function keepPage(app: FastifyInstance, deps: Pick<Deps, 'config' | 'log'>, folder = PAGE_FOLDER): void {
  const assets = join(folder, ASSETS)
  if (!existsSync(assets)) return
  let keeping: Promise<void> | undefined
  app.addHook('onListen', () => {
    keeping = keepBuild(assets, keptIn(deps)).catch((error) => deps.log.warn({ err: error }, 'pagina non conservata'))
  })
  // Wait for the copy: a process that closes leaves none half made.
  app.addHook('onClose', () => keeping)
}

/** Serves the hashed files of this build, and of those that are kept. */
function serveAssets(app: FastifyInstance, own: string, kept: string): void {
  app.get<{ Params: { name: string } }>(
    `${PAGE_PREFIX}${ASSETS}/:name`,
    { schema: { hide: true } },
    async ({ params: { name } }, reply) => {
      if (!HASHED.test(name)) return reply.callNotFound()
      const folder = existsSync(join(own, name)) ? own : await findKept(kept, name)
      return folder === null ? reply.callNotFound() : reply.sendFile(name, folder)
    },
  )
}

/** Serves the built page under /simulatore/, with the copies compressed at build time; `/` redirects there. */
export async function registerPage(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'now' | 'config'>,
  folder: string,
): Promise<void> {
  const built = existsSync(join(folder, 'index.html'))
  const kept = keptIn(deps)
  const isDrawn = existsSync(join(folder, DRAWN))
  const pages = ['index.html', DRAWN].map((name) => ({ file: join(folder, name), policy: letIn(join(folder, name)) }))
  if (built)
    await app.register(fastifyStatic, {
      root: folder,
      prefix: PAGE_PREFIX,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, file) => {
        const hashed = [join(folder, ASSETS), join(CONSOLE_FOLDER, ASSETS), kept].some((path) => file.startsWith(path))
        reply.header('cache-control', hashed ? FOREVER : 'no-cache')
        // Match the compressed copies too.
        const page = pages.find((p) => file.startsWith(p.file))
        if (page)
          reply.header('content-security-policy', page.policy(String(reply.getHeader('content-security-policy'))))
      },
    })
  if (built) serveAssets(app, join(folder, ASSETS), kept)
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
  // Skip a home with a query: the page's own code must read it first.
  if (built)
    app.get(PAGE_PREFIX, { schema: { hide: true } }, (request, reply) =>
      request.url === PAGE_PREFIX ? sendFirstPage(request, reply) : reply.sendFile('index.html'),
    )
  app.setNotFoundHandler((request, reply) => {
    if (isTyped(request)) return toPage(request, reply)
    if (!built || !isPageRoute(request)) return handleNotFound(request, reply)
    if (isFirstPage(request)) return sendFirstPage(request, reply)
    return reply.sendFile(isDrawn && isLogin(request) ? DRAWN : 'index.html')
  })
}
