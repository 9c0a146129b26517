import { SOCIAL, type Social } from '#contract/account'
import type { NegoziApp } from '#contract/bandi'
import type { DurataPremium } from '#contract/pagamenti'

type Env = Record<string, string | undefined>

/** A value of the environment that cannot be meant; the caller names the variable. */
export type Refuse = (message: string) => never

export type StripeConfig = { key: string; webhookSecret: string; url: string | null }

export type SocialProvider = {
  social: Social
  issuer: string
  /** Where it describes itself, when that is not below its issuer. */
  discovery: string | null
  /** Where codes are exchanged, when its description does not say it. */
  tokenEndpoint: string | null
  clientId: string
  /** A fixed secret, or how Apple's is signed anew for each exchange. */
  secret: string | { teamId: string; keyId: string; privateKey: string }
  scope: string
}

/** What accounts, tiers and money need of the environment (D2). */
export type AccountConfig = {
  /** Mailbox that receives what people write to the operator. */
  assistenza: string
  /** Name, seat and VAT number of who runs the service; null until the operator writes it. */
  gestore: string | null
  /** Recovery always answers 204 (D6). */
  recuperoRiservato: boolean
  /** Premium on sale: durations and prices (D33). */
  durate: DurataPremium[]
  /** Days to withdraw from a purchase. */
  recessoGiorni: number
  stripe: StripeConfig | null
  social: SocialProvider[]
  /** The mailing-contact provider; null: contacts are not told to anybody. */
  contatti: { url: string; key: string } | null
  /** Base path of the service that checks certificates: told by the health page, called by nothing here (D38). */
  verificaTls: string | null
  /** How often in a month a mail may let in one device beyond the limit. */
  sblocchiMese: number
  /** Where the application for phones is; null where there is none. */
  app: NegoziApp
}

/** Months and cents: `3:999,6:1499,12:1999`. */
const DURATE = '3:999,6:1499,12:1999'
const MESI_MASSIMI = 120

function readDurate(text: string, refuse: Refuse): DurataPremium[] {
  const durate = text.split(',').map((voce): DurataPremium => {
    const [, mesi, prezzo] = /^\s*(\d{1,3}):(\d{2,7})\s*$/.exec(voce) ?? []
    const months = Number(mesi)
    if (!mesi || !prezzo || months < 1 || months > MESI_MASSIMI || Number(prezzo) < 50)
      return refuse(`PREMIUM_DURATE vuole mesi:centesimi separati da virgole, come ${DURATE}, non ${text}`)
    return { durata: `premium-${months}`, mesi: months, prezzo: Number(prezzo), valuta: 'EUR' }
  })
  if (new Set(durate.map((d) => d.mesi)).size !== durate.length) refuse('PREMIUM_DURATE ripete una durata')
  return durate
}

const SCOPE = 'openid email profile'
type KnownProvider = Pick<SocialProvider, 'issuer' | 'scope' | 'discovery' | 'tokenEndpoint'>
/** Each provider with what it does otherwise than OpenID says. */
const KNOWN: Record<Social, KnownProvider> = {
  // It refuses the scope `profile`, and its description has no token endpoint.
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

function readProvider(env: Env, social: Social, refuse: Refuse): SocialProvider | null {
  const value = (name: string) => env[`OIDC_${social}_${name}`] || null
  const clientId = value('ID')
  if (!clientId) return null
  const teamId = value('TEAM')
  const keyId = value('CHIAVE_ID')
  const privateKey = value('CHIAVE')?.replaceAll('\\n', '\n')
  const secret = value('SEGRETO') ?? (teamId && keyId && privateKey ? { teamId, keyId, privateKey } : null)
  if (!secret) return refuse(`OIDC_${social}_SEGRETO manca`)
  const issuer = value('ISSUER')
  // Another issuer says everything of itself: its codes must not go to the known one.
  const known = issuer ? { ...KNOWN[social], issuer, discovery: null, tokenEndpoint: null } : KNOWN[social]
  return { social, ...known, clientId, secret, scope: value('SCOPE') ?? known.scope }
}

function readStripe(env: Env, refuse: Refuse): StripeConfig | null {
  const key = env.STRIPE_CHIAVE
  if (!key) return null
  if (!env.STRIPE_WEBHOOK_SEGRETO) return refuse('STRIPE_WEBHOOK_SEGRETO manca')
  return { key, webhookSecret: env.STRIPE_WEBHOOK_SEGRETO, url: env.STRIPE_URL || null }
}

/** The store's own https address; a typing error must not send people elsewhere. */
function readStoreUrl(env: Env, name: string, hosts: readonly string[], refuse: Refuse): string | null {
  const text = env[name]
  if (!text) return null
  const url = URL.canParse(text) ? new URL(text) : null
  return url?.protocol === 'https:' && hosts.includes(url.hostname)
    ? text
    : refuse(`${name} deve essere un indirizzo https di ${hosts.join(' o ')}, non ${text}`)
}

const isCount = (text: string) => /^\d{1,4}$/.test(text)

/** Reads the part of the environment that accounts need; `refuse` throws. */
export function readAccountConfig(env: Env, refuse: Refuse): AccountConfig {
  const count = (name: string, otherwise: number) => {
    const text = env[name]
    if (!text) return otherwise
    return isCount(text) ? Number(text) : refuse(`${name} deve essere un numero intero da 0 a 9999, non ${text}`)
  }
  return {
    assistenza: env.ASSISTENZA || 'assistenza@idoneo.example',
    gestore: env.GESTORE?.trim().slice(0, 500) || null,
    recuperoRiservato: env.RECUPERO_RISERVATO === 'true',
    durate: readDurate(env.PREMIUM_DURATE || DURATE, refuse),
    recessoGiorni: count('RECESSO_GIORNI', 14),
    stripe: readStripe(env, refuse),
    social: SOCIAL.map((social) => readProvider(env, social, refuse)).filter((p) => p !== null),
    contatti: env.CONTATTI_CHIAVE
      ? { url: (env.CONTATTI_URL || 'https://api.brevo.com/v3').replace(/\/+$/, ''), key: env.CONTATTI_CHIAVE }
      : null,
    verificaTls: env.VERIFICA_TLS_URL || null,
    sblocchiMese: count('SBLOCCHI_MESE', 2),
    app: {
      app_store: readStoreUrl(env, 'APP_STORE_URL', ['apps.apple.com'], refuse),
      google_play: readStoreUrl(env, 'GOOGLE_PLAY_URL', ['play.google.com'], refuse),
      app_gallery: readStoreUrl(
        env,
        'APP_GALLERY_URL',
        ['appgallery.huawei.com', 'appgallery.cloud.huawei.com'],
        refuse,
      ),
    },
  }
}
