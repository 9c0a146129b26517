import '../ui/style.css'
import { start } from './start.ts'
import { drawInto } from './take-over.tsx'

start(() => {
  const root = document.getElementById('radice')
  if (root) drawInto(root)
})
