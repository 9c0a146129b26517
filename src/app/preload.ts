import { network } from '../platform/network.ts'
import { SCREENS } from './routes.ts'

/** What stands around every screen, or over it. */
const LAYERS = [
  () => import('./Shell.tsx'),
  () => import('./NoticesLayer.tsx'),
  () => import('../features/consenso/ConsentBanner.tsx'),
]

/** Screens whose code runs early also where the page is kept on the device: those that a press of the home leads to. */
const NEXT = 2

const visit = { preloaded: false }

/** Nothing else is to be done, for a moment. */
const idle = () =>
  new Promise<void>((done) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => done(), { timeout: 5_000 })
    else setTimeout(done, 1_000)
  })

/**
 * Fetches the code of the account's screens while nothing else is to be done: without a network none must be missing [PD7]. Where the page
 * is kept on the device none can be, and running it all would only hold up the first press.
 */
export async function preloadScreens(): Promise<void> {
  if (visit.preloaded || !network.online) return
  visit.preloaded = true
  const all = SCREENS.filter((s) => s.preload)
  const [layers, screens] = navigator.serviceWorker?.controller ? [[], all.slice(0, NEXT)] : [LAYERS, all]
  for (const chunk of [...layers, ...screens.flatMap(({ load, parts }) => [load, ...parts])]) {
    await idle()
    await chunk().catch(() => undefined)
  }
  await stockLists().catch(() => undefined)
}

/** Keeps the public lists for who opens them first without a network [PD7]. */
async function stockLists(): Promise<void> {
  const [{ bandiList }, { storeList, gruppiList, notizieList }] = await Promise.all([
    import('../features/bandi/bandi-state.ts'),
    import('../features/contenuti/contenuti-state.ts'),
  ])
  for (const { stock } of [bandiList, storeList, notizieList, gruppiList]) {
    await idle()
    await stock()
  }
}
