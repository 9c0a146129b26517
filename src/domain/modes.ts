import type { NewSeduta, Seduta, SedutaSummary, TipoSeduta } from '#contract/database'
import type { Chiave } from '#contract/domanda'
import { ok, type Result } from '#contract/result'
import { nowIso } from '../platform/network.ts'
import { onStore } from '../store/on-store.ts'
import { startSeduta } from './banca-state.ts'

/** Sittings that are no exercise: without answers (D22), or to assign keys (D17). */
export type SedutaMode = Extract<TipoSeduta, 'LETTA' | 'ASCOLTATA' | 'ASSEGNA_RISPOSTE'>
export const isMode = (tipo: TipoSeduta): tipo is SedutaMode =>
  tipo === 'LETTA' || tipo === 'ASCOLTATA' || tipo === 'ASSEGNA_RISPOSTE'

/** Key states without an official key: no key, or the person's key. */
const UNASSIGNED: readonly Chiave[] = ['assente', 'utente']

/** Counts the questions of a bank whose key the person may assign. Returns 0 when the store fails too, so that nothing is offered. */
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
 * Starts reading, listening or assigning keys over a filter, or resumes an equal open sitting. Fails with NESSUNA_DOMANDA when no
 * question is left.
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

/** Starts or resumes the assignment of a bank's missing keys. */
export const startAssign = (id_concorso: number) =>
  startMode({ filtro: { id_concorso, chiavi: UNASSIGNED }, ordine: 'UFFICIALE', tipo: 'ASSEGNA_RISPOSTE' })
