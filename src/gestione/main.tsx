import { createRoot } from 'react-dom/client'
import '../ui/style.css'
import { ConsoleApp } from './ConsoleApp.tsx'

const root = document.getElementById('radice')
if (root) createRoot(root).render(<ConsoleApp />)
