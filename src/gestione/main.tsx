import { createRoot } from 'react-dom/client'
import '../ui/style.css'
import { ConsoleApp } from './ConsoleApp.tsx'
import { guardHistory } from './leave-guard.ts'

guardHistory()
const root = document.getElementById('radice')
if (root) createRoot(root).render(<ConsoleApp />)
