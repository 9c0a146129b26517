import { createPrivateKey, sign } from 'node:crypto'
import * as client from 'openid-client'
import type { Social } from '#contract/account'
import { fail, ok, type Result } from '#contract/result'
import type { SocialProvider } from '../account-config.ts'
import type { Deps } from '../deps.ts'
import type { Redirect } from '../handler.ts'
import { hashToken, newToken } from '../utente/token.ts'

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
/** Lifetime of a client secret, in seconds: it is made for one exchange. */
const DURATA = 300

/** Signs the client secret of Sign in with Apple: a JWT by the developer's key (ES256). */
function signAppleSecret(
  { teamId, keyId, privateKey }: { teamId: string; keyId: string; privateKey: string },
  clientId: string,
  ora: Date,
): string {
  const iat = Math.floor(ora.getTime() / 1000)
  const body = `${encode({ alg: 'ES256', kid: keyId })}.${encode({
    iss: teamId,
    iat,
    exp: iat + DURATA,
    aud: 'https://appleid.apple.com',
    sub: clientId,
  })}`
  const signature = sign('sha256', Buffer.from(body), { key: createPrivateKey(privateKey), dsaEncoding: 'ieee-p1363' })
  return `${body}.${signature.toString('base64url')}`
}

/** Longest stay at the provider, and lifetime of the token that follows, in ms (D11). */
const DURATA_ACCESSO = 10 * 60 * 1000
const DURATA_TOKEN = 5 * 60 * 1000
/** Cookie of the browser that began; no other code reads it. */
export const COOKIE = 'idoneo_social'
/** Longest wait for a provider's response, in seconds. */
const ATTESA = 15

/** Names of the providers for people. */
export const NOMI: Record<Social, string> = { FACEBOOK: 'Facebook', GOOGLE: 'Google', APPLE: 'Apple', HUAWEI: 'Huawei' }

export const redirectUri = ({ config }: Pick<Deps, 'config'>): string =>
  `${config.publicUrl}/api/ms_utente/social_ritorno`

/** Lists the configured social logins, with the address where each begins. */
export function listProviders({ config }: Pick<Deps, 'config'>) {
  const elementi = config.social.map(({ social }) => ({
    social,
    nome: NOMI[social],
    url: `${config.publicUrl}/api/ms_utente/social_avvia?social=${social}`,
  }))
  return { elementi, totale: elementi.length }
}

/** A provider's own description; `fixed` caches its keys too, where its secret does not change. */
type Known = { metadata: client.ServerMetadata; fixed: client.Configuration | null }
const known = new WeakMap<SocialProvider, Promise<Known>>()

const isLocal = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && (hostname === 'localhost' || hostname === '127.0.0.1')

/** Allows plain http for a provider on this machine or network, for tests and trials; over the Internet only https. */
const reach = ({ issuer }: SocialProvider) => (isLocal(new URL(issuer)) ? [client.allowInsecureRequests] : [])

function configurationOf(provider: SocialProvider, metadata: client.ServerMetadata, secret: string) {
  const made = new client.Configuration(metadata, provider.clientId, secret, client.ClientSecretPost(secret))
  client.enableNonRepudiationChecks(made)
  for (const allow of reach(provider)) allow(made)
  made.timeout = ATTESA
  return made
}

/** Reads a provider's description and fills its gaps; checks that its issuer is the configured one. */
async function readMetadata(provider: SocialProvider): Promise<client.ServerMetadata> {
  const { issuer, discovery, tokenEndpoint, clientId } = provider
  const found = await client.discovery(new URL(discovery ?? issuer), clientId, undefined, undefined, {
    timeout: ATTESA,
    execute: reach(provider),
  })
  const { supportsPKCE: _, ...metadata } = found.serverMetadata()
  if (new URL(metadata.issuer).href !== new URL(issuer).href)
    throw new Error(`${provider.social} dice di essere ${metadata.issuer}`)
  return { ...metadata, ...(metadata.token_endpoint || !tokenEndpoint ? {} : { token_endpoint: tokenEndpoint }) }
}

/** Reads the description once; drops a failure, so that the next call retries. */
function discover(provider: SocialProvider): Promise<Known> {
  const { secret } = provider
  const found =
    known.get(provider) ??
    readMetadata(provider).then((metadata) => ({
      metadata,
      fixed: typeof secret === 'string' ? configurationOf(provider, metadata, secret) : null,
    }))
  known.set(provider, found)
  found.catch(() => known.delete(provider))
  return found
}

/** Returns a configuration with a new secret for each exchange, where Apple's secret is a token that ages. */
async function configure(provider: SocialProvider, ora: Date): Promise<client.Configuration> {
  const { metadata, fixed } = await discover(provider)
  const { secret, clientId } = provider
  return (
    fixed ??
    configurationOf(provider, metadata, typeof secret === 'string' ? secret : signAppleSecret(secret, clientId, ora))
  )
}

const cookieOf = (deps: Deps, value: string, seconds: number): string =>
  `${COOKIE}=${value}; Path=/api/ms_utente; HttpOnly; SameSite=Lax; Max-Age=${seconds}${deps.config.publicUrl.startsWith('https:') ? '; Secure' : ''}`

