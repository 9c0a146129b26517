import { rete } from './state/rete.ts'

/** Everything that is fetched only when it is shown, in the order in which it will be missed. */
const PEZZI: readonly (() => Promise<unknown>)[] = [
  () => import('./Guscio.tsx'),
  () => import('./screens/banca-dati/BancaDati.tsx'),
  () => import('./screens/esercitazione/Esercitazione.tsx'),
  () => import('./ui/html.ts'),
  () => import('./ui/MenuArk.tsx'),
  () => import('./screens/riepilogo/Riepilogo.tsx'),
  () => import('./screens/riepilogo/PerMateria.tsx'),
  () => import('./screens/esercitazione/nuova/Nuova.tsx'),
  () => import('./screens/esercitazione/prova/SchermoProva.tsx'),
  () => import('./screens/esercitazione/risultati/Risultati.tsx'),
  () => import('./screens/esercitazione/risultati/PerMateria.tsx'),
  () => import('./screens/esercitazione/sfida/SchermoSfida.tsx'),
  () => import('./screens/banca-dati/simulazioni/AvvioSimulazione.tsx'),
  () => import('./Notizie.tsx'),
  () => import('./screens/banche-dati/BancheDati.tsx'),
  () => import('./screens/home/Home.tsx'),
  () => import('./screens/ricerca/Ricerca.tsx'),
  () => import('./screens/profilo/Profilo.tsx'),
  () => import('./screens/sql/Sql.tsx'),
]

let presa = false

/** Fetches the code of the account's screens while nothing else is to be done: without a network none must be missing [PD7]. */
export function stockSchermi(): void {
  if (presa || !rete.online) return
  presa = true
  const take = async () => {
    for (const load of PEZZI) await load().catch(() => undefined)
  }
  if (typeof requestIdleCallback === 'function') requestIdleCallback(() => void take(), { timeout: 5_000 })
  else setTimeout(() => void take(), 1_000)
}
