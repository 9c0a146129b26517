import { proxy, ref, snapshot } from 'valtio'
import type { FiltroRicerca, FiltroSalvato, Ordine } from '#contract/database'
import type { Result } from '#contract/result'
import { showGuasto, showToast } from './avvisi.ts'
import { onCambioUtente } from './credenziale.ts'
import { newId } from './identita.ts'
import { onNovita } from './novita.ts'
import { oraIso } from './rete.ts'
import { onArchivio } from './scrittura.ts'

/** Searches that the person keeps, by name. */
export const salvati = proxy({ elenco: [] as FiltroSalvato[], letti: false })
onCambioUtente(() => Object.assign(salvati, { elenco: [], letti: false }))

function show(esito: Result<FiltroSalvato[]>, riprova: () => void): boolean {
  if (!esito.ok) {
    showGuasto(esito.error, { riprova })
    return false
  }
  salvati.elenco = esito.value.map((f) => ref(f))
  salvati.letti = true
  return true
}

export async function loadFiltri(): Promise<void> {
  const esito = await onArchivio((db) => db.listFiltri())
  // Nothing else of the screen waits for them: a store that does not open says so by itself.
  if (esito.ok) show(esito, () => undefined)
}

onNovita(({ tipo }) => {
  if (tipo === 'filtri' && salvati.letti) void loadFiltri()
})

const sameName = (a: string, b: string) => a.trim().localeCompare(b.trim(), 'it', { sensitivity: 'accent' }) === 0

/** The one that already has this name: keeping a search under it replaces that one. */
export const findFiltro = (nome: string): FiltroSalvato | null =>
  (snapshot(salvati).elenco.find((f) => sameName(f.nome, nome)) as FiltroSalvato | undefined) ?? null

/** Keeps a search under a name, in the place of the one that has it. */
export async function saveFiltro(nome: string, filtro: FiltroRicerca, ordine: Ordine): Promise<boolean> {
  const nuovo = { id: findFiltro(nome)?.id ?? newId(), nome, filtro, ordine, creato: oraIso() }
  return write(nuovo)
}

export const renameFiltro = (filtro: FiltroSalvato, nome: string): Promise<boolean> => write({ ...filtro, nome })

async function write(filtro: FiltroSalvato): Promise<boolean> {
  const esito = await onArchivio((db) => db.saveFiltro(filtro))
  return show(esito, () => void write(filtro))
}

/** Deletes at once; the toast puts it back as it was. */
export async function deleteFiltro(filtro: FiltroSalvato, detto: string): Promise<void> {
  const esito = await onArchivio((db) => db.deleteFiltro({ id: filtro.id }))
  if (show(esito, () => void deleteFiltro(filtro, detto)))
    showToast({ testo: detto, annulla: () => void write({ ...filtro, nome: freeName(filtro.nome) }) })
}

/** The name, or with a number after it when another search has taken it meanwhile. */
function freeName(nome: string): string {
  let libero = nome
  for (let n = 2; findFiltro(libero); n++) libero = `${nome} (${n})`
  return libero
}
