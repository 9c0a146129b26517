import type { StoreChange } from '#contract/tabs'

const listeners = new Set<(n: StoreChange) => void>()
const ownerListeners = new Set<() => void>()

/**
 * Whoever shows something of the store hears here what another tab changed in it, and shows it without a reload.
 *
 * @param signal ends it; the same listener is heard once
 */
export function onStoreChange(f: (n: StoreChange) => void, signal?: AbortSignal): void {
  if (listeners.has(f)) return
  listeners.add(f)
  signal?.addEventListener('abort', () => listeners.delete(f), { once: true })
}

/** Another tab owns the store now: what the one before had under way is gone, or begins again. */
export const onOwnerChange = (f: () => void): void => void ownerListeners.add(f)

const WITHOUT_FIGURES: ReadonlySet<StoreChange['tipo']> = new Set([
  'scarico',
  'filtri',
  'impostazioni',
  'inviate',
  'modelli',
  'nota',
  'segni',
])
/** Levels, favourites or banks may be others now. */
export const changesFigures = ({ tipo }: StoreChange): boolean => !WITHOUT_FIGURES.has(tipo)

export function tellStoreChange(n: StoreChange): void {
  for (const f of listeners) f(n)
}

export function tellOwnerChange(): void {
  for (const f of ownerListeners) f()
}

/** Least pause between two runs for changes that follow each other, milliseconds. */
const PAUSE_MS = 250

/** Runs at once, and once more after a pause for whatever came meanwhile; never twice at a time. */
export function coalesce(f: () => Promise<unknown>): () => void {
  let running = false
  let again = false
  return async () => {
    again = true
    if (running) return
    running = true
    while (again) {
      again = false
      await f()
      await new Promise((r) => setTimeout(r, PAUSE_MS))
    }
    running = false
  }
}
