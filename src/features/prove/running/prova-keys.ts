import type { SedutaKeys } from '../../../components/seduta/useSedutaKeys.ts'

export type ProvaCommands = {
  onLetter: (place: number) => void
  onPrevious: () => void
  onNext: () => void
  onReview: () => void
  /** Strikes out the answer that has the focus. */
  onStrikeOut: (place: number) => void
  onErase: () => void
  onHelp: () => void
}

/** The place of the answer that has the focus; null when none has. */
const focusedPlace = (): number | null => {
  const radio = document.activeElement?.closest('[data-posto]')
  return radio instanceof HTMLElement ? Number(radio.dataset.posto) : null
}
/** The sheet has arrows of its own. */
const outsideSheet = (handle: () => void) => (e: KeyboardEvent) => {
  if (!(e.target instanceof Element && e.target.closest('[role="grid"]'))) handle()
}

/** The keys of a trial. */
export const provaKeys = (c: ProvaCommands): SedutaKeys => ({
  onLetter: c.onLetter,
  others: {
    f: c.onReview,
    x: () => {
      const place = focusedPlace()
      if (place !== null) c.onStrikeOut(place)
    },
    '?': c.onHelp,
    delete: c.onErase,
    backspace: c.onErase,
    arrowleft: outsideSheet(c.onPrevious),
    arrowright: outsideSheet(c.onNext),
  },
})
