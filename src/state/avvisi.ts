import { proxy, ref } from 'valtio'
import type { Failure } from '#contract/result'
import { chi, onCambioUtente } from './credenziale.ts'

/** What a way out of the dialog does; the names are those of text/errori. */
export type Vie = Readonly<Record<string, () => void>>
type Toast = { id: number; testo: string; annulla?: () => void; fine?: () => void }
/** `di`: who was signed in; what it offers is of that account. `scrittura`: it stands for writes that failed. */
type Attenzione = { id: number; guasto: Failure; vie: Vie; di: number | null; scrittura: boolean }

/** Failures wait their turn for the dialog 'Attenzione'; one toast is shown at a time. */
export const avvisi = proxy({
  attenzione: [] as Attenzione[],
  toast: null as { id: number; testo: string; azioni: Pick<Toast, 'annulla' | 'fine'>; di: number | null } | null,
})

let prossimo = 1
/** Whose call failed: an account that leaves makes those under way fail, and is gone by then. */
const autori = new WeakMap<Failure, number | null>()
export const setAutore = (guasto: Failure, di: number | null): void => void autori.set(guasto, di)

// Another account signed in, here or in another tab: what was to be tried again or taken back was not its own.
const isSuo = ({ di }: { di: number | null }) => di === null || chi() === null || di === chi()
onCambioUtente(() => {
  avvisi.attenzione = avvisi.attenzione.filter(isSuo)
  if (avvisi.toast && !isSuo(avvisi.toast)) avvisi.toast = null
})

function push(guasto: Failure, vie: Vie, scrittura: boolean): void {
  const di = autori.has(guasto) ? (autori.get(guasto) ?? null) : chi()
  if (isSuo({ di })) avvisi.attenzione.push({ id: prossimo++, guasto: ref(guasto), vie: ref(vie), di, scrittura })
}

/** Shows a failure in the dialog; the same code is not queued twice. */
export function showGuasto(guasto: Failure, vie: Vie = {}): void {
  if (!avvisi.attenzione.some((a) => a.guasto.codice === guasto.codice)) push(guasto, vie, false)
}

/** The same of a write: where the dialog tells one of its kind already, trying again does both. Closed without, neither is done. */
export function showNonScritta(guasto: Failure, riprova: () => void): void {
  // A read that failed has the same code and another sentence.
  const gia = avvisi.attenzione.find((a) => a.scrittura && a.guasto.codice === guasto.codice)
  if (!gia) {
    push(guasto, { riprova }, true)
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

/** Shows a short notice. `fine` runs when time is over, `annulla` when the person takes it back: one of them, none when another account signs in. */
export function showToast({ testo, annulla, fine }: Omit<Toast, 'id'>): void {
  avvisi.toast?.azioni.fine?.()
  const azioni = ref({ ...(annulla && { annulla }), ...(fine && { fine }) })
  avvisi.toast = { id: prossimo++, testo, azioni, di: chi() }
}

/** Ends the toast; `annullato` when its button was pressed. */
export function closeToast(annullato: boolean): void {
  const toast = avvisi.toast
  avvisi.toast = null
  if (annullato) toast?.azioni.annulla?.()
  else toast?.azioni.fine?.()
}
