import { useEffect, useRef } from 'react'

export type ModeCommands = {
  next: () => void
  previous: () => void
  star: () => void
  /** Replaces the way on. */
  space?: () => void
  letter?: (indice: number) => void
  undo?: () => void
}

const isControl = (node: EventTarget | null): boolean =>
  node instanceof Element && node.closest('button, a, input, textarea, select, summary') !== null

/** Keys of a mode, space and arrows for the way on, P for the star. Dialogs, modifiers and fields turn them off. */
export function useModeKeys(enabled: boolean, commands: ModeCommands): void {
  const c = useRef(commands)
  c.current = commands
  useEffect(() => {
    if (!enabled) return
    const press = (e: KeyboardEvent) => {
      if (e.repeat || e.ctrlKey || e.metaKey || e.altKey || e.defaultPrevented) return
      if (document.querySelector('dialog[open]') || e.target instanceof HTMLInputElement) return
      const key = e.key.toLowerCase()
      const { next, previous, star, space, letter, undo } = c.current
      const indice = /^[1-5]$/.test(key) ? Number(key) - 1 : 'abcde'.indexOf(key)
      if (key === ' ' || key === 'enter') {
        if (isControl(e.target)) return
        e.preventDefault()
        if (key === ' ' && space) space()
        else next()
      } else if (key === 'arrowright') next()
      else if (key === 'arrowleft') previous()
      else if (key === 'p') star()
      else if (key === 'u') undo?.()
      else if (key.length === 1 && indice >= 0) letter?.(indice)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [enabled])
}
