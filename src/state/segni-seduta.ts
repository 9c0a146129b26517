import { proxy } from 'valtio'
import type { Segno } from '#contract/segni'
import { showGuasto } from './avvisi.ts'
import { gather, onNovita } from './novita.ts'
import { onArchivio } from './scrittura.ts'

type Marche = Omit<Segno, 'indice'>
const SENZA: Marche = { da_rivedere: false, escluse: 0 }

/** What the person marks in the sitting on screen beside the answers: to be seen again, options struck out. */
export const segni = proxy({ id: '', per_posto: {} as Record<number, Marche> })

export const segnoDi = (per_posto: Readonly<Record<number, Marche>>, indice: number): Marche =>
  per_posto[indice] ?? SENZA

/** Whether the option at a printed position is struck out. */
export const isEsclusa = ({ escluse }: Marche, posizione: number): boolean => (escluse & (1 << (posizione - 1))) !== 0

/** Reads the marks of a sitting; without them it can be practised all the same. */
export async function loadSegni(id: string): Promise<void> {
  segni.id = id
  segni.per_posto = {}
  const letti = await onArchivio((db) => db.readSegni({ id }))
  if (!letti.ok || segni.id !== id) return
  show(letti.value)
}

function show(letti: readonly Segno[]): void {
  segni.per_posto = Object.fromEntries(letti.map(({ indice, ...marche }) => [indice, marche]))
}

/** Marks on their way to the store: what is read meanwhile may not have them, and is read again after. */
let in_volo = 0
let di_nuovo = false

/** The same practice in another tab. */
const follow = gather(async () => {
  const { id } = segni
  const letti = await onArchivio((db) => db.readSegni({ id }))
  di_nuovo = in_volo > 0
  if (letti.ok && segni.id === id && !di_nuovo) show(letti.value)
})
onNovita((n) => {
  if (n.tipo === 'segni' && n.id === segni.id) follow()
})

async function keep(indice: number, marche: Marche): Promise<void> {
  const { id } = segni
  const prima = segnoDi(segni.per_posto, indice)
  segni.per_posto[indice] = marche
  in_volo++
  const esito = await onArchivio((db) => db.saveSegno({ id, indice, ...marche }))
  in_volo--
  if (di_nuovo && in_volo === 0) follow()
  if (esito.ok || segni.id !== id) return
  segni.per_posto[indice] = prima
  showGuasto(esito.error, { riprova: () => void (segni.id === id && keep(indice, marche)) })
}

/** Puts a place aside to be seen again, or takes it back. */
export function toggleRivedere(indice: number): Promise<void> {
  const prima = segnoDi(segni.per_posto, indice)
  return keep(indice, { ...prima, da_rivedere: !prima.da_rivedere })
}

/** Strikes an option out by its printed position, or restores it. */
export function toggleEsclusa(indice: number, posizione: number): Promise<void> {
  const prima = segnoDi(segni.per_posto, indice)
  return keep(indice, { ...prima, escluse: prima.escluse ^ (1 << (posizione - 1)) })
}
