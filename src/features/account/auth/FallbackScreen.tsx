import { useSearch } from 'wouter'
import { appStoreOf } from '#rules/app-store'
import { PAGE_BASE } from '#rules/routes'
import { APP_NAME } from '../../../text/app-name.ts'
import { AwayLink, ButtonLink } from '../../../ui/Button.tsx'
import { AuthFrame } from './AuthFrame.tsx'
import css from './auth.module.css'
import { fallbackText } from './text.ts'

/** An address of this very page, relative to its base; null for any other: those are never opened (D37). */
function ownPath(link: string | null): string | null {
  if (link === null) return null
  const url = URL.canParse(link, location.origin) ? new URL(link, location.origin) : null
  if (!url || url.origin !== location.origin || !url.pathname.startsWith(`${PAGE_BASE}/`)) return null
  return url.pathname.slice(PAGE_BASE.length) + url.search
}

/** `/fallback`: where deep links of the mobile application end in a browser, with the store of the phone [RT16][EB33][EB34]. */
export default function FallbackScreen() {
  const target = ownPath(new URLSearchParams(useSearch()).get('link'))
  const store = appStoreOf(navigator.userAgent, APP_NAME)
  return (
    <AuthFrame title={fallbackText.titolo}>
      <div className={css.posta}>
        <h1>{fallbackText.titolo}</h1>
        <p>{fallbackText.testo}</p>
      </div>
      <div className={css.azioni}>
        {target !== null && (
          <ButtonLink variant="primario" size="lg" fullWidth href={target}>
            {fallbackText.apri}
          </ButtonLink>
        )}
        {store && (
          <AwayLink variant={target === null ? 'primario' : 'bordo'} fullWidth href={store.url}>
            {fallbackText.store(store.nome)}
          </AwayLink>
        )}
        <ButtonLink variant={target === null && !store ? 'primario' : 'bordo'} fullWidth href="/">
          {fallbackText.continua}
        </ButtonLink>
      </div>
    </AuthFrame>
  )
}
