import type { Domanda, NewSeduta, Seduta, SedutaSummary, TipoSeduta } from '#contract/database'
import type { Chiave } from '#contract/domanda'
import { ok, type Result } from '#contract/result'
import { correctPosition } from '#rules/esito'
import type { Modalita } from '#rules/statistica'
import { newId } from '../../platform/ids.ts'
import { nowIso } from '../../platform/network.ts'
import { showError } from '../../session/notices.ts'
import { onStore } from '../../store/on-store.ts'
import { startSeduta } from '../banche/banca-state.ts'
import { goToPlace, isPossible, keepStatistica, sedutaDomande, sedutaState, showDomanda } from './seduta-state.ts'

/** Sittings that are no exercise: nothing is answered there (D22), or keys are given instead (D17). */
export type Mode = Extract<TipoSeduta, 'LETTA' | 'ASCOLTATA' | 'ASSEGNA_RISPOSTE'>
export const isMode = (tipo: TipoSeduta): tipo is Mode =>
  tipo === 'LETTA' || tipo === 'ASCOLTATA' || tipo === 'ASSEGNA_RISPOSTE'

/** Where the questions without an official key are: those of nobody, and those that the person gave one. */
export const UNASSIGNED: readonly Chiave[] = ['assente', 'utente']

/** Questions of a bank whose key is the person's to give; 0 also when the store does not answer: nothing is offered then. */
export async function countUnassigned(id_concorso: number): Promise<number> {
  const filtro = { id_concorso, chiavi: UNASSIGNED }
  const result = await onStore((db) => db.countDomande({ filtro }))
  return result.ok ? result.value.totale : 0
}

type ModeRequest = Pick<NewSeduta, 'filtro' | 'ordine'> & { tipo: Mode }

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

/** Records that a question was read or heard: its date, no level (D22). Durable when it answers. */
export async function markSeen(domanda: Domanda, modalita: Exclude<Modalita, 'ESEGUITA'>): Promise<boolean> {
  const { seduta, indice } = sedutaState
  if (!seduta || !isPossible({ tipo: 'vedi', indice })) return false
  const { id_concorso, id_domanda } = domanda
  const args = { id_concorso, id_domanda, modalita, id_seduta: seduta.id, indice, at: nowIso(), id_evento: newId() }
  const result = await onStore((db) => db.answer({ ...args, risposta: correctPosition(domanda) ?? 1 }))
  if (result.ok) keepStatistica(result.value.statistica)
  else showError(result.error)
  return result.ok
}

/** The right answer of the question on screen by the person's own hand; null takes it back (D17). */
export async function assignKey(domanda: Domanda, risposta: number | null): Promise<boolean> {
  if (!isPossible({ tipo: 'assegna', indice: sedutaState.indice })) return false
  const { id_concorso, id_domanda } = domanda
  const result = await onStore((db) => db.assignChiave({ id_concorso, id_domanda, risposta, at: nowIso() }))
  if (!result.ok) {
    showError(result.error, { riprova: () => void assignKey(domanda, risposta) })
    return false
  }
  const loaded = await onStore((db) => db.readDomande({ id_concorso, id_domande: [id_domanda] }))
  const updated = loaded.ok ? loaded.value[0] : undefined
  if (updated) showDomanda(updated)
  return true
}

/** Places of the sitting whose question has no key yet, ascending. */
export async function listWithoutKey(): Promise<Result<number[]>> {
  const { seduta } = sedutaState
  if (!seduta) return ok([])
  const filtro = { id_concorso: seduta.id_concorso, conRisposta: false }
  const result = await onStore((db) => db.selectDomande({ filtro, ordine: 'UFFICIALE', seme: 0 }))
  if (!result.ok) return result
  const without = new Set(result.value.id_domande)
  return ok(Array.from(sedutaDomande(), (id, i) => (without.has(id) ? i : -1)).filter((i) => i >= 0))
}

/** Goes on by one place; false at the end. */
export async function goOn(step: 1 | -1): Promise<boolean> {
  const next = sedutaState.indice + step
  if (next < 0 || next >= sedutaState.n) return false
  await goToPlace(next)
  return true
}

/** Questions of the sitting up to the place where one is. */
export const doneSoFar = (): Int32Array => sedutaDomande().slice(0, sedutaState.indice + 1)
