import { ref, snapshot } from 'valtio'
import type { Database } from '#contract/database'
import type { Result } from '#contract/result'
import type { StoreChange } from '#contract/tabs'
import { newId } from '../platform/ids.ts'
import { nowIso } from '../platform/network.ts'
import { accountSignal, accountState } from '../session/account.ts'
import { showError, showToast } from '../session/notices.ts'
import { onStoreChange } from './changes.ts'
import { onStore } from './on-store.ts'

type Named = { id: string; nome: string; creato: string }
type NamedStore<T> = {
  /** The store's name for a change of this list. */
  tipo: StoreChange['tipo']
  list: (db: Database) => Promise<Result<T[]>>
  save: (db: Database, item: T) => Promise<Result<T[]>>
  remove: (db: Database, id: string) => Promise<Result<T[]>>
  /** Returns the item to write when a deletion is undone; the unchanged item by default. */
  restored?: (item: T) => T
  /** Called when an item was kept, renamed or deleted here. */
  changed: () => void
}

const sameName = (a: string, b: string) => a.trim().localeCompare(b.trim(), 'it', { sensitivity: 'accent' }) === 0

/** Creates a list of items that a person keeps by name, followed until the account leaves. Each name has one item. */
export function createNamedList<T extends Named>(store: NamedStore<T>) {
  const state = accountState(() => ({ list: [] as T[], loaded: false }))
  const show = (result: Result<T[]>, retry: () => void): boolean => {
    if (!result.ok) {
      showError(result.error, { riprova: retry })
      return false
    }
    Object.assign(state, { list: result.value.map((item) => ref(item)), loaded: true })
    onStoreChange(follow, accountSignal())
    return true
  }
  const follow = ({ tipo }: StoreChange): void => {
    if (tipo === store.tipo || tipo === 'giornale') void load()
  }
  const load = async (): Promise<void> => {
    const result = await onStore(store.list)
    // Skip a failed opening, which shows its own error. No other part of the screen waits for the list.
    if (result.ok) show(result, () => undefined)
  }
  /** Returns the item that already has this name, which a new one would replace. */
  const find = (name: string): T | null =>
    (snapshot(state).list as readonly T[]).find((item) => sameName(item.nome, name)) ?? null
  const write = async (item: T): Promise<boolean> => {
    const result = await onStore((db) => store.save(db, item))
    if (result.ok) store.changed()
    return show(result, () => void write(item))
  }
  /** Keeps an item under a name, in the place of the item that has it. */
  const keep = (name: string, rest: Omit<T, keyof Named>): Promise<boolean> =>
    write({ id: find(name)?.id ?? newId(), nome: name, ...rest, creato: nowIso() } as T)
  const rename = (item: T, name: string): Promise<boolean> => write({ ...item, nome: name })
  /** Deletes at once; the toast undoes it. */
  const remove = async (item: T, message: string): Promise<void> => {
    const result = await onStore((db) => store.remove(db, item.id))
    if (result.ok) store.changed()
    if (show(result, () => void remove(item, message)))
      showToast({ text: message, annulla: () => void write(store.restored?.(item) ?? item) })
  }
  return { state, load, find, keep, rename, remove }
}
