import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import Provider from 'oidc-provider'
import { freePort } from '../port.ts'

export const CLIENT = { id: 'idoneo-prova', secret: 'segreto-del-cliente' }
export type Person = { sub: string; email: string; email_verified?: boolean; name?: string }

const DESCRIPTION = '/.well-known/openid-configuration'
/** What the provider's page asks a browser: who it is. */
const FORM = `<!doctype html><html lang="it"><title>Fornitore di prova</title><main><h1>Fornitore di prova</h1>
  <form method="get"><label>Indirizzo <input name="email" type="email"></label><button>Entra</button></form></main></html>`

/**
 * A real OpenID provider on this machine. Accounts sign in without a form through `visit`; a browser is asked for an address, which becomes
 * a verified account of that name.
 */
export async function startProvider(redirectUri: string, asked?: number) {
  const port = asked ?? (await freePort())
  const issuer = `http://127.0.0.1:${port}`
  const people = new Map<string, Person>()
  let current = ''
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const provider = new Provider(issuer, {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'prova', use: 'sig', alg: 'RS256' }] },
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    pkce: { required: () => true },
    cookies: { keys: ['chiave-di-prova'] },
    claims: { email: ['email', 'email_verified'], profile: ['name'] },
    // A social login reads the id_token alone.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    findAccount: async (_, id) => {
      const person = people.get(id)
      return person ? { accountId: id, claims: async () => ({ ...person }) } : undefined
    },
    interactions: { url: (_, interaction) => `/entra/${interaction.uid}` },
  })
  const handle = provider.callback()
  const server = createServer(async (request, response) => {
    // Facebook describes itself without a token endpoint, Huawei at another address than its issuer.
    if (request.url?.endsWith(`/altrove${DESCRIPTION}`)) {
      const own = (await (await fetch(`${issuer}${DESCRIPTION}`)).json()) as Record<string, unknown>
      if (request.url.startsWith('/senza-token')) delete own.token_endpoint
      response.writeHead(200, { 'content-type': 'application/json' })
      return response.end(JSON.stringify(own))
    }
    if (!request.url?.startsWith('/entra/')) return handle(request, response)
    const typed = new URL(request.url, issuer).searchParams.get('email')
    if (typed) people.set(typed, { sub: typed, email: typed, email_verified: true, name: 'Persona di prova' })
    // What the person does on the provider's page: they sign in and agree.
    const { prompt, params, grantId, session } = await provider.interactionDetails(request, response)
    const accountId = typed ?? session?.accountId ?? current
    if (prompt.name === 'login' && accountId === '') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      return response.end(FORM)
    }
    const grant =
      (grantId ? await provider.Grant.find(grantId) : undefined) ??
      new provider.Grant({ accountId, clientId: String(params.client_id) })
    grant.addOIDCScope(String(params.scope))
    const result = prompt.name === 'login' ? { login: { accountId } } : { consent: { grantId: await grant.save() } }
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true })
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))

  /** Walks from the authorization address to the callback, as a browser with cookies does; answers the callback's address. */
  async function visit(address: string, person: Person): Promise<string> {
    people.set(person.sub, person)
    current = person.sub
    const cookies = new Map<string, string>()
    let next = address
    for (let i = 0; i < 10; i++) {
      const answer = await fetch(next, {
        redirect: 'manual',
        headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      })
      for (const line of answer.headers.getSetCookie()) {
        const [pair = ''] = line.split(';')
        const at = pair.indexOf('=')
        cookies.set(pair.slice(0, at), pair.slice(at + 1))
      }
      const location = answer.headers.get('location') ?? (await readForm(answer, redirectUri))
      if (!location) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`)
      next = new URL(location, next).href
      if (next.startsWith(redirectUri)) return next
    }
    throw new Error('the provider never came back')
  }
  const close = async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
  return { issuer, visit, close }
}

/** The address that a form of `form_post` carries, as a query. */
async function readForm(answer: Response, redirectUri: string): Promise<string | null> {
  const html = await answer.clone().text()
  if (!html.includes(`action="${redirectUri}"`)) return null
  const fields = [...html.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value])
  return `${redirectUri}?${new URLSearchParams(fields)}`
}

export type Forgery = {
  claims?: (good: JWTPayload) => JWTPayload
  /** Signs with a key that is not in the provider's set. */
  otherKey?: boolean
  /** No signature at all. */
  unsigned?: boolean
}

/** A provider that can be told to lie: its tokens are wrong in one way at a time. */
export async function startLiar() {
  const good = await generateKeyPair('RS256', { extractable: true })
  const other = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(good.publicKey)), kid: 'k', use: 'sig', alg: 'RS256' }
  let issuer = ''
  let nonce = ''
  let forgery: Forgery = {}
  let sent = new URLSearchParams()
  const server = createServer(async (request, response) => {
    const send = (body: unknown) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    const path = new URL(request.url ?? '/', issuer).pathname
    if (path === '/.well-known/openid-configuration')
      return send({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      })
    if (path === '/jwks') return send({ keys: [jwk] })
    let body = ''
    for await (const part of request) body += part
    sent = new URLSearchParams(body)
    const now = Math.floor(Date.now() / 1000)
    const claims: JWTPayload = {
      iss: issuer,
      aud: CLIENT.id,
      sub: 'persona-1',
      iat: now,
      exp: now + 300,
      nonce,
      email: 'bugiardo@posta.example',
      email_verified: true,
    }
    const told = forgery.claims?.(claims) ?? claims
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const id_token = forgery.unsigned
      ? `${encode({ alg: 'none' })}.${encode(told)}.`
      : await new SignJWT(told)
          .setProtectedHeader({ alg: 'RS256', kid: 'k' })
          .sign(forgery.otherKey ? other.privateKey : good.privateKey)
    send({ access_token: 'x', token_type: 'Bearer', expires_in: 60, id_token })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    issuer,
    /** What the last exchange sent. */
    sent: () => sent,
    /** What the next token says, for the flow whose nonce is given. */
    prepare: (flowNonce: string, f: Forgery) => {
      nonce = flowNonce
      forgery = f
    },
    close: () => new Promise((done) => server.close(done)),
  }
}
