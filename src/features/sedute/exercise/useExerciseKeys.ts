import { useHotkeys } from 'react-hotkeys-hook'

export type ExerciseCommands = {
  /** `barra`: with Shift the option is struck out instead of answered. */
  onLetter: (indice: number, bar: boolean) => void
  onPrevious: () => void
  /** With the arrow the last question stays where it is; Enter goes on to the end. */
  onNext: (withArrow: boolean) => void
  onStar: () => void
  onReview: () => void
  onNota: () => void
  onSpiegazione: () => void
  onLivello: (direction: 1 | -1) => void
  onUndo: () => void
  onPause: () => void
  onHelp: () => void
}

const LETTERS = ['a', 'b', 'c', 'd', 'e']
const DIGITS = ['1', '2', '3', '4', '5']
const OTHER_KEYS = ['p', 'f', 'n', 's', 'u', '+', '-', '?', 'enter', 'arrowleft', 'arrowright']

/** What handles Enter and the space bar by itself. */
const isControl = (node: EventTarget | null): boolean =>
  node instanceof Element && node.closest('button, a, input, summary, [role="menuitem"]') !== null
const isRadio = (node: EventTarget | null): boolean => node instanceof HTMLInputElement && node.type === 'radio'
/** An answer already given does nothing on Enter and on the space bar: the way on, or the pause, is meant. */
const isAnswered = (node: EventTarget | null): boolean =>
  node instanceof Element && node.closest('[role="radio"][aria-disabled]') !== null

/** The keys of the exercise; `attivi` false turns every one off (WCAG 2.1.4). An open dialog keeps its own. */
export function useExerciseKeys(enabled: boolean, c: ExerciseCommands): void {
  const options = {
    enabled: enabled,
    enableOnFormTags: ['input', 'radio'],
    ignoreEventWhen: (e: KeyboardEvent) =>
      e.repeat ||
      e.ctrlKey ||
      e.metaKey ||
      e.altKey ||
      e.defaultPrevented ||
      document.querySelector('dialog[open]') !== null,
  } as const
  useHotkeys(
    [...LETTERS, ...DIGITS, ...OTHER_KEYS],
    (e) => {
      const key = e.key.toLowerCase()
      if (LETTERS.includes(key)) c.onLetter(LETTERS.indexOf(key), e.shiftKey)
      else if (DIGITS.includes(key)) c.onLetter(DIGITS.indexOf(key), false)
      else if (key === 'p') c.onStar()
      else if (key === 'f') c.onReview()
      else if (key === 'n') {
        // The letter itself must not be the first of the note.
        e.preventDefault()
        c.onNota()
      } else if (key === 's') c.onSpiegazione()
      else if (key === 'u') c.onUndo()
      else if (key === '+') c.onLivello(1)
      else if (key === '-') c.onLivello(-1)
      else if (key === '?') c.onHelp()
      else if (key === 'enter' && (!isControl(e.target) || isAnswered(e.target))) {
        e.preventDefault()
        c.onNext(false)
      } else if (key === 'arrowleft' && !isRadio(e.target)) c.onPrevious()
      else if (key === 'arrowright' && !isRadio(e.target)) c.onNext(true)
    },
    { ...options, useKey: true, ignoreModifiers: true, splitKey: '&' },
  )
  useHotkeys(
    'space',
    (e) => {
      if (isControl(e.target) && !isAnswered(e.target)) return
      e.preventDefault()
      c.onPause()
    },
    options,
  )
}
