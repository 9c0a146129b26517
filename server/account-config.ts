import { createPrivateKey } from 'node:crypto'
import { SOCIAL, type Social } from '#contract/account'
import type { NegoziApp } from '#contract/bandi'
import type { DurataPremium } from '#contract/pagamenti'
import {
  readBaseUrl,
  readChoice,
  readInteger,
  readKey,
  readMailbox,
  readUrl,
  refuse,
  type Variables,
} from './config-values.ts'

export type StripeConfig = { key: string; webhookSecret: string; url: string | null }

export type SocialProvider = {
  social: Social
  issuer: string
  /** Address of the provider's OpenID description, where it is not below the issuer. */
  discovery: string | null
  /** Address where codes are exchanged, where the description lacks it. */
  tokenEndpoint: string | null
  clientId: string
  /** A fixed secret, or the key that signs Apple's secret anew for each exchange. */
  secret: string | { teamId: string; keyId: string; privateKey: string }
  scope: string
}

/** The part of the environment that accounts, tiers and money need (D2). */
export type AccountConfig = {
  /** Mailbox that receives messages to the operator. */
  assistenza: string
  /** Name, seat and VAT number of the operator of the service; null until the operator writes them. */
  gestore: string | null
  /** Recovery returns 204 for every address (D6). */
  recuperoRiservato: boolean
  /** Premium on sale: durations and prices (D33). */
  durate: DurataPremium[]
  /** Days to withdraw from a purchase. */
  recessoGiorni: number
  stripe: StripeConfig | null
  social: SocialProvider[]
  /** The mailing-contact provider; null: contacts are sent nowhere. */
  contatti: { url: string; key: string } | null
  /** Base path of the service that checks certificates. The health page shows it, and no code calls it (D38). */
  verificaTls: string | null
  /** Devices beyond the limit that mails may admit in a month. */
  sblocchiMese: number
  /** Address of the application for phones; null where there is none. */
  app: NegoziApp
}

/** Months and cents. Durations have the specification's prices until the operator sets others [CO2]. */
const DURATE = '3:999,6:999,12:999'
const MESI_MASSIMI = 120

function readDurate(text: string): DurataPremium[] {
  const durate = text.split(',').map((voce): DurataPremium => {
    const [, mesi, prezzo] = /^\s*(\d{1,3}):(\d{2,7})\s*$/.exec(voce) ?? []
    const months = Number(mesi)
    if (!mesi || !prezzo || months < 1 || months > MESI_MASSIMI || Number(prezzo) < 50)
      return refuse('PREMIUM_DURATE', `deve essere mesi:centesimi separati da virgole, come ${DURATE}, non ${text}`)
    return { durata: `premium-${months}`, mesi: months, prezzo: Number(prezzo), valuta: 'EUR' }
  })
  if (new Set(durate.map((d) => d.mesi)).size !== durate.length)
    refuse('PREMIUM_DURATE', 'non deve ripetere una durata')
  return durate
}

const SCOPE = 'openid email profile'
type KnownProvider = Pick<SocialProvider, 'issuer' | 'scope' | 'discovery' | 'tokenEndpoint'>
/** Providers with their departures from OpenID. */
const KNOWN: Record<Social, KnownProvider> = {
  // Facebook refuses the scope `profile`, and its description has no token endpoint.
  FACEBOOK: {
    issuer: 'https://www.facebook.com',
    scope: 'openid email public_profile',
    discovery: null,
    tokenEndpoint: 'https://graph.facebook.com/oauth/access_token',
  },
  GOOGLE: { issuer: 'https://accounts.google.com', scope: SCOPE, discovery: null, tokenEndpoint: null },
  APPLE: { issuer: 'https://appleid.apple.com', scope: 'openid email name', discovery: null, tokenEndpoint: null },
  HUAWEI: {
    issuer: 'https://accounts.huawei.com',
    scope: SCOPE,
    discovery: 'https://oauth-login.cloud.huawei.com/.well-known/openid-configuration',
    tokenEndpoint: null,
  },
}

/** Reads Apple's key as downloaded; `\\n` stands for its line ends. */
function readPrivateKey(env: Variables, name: string): string | null {
  const key = env[name]?.replaceAll('\\n', '\n')
  if (!key) return null
  try {
    return createPrivateKey(key) && key
  } catch {
    return refuse(name, 'deve essere una chiave privata PEM (-----BEGIN PRIVATE KEY-----)')
  }
}

