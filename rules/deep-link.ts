/** Target of a deep link: a page of ours by its path, the application by its scheme, the page of a store [BA2]. */
export type DeepLink = { tipo: 'pagina'; path: string } | { tipo: 'app' | 'negozio'; url: string }

const MAX_LINK = 2_000
const APP_SCHEME = 'idoneo:'
const STORE_HOSTS: readonly string[] = ['apps.apple.com', 'play.google.com', 'appgallery.huawei.com']

/** Parts of an address that are read; a browser's `URL` has them. */
export type LinkParts = {
  href: string
  origin: string
  protocol: string
  hostname: string
  port: string
  username: string
  password: string
  pathname: string
  search: string
}

/** The parameter `link` of `/fallback`, parsed, against the allow-list of schemes and hosts (D37); null for everything else. */
export function allowDeepLink(link: LinkParts | null, origin: string, base: string): DeepLink | null {
  if (link === null || link.href.length > MAX_LINK || link.username !== '' || link.password !== '') return null
  if (link.origin === origin && link.pathname.startsWith(`${base}/`))
    return { tipo: 'pagina', path: link.pathname.slice(base.length) + link.search }
  if (link.protocol === APP_SCHEME) return { tipo: 'app', url: link.href }
  if (link.protocol === 'https:' && link.port === '' && STORE_HOSTS.includes(link.hostname))
    return { tipo: 'negozio', url: link.href }
  return null
}
