import { createRoot } from 'react-dom/client'
import { subscribe } from 'valtio'
import { compileSqlite } from '#wasm/handover'
import '../ui/style.css'
import { applyTheme } from '../features/account/theme.ts'
import { applyTypeface } from '../features/account/typeface.ts'
import { workerUrl } from '../platform/worker-urls.ts'
import { followOtherTabs, restoreCredentials, session } from '../session/session.ts'
import { App } from './App.tsx'

applyTheme()
applyTypeface()
restoreCredentials()
followOtherTabs()
const root = document.getElementById('radice')
if (root) createRoot(root).render(<App />)
// heal.js throws a version away whose code never comes this far.
document.documentElement.dataset.started = 'true'
// After the screens: what keeps them for later must not compete with them.
if (import.meta.env.PROD)
  addEventListener('load', () => {
    void import('./service-worker.ts').then(({ startServiceWorker }) => startServiceWorker(workerUrl('sw')))
  })
// Whoever is signed in will need the store: its engine compiles while the screens are on their way.
if (session.credentials) void compileSqlite()
// Nobody is signed in: nothing of the session's code is needed yet.
if (session.credentials) void import('../session/sign-in.ts').then(({ renewToken }) => renewToken())
// Background synchronisation starts with the first session of this visit; further calls change nothing.
const sync = () => {
  if (session.credentials) void import('../sync/start.ts').then((m) => m.startSync())
}
subscribe(session, sync)
sync()
