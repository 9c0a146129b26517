/** Asks before a screen is left; `go` leaves it. */
type Guard = (go: () => void) => void

/** Holds the screen that asks before it is left, and its address. */
const held: { guard: Guard | null; here: string } = { guard: null, here: '' }

/** Sets the guard that asks before the screen of this address is left; null for none. */
export const guardLeaving = (next: Guard | null): void => {
  held.guard = next
  held.here = next ? location.href : ''
}

/** Navigates, or has the screen with unsaved changes ask first. */
export const leaveBy = (go: () => void): void => (held.guard ? held.guard(go) : go())

/**
 * Has Back and Forward ask too. Runs before the router is mounted: listeners of a window run in the order in which they were
 * added, and the router must not see the step. The guarded address stands again, one step after the other.
 */
export const guardHistory = (): void =>
  addEventListener('popstate', (event) => {
    if (!held.guard) return
    event.stopImmediatePropagation()
    history.pushState(null, '', held.here)
    held.guard(() => history.back())
  })
