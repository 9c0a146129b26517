import { network } from '../platform/network.ts'
import { SCREENS } from './routes.ts'

/** What stands around every screen, or over it. */
const LAYERS = [
  () => import('./Shell.tsx'),
  () => import('./NoticesLayer.tsx'),
  () => import('../features/consenso/ConsentBanner.tsx'),
]

const visit = { preloaded: false }

/** Fetches the code of the account's screens while nothing else is to be done: without a network none must be missing [PD7]. */
export function preloadScreens(): void {
  if (visit.preloaded || !network.online) return
  visit.preloaded = true
  const take = async () => {
    for (const layer of LAYERS) await layer().catch(() => undefined)
    for (const { load, parts } of SCREENS.filter((s) => s.preload))
      for (const chunk of [load, ...parts]) await chunk().catch(() => undefined)
  }
  if (typeof requestIdleCallback === 'function') requestIdleCallback(() => void take(), { timeout: 5_000 })
  else setTimeout(() => void take(), 1_000)
}
