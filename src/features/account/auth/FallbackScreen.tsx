import { Suspense, useState } from 'react'
import { useSearch } from 'wouter'
import { appStoreOf } from '#rules/app-store'
import { allowDeepLink } from '#rules/deep-link'
import { PAGE_BASE } from '#rules/routes'
import { isFallbackMobile } from '#rules/visit'
import { APP_NAME } from '../../../text/app-name.ts'
import { AwayLink, ButtonLink } from '../../../ui/Button.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { AuthFrame } from './AuthFrame.tsx'
import css from './auth.module.css'
import { fallbackText } from './text.ts'
import { useStore } from './useStore.ts'

const StoreDialog = lazyPart(() => import('../refusals/StoreDialog.tsx'))

const parseLink = (link: string | null): URL | null =>
  link !== null && URL.canParse(link, location.origin) ? new URL(link, location.origin) : null

/**
 * Opens at `/fallback` deep links of the mobile application in a browser, with the phone's store [RT16][EB33][EB34].
 * Offers only addresses of the allow-list (D37). Reports a failed sign-in of a phone, and leads to its store [EB32][RT27].
 */
export default function FallbackScreen() {
  const query = new URLSearchParams(useSearch())
  const target = allowDeepLink(parseLink(query.get('link')), location.origin, PAGE_BASE)
  const found = appStoreOf(navigator.userAgent, APP_NAME)
  const store = useStore() ?? found
  const [told, setTold] = useState(!isFallbackMobile(Object.fromEntries(query)))
  return (
    <AuthFrame title={fallbackText.titolo}>
      <div className={css.posta}>
        <h1>{fallbackText.titolo}</h1>
        <p>{fallbackText.testo}</p>
      </div>
      <div className={css.azioni}>
        {target?.tipo === 'pagina' && (
          <ButtonLink variant="primario" size="lg" fullWidth href={target.path}>
            {fallbackText.apri}
          </ButtonLink>
        )}
        {target !== null && target.tipo !== 'pagina' && (
          <AwayLink variant="primario" size="lg" fullWidth href={target.url}>
            {target.tipo === 'app' ? fallbackText.apri_app : fallbackText.apri}
          </AwayLink>
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
      {!told && store && (
        <Suspense>
          <StoreDialog error={{ codice: 'TOKEN_SOCIAL_SCADUTO' }} store={store} onClose={() => setTold(true)} />
        </Suspense>
      )}
    </AuthFrame>
  )
}
