import type { SedutaKeys } from '../../../components/seduta/useSedutaKeys.ts'

export type ExerciseCommands = {
  /** Answers with an option, or strikes it out when `bar` is true, with Shift. */
  onLetter: (indice: number, bar: boolean) => void
  onPrevious: () => void
  /** Goes on. With the arrow the last question stays; Enter goes on to the end. */
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

/** Returns true for an element that handles Enter and the space bar by itself. */
const isControl = (node: EventTarget | null): boolean =>
  node instanceof Element && node.closest('button, a, input, summary, [role="menuitem"]') !== null
const isRadio = (node: EventTarget | null): boolean => node instanceof HTMLInputElement && node.type === 'radio'
/** Returns true for an answered option, where Enter and the space bar mean the way on or the pause. */
const isAnswered = (node: EventTarget | null): boolean =>
  node instanceof Element && node.closest('[role="radio"][aria-disabled]') !== null

/** Runs the command where the key has no effect of its own. */
const unlessControl = (handle: () => void) => (e: KeyboardEvent) => {
  if (isControl(e.target) && !isAnswered(e.target)) return
  e.preventDefault()
  handle()
}
const unlessRadio = (handle: () => void) => (e: KeyboardEvent) => {
  if (!isRadio(e.target)) handle()
}

/** Keys of the exercise. */
export const exerciseKeys = (c: ExerciseCommands): SedutaKeys => ({
  inFields: true,
  onLetter: c.onLetter,
  others: {
    p: c.onStar,
    f: c.onReview,
    n: (e) => {
      // Drop the letter, which would be the first of the note.
      e.preventDefault()
      c.onNota()
    },
    s: c.onSpiegazione,
    u: c.onUndo,
    '+': () => c.onLivello(1),
    '-': () => c.onLivello(-1),
    '?': c.onHelp,
    enter: unlessControl(() => c.onNext(false)),
    arrowleft: unlessRadio(c.onPrevious),
    arrowright: unlessRadio(() => c.onNext(true)),
  },
  onSpace: unlessControl(c.onPause),
})
