import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { ERROR_CODES } from '#contract/errors'
import '../../../src/ui/style.css'
import type { ErrorAction } from '#src/text/error-message'
import { errorActionsText, errorMessage } from '#src/text/errors'
import { ErrorDialog } from '../../../src/components/ErrorDialog.tsx'

const root = createRoot(document.getElementById('radice') as HTMLElement)
const on = Object.fromEntries(Object.keys(errorActionsText.voci).map((a) => [a, () => undefined])) as Record<
  ErrorAction,
  () => void
>
const show = () => {
  const codice = ERROR_CODES.find((c) => c === location.hash.slice(1))
  document.title = codice === undefined ? 'Ogni errore' : errorMessage({ codice }).text
  root.render(
    codice === undefined
      ? createElement('main', null, createElement('h1', null, 'Ogni errore'))
      : createElement(ErrorDialog, { key: codice, error: { codice }, on, onClose: () => location.replace('#') }),
  )
}
addEventListener('hashchange', show)
show()
