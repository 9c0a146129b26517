import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CALLS, type Chiamata } from '#contract/calls'
import type { ErrorCode } from '#contract/errors'
import { CONSOLE_CALLS } from '#contract/gestione'
import { CONSOLE_API, type ConsoleCall } from '#contract/gestione/call'
import { statusOf } from '#server/http/problems'
import { escapeHtml } from '#server/mail/layout'
import { ROOT } from '#server/root'
import { type Mondo, makeWorld } from '../world.ts'

describe('calls of the contract', () => {
  let world: Mondo
  let page: string
  beforeAll(async () => {
    // Built here, or what answers would depend on whether somebody has built the product.
    page = await mkdtemp(join(tmpdir(), 'idoneo-pagina-'))
    await writeFile(join(page, 'index.html'), '<!doctype html>')
    world = await makeWorld({ pagina: page })
  })
  afterAll(async () => {
    await world.close()
    await rm(page, { recursive: true })
  })

  it('[D33] every call is built: none answers 501', async () => {
    const answers = await Promise.all(
      (Object.values(CALLS) as Chiamata[]).map(async ({ metodo, percorso }) => ({
        percorso,
        status: (await world.call(metodo, percorso)).status,
      })),
    )
    expect(answers.filter(({ status }) => status === 501 || status === 404)).toEqual([])
  })

  it('every code that the server refuses with has a status: without one a refusal would be a failure of the server', () => {
    const files = readdirSync(join(ROOT, 'server'), { recursive: true, encoding: 'utf8' }).filter((f) =>
      f.endsWith('.ts'),
    )
    const codes = files.flatMap((file) =>
      [...readFileSync(join(ROOT, 'server', file), 'utf8').matchAll(/\bfail\('([A-Z_]+)'/g)].map(([, code]) => code),
    )
    expect(codes.length).toBeGreaterThan(100)
    const without = codes.filter((code) => statusOf(code as ErrorCode) === 500)
    expect([...new Set(without)]).toEqual([])
  })

  it('[AC1] nothing answers that is not an operation of the contract, and so a row of the authorization matrix', () => {
    const above: string[] = []
    const found = world.app
      .printRoutes({ commonPrefix: false })
      .trim()
      .split('\n')
      .flatMap((line) => {
        const [, tree = '', piece = '', methods = ''] = /^([^\w/:]*)(\S+) \((.+)\)$/.exec(line) ?? []
        const depth = tree.length / 4
        above.splice(depth - 1, above.length, piece)
        return methods.split(', ').map((method) => `${method} ${above.join('')}`)
      })
      .filter((route) => !route.startsWith('HEAD '))
    const declared = [
      ...(Object.values(CALLS) as Chiamata[]).map((c) => `${c.metodo} /api${c.percorso}`),
      ...(Object.values(CONSOLE_CALLS) as ConsoleCall[]).map((c) => `${c.metodo} ${CONSOLE_API}${c.percorso}`),
    ]
    expect(found).toEqual(expect.arrayContaining(declared))
    expect(found.filter((route) => !declared.includes(route)).sort()).toEqual([
      'GET /',
      'GET /api/chiamate',
      'GET /api/openapi.json',
      // Leads to the page, which asks once more.
      'GET /avvisi/basta',
      // The operator's console: its page, and its files.
      'GET /gestione',
      'GET /gestione/',
      'GET /gestione/*',
      'GET /gestione/assets/:name',
      // By the signature of the zip that holds the image (D42).
      'GET /immagini/:hash/:nome',
      // What it opens is signed for a session (D42).
      'GET /pacchetti/:nome',
      // What it pays is named by 256 random bits (D34).
      'GET /pagamento-di-prova/:id',
      'GET /salute/pronto',
      'GET /salute/vivo',
      'GET /simulatore',
      // The home of who is new is the first page.
      'GET /simulatore/',
      'GET /simulatore/*',
      // A file of the page, of this build or of the one before.
      'GET /simulatore/assets/:name',
      // Leads to the same address as a GET.
      'POST /api/ms_utente/social_ritorno',
      // The button of mail programs, by a signed token.
      'POST /avvisi/basta',
      'POST /pagamento-di-prova/:id',
      // Any browser may say what the policy kept out.
      'POST /rapporti/csp',
    ])
  })

  it('[CA46] [CA47] the two calls addressed by ?method= reach the same route', async () => {
    for (const base of ['/', '']) {
      const reported = await world.call('POST', `${base}?method=segnalaquiz&token=x&apikey=y`)
      expect([reported.status, reported.corpo.codice]).toEqual([401, 'TOKEN_NON_VALIDO'])
      const banners = await world.call('GET', `${base}?method=getBanners&token=x&apikey=y`)
      expect([banners.status, banners.corpo]).toEqual([200, { elementi: [], totale: 0 }])
    }
    expect((await world.call('GET', '/?method=altro')).status).toBe(404)
  })

  it('OpenAPI lists every call, with its security and its errors', async () => {
    const { corpo: body } = await world.call('GET', '/openapi.json')
    expect(body.openapi).toBe('3.1.0')
    for (const [name, call] of Object.entries(CALLS) as [string, Chiamata][]) {
      const entry = body.paths[`/api${call.percorso}`]?.[call.metodo.toLowerCase()]
      expect(entry?.operationId, call.percorso).toBe(name)
      expect(Object.keys(entry.responses)).toEqual(expect.arrayContaining(['4XX', '5XX']))
      expect(entry.security).toEqual(
        { pubblica: [], chiave: [{ chiave: [] }] }[call.accesso as string] ?? [{ token_api: [] }],
      )
    }
    expect(Object.keys(body.paths).filter((percorso) => !percorso.startsWith('/api/'))).toEqual([])
  })

  it('[OP20] the page of the calls has each one with who may call it, its fields, and nothing that runs', async () => {
    const page = await world.app.inject('/api/chiamate')
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
    for (const { metodo, percorso, sommario } of Object.values(CALLS) as Chiamata[]) {
      expect(page.body).toContain(`<h3>${metodo} /api${percorso}</h3>`)
      expect(page.body).toContain(escapeHtml(sommario))
    }
    expect(page.body).toContain('id_concorso: integer, sorgente?: &quot;MOBILE&quot; | &quot;WEB&quot;')
    expect(page.body).toContain('operator&#39;s key (X-API-Key)')
    expect(page.body).not.toMatch(/<script|undefined|\[object/)
  })

  it('OpenAPI tells the answers without a body', async () => {
    const { corpo: body } = await world.call('GET', '/openapi.json')
    const accepted = (percorso: string, method: string) =>
      Object.keys(body.paths[`/api${percorso}`][method].responses).filter((status) => /^[23]/.test(status))
    expect(accepted('/ms_reportistica/risposte_concorso', 'put')).toEqual(['200', '204'])
    expect(accepted('/ms_utente/verifica_email', 'get')).toEqual(['302'])
    expect(accepted('/ms_utente/logout', 'post')).toEqual(['204'])
  })
})
