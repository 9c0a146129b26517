import { Component, Fragment, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { Redirect, Router, useLocation, useSearch } from 'wouter'
import { guardVisita } from '#rules/avvio'
import { BASE_PAGINA, cleanPath, HOME, LOGIN, matchRotta } from '#rules/rotte'
import { schermoOf } from './rotte.ts'
import { clearCodiceAffiliato, keepCodiceAffiliato } from './state/affiliato.ts'
import { avvisi } from './state/avvisi.ts'
import { sessione } from './state/credenziale.ts'
import { keepSfida, takeSfida } from './state/sfida-tenuta.ts'
import { leadingPath, useSessione } from './state/visita.ts'
import { guasto } from './text/comuni.ts'
import { Button } from './ui/Button.tsx'
import { IconRetry, IconWarn } from './ui/icone.ts'
import { EmptyState, SkeletonCards, Sola } from './ui/Stati.tsx'

const Guscio = lazy(() => import('./Guscio.tsx'))
const Notizie = lazy(() => import('./Notizie.tsx'))

/** The page: guards of spec §2, the screen of the route, what is said over every screen. */
export const App = () => (
  <Router base={BASE_PAGINA}>
    <Rotta />
    <Novita />
  </Router>
)

/** What is said over the screens comes when there is something to say. */
function Novita() {
  const { attenzione, toast } = useSnapshot(avvisi)
  const { altro_utente } = useSnapshot(sessione)
  const [detto, setDetto] = useState(false)
  const qualcosa = attenzione.length > 0 || toast !== null || altro_utente !== null
  useEffect(() => {
    if (qualcosa) setDetto(true)
  }, [qualcosa])
  return detto ? (
    <Suspense>
      <Notizie />
    </Suspense>
  ) : null
}

function Rotta() {
  const [grezzo, navigate] = useLocation()
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
  const schermo = rotta && schermoOf(rotta.path, percorso, search)
  useEffect(() => {
    keepCodiceAffiliato(new URLSearchParams(search).get('code'))
  }, [search])
  useEffect(() => {
    if (esito.tipo === 'allow' && esito.cancellaAffiliato) clearCodiceAffiliato()
  })
  // A sitting is opened without the shell too (a reload, a browser started again): what follows it must be here as well.
  const solo = isAuthenticated && schermo?.guscio === false
  useEffect(() => {
    if (solo) void import('./scorta.ts').then(({ stockSchermi }) => stockSchermi()).catch(() => undefined)
  }, [solo])
  // The link of a challenge opened before signing in goes on after it.
  useEffect(() => {
    const sfida = isAuthenticated && percorso === HOME ? takeSfida(Date.now()) : null
    if (sfida !== null) navigate(sfida, { replace: true })
  }, [isAuthenticated, percorso, navigate])

  if (esito.tipo === 'redirect') {
    if (esito.a === LOGIN) keepSfida(percorso, search, Date.now())
    for (const [chiave, valore] of Object.entries(esito.salva ?? {})) sessionStorage.setItem(chiave, valore)
    // A redirect acts once, when it is mounted: a second one in a row must be another.
    return <Redirect key={esito.a} to={esito.a} replace />
  }
  if (!schermo) {
    const altrove = isAuthenticated ? HOME : LOGIN
    return <Redirect key={altrove} to={altrove} replace />
  }
  const Schermo = schermo.componente
  const contenuto = (
    <Riparo key={percorso} attorno={schermo.guscio ? Fragment : Sola}>
      <Suspense
        fallback={
          schermo.guscio ? (
            <SkeletonCards />
          ) : (
            <Sola>
              <SkeletonCards />
            </Sola>
          )
        }
      >
        <Schermo />
      </Suspense>
    </Riparo>
  )
  return schermo.guscio ? (
    <Riparo attorno={Sola}>
      <Suspense>
        <Guscio percorso={percorso}>{contenuto}</Guscio>
      </Suspense>
    </Riparo>
  ) : (
    contenuto
  )
}

/** A screen whose code did not arrive, or that broke: the answers are safe, the page can be loaded again. */
class Riparo extends Component<{ children: ReactNode; attorno: typeof Sola | typeof Fragment }, { rotto: boolean }> {
  override state = { rotto: false }
  static getDerivedStateFromError = () => ({ rotto: true })
  override render() {
    if (!this.state.rotto) return this.props.children
    const Attorno = this.props.attorno
    return (
      <main>
        <Attorno>
          <EmptyState
            tono="errore"
            icona={<IconWarn size={24} />}
            titolo={guasto.pagina_errore_titolo}
            testo={guasto.pagina_errore_testo}
            azioni={
              <Button variante="primario" icona={<IconRetry size={20} />} onClick={() => location.reload()}>
                {guasto.ricarica}
              </Button>
            }
          />
        </Attorno>
      </main>
    )
  }
}
