import type { StoreChange } from '#contract/tabs'

const ascoltatori = new Set<(n: StoreChange) => void>()
const cambi = new Set<() => void>()

/** Whoever shows something of the store hears here what another tab changed in it, and shows it without a reload. */
export const onNovita = (f: (n: StoreChange) => void): void => void ascoltatori.add(f)

/** Another tab owns the store now: what the one before had under way is gone, or begins again. */
export const onCambioProprietario = (f: () => void): void => void cambi.add(f)

const SENZA_CIFRE: ReadonlySet<StoreChange['tipo']> = new Set([
  'scarico',
  'filtri',
  'inviate',
  'modelli',
  'nota',
  'segni',
])
/** Levels, favourites or banks may be others now. */
export const changesCifre = ({ tipo }: StoreChange): boolean => !SENZA_CIFRE.has(tipo)

export function tellNovita(n: StoreChange): void {
  for (const f of ascoltatori) f(n)
}

export function tellCambioProprietario(): void {
  for (const f of cambi) f()
}

/** Least pause between two runs for changes that follow each other, milliseconds. */
const PAUSA_MS = 250

/** Runs at once, and once more after a pause for whatever came meanwhile; never twice at a time. */
export function gather(f: () => Promise<unknown>): () => void {
  let inCorso = false
  let ancora = false
  return async () => {
    ancora = true
    if (inCorso) return
    inCorso = true
    while (ancora) {
      ancora = false
      await f()
      await new Promise((r) => setTimeout(r, PAUSA_MS))
    }
    inCorso = false
  }
}
