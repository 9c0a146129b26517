import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { RoutePath } from '#rules/routes'

type Screen = {
  component: LazyExoticComponent<ComponentType>
  /** With rail and bottom bar around; without, the screen has the whole window. */
  shell: boolean
}

/** A chunk that does not arrive in this time is asked for once more (spec §9, D17b), milliseconds. */
const WAIT_MS = 120_000

type ScreenModule = { default: ComponentType }
const once = (load: () => Promise<ScreenModule>) =>
  Promise.race([load(), new Promise<never>((_, no) => setTimeout(() => no(new Error('chunk: out of time')), WAIT_MS))])
const screen = (load: () => Promise<ScreenModule>, shell: boolean): Screen => ({
  component: lazy(() => once(load).catch(() => once(load))),
  shell,
})

const authScreen = screen(() => import('../features/account/auth/AuthScreen.tsx'), false)

/**
 * The screens of the route table (rules/rotte). A route without a screen is not built yet and leads home, or to the login when it
 * is one of the account's.
 */
export const SCREENS: Partial<Record<RoutePath, Screen>> = {
  '/': screen(() => import('../features/home/HomeScreen.tsx'), true),
  '/banche-dati': screen(() => import('../features/banche/list/BancheScreen.tsx'), true),
  '/banca-dati': screen(() => import('../features/banche/banca/BancaScreen.tsx'), true),
  '/esercitazione/:type': screen(() => import('../screens/esercitazione/Esercitazione.tsx'), false),
  '/riepilogo': screen(() => import('../features/sedute/riepilogo/RiepilogoScreen.tsx'), true),
  '/aggiungi-banca-dati': screen(() => import('../features/banche/catalog/CatalogScreen.tsx'), true),
  '/ricerca': screen(() => import('../features/ricerca/RicercaScreen.tsx'), true),
  '/profilo': screen(() => import('../features/account/ProfileScreen.tsx'), true),
  '/ricerca/sql': screen(() => import('../features/sql/SqlScreen.tsx'), true),
  '/auth': authScreen,
  '/auth/check-email': screen(() => import('../features/account/auth/CheckEmailScreen.tsx'), false),
  '/fallback': screen(() => import('../features/account/auth/FallbackScreen.tsx'), false),
}

const provaScreen = screen(() => import('../screens/esercitazione/prova/SchermoProva.tsx'), false)
const newProvaScreen = screen(() => import('../screens/esercitazione/nuova/Nuova.tsx'), true)
const sfidaScreen = screen(() => import('../screens/esercitazione/sfida/SchermoSfida.tsx'), true)
const risultatiScreen = screen(() => import('../screens/esercitazione/risultati/Risultati.tsx'), true)

/** The screen of an address: a trial is composed, sat and reviewed on screens of its own (D21). */
export function screenOf(path: RoutePath, pathname: string, search: string): Screen | undefined {
  const query = new URLSearchParams(search)
  if (/\/sfida$/.test(pathname) && query.has('sfida')) return sfidaScreen
  if (/\/(prova-personalizzata|sfida)$/.test(pathname)) return query.has('seduta') ? provaScreen : newProvaScreen
  return path === '/riepilogo' && query.has('prova') ? risultatiScreen : SCREENS[path]
}
