const screen: { here: boolean; waiting: (() => void)[] } = { here: false, waiting: [] }

/** Marks the first screen of this visit as drawn, and starts the waiting work. */
export function tellFirstScreen(): void {
  if (screen.here) return
  screen.here = true
  for (const start of screen.waiting.splice(0)) setTimeout(start)
}

/**
 * Starts work that the first screen does not need and that would compete with it for network and processor. The work waits until
 * the screen's code has drawn something, be it grey shapes.
 */
export function afterFirstScreen(start: () => void): void {
  if (screen.here) start()
  else screen.waiting.push(start)
}
