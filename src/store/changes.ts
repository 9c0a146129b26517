import type { StoreChange } from '#contract/tabs'
import { accountMemory } from '../session/account.ts'

const listeners = new Set<(n: StoreChange) => void>()
const ownerListeners = new Set<() => void>()

/**
 * Calls `f` for every change by another tab, so that a screen shows the change without a reload.
 *
 * @param signal ends it; a listener registered twice is called once
 */
export function onStoreChange(f: (n: StoreChange) => void, signal?: AbortSignal): void {
  if (listeners.has(f)) return
  listeners.add(f)
  signal?.addEventListener('abort', () => listeners.delete(f), { once: true })
}

/** Calls `f` when the owner of the store changes. Work under way in the owner before is lost, or begins again. */
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
/** Returns true when levels, favourites or banks may have changed. */
export const changesFigures = ({ tipo }: StoreChange): boolean => !WITHOUT_FIGURES.has(tipo)

/** Changes before the visit's followers were loaded: the newest of each kind and bank. */
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

/** Registers the followers of the whole visit, and passes them the earlier changes too. */
export function followStoreChanges(followers: readonly ((n: StoreChange) => void)[]): void {
  visit.followed = true
  for (const f of followers) {
    onStoreChange(f)
    for (const n of early.held.values()) f(n)
  }
  early.held.clear()
}

/** Least pause between two runs for consecutive changes, in ms. */
const PAUSE_MS = 250

/** Runs at once, and once more after a pause for the calls made meanwhile; never twice at a time. */
export function coalesce(f: () => Promise<unknown>): () => void {
  let running = false
  let again = false
  return async () => {
    again = true
    if (running) return
    running = true
    while (again) {
      again = false
      // Log a failed run and go on with later changes.
      await f().catch((e: unknown) => console.error(e))
      await new Promise((r) => setTimeout(r, PAUSE_MS))
    }
    running = false
  }
}