/**
 * Redirects the browser to the provider. State, nonce and PKCE verifier stay here; the cookie binds the response to
 * this browser. `fromProfile`: the browser returns to the profile.
 */
export async function beginSocial(deps: Deps, social: Social, fromProfile = false): Promise<Result<Redirect>> {
  const provider = deps.config.social.find((p) => p.social === social)
  if (!provider) return fail('SOCIAL_NON_ATTIVO')
  const [state, nonce, bond] = [newToken(deps.random), newToken(deps.random), newToken(deps.random)]
  const verifier = client.randomPKCECodeVerifier()
  try {
    const ora = deps.now()
    const address = client.buildAuthorizationUrl(await configure(provider, ora), {
      redirect_uri: redirectUri(deps),
      scope: provider.scope,
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      // Apple sends name and address only in a form.
      ...(social === 'APPLE' ? { response_mode: 'form_post' } : {}),
    })
    await deps.db.query(
      'insert into accesso_social (stato_hash, social, verificatore, nonce, legame_hash, scade, dal_profilo) values ($1, $2, $3, $4, $5, $6, $7)',
      [
        hashToken(state),
        social,
        verifier,
        nonce,
        hashToken(bond),
        new Date(ora.getTime() + DURATA_ACCESSO),
        fromProfile,
      ],
    )
    return ok({ redirect: address.href, cookie: cookieOf(deps, bond, (DURATA_ACCESSO + DURATA_TOKEN) / 1000) })
  } catch (error) {
    deps.log.error({ err: error, social }, 'il fornitore dell’accesso social non risponde')
    return ok({ redirect: failed(deps, fromProfile) })
  }
}

/** Returns the page to which a flow returns. */
const pageOf = ({ config }: Deps, fromProfile: boolean) =>
  `${config.publicUrl}/simulatore/${fromProfile ? 'profilo?pagina=account' : 'auth/?type=login'}`
const failed = (deps: Deps, fromProfile: boolean) => `${pageOf(deps, fromProfile)}&errore=TOKEN_SOCIAL_SCADUTO`

type Flow = { social: Social; verificatore: string; nonce: string; legame_hash: Buffer; dal_profilo: boolean }

export type Answer = {
  state?: string | undefined
  code?: string | undefined
  iss?: string | undefined
  error?: string | undefined
}

/** Returns the flow of a response, or null: each is read once, and only for the browser that began. */
async function takeFlow(deps: Deps, answer: Answer, bond: string | null): Promise<Flow | null> {
  if (!answer.state || !bond) return null
  const { rows } = await deps.db.query<Flow>(
    `delete from accesso_social where stato_hash = $1 and legame_hash = $2 and scade > $3 returning social, verificatore, nonce, legame_hash, dal_profilo`,
    [hashToken(answer.state), hashToken(bond), deps.now()],
  )
  return rows[0] ?? null
}

/** Returns the identity that the provider's response proves, or null. */
async function exchange(deps: Deps, answer: Answer, flow: Flow) {
  const provider = deps.config.social.find((p) => p.social === flow.social)
  if (!provider || !answer.code || !answer.state) return null
  const current = new URL(redirectUri(deps))
  for (const name of ['code', 'state', 'iss'] as const) if (answer[name]) current.searchParams.set(name, answer[name])
  const tokens = await client.authorizationCodeGrant(await configure(provider, deps.now()), current, {
    pkceCodeVerifier: flow.verificatore,
    expectedState: answer.state,
    expectedNonce: flow.nonce,
    idTokenExpected: true,
  })
  return tokens.claims() ?? null
}

const text = (value: unknown, most: number): string | null =>
  typeof value === 'string' && value.trim() !== '' && value.length <= most ? value.trim() : null

/**
 * Handles the provider's response (D11). Signature, issuer, audience, expiry, nonce and PKCE are checked before any
 * use. Redirects to the page with a token_social in the fragment, which no server and no log sees. Any failure
 * redirects to the login page with TOKEN_SOCIAL_SCADUTO.
 */
export async function endSocial(deps: Deps, answer: Answer, bond: string | null): Promise<Result<Redirect>> {
  const flow = await takeFlow(deps, answer, bond)
  const claims =
    flow &&
    (await exchange(deps, answer, flow).catch((error) => {
      deps.log.warn({ err: error, evento: 'accesso social rifiutato' }, 'accesso social non riuscito')
      return null
    }))
  if (!flow || !claims) return ok({ redirect: failed(deps, flow?.dal_profilo === true) })
  const token = newToken(deps.random)
  const email = text(claims.email, 254)?.toLowerCase() ?? null
  await deps.db.query(
    `insert into token_social (hash, social, soggetto, email, email_verificata, nome, legame_hash, scade)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      hashToken(token),
      flow.social,
      claims.sub,
      email,
      email !== null && (claims.email_verified === true || claims.email_verified === 'true'),
      text(claims.name, 200),
      flow.legame_hash,
      new Date(deps.now().getTime() + DURATA_TOKEN),
    ],
  )
  return ok({ redirect: `${pageOf(deps, flow.dal_profilo)}#social=${flow.social}&token_social=${token}` })
}
