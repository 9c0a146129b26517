import { createRoot, hydrateRoot } from 'react-dom/client'
import { cleanPath, FIRST_PAGE, matchRoute, PAGE_BASE } from '#rules/routes'
import { cookieConsent } from '../domain/cookie-consent.ts'
import { drawnTrial } from '../features/account/auth/drawn-trial.ts'
import { session } from '../session/session.ts'
import { App, ConsentBanner, Shell } from './App.tsx'
import { afterFirstScreen } from './first-screen.ts'
import { screenOf } from './routes.ts'

const LOGIN_PATH = '/auth'

/**
 * True when the drawn page that the server sent (decision 0085) belongs to this visit. The page's own script (scripts/ahead)
 * hides it from returning visitors.
 */
const isOfThisVisit = (root: HTMLElement): boolean =>
  root.childElementCount > 0 &&
  document.documentElement.dataset.copy !== 'hidden' &&
  (cleanPath(location.pathname) === PAGE_BASE + LOGIN_PATH || drawnTrial() !== undefined) &&
  session.credentials === null &&
  cookieConsent.choice === null

/** Puts the screens into the page: over the drawn login, whose fields keep what was typed, or from nothing. */
export function drawInto(root: HTMLElement): void {
  if (isOfThisVisit(root)) void takeOver(root)
  else {
    root.replaceChildren()
    delete document.documentElement.dataset.copy
    void drawWhole(root)
  }
}

/** Milliseconds to wait for a screen once the shell is loaded: a skeleton would stay longer than that. */
const SCREEN_MS = 200

/** Waits for code that is already loading: after a skeleton, the screen would come a third of a second later. */
async function drawWhole(root: HTMLElement): Promise<void> {
  // Draw the banner before the screen: later it would push the screen down.
  const asked = cookieConsent.choice === null ? ConsentBanner.fetch().catch(() => undefined) : undefined
  const path = cleanPath(location.pathname.slice(PAGE_BASE.length))
  const route = matchRoute(path)
  const screen = route && screenOf(route.path, path, location.search)
  if (session.credentials && screen?.shell) {
    const coming = screen.load().catch(() => undefined)
    await Shell.fetch().catch(() => undefined)
    await Promise.race([coming, new Promise((late) => setTimeout(late, SCREEN_MS))])
  }
  if (asked) await Promise.race([asked, new Promise((late) => setTimeout(late, SCREEN_MS))])
  createRoot(root).render(<App />)
}

async function takeOver(root: HTMLElement): Promise<void> {
  // The home of a newcomer is the first page, which is already loaded.
  if (drawnTrial() !== undefined) history.replaceState(null, '', PAGE_BASE + FIRST_PAGE)
  // Load their code first: React could redraw a waiting part empty.
  await Promise.allSettled([screenOf(LOGIN_PATH, LOGIN_PATH, location.search)?.load(), ConsentBanner.fetch()])
  hydrateRoot(root, <App />)
  const { dataset } = document.documentElement
  dataset.copy = 'listening'
  afterFirstScreen(() => {
    dataset.copy = 'taken'
    // Presses from before the code are repeated in their order: of two answers the first counts.
    const pressed = [...root.querySelectorAll<HTMLElement>('[data-pressed]')]
    for (const button of pressed.sort((a, b) => Number(a.dataset.pressed) - Number(b.dataset.pressed))) {
      delete button.dataset.pressed
      button.click()
    }
  })
}
