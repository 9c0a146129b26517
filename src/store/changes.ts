import type { StoreChange } from '#contract/tabs'
import { accountMemory } from '../session/account.ts'

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

/** What changed before the code that follows it for the whole visit had come: the newest of each kind and bank. */
const early = accountMemory(() => ({ held: new Map<string, StoreChange>() }))
const visit = { followed: false }

export function tellStoreChange(n: StoreChange): void {
  if (!visit.followed) early.held.set(`${n.tipo} ${'id_concorso' in n ? n.id_concorso : ''}`, n)
  for (const f of listeners) f(n)
}

export function tellOwnerChange(): void {
  for (const [key, { tipo }] of early.held) if (tipo === 'scarico') early.held.delete(key)
  for (const f of ownerListeners) f()
}

/** Whoever follows the store from here to the end of the visit hears what changed before, too. */
export function followStoreChanges(followers: readonly ((n: StoreChange) => void)[]): void {
  visit.followed = true
  for (const f of followers) {
    onStoreChange(f)
    for (const n of early.held.values()) f(n)
  }
  early.held.clear()
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
      // One that throws is no reason to hear nothing any more.
      await f().catch((e: unknown) => console.error(e))
      await new Promise((r) => setTimeout(r, PAUSE_MS))
    }
    running = false
  }
}
