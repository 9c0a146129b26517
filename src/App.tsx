import { Component, type ReactNode, Suspense, useEffect } from 'react'
import { Redirect, Router, useLocation, useSearch } from 'wouter'
import { guardVisita } from '#rules/avvio'
import { BASE_PAGINA, cleanPath, HOME, LOGIN, matchRotta } from '#rules/rotte'
import { Guscio } from './Guscio.tsx'
import { Notizie } from './Notizie.tsx'
import { SCHERMI } from './rotte.ts'
import { clearCodiceAffiliato, keepCodiceAffiliato } from './state/affiliato.ts'
import { leadingPath, useSessione } from './state/visita.ts'
import { guscio } from './text/comuni.ts'
import { Button } from './ui/Button.tsx'
import { IconRetry, IconWarn } from './ui/icone.ts'
import { EmptyState, SkeletonCards } from './ui/Stati.tsx'

/** The page: guards of spec §2, the screen of the route, what is said over every screen. */
export const App = () => (
  <Router base={BASE_PAGINA}>
    <Rotta />
    <Notizie />
  </Router>
)

function Rotta() {
  const [grezzo] = useLocation()
  const search = useSearch()
  const percorso = cleanPath(grezzo)
  const { isAuthenticated, hasToken, hasEmail } = useSessione()
  const query = Object.fromEntries(new URLSearchParams(search))
  const esito = guardVisita({
    path: percorso,
    query,
    hasToken,
    isAuthenticated,
    hasEmail,
    hasTokenSocial: false,
    cameFrom: leadingPath(percorso),
  })
  const rotta = matchRotta(percorso)
  const schermo = rotta && SCHERMI[rotta.path]
  useEffect(() => {
    keepCodiceAffiliato(new URLSearchParams(search).get('code'))
  }, [search])
  useEffect(() => {
    if (esito.tipo === 'allow' && esito.cancellaAffiliato) clearCodiceAffiliato()
  })

  if (esito.tipo === 'redirect') {
    for (const [chiave, valore] of Object.entries(esito.salva ?? {})) sessionStorage.setItem(chiave, valore)
    return <Redirect to={esito.a} replace />
  }
  if (!schermo) return <Redirect to={isAuthenticated ? HOME : LOGIN} replace />
  const Schermo = schermo.componente
  const contenuto = (
    <Riparo key={percorso}>
      <Suspense fallback={<SkeletonCards />}>
        <Schermo />
      </Suspense>
    </Riparo>
  )
  return schermo.guscio ? <Guscio percorso={percorso}>{contenuto}</Guscio> : contenuto
}

/** A screen whose code did not arrive, or that broke: the answers are safe, the page can be loaded again. */
class Riparo extends Component<{ children: ReactNode }, { rotto: boolean }> {
  override state = { rotto: false }
  static getDerivedStateFromError = () => ({ rotto: true })
  override render() {
    if (!this.state.rotto) return this.props.children
    return (
      <main>
        <EmptyState
          tono="errore"
          icona={<IconWarn size={24} />}
          titolo={guscio.pagina_errore_titolo}
          testo={guscio.pagina_errore_testo}
          azioni={
            <Button variante="primario" icona={<IconRetry size={20} />} onClick={() => location.reload()}>
              {guscio.ricarica}
            </Button>
          }
        />
      </main>
    )
  }
}
