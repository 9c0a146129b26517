import { useHotkeys } from 'react-hotkeys-hook'

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

const LETTERS = ['a', 'b', 'c', 'd', 'e']
const DIGITS = ['1', '2', '3', '4', '5']
const OTHER_KEYS = ['f', 'x', '?', 'delete', 'backspace', 'arrowleft', 'arrowright']

/** The place of the answer that has the focus; null when none has. */
const focusedPlace = (): number | null => {
  const radio = document.activeElement?.closest('[data-posto]')
  return radio instanceof HTMLElement ? Number(radio.dataset.posto) : null
}
/** The sheet has arrows of its own. */
const inSheet = (node: EventTarget | null): boolean => node instanceof Element && node.closest('[role="grid"]') !== null

/** The keys of a trial; `attivi` false turns every one off (WCAG 2.1.4). An open dialog keeps its own. */
export function useProvaKeys(enabled: boolean, c: ProvaCommands): void {
  useHotkeys(
    [...LETTERS, ...DIGITS, ...OTHER_KEYS],
    (e) => {
      const key = e.key.toLowerCase()
      if (LETTERS.includes(key)) c.onLetter(LETTERS.indexOf(key))
      else if (DIGITS.includes(key)) c.onLetter(DIGITS.indexOf(key))
      else if (key === 'f') c.onReview()
      else if (key === 'x') {
        const place = focusedPlace()
        if (place !== null) c.onStrikeOut(place)
      } else if (key === '?') c.onHelp()
      else if (key === 'delete' || key === 'backspace') c.onErase()
      else if (key === 'arrowleft' && !inSheet(e.target)) c.onPrevious()
      else if (key === 'arrowright' && !inSheet(e.target)) c.onNext()
    },
    {
      enabled: enabled,
      enableOnFormTags: ['radio'],
      ignoreEventWhen: (e: KeyboardEvent) =>
        e.repeat ||
        e.ctrlKey ||
        e.metaKey ||
        e.altKey ||
        e.defaultPrevented ||
        document.querySelector('dialog[open]') !== null,
      useKey: true,
      ignoreModifiers: true,
      splitKey: '&',
    },
  )
}
