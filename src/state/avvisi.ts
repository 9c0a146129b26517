import { proxy, ref } from 'valtio'
import type { Guasto } from '#contract/result'

/** What a way out of the dialog does; the names are those of text/errori. */
export type Vie = Readonly<Record<string, () => void>>
type Toast = { id: number; testo: string; annulla?: () => void; fine?: () => void }

/** Failures wait their turn for the dialog 'Attenzione'; one toast is shown at a time. */
export const avvisi = proxy({
  attenzione: [] as { id: number; guasto: Guasto; vie: Vie }[],
  toast: null as { id: number; testo: string; azioni: { annulla?: () => void; fine?: () => void } } | null,
})

let prossimo = 1

/** Shows a failure in the dialog; the same code is not queued twice. */
export function showGuasto(guasto: Guasto, vie: Vie = {}): void {
  if (avvisi.attenzione.some((a) => a.guasto.codice === guasto.codice)) return
  avvisi.attenzione.push({ id: prossimo++, guasto: ref(guasto), vie: ref(vie) })
}

/** The same of a write: where the dialog tells one of its kind already, trying again does both. Closed without, neither is done. */
export function showNonScritta(guasto: Guasto, riprova: () => void): void {
  const gia = avvisi.attenzione.find((a) => a.guasto.codice === guasto.codice)
  if (!gia) {
    showGuasto(guasto, { riprova })
    return
  }
  const prima = gia.vie.riprova
  const tutte = () => {
    prima?.()
    riprova()
  }
  Object.assign(gia, { vie: ref({ ...gia.vie, riprova: tutte }) })
}

export function closeGuasto(): void {
  avvisi.attenzione.shift()
}

/** Shows a short notice. `fine` runs when time is over, `annulla` when the person takes it back: exactly one of them. */
export function showToast({ testo, annulla, fine }: Omit<Toast, 'id'>): void {
  avvisi.toast?.azioni.fine?.()
  const azioni = ref({ ...(annulla && { annulla }), ...(fine && { fine }) })
  avvisi.toast = { id: prossimo++, testo, azioni }
}

/** Ends the toast; `annullato` when its button was pressed. */
export function closeToast(annullato: boolean): void {
  const toast = avvisi.toast
  avvisi.toast = null
  if (annullato) toast?.azioni.annulla?.()
  else toast?.azioni.fine?.()
}
