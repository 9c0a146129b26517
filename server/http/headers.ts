import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import { CALLS } from '#contract/calls'
import { EPOCH_HEADER } from '#contract/epoch'
import type { Configuration } from '../configuration.ts'
import { createEpoch } from '../db/epoch.ts'
import type { Deps } from '../deps.ts'
import { API, routeOf } from './errors.ts'
import { REPORTS_PATH } from './policy-reports.ts'

/**
 * Content policy against injected scripts. `wasm-unsafe-eval` is SQLite's; the policy `app` allows worker addresses,
 * `dompurify` sanitised HTML. No directive upgrades to https: the product also serves a plain local network.
 */
const policyOf = (elsewhere: string | null | undefined) => ({
  'default-src': ["'none'"],
  'script-src': ["'self'", "'wasm-unsafe-eval'"],
  'worker-src': ["'self'"],
  // Follow redirects to the store, where browsers reach it.
  'connect-src': ["'self'", ...(elsewhere ? [new URL(elsewhere).origin] : [])],
  'img-src': ["'self'", 'blob:'],
  // Allow the page's own silent audio, which keeps a headset's keys for the voice.
  'media-src': ['blob:'],
  'style-src': ["'self'"],
  'font-src': ["'self'"],
  'manifest-src': ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ['app', 'dompurify'],
  // Firefox and Safari send the older of the two.
  'report-uri': [REPORTS_PATH],
  'report-to': ['csp'],
})

/** Browser features that the page never uses; the screen's wake lock, the clipboard and the share sheet stay. */
const UNUSED =
  'accelerometer browsing-topics camera display-capture geolocation gyroscope hid idle-detection local-fonts magnetometer microphone midi payment serial usb xr-spatial-tracking'
const PERMISSIONS = UNUSED.split(' ')
  .map((feature) => `${feature}=()`)
  .join(', ')

/** Calls whose records a device stores as its own: such a page carries the exact installation. */
const PULLS = new Set([CALLS.risposte_concorso, CALLS.risposte_percorso].map(({ percorso }) => API + percorso))

type Named = Pick<Configuration, 'publicUrl'>

/** Seconds for which a browser that used https uses nothing else. */
const HSTS_SECONDS = 31_536_000
const isHttps = ({ publicUrl }: Named): boolean => publicUrl.startsWith('https:')

/** Headers of responses sent before any hook runs: none of them is a page, so they allow no loading at all. */
export const minimalHeaders = (config: Named): Record<string, string> => ({
  ...(isHttps(config) && { 'strict-transport-security': `max-age=${HSTS_SECONDS}; includeSubDomains` }),
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'permissions-policy': PERMISSIONS,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
})

export async function registerHeaders(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: policyOf(deps.config.s3?.publicUrl) },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: isHttps(deps.config) ? { maxAge: HSTS_SECONDS, includeSubDomains: true } : false,
  })
  const epoch = createEpoch(deps.db)
  app.addHook('onSend', async (request, reply) => {
    reply.header('permissions-policy', PERMISSIONS)
    reply.header('reporting-endpoints', `csp="${REPORTS_PATH}"`)
    // Send the time in ms: the page compares its own clock with it (D30), and `Date` has whole seconds only. Skip a
    // doubtful clock, because the page would date answers by it.
    if (!(await deps.clock.isDoubtful())) reply.header('x-ora-server', deps.now().toISOString())
    reply.header('x-id-richiesta', request.id)
    if (request.sessione) {
      const now = await epoch(request.method === 'GET' && PULLS.has(request.routeOptions.url ?? ''))
      if (now) reply.header(EPOCH_HEADER, now)
    }
    if (routeOf(request).startsWith(API) && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
}
