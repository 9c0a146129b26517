import { network } from '../platform/network.ts'
import { SCREENS } from './routes.ts'

/** Parts around every screen, or over it. */
const LAYERS = [
  () => import('./Shell.tsx'),
  () => import('./NoticesLayer.tsx'),
  () => import('../features/consenso/ConsentBanner.tsx'),
]

/** Number of screens whose code runs early also on a page kept on the device: those that a press on the home opens. */
const NEXT = 2

const visit = { preloaded: false }

/** Waits for an idle moment of the browser. */
const idle = () =>
  new Promise<void>((done) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => done(), { timeout: 5_000 })
    else setTimeout(done, 1_000)
  })

/** Returns true where the person asked the browser to save data; Chromium alone reports it. */
const savesData = (): boolean => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/**
 * Fetches the code of the account's screens while the browser is idle: without a network none may be missing [PD7]. A page kept
 * on the device has them all, and running them would only delay the first press. A browser that saves data leaves them to the
 * service worker (decision 0169).
 */
export async function preloadScreens(): Promise<void> {
  if (visit.preloaded || !network.online) return
  visit.preloaded = true
  const all = savesData() ? [] : SCREENS.filter((s) => s.preload)
  const [layers, screens] = navigator.serviceWorker?.controller ? [[], all.slice(0, NEXT)] : [LAYERS, all]
  for (const chunk of [...layers, ...screens.flatMap(({ load, parts }) => [load, ...parts])]) {
    await idle()
    await chunk().catch(() => undefined)
  }
  await stockLists().catch(() => undefined)
}

/** Stores the public lists for a first opening without a network [PD7]. */
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
