import type { RoutePath } from '#rules/routes'
import { call } from '../api/client.ts'
import { network } from '../platform/network.ts'
import { cookieConsent } from './cookie-consent.ts'

const last = { path: null as RoutePath | null }

/**
 * Sends a page view to the first party's own counter (D35): the route alone, without ids or person. Requires the consent to
 * statistics [CC1][CC9][RT33].
 */
export function countView(path: RoutePath): void {
  if (cookieConsent.choice !== 'si' || last.path === path || !network.online) return
  last.path = path
  void call('pagina_vista', { corpo: { percorso: path } })
}
