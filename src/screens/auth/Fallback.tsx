import { useSearch } from 'wouter'
import { BASE_PAGINA } from '#rules/rotte'
import { fallback } from '../../text/accesso.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import css from './auth.module.css'
import { Cornice } from './Cornice.tsx'

/** An address of this very page, relative to its base; null for any other: those are never opened (D37). */
function ownPath(link: string | null): string | null {
  if (link === null) return null
  const url = URL.canParse(link, location.origin) ? new URL(link, location.origin) : null
  if (!url || url.origin !== location.origin || !url.pathname.startsWith(`${BASE_PAGINA}/`)) return null
  return url.pathname.slice(BASE_PAGINA.length) + url.search
}

/** `/fallback`: where deep links of the mobile application end in a browser [RT16]. */
export default function Fallback() {
  const meta = ownPath(new URLSearchParams(useSearch()).get('link'))
  return (
    <Cornice titolo={fallback.titolo}>
      <div className={css.posta}>
        <h1>{fallback.titolo}</h1>
        <p>{fallback.testo}</p>
      </div>
      <div className={css.azioni}>
        {meta !== null && (
          <ButtonLink variante="primario" misura="lg" pieno href={meta}>
            {fallback.apri}
          </ButtonLink>
        )}
        <ButtonLink variante={meta === null ? 'primario' : 'bordo'} pieno href="/">
          {fallback.continua}
        </ButtonLink>
      </div>
    </Cornice>
  )
}
