import type { NewSeduta, Seduta, SedutaSummary, TipoSeduta } from '#contract/database'
import type { Chiave } from '#contract/domanda'
import { ok, type Result } from '#contract/result'
import { nowIso } from '../platform/network.ts'
import { onStore } from '../store/on-store.ts'
import { startSeduta } from './banca-state.ts'

/** Sittings that are no exercise: nothing is answered there (D22), or keys are given instead (D17). */
export type SedutaMode = Extract<TipoSeduta, 'LETTA' | 'ASCOLTATA' | 'ASSEGNA_RISPOSTE'>
export const isMode = (tipo: TipoSeduta): tipo is SedutaMode =>
  tipo === 'LETTA' || tipo === 'ASCOLTATA' || tipo === 'ASSEGNA_RISPOSTE'

/** Where the questions without an official key are: those of nobody, and those that the person gave one. */
const UNASSIGNED: readonly Chiave[] = ['assente', 'utente']

/** Questions of a bank whose key is the person's to give; 0 also when the store does not answer: nothing is offered then. */
export async function countUnassigned(id_concorso: number): Promise<number> {
  const filtro = { id_concorso, chiavi: UNASSIGNED }
  const result = await onStore((db) => db.countDomande({ filtro }))
  return result.ok ? result.value.totale : 0
}

type ModeRequest = Pick<NewSeduta, 'filtro' | 'ordine'> & { tipo: SedutaMode }

const same = (a: SedutaSummary, { filtro, ordine }: ModeRequest): boolean => {
  const sorted = (f: object) => JSON.stringify(Object.entries(f).sort(([x], [y]) => (x < y ? -1 : 1)))
  return a.ordine === ordine && sorted(a.filtro) === sorted(filtro)
}

/**
 * Reading, listening or keys over what a filter leaves: goes on where the same was left open, else begins. NESSUNA_DOMANDA when
 * nothing is left.
 */
export async function startMode(asked: ModeRequest): Promise<Result<Pick<Seduta, 'id' | 'id_concorso' | 'tipo'>>> {
  const { id_concorso } = asked.filtro
  const openSedute = await onStore((db) => db.listAperte({ id_concorso }))
  const openSeduta = openSedute.ok ? openSedute.value.find((a) => a.tipo === asked.tipo) : undefined
  if (openSeduta && same(openSeduta, asked)) {
    const { id, tipo } = openSeduta
    const resumed = await onStore((db) => db.updateSeduta({ id, stato: 'in_corso', at: nowIso() }))
    return resumed.ok ? ok({ id, id_concorso, tipo }) : resumed
  }
  return startSeduta({ ...asked, mescola: false, avanti_da_sola: false })
}

/** Starts, or goes on with, giving the keys that a bank has not. */
export const startAssign = (id_concorso: number) =>
  startMode({ filtro: { id_concorso, chiavi: UNASSIGNED }, ordine: 'UFFICIALE', tipo: 'ASSEGNA_RISPOSTE' })
