import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { PathRotta } from '#rules/rotte'

type Schermo = {
  componente: LazyExoticComponent<ComponentType>
  /** With rail and bottom bar around; without, the screen has the whole window. */
  guscio: boolean
}

/** A chunk that does not arrive in this time is asked for once more (spec §9, D17b), milliseconds. */
const ATTESA_MS = 120_000

type Modulo = { default: ComponentType }
const once = (load: () => Promise<Modulo>) =>
  Promise.race([
    load(),
    new Promise<never>((_, no) => setTimeout(() => no(new Error('chunk: out of time')), ATTESA_MS)),
  ])
const schermo = (load: () => Promise<Modulo>, guscio: boolean): Schermo => ({
  componente: lazy(() => once(load).catch(() => once(load))),
  guscio,
})

const accesso = schermo(() => import('./screens/auth/Accesso.tsx'), false)

/**
 * The screens of the route table (rules/rotte). A route without a screen is not built yet and leads home, or to the login when it
 * is one of the account's.
 */
export const SCHERMI: Partial<Record<PathRotta, Schermo>> = {
  '/': schermo(() => import('./screens/home/Home.tsx'), true),
  '/banche-dati': schermo(() => import('./screens/banche-dati/BancheDati.tsx'), true),
  '/banca-dati': schermo(() => import('./screens/banca-dati/BancaDati.tsx'), true),
  '/esercitazione/:type': schermo(() => import('./screens/esercitazione/Esercitazione.tsx'), false),
  '/riepilogo': schermo(() => import('./screens/riepilogo/Riepilogo.tsx'), true),
  '/aggiungi-banca-dati': schermo(() => import('./screens/aggiungi-banca-dati/Aggiungi.tsx'), true),
  '/ricerca': schermo(() => import('./screens/ricerca/Ricerca.tsx'), true),
  '/profilo': schermo(() => import('./screens/profilo/Profilo.tsx'), true),
  '/ricerca/sql': schermo(() => import('./screens/sql/Sql.tsx'), true),
  '/auth': accesso,
  '/auth/check-email': schermo(() => import('./screens/auth/CheckEmail.tsx'), false),
  '/fallback': schermo(() => import('./screens/auth/Fallback.tsx'), false),
}

const prova = schermo(() => import('./screens/esercitazione/prova/SchermoProva.tsx'), false)
const nuova = schermo(() => import('./screens/esercitazione/nuova/Nuova.tsx'), true)
const sfida = schermo(() => import('./screens/esercitazione/sfida/SchermoSfida.tsx'), true)
const risultati = schermo(() => import('./screens/esercitazione/risultati/Risultati.tsx'), true)

/** The screen of an address: a trial is composed, sat and reviewed on screens of its own (D21). */
export function schermoOf(path: PathRotta, percorso: string, search: string): Schermo | undefined {
  const query = new URLSearchParams(search)
  if (/\/sfida$/.test(percorso) && query.has('sfida')) return sfida
  if (/\/(prova-personalizzata|sfida)$/.test(percorso)) return query.has('seduta') ? prova : nuova
  return path === '/riepilogo' && query.has('prova') ? risultati : SCHERMI[path]
}
