import '../../src/ui/style.css'
import { createElement as h } from 'react'
import { createRoot } from 'react-dom/client'

const ROWS = Array.from({ length: 20 }, (_, i) => `Domanda ${i + 1} di venti, su una riga sola`)

createRoot(document.getElementById('radice') as HTMLElement).render(
  h('main', null, [
    h('h1', { key: 'h1' }, 'Venti righe'),
    h(
      'ul',
      { key: 'ul' },
      ROWS.map((row) => h('li', { key: row }, row)),
    ),
  ]),
)
addEventListener('load', () => void navigator.serviceWorker?.register('/simulatore/sw.js').catch(() => undefined))
