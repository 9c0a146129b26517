import { createRoot } from 'react-dom/client'

import '../ui/style.css'
import { App } from './App.tsx'
import { start } from './start.ts'

start(() => {
  const root = document.getElementById('radice')
  if (root) createRoot(root).render(<App />)
})