function readProvider(env: Variables, social: Social): SocialProvider | null {
  const nameOf = (name: string) => `OIDC_${social}_${name}`
  const clientId = readKey(env, nameOf('ID'))
  const teamId = readKey(env, nameOf('TEAM'))
  const keyId = readKey(env, nameOf('CHIAVE_ID'))
  const privateKey = readPrivateKey(env, nameOf('CHIAVE'))
  const own = readKey(env, nameOf('SEGRETO'))
  const issuer = readUrl(env, nameOf('ISSUER'), ['http:', 'https:'])
  const scope = env[nameOf('SCOPE')] || null
  if (scope && !scope.split(' ').includes('openid')) refuse(nameOf('SCOPE'), `deve comprendere openid, non ${scope}`)
  if (!clientId) {
    if (own || teamId || keyId || privateKey) refuse(nameOf('ID'), 'manca, e deve accompagnare il segreto')
    return null
  }
  const secret = own ?? (teamId && keyId && privateKey ? { teamId, keyId, privateKey } : null)
  if (!secret) return refuse(nameOf('SEGRETO'), `manca, e deve accompagnare ${nameOf('ID')}`)
  // Describe another issuer by its own document alone: its codes must not reach the known one.
  const known = issuer ? { ...KNOWN[social], issuer, discovery: null, tokenEndpoint: null } : KNOWN[social]
  return { social, ...known, clientId, secret, scope: scope ?? known.scope }
}

function readStripe(env: Variables): StripeConfig | null {
  const key = readKey(env, 'STRIPE_CHIAVE')
  const webhookSecret = readKey(env, 'STRIPE_WEBHOOK_SEGRETO')
  const url = readBaseUrl(env, 'STRIPE_URL')
  if (!key && !webhookSecret) return null
  if (!key) return refuse('STRIPE_CHIAVE', 'manca, e deve accompagnare STRIPE_WEBHOOK_SEGRETO')
  if (!webhookSecret) return refuse('STRIPE_WEBHOOK_SEGRETO', 'manca, e deve accompagnare STRIPE_CHIAVE')
  return { key, webhookSecret, url }
}

/** The store's own https address. Refuse any other host, so that a typing error sends people nowhere else. */
function readStoreUrl(env: Variables, name: string, hosts: readonly string[]): string | null {
  const text = env[name]
  if (!text) return null
  const url = URL.canParse(text) ? new URL(text) : null
  return url?.protocol === 'https:' && hosts.includes(url.hostname)
    ? text
    : refuse(name, `deve essere un indirizzo https di ${hosts.join(' o ')}, non ${text}`)
}

const MAX_GESTORE = 500

function readGestore(env: Variables): string | null {
  const text = env.GESTORE?.trim() || null
  return text && text.length > MAX_GESTORE ? refuse('GESTORE', `deve avere al più ${MAX_GESTORE} caratteri`) : text
}

function readContatti(env: Variables): AccountConfig['contatti'] {
  const key = readKey(env, 'CONTATTI_CHIAVE')
  const url = readBaseUrl(env, 'CONTATTI_URL') ?? 'https://api.brevo.com/v3'
  return key ? { url, key } : null
}

const MAX_COUNT = 9_999

/** Reads the part of the environment that accounts need; throws on an invalid value. */
export function readAccountConfig(env: Variables): AccountConfig {
  return {
    assistenza: readMailbox(env, 'ASSISTENZA', 'assistenza@idoneo.example'),
    gestore: readGestore(env),
    recuperoRiservato: readChoice(env, 'RECUPERO_RISERVATO', ['false', 'true']) === 'true',
    durate: readDurate(env.PREMIUM_DURATE || DURATE),
    recessoGiorni: readInteger(env, 'RECESSO_GIORNI', 14, MAX_COUNT),
    stripe: readStripe(env),
    social: SOCIAL.map((social) => readProvider(env, social)).filter((p) => p !== null),
    contatti: readContatti(env),
    verificaTls: readBaseUrl(env, 'VERIFICA_TLS_URL'),
    sblocchiMese: readInteger(env, 'SBLOCCHI_MESE', 2, MAX_COUNT),
    app: {
      app_store: readStoreUrl(env, 'APP_STORE_URL', ['apps.apple.com']),
      google_play: readStoreUrl(env, 'GOOGLE_PLAY_URL', ['play.google.com']),
      app_gallery: readStoreUrl(env, 'APP_GALLERY_URL', ['appgallery.huawei.com', 'appgallery.cloud.huawei.com']),
    },
  }
}
