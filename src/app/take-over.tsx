import { createRoot, hydrateRoot } from 'react-dom/client'
import { cleanPath, PAGE_BASE } from '#rules/routes'
import { cookieConsent } from '../session/cookie-consent.ts'
import { session } from '../session/session.ts'
import { App } from './App.tsx'
import { afterFirstScreen } from './first-screen.ts'
import { screenOf } from './routes.ts'

const LOGIN_PATH = '/auth'

/** Whether what the server sent drawn (decision 0085) is what this visit shows: the page's own script (scripts/ahead) hides it from whoever came before. */
const isOfThisVisit = (root: HTMLElement): boolean =>
  root.childElementCount > 0 &&
  document.documentElement.dataset.copy !== 'hidden' &&
  cleanPath(location.pathname) === PAGE_BASE + LOGIN_PATH &&
  session.credentials === null &&
  cookieConsent.choice === null

/** Puts the screens into the page: over the drawn login, whose fields keep what was typed, or from nothing. */
export function drawInto(root: HTMLElement): void {
  if (isOfThisVisit(root)) void takeOver(root)
  else {
    root.replaceChildren()
    delete document.documentElement.dataset.copy
    createRoot(root).render(<App />)
  }
}

async function takeOver(root: HTMLElement): Promise<void> {
  // Their code first: a part that waited for it could meanwhile be drawn anew, empty.
  await Promise.allSettled([
    screenOf(LOGIN_PATH, LOGIN_PATH, location.search)?.load(),
    import('../features/consenso/ConsentBanner.tsx'),
  ])
  hydrateRoot(root, <App />)
  const { dataset } = document.documentElement
  dataset.copy = 'listening'
  afterFirstScreen(() => {
    dataset.copy = 'taken'
    // What was pressed while nobody listened is pressed now.
    for (const button of root.querySelectorAll<HTMLElement>('[data-pressed]')) {
      delete button.dataset.pressed
      button.click()
    }
  })
}
