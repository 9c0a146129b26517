import { createRoot } from 'react-dom/client'
import './ui/stile.css'
import { App } from './App.tsx'
import { followOtherTabs, restoreCredenziale, sessione } from './state/credenziale.ts'
import { applyTema } from './state/tema.ts'

applyTema()
restoreCredenziale()
followOtherTabs()
const radice = document.getElementById('radice')
if (radice) createRoot(radice).render(<App />)
// Nobody is signed in: nothing of the session's code is needed yet.
if (sessione.credenziale) void import('./state/sessione.ts').then(({ renewToken }) => renewToken())
