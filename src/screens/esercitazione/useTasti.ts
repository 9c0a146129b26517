import { useHotkeys } from 'react-hotkeys-hook'

export type Comandi = {
  /** `barra`: with Shift the option is struck out instead of answered. */
  onLettera: (indice: number, barra: boolean) => void
  onPrecedente: () => void
  /** With the arrow the last question stays where it is; Enter goes on to the end. */
  onProssima: (conFreccia: boolean) => void
  onStella: () => void
  onRivedere: () => void
  onNota: () => void
  onSpiegazione: () => void
  onLivello: (verso: 1 | -1) => void
  onAnnulla: () => void
  onPausa: () => void
  onAiuto: () => void
}

const LETTERE = ['a', 'b', 'c', 'd', 'e']
const CIFRE = ['1', '2', '3', '4', '5']
const ALTRI = ['p', 'f', 'n', 's', 'u', '+', '-', '?', 'enter', 'arrowleft', 'arrowright']

/** What handles Enter and the space bar by itself. */
const isComando = (nodo: EventTarget | null): boolean =>
  nodo instanceof Element && nodo.closest('button, a, input, summary, [role="menuitem"]') !== null
const isScelta = (nodo: EventTarget | null): boolean => nodo instanceof HTMLInputElement && nodo.type === 'radio'
/** An answer already given does nothing on Enter and on the space bar: the way on, or the pause, is meant. */
const isData = (nodo: EventTarget | null): boolean =>
  nodo instanceof Element && nodo.closest('[role="radio"][aria-disabled]') !== null

/** The keys of the exercise; `attivi` false turns every one off (WCAG 2.1.4). An open dialog keeps its own. */
export function useTasti(attivi: boolean, c: Comandi): void {
  const opzioni = {
    enabled: attivi,
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
    [...LETTERE, ...CIFRE, ...ALTRI],
    (e) => {
      const tasto = e.key.toLowerCase()
      if (LETTERE.includes(tasto)) c.onLettera(LETTERE.indexOf(tasto), e.shiftKey)
      else if (CIFRE.includes(tasto)) c.onLettera(CIFRE.indexOf(tasto), false)
      else if (tasto === 'p') c.onStella()
      else if (tasto === 'f') c.onRivedere()
      else if (tasto === 'n') {
        // The letter itself must not be the first of the note.
        e.preventDefault()
        c.onNota()
      } else if (tasto === 's') c.onSpiegazione()
      else if (tasto === 'u') c.onAnnulla()
      else if (tasto === '+') c.onLivello(1)
      else if (tasto === '-') c.onLivello(-1)
      else if (tasto === '?') c.onAiuto()
      else if (tasto === 'enter' && (!isComando(e.target) || isData(e.target))) {
        e.preventDefault()
        c.onProssima(false)
      } else if (tasto === 'arrowleft' && !isScelta(e.target)) c.onPrecedente()
      else if (tasto === 'arrowright' && !isScelta(e.target)) c.onProssima(true)
    },
    { ...opzioni, useKey: true, ignoreModifiers: true, splitKey: '&' },
  )
  useHotkeys(
    'space',
    (e) => {
      if (isComando(e.target) && !isData(e.target)) return
      e.preventDefault()
      c.onPausa()
    },
    opzioni,
  )
}
