import { ref, snapshot } from 'valtio'
import type { ModelloProva } from '#contract/prova'
import type { Result } from '#contract/result'
import type { StoreChange } from '#contract/tabs'
import { newId } from '../../platform/ids.ts'
import { nowIso } from '../../platform/network.ts'
import { accountSignal, accountState } from '../../session/account.ts'
import { showError, showToast } from '../../session/notices.ts'
import { onStoreChange } from '../../store/changes.ts'
import { onStore } from '../../store/on-store.ts'

/** Trials that the person keeps to sit again, by name. */
export const modelliState = accountState(() => ({ list: [] as ModelloProva[], loaded: false }))

function show(result: Result<ModelloProva[]>, retry: () => void): boolean {
  if (!result.ok) {
    showError(result.error, { riprova: retry })
    return false
  }
  modelliState.list = result.value.map((m) => ref(m))
  modelliState.loaded = true
  onStoreChange(follow, accountSignal())
  return true
}

export async function loadModelli(): Promise<void> {
  const result = await onStore((db) => db.listModelli())
  if (result.ok) show(result, () => undefined)
}

function follow({ tipo }: StoreChange): void {
  if (tipo === 'modelli') void loadModelli()
}

const sameName = (a: string, b: string) => a.trim().localeCompare(b.trim(), 'it', { sensitivity: 'accent' }) === 0

/** The one that already has this name: keeping another under it replaces it. */
export const findModello = (name: string): ModelloProva | null =>
  (snapshot(modelliState).list.find((m) => sameName(m.nome, name)) as ModelloProva | undefined) ?? null

/** Keeps a form under a name, in the place of the one that has it. */
export const keepModello = (name: string, dati: unknown): Promise<boolean> =>
  write({ id: findModello(name)?.id ?? newId(), nome: name, dati, creato: nowIso() })

export const renameModello = (modello: ModelloProva, name: string): Promise<boolean> =>
  write({ ...modello, nome: name })

async function write(modello: ModelloProva): Promise<boolean> {
  const result = await onStore((db) => db.saveModello(modello))
  return show(result, () => void write(modello))
}

/** Deletes at once; the toast puts it back as it was. */
export async function deleteModello(modello: ModelloProva, message: string): Promise<void> {
  const result = await onStore((db) => db.deleteModello({ id: modello.id }))
  if (show(result, () => void deleteModello(modello, message)))
    showToast({ text: message, annulla: () => void write(modello) })
}
