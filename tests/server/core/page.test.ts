import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addBanca, makeDomanda } from '../concorso/fixtures.ts'
import { type Mondo, makeWorld } from '../world.ts'

const SCRIPT = `console.log(${JSON.stringify('ciao'.repeat(300))})`
const STYLE = 'main{color:red}'
const AHEAD = '(() => 1)()'
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const DRAWN = `<!doctype html><script data-drawn data-ahead>${AHEAD}</script><title>Accedi</title><style>${STYLE}</style>`

const TRIAL = `<!doctype html><script data-drawn="prova" data-ahead>${AHEAD}</script><title>Prova</title><style>${STYLE}</style><h2>@@testo@@</h2><b>@@risposta2@@</b><script type="application/json" id="domanda-prova">@@dati@@</script>`

describe('the page', () => {
  let world: Mondo
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'idoneo-pagina-'))
    await mkdir(join(folder, 'assets'))
    await writeFile(
      join(folder, 'index.html'),
      `<!doctype html><script data-ahead="">${AHEAD}</script><title>Idoneo</title>`,
    )
    await writeFile(join(folder, 'auth.html'), DRAWN)
    await writeFile(join(folder, 'prova.html'), TRIAL)
    await writeFile(join(folder, 'auth.html.br'), brotliCompressSync(DRAWN))
    await writeFile(join(folder, 'icona.svg'), '<svg/>')
    await writeFile(join(folder, 'assets/a-123.js'), SCRIPT)
    await writeFile(join(folder, 'assets/a-123.js.br'), brotliCompressSync(SCRIPT))
    await writeFile(join(folder, 'assets/a-123.js.gz'), gzipSync(SCRIPT))
    world = await makeWorld({ pagina: folder })
  })
  afterAll(async () => {
    await world.close()
    await rm(folder, { recursive: true, force: true })
  })
  const get = (url: string, headers: Record<string, string> = {}) => world.app.inject({ url, headers })

  it('a part of a file that it does not have is refused with 416 and a problem body', async () => {
    const { statusCode, headers } = await get('/simulatore/assets/a-123.js', { range: 'bytes=99999999-' })
    expect([statusCode, headers['content-type']]).toEqual([416, 'application/problem+json; charset=utf-8'])
  })

  it('[RT36] [D1] lives under /simulatore/, where / leads', async () => {
    for (const url of ['/', '/simulatore']) {
      const { statusCode, headers } = await get(url)
      expect([statusCode, headers.location]).toEqual([302, '/simulatore/'])
    }
    const { statusCode, body, headers } = await get('/simulatore/')
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-cache',
    ])
    expect(body).toContain('<title>Idoneo</title>')
  })

  it('[RT21] leads home from an address that is nobody’s, where a person opened it', async () => {
    const typed = { accept: 'text/html,application/xhtml+xml' }
    const { statusCode, headers } = await get('/nonc%27%C3%A8?x=1', typed)
    expect([statusCode, headers.location]).toEqual([302, '/simulatore/'])
    expect((await get('/nonc%27%C3%A8')).statusCode).toBe(404)
    expect((await get('/api/nessuna', typed)).statusCode).toBe(404)
  })

  it('[PP2] the home and the first page come with the question of the day, where there is one', async () => {
    const domanda = {
      ...makeDomanda(1, { spiegazione: 'Perché sì.' }),
      testo: 'Che cos’è <b>?',
      risposte: ['Uno', '</script>', 'Tre', '"Quattro"'],
    }
    await addBanca(world, { slug: 'di-prova', domande: [domanda] })
    world.orologio.advance(61_000)
    for (const url of ['/simulatore/', '/simulatore/auth/?type=login&prova=1']) {
      const { body, headers } = await get(url)
      expect([headers['content-type'], headers['cache-control']]).toEqual(['text/html; charset=utf-8', 'no-cache'])
      expect(body).toContain('<h2>Che cos’è &lt;b&gt;?</h2><b>&lt;/script&gt;</b>')
      const [, data = ''] = /id="domanda-prova">(.*?)<\/script>/.exec(body) ?? []
      expect(JSON.parse(data).domanda).toMatchObject({ testo: domanda.testo, risposte: domanda.risposte })
      const policy = String(headers['content-security-policy'])
      expect([policy.includes(hashOf(STYLE)), policy.includes(hashOf(AHEAD))]).toEqual([true, true])
      const { rawPayload, headers: compressed } = await get(url, { 'accept-encoding': 'gzip, br' })
      expect(compressed['content-encoding']).toBe('br')
      expect(brotliDecompressSync(rawPayload).toString()).toBe(body)
    }
    expect((await get('/simulatore/?code=AMICO')).body).toContain('<title>Idoneo</title>')
    await world.db.query("update concorso set stato = 'ritirato'")
    world.orologio.advance(61_000)
    expect((await get('/simulatore/')).body).toContain('<title>Idoneo</title>')
  })

  it('every address of its own routes is the page, also at a reload', async () => {
    for (const url of [
      '/simulatore/auth/?type=registrazione',
      '/simulatore/esercitazione/sfida?id=1.5',
      '/simulatore/banca-dati',
    ]) {
      const { statusCode, body, headers } = await get(url)
      expect([statusCode, headers['cache-control']]).toEqual([200, 'no-cache'])
      expect(body).toContain('<title>Idoneo</title>')
    }
  })

  it.each(['auth', 'auth/', 'auth?', 'auth/?type=login', 'auth?type=login'])(
    '/%s is the page with the login in it, whose style alone the policy lets in',
    async (path) => {
      const { statusCode, headers, body } = await get(`/simulatore/${path}`)
      expect([statusCode, body, headers['cache-control']]).toEqual([200, DRAWN, 'no-cache'])
      const policy = (of: { 'content-security-policy'?: unknown }) => String(of['content-security-policy'])
      const plain = policy((await get('/simulatore/')).headers)
      expect(policy(headers)).toBe(plain.replace("style-src 'self'", `style-src 'self' ${hashOf(STYLE)}`))
      const compressed = await get(`/simulatore/${path}`, { 'accept-encoding': 'br' })
      expect([compressed.headers['content-encoding'], policy(compressed.headers)]).toEqual(['br', policy(headers)])
    },
  )

  it.each([
    'auth/?type=registrazione',
    'auth/?dispositivo=x',
    'auth/?type=login&code=1',
    'auth/?errore=TOKEN_SOCIAL_SCADUTO',
    'auth/check-email',
    'auth/recupera-password',
    'authx',
  ])('/%s is drawn by the page’s own code', async (path) => {
    const { body, headers } = await get(`/simulatore/${path}`)
    expect(body).toContain('<title>Idoneo</title>')
    expect(headers['content-security-policy']).toContain("style-src 'self';")
  })

  it('a missing file is not the page', async () => {
    for (const url of [
      '/simulatore/assets/vecchio-999.js',
      '/simulatore/niente.png',
      '/altrove',
      '/simulatore/../package.json',
    ])
      expect((await get(url)).statusCode, url).toBe(404)
  })

  it('hashed files are kept for ever, the others are asked again', async () => {
    expect((await get('/simulatore/assets/a-123.js')).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    )
    expect((await get('/simulatore/icona.svg')).headers['cache-control']).toBe('no-cache')
    for (const file of ['icona.svg', 'assets/a-123.js']) {
      const { headers } = await get(`/simulatore/${file}`)
      const again = await get(`/simulatore/${file}`, { 'if-none-match': String(headers.etag) })
      expect(again.statusCode, file).toBe(304)
    }
  })

  it('sends the copy that was compressed at build time', async () => {
    const br = await get('/simulatore/assets/a-123.js', { 'accept-encoding': 'gzip, br' })
    expect([br.headers['content-encoding'], br.headers.vary]).toEqual(['br', 'accept-encoding'])
    expect(br.headers['content-type']).toMatch(/javascript/)
    expect(br.rawPayload).toEqual(brotliCompressSync(SCRIPT))
    const gz = await get('/simulatore/assets/a-123.js', { 'accept-encoding': 'gzip' })
    expect(gz.headers['content-encoding']).toBe('gzip')
    expect((await get('/simulatore/assets/a-123.js')).body).toBe(SCRIPT)
  })

  it('comes with the strict policy and the headers around it, and nothing that breaks plain http', async () => {
    for (const url of [
      '/simulatore/',
      '/simulatore/icona.svg',
      '/simulatore/assets/a-123.js',
      '/api/ms_concorso/uptime',
      '/api/niente',
    ]) {
      const { headers } = await get(url)
      expect(String(headers['content-security-policy']).split(';')).toEqual([
        "default-src 'none'",
        // The page's one script is let in by its text.
        url === '/simulatore/'
          ? `script-src 'self' ${hashOf(AHEAD)} 'wasm-unsafe-eval'`
          : "script-src 'self' 'wasm-unsafe-eval'",
        "worker-src 'self'",
        "connect-src 'self'",
        "img-src 'self' blob:",
        'media-src blob:',
        "style-src 'self'",
        "font-src 'self'",
        "manifest-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        'trusted-types app dompurify',
        'report-uri /rapporti/csp',
        'report-to csp',
      ])
      expect(headers['permissions-policy']).toMatch(/camera=\(\).*geolocation=\(\).*microphone=\(\)/)
      expect(headers['reporting-endpoints']).toBe('csp="/rapporti/csp"')
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      })
      expect(headers['strict-transport-security']).toBeUndefined()
      expect(headers['x-powered-by']).toBeUndefined()
    }
  })

  it('[D30] every answer tells the server’s time to the millisecond, and the API’s are not stored', async () => {
    world.orologio.set('2026-11-21T10:11:12.345Z')
    const { headers } = await get('/api/ms_concorso/uptime')
    expect(headers['x-ora-server']).toBe('2026-11-21T10:11:12.345Z')
    expect(headers['cache-control']).toBe('no-store')
  })

  it('[CA32] uptime is a number', async () => {
    expect((await get('/api/ms_concorso/uptime')).json()).toEqual(expect.any(Number))
  })
})
