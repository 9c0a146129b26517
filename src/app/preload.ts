import { network } from '../platform/network.ts'

/** Everything that is fetched only when it is shown, in the order in which it will be missed. */
const CHUNKS: readonly (() => Promise<unknown>)[] = [
  () => import('./Shell.tsx'),
  () => import('../features/banche/banca/BancaScreen.tsx'),
  () => import('../screens/esercitazione/Esercitazione.tsx'),
  () => import('../ui/html.ts'),
  () => import('../ui/MenuArk.tsx'),
  () => import('../features/sedute/riepilogo/RiepilogoScreen.tsx'),
  () => import('../features/sedute/riepilogo/MaterieChart.tsx'),
  () => import('../screens/esercitazione/nuova/Nuova.tsx'),
  () => import('../screens/esercitazione/prova/SchermoProva.tsx'),
  () => import('../screens/esercitazione/risultati/Risultati.tsx'),
  () => import('../screens/esercitazione/risultati/PerMateria.tsx'),
  () => import('../screens/esercitazione/sfida/SchermoSfida.tsx'),
  () => import('../features/simulazioni/StartSimulazioneDialog.tsx'),
  () => import('./NoticesLayer.tsx'),
  () => import('../features/banche/list/BancheScreen.tsx'),
  () => import('../features/home/HomeScreen.tsx'),
  () => import('../features/ricerca/RicercaScreen.tsx'),
  () => import('../features/account/ProfileScreen.tsx'),
  () => import('../features/sql/SqlScreen.tsx'),
]

let taken = false

/** Fetches the code of the account's screens while nothing else is to be done: without a network none must be missing [PD7]. */
export function preloadScreens(): void {
  if (taken || !network.online) return
  taken = true
  const take = async () => {
    for (const load of CHUNKS) await load().catch(() => undefined)
  }
  if (typeof requestIdleCallback === 'function') requestIdleCallback(() => void take(), { timeout: 5_000 })
  else setTimeout(() => void take(), 1_000)
}
