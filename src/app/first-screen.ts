const screen: { here: boolean; waiting: (() => void)[] } = { here: false, waiting: [] }

/** The first screen of this visit is drawn: what waited for it starts. */
export function tellFirstScreen(): void {
  if (screen.here) return
  screen.here = true
  for (const start of screen.waiting.splice(0)) setTimeout(start)
}

/** Starts something that the first screen does not need and that would take network and processor from it: after its code has drawn something, be it grey shapes. */
export function afterFirstScreen(start: () => void): void {
  if (screen.here) start()
  else screen.waiting.push(start)
}
