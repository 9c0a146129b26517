import type { ComponentType } from 'react'
import type { RoutePath } from '#rules/routes'
import { lazyPart, type Part } from '../ui/lazy-part.ts'

type Chunk = () => Promise<unknown>
type ScreenChunk = () => Promise<{ default: ComponentType }>
type Address = { pathname: string; query: URLSearchParams }

export type Screen = {
  path: RoutePath
  /** True for this screen's addresses of the path; absent: all of them. */
  when?: (address: Address) => boolean
  load: Chunk
  component: Part<object>
  /** With rail and bottom bar around; without, the screen has the whole window. */
  shell: boolean
  /** Fetched while the browser is idle, in the table's order; `parts`: code that the screen fetches later. */
  preload: boolean
  parts: readonly Chunk[]
}

function screen(
  path: RoutePath,
  load: ScreenChunk,
  { shell = true, preload = true, when, parts = [] }: Partial<Omit<Screen, 'path' | 'load' | 'component'>> = {},
): Screen {
  const component = lazyPart(load)
  return { path, load: component.fetch, component, shell, preload, parts, ...(when && { when }) }
}

// A trial is composed, sat and reviewed on screens of its own (D21).
const isTrial = ({ pathname }: Address) => /\/(prova-personalizzata|sfida)$/.test(pathname)
const isSfida = ({ pathname, query }: Address) => /\/sfida$/.test(pathname) && !query.has('seduta')
const isSat = (a: Address) => isTrial(a) && a.query.has('seduta')
const isComposed = (a: Address) => isTrial(a) && !isSfida(a) && !a.query.has('seduta')

async function loadAuth() {
  const part = await import('../features/account/auth/AuthScreen.tsx')
  await part.withFirstPage()
  return part
}

/**
 * The screens of the page (paths: rules/routes), in the order in which their code will be missed. A route without a screen leads
 * home, or to the login when it is one of the account's.
 */
export const SCREENS: readonly Screen[] = [
  screen('/banca-dati', () => import('../features/banche/banca/BancaScreen.tsx')),
  screen('/esercitazione/:type', () => import('../features/sedute/SedutaScreen.tsx'), {
    when: (a) => !isTrial(a),
    shell: false,
    parts: [() => import('../ui/html.ts')],
  }),
  screen('/riepilogo', () => import('../features/sedute/riepilogo/RiepilogoScreen.tsx'), {
    when: ({ query }) => !query.has('prova'),
    parts: [() => import('../features/sedute/riepilogo/MaterieChart.tsx')],
  }),
  screen('/esercitazione/:type', () => import('../features/prove/nuova/NuovaProvaScreen.tsx'), { when: isComposed }),
  screen('/esercitazione/:type', () => import('../features/prove/running/ProvaScreen.tsx'), {
    when: isSat,
    shell: false,
  }),
  screen('/riepilogo', () => import('../features/prove/risultati/RisultatiScreen.tsx'), {
    when: ({ query }) => query.has('prova'),
    parts: [() => import('../features/prove/risultati/MateriaBars.tsx')],
  }),
  screen('/esercitazione/:type', () => import('../features/classifica/SfidaScreen.tsx'), {
    when: isSfida,
    parts: [() => import('../features/simulazioni/StartSimulazioneDialog.tsx')],
  }),
  screen('/materia', () => import('../features/banche/banca/BancaScreen.tsx')),
  screen('/materie', () => import('../features/banche/list/BancheScreen.tsx')),
  screen('/aggiungi-materia', () => import('../features/banche/catalog/AddMateriaScreen.tsx'), { preload: false }),
  screen('/banche-dati', () => import('../features/banche/list/BancheScreen.tsx')),
  screen('/', () => import('../features/home/HomeScreen.tsx'), {
    parts: [
      () => import('../features/home/HomeSearch.tsx'),
      () => import('../features/home/ElsewhereCard.tsx'),
      () => import('../features/home/GainCard.tsx'),
      () => import('../features/home/LastProve.tsx'),
      () => import('../features/home/FeaturedConcorsi.tsx'),
      () => import('../features/home/HomeHistory.tsx'),
      () => import('../features/home/ExamRulesDialog.tsx'),
      () => import('../features/home/FocusDialog.tsx'),
      () => import('../domain/graduatoria.ts'),
    ],
  }),
  screen('/progressi', () => import('../features/progressi/ProgressiScreen.tsx'), {
    parts: [() => import('../features/progressi/TimeChart.tsx')],
  }),
  screen('/ricerca', () => import('../features/ricerca/RicercaScreen.tsx')),
  screen('/profilo', () => import('../features/account/ProfileScreen.tsx')),
  screen('/bandi-in-scadenza', () => import('../features/bandi/BandiScreen.tsx')),
  screen('/store', () => import('../features/contenuti/StoreScreen.tsx')),
  screen('/gruppi-di-studio', () => import('../features/contenuti/GruppiScreen.tsx')),
  screen('/notizie', () => import('../features/contenuti/NotizieScreen.tsx')),
  screen('/ricerca/sql', () => import('../features/sql/SqlScreen.tsx')),
  screen('/aggiungi-banca-dati', () => import('../features/banche/catalog/CatalogScreen.tsx'), { preload: false }),
  screen('/termini', () => import('../features/legale/TerminiScreen.tsx'), { shell: false, preload: false }),
  screen('/privacy', () => import('../features/legale/PrivacyScreen.tsx'), { shell: false, preload: false }),
  screen('/cookie', () => import('../features/legale/CookieScreen.tsx'), { shell: false, preload: false }),
  screen('/guida', () => import('../features/legale/GuidaScreen.tsx'), { shell: false, preload: false }),
  screen('/assistenza', () => import('../features/legale/AssistenzaScreen.tsx'), { shell: false, preload: false }),
  screen('/informazioni', () => import('../features/legale/InformazioniScreen.tsx'), { shell: false, preload: false }),
  screen('/premium', () => import('../features/premium/PremiumScreen.tsx'), { preload: false }),
  screen('/promo-premium', () => import('../features/premium/PromoScreen.tsx'), { preload: false }),
  screen('/auth', loadAuth, { shell: false, preload: false }),
  screen('/auth/check-email', () => import('../features/account/auth/CheckEmailScreen.tsx'), {
    shell: false,
    preload: false,
  }),
  screen('/auth/verifica-email', () => import('../features/account/auth/SocialSignUpScreen.tsx'), {
    shell: false,
    preload: false,
  }),
  screen('/auth/recupera-password', () => import('../features/account/auth/RecuperoScreen.tsx'), {
    shell: false,
    preload: false,
  }),
  screen('/fallback', () => import('../features/account/auth/FallbackScreen.tsx'), { shell: false, preload: false }),
]

/** The screen of an address. */
export function screenOf(path: RoutePath, pathname: string, search: string): Screen | undefined {
  const address = { pathname, query: new URLSearchParams(search) }
  return SCREENS.find((s) => s.path === path && (s.when?.(address) ?? true))
}
