import { createRoot } from 'react-dom/client'
import './ui/stile.css'
import { App } from './App.tsx'
import { followOtherTabs, restoreCredenziale } from './state/credenziale.ts'
import { renewToken } from './state/sessione.ts'
import { applyTema } from './state/tema.ts'

applyTema()
restoreCredenziale()
followOtherTabs()
const radice = document.getElementById('radice')
if (radice) createRoot(radice).render(<App />)
void renewToken()
