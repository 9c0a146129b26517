import type { SedutaKeys } from '../../../components/seduta/useSedutaKeys.ts'

export type ExerciseCommands = {
  /** `bar`: with Shift the option is struck out instead of answered. */
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

/** What handles Enter and the space bar by itself. */
const isControl = (node: EventTarget | null): boolean =>
  node instanceof Element && node.closest('button, a, input, summary, [role="menuitem"]') !== null
const isRadio = (node: EventTarget | null): boolean => node instanceof HTMLInputElement && node.type === 'radio'
/** An answer already given does nothing on Enter and on the space bar: the way on, or the pause, is meant. */
const isAnswered = (node: EventTarget | null): boolean =>
  node instanceof Element && node.closest('[role="radio"][aria-disabled]') !== null

/** Does it where the key has nothing of its own to do. */
const unlessControl = (handle: () => void) => (e: KeyboardEvent) => {
  if (isControl(e.target) && !isAnswered(e.target)) return
  e.preventDefault()
  handle()
}
const unlessRadio = (handle: () => void) => (e: KeyboardEvent) => {
  if (!isRadio(e.target)) handle()
}

/** The keys of the exercise. */
export const exerciseKeys = (c: ExerciseCommands): SedutaKeys => ({
  inFields: true,
  onLetter: c.onLetter,
  others: {
    p: c.onStar,
    f: c.onReview,
    n: (e) => {
      // The letter itself must not be the first of the note.
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
