import { createRoot } from 'react-dom/client'
import { subscribe } from 'valtio'
import { compileSqlite } from '#wasm/consegna'
import './ui/stile.css'
import { App } from './App.tsx'
import { workerUrl } from './db/indirizzi.ts'
import { applyCarattere } from './state/carattere.ts'
import { followOtherTabs, restoreCredenziale, sessione } from './state/credenziale.ts'
import { applyTema } from './state/tema.ts'

applyTema()
applyCarattere()
restoreCredenziale()
followOtherTabs()
const radice = document.getElementById('radice')
if (radice) createRoot(radice).render(<App />)
// heal.js throws a version away whose code never comes this far.
document.documentElement.dataset.started = 'true'
// After the screens: what keeps them for later must not compete with them.
if (import.meta.env.PROD)
  addEventListener('load', () => {
    void import('./app/service-worker.ts').then(({ startServiceWorker }) => startServiceWorker(workerUrl('sw')))
  })
// Whoever is signed in will need the store: its engine compiles while the screens are on their way.
if (sessione.credenziale) void compileSqlite()
// Nobody is signed in: nothing of the session's code is needed yet.
if (sessione.credenziale) void import('./state/sessione.ts').then(({ renewToken }) => renewToken())
// Background synchronisation starts with the first session of this visit; further calls change nothing.
const sync = () => {
  if (sessione.credenziale) void import('./sincronizza.ts').then((m) => m.startSincronizzazione())
}
subscribe(sessione, sync)
sync()
