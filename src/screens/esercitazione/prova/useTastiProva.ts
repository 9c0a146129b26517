import { useHotkeys } from 'react-hotkeys-hook'

export type ComandiProva = {
  onLettera: (posto: number) => void
  onPrecedente: () => void
  onProssima: () => void
  onRivedi: () => void
  /** Strikes out the answer that has the focus. */
  onBarra: (posto: number) => void
  onCancella: () => void
  onAiuto: () => void
}

const LETTERE = ['a', 'b', 'c', 'd', 'e']
const CIFRE = ['1', '2', '3', '4', '5']
const ALTRI = ['f', 'x', '?', 'delete', 'backspace', 'arrowleft', 'arrowright']

/** The place of the answer that has the focus; null when none has. */
const postoQui = (): number | null => {
  const radio = document.activeElement?.closest('[data-posto]')
  return radio instanceof HTMLElement ? Number(radio.dataset.posto) : null
}
/** The sheet has arrows of its own. */
const inFoglio = (nodo: EventTarget | null): boolean =>
  nodo instanceof Element && nodo.closest('[role="grid"]') !== null

/** The keys of a trial; `attivi` false turns every one off (WCAG 2.1.4). An open dialog keeps its own. */
export function useTastiProva(attivi: boolean, c: ComandiProva): void {
  useHotkeys(
    [...LETTERE, ...CIFRE, ...ALTRI],
    (e) => {
      const tasto = e.key.toLowerCase()
      if (LETTERE.includes(tasto)) c.onLettera(LETTERE.indexOf(tasto))
      else if (CIFRE.includes(tasto)) c.onLettera(CIFRE.indexOf(tasto))
      else if (tasto === 'f') c.onRivedi()
      else if (tasto === 'x') {
        const posto = postoQui()
        if (posto !== null) c.onBarra(posto)
      } else if (tasto === '?') c.onAiuto()
      else if (tasto === 'delete' || tasto === 'backspace') c.onCancella()
      else if (tasto === 'arrowleft' && !inFoglio(e.target)) c.onPrecedente()
      else if (tasto === 'arrowright' && !inFoglio(e.target)) c.onProssima()
    },
    {
      enabled: attivi,
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
