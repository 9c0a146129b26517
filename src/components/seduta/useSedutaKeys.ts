import { useHotkeys } from 'react-hotkeys-hook'

type KeyHandler = (e: KeyboardEvent) => void

/** Effects of the keys of a sitting; each kind of sitting has its own. */
export type SedutaKeys = {
  /** Answers at a place of the screen, by a letter or a digit. */
  onLetter: (place: number, withShift: boolean) => void
  /** Handlers of further keys, by the name of the key. */
  others: Readonly<Record<string, KeyHandler>>
  onSpace?: KeyHandler
  /** True for keys that work with the focus in a field too. */
  inFields?: boolean
}

const LETTERS = ['a', 'b', 'c', 'd', 'e']
const DIGITS = ['1', '2', '3', '4', '5']
const never = () => undefined

/** Binds the keys of a sitting; `enabled` false turns every one off (WCAG 2.1.4). An open dialog keeps its own keys. */
export function useSedutaKeys(enabled: boolean, { onLetter, others, onSpace, inFields = false }: SedutaKeys): void {
  const options = {
    enableOnFormTags: inFields ? (['input', 'radio'] as const) : (['radio'] as const),
    ignoreEventWhen: (e: KeyboardEvent) =>
      e.repeat ||
      e.ctrlKey ||
      e.metaKey ||
      e.altKey ||
      e.defaultPrevented ||
      document.querySelector('dialog[open]') !== null,
  }
  useHotkeys(
    [...LETTERS, ...DIGITS, ...Object.keys(others)],
    (e) => {
      const key = e.key.toLowerCase()
      if (LETTERS.includes(key)) onLetter(LETTERS.indexOf(key), e.shiftKey)
      else if (DIGITS.includes(key)) onLetter(DIGITS.indexOf(key), false)
      else others[key]?.(e)
    },
    { ...options, enabled, useKey: true, ignoreModifiers: true, splitKey: '&' },
  )
  useHotkeys('space', onSpace ?? never, { ...options, enabled: enabled && onSpace !== undefined })
}
