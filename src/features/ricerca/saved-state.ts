import { ref, snapshot } from 'valtio'
import type { FiltroRicerca, FiltroSalvato, Ordine } from '#contract/database'
import type { Result } from '#contract/result'
import type { StoreChange } from '#contract/tabs'
import { newId } from '../../platform/ids.ts'
import { nowIso } from '../../platform/network.ts'
import { accountSignal, accountState } from '../../session/account.ts'
import { showError, showToast } from '../../session/notices.ts'
import { onStoreChange } from '../../store/changes.ts'
import { onStore } from '../../store/on-store.ts'

/** Searches that the person keeps, by name. */
export const savedFilters = accountState(() => ({ list: [] as FiltroSalvato[], loaded: false }))

function show(result: Result<FiltroSalvato[]>, retry: () => void): boolean {
  if (!result.ok) {
    showError(result.error, { riprova: retry })
    return false
  }
  savedFilters.list = result.value.map((f) => ref(f))
  savedFilters.loaded = true
  onStoreChange(follow, accountSignal())
  return true
}

export async function loadSavedFilters(): Promise<void> {
  const result = await onStore((db) => db.listFiltri())
  // Nothing else of the screen waits for them: a store that does not open says so by itself.
  if (result.ok) show(result, () => undefined)
}

function follow({ tipo }: StoreChange): void {
  if (tipo === 'filtri') void loadSavedFilters()
}

const sameName = (a: string, b: string) => a.trim().localeCompare(b.trim(), 'it', { sensitivity: 'accent' }) === 0

/** The one that already has this name: keeping a search under it replaces that one. */
export const findSavedFilter = (name: string): FiltroSalvato | null =>
  (snapshot(savedFilters).list.find((f) => sameName(f.nome, name)) as FiltroSalvato | undefined) ?? null

/** Keeps a search under a name, in the place of the one that has it. */
export async function saveFilter(name: string, filtro: FiltroRicerca, ordine: Ordine): Promise<boolean> {
  const next = { id: findSavedFilter(name)?.id ?? newId(), nome: name, filtro, ordine, creato: nowIso() }
  return write(next)
}

export const renameFilter = (filtro: FiltroSalvato, name: string): Promise<boolean> => write({ ...filtro, nome: name })

async function write(filtro: FiltroSalvato): Promise<boolean> {
  const result = await onStore((db) => db.saveFiltro(filtro))
  return show(result, () => void write(filtro))
}

/** Deletes at once; the toast puts it back as it was. */
export async function deleteFilter(filtro: FiltroSalvato, message: string): Promise<void> {
  const result = await onStore((db) => db.deleteFiltro({ id: filtro.id }))
  if (show(result, () => void deleteFilter(filtro, message)))
    showToast({ text: message, annulla: () => void write({ ...filtro, nome: freeName(filtro.nome) }) })
}

/** The name, or with a number after it when another search has taken it meanwhile. */
function freeName(name: string): string {
  let free = name
  for (let n = 2; findSavedFilter(free); n++) free = `${name} (${n})`
  return free
}
