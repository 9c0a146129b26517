import { proxy, ref, snapshot } from 'valtio'
import type { ModelloProva } from '#contract/prova'
import type { Result } from '#contract/result'
import { showGuasto, showToast } from './avvisi.ts'
import { onCambioUtente } from './credenziale.ts'
import { newId } from './identita.ts'
import { onNovita } from './novita.ts'
import { oraIso } from './rete.ts'
import { onArchivio } from './scrittura.ts'

/** Trials that the person keeps to sit again, by name. */
export const modelli = proxy({ elenco: [] as ModelloProva[], letti: false })
onCambioUtente(() => Object.assign(modelli, { elenco: [], letti: false }))

function show(esito: Result<ModelloProva[]>, riprova: () => void): boolean {
  if (!esito.ok) {
    showGuasto(esito.error, { riprova })
    return false
  }
  modelli.elenco = esito.value.map((m) => ref(m))
  modelli.letti = true
  return true
}

export async function loadModelli(): Promise<void> {
  const esito = await onArchivio((db) => db.listModelli())
  if (esito.ok) show(esito, () => undefined)
}

onNovita(({ tipo }) => {
  if (tipo === 'modelli' && modelli.letti) void loadModelli()
})

const sameName = (a: string, b: string) => a.trim().localeCompare(b.trim(), 'it', { sensitivity: 'accent' }) === 0

/** The one that already has this name: keeping another under it replaces it. */
export const findModello = (nome: string): ModelloProva | null =>
  (snapshot(modelli).elenco.find((m) => sameName(m.nome, nome)) as ModelloProva | undefined) ?? null

/** Keeps a form under a name, in the place of the one that has it. */
export const keepModello = (nome: string, dati: unknown): Promise<boolean> =>
  write({ id: findModello(nome)?.id ?? newId(), nome, dati, creato: oraIso() })

export const renameModello = (modello: ModelloProva, nome: string): Promise<boolean> => write({ ...modello, nome })

async function write(modello: ModelloProva): Promise<boolean> {
  const esito = await onArchivio((db) => db.saveModello(modello))
  return show(esito, () => void write(modello))
}

/** Deletes at once; the toast puts it back as it was. */
export async function deleteModello(modello: ModelloProva, detto: string): Promise<void> {
  const esito = await onArchivio((db) => db.deleteModello({ id: modello.id }))
  if (show(esito, () => void deleteModello(modello, detto)))
    showToast({ testo: detto, annulla: () => void write(modello) })
}
