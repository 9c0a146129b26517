import type { Domanda, NuovaSeduta, Seduta, SedutaInBreve, TipoSeduta } from '#contract/database'
import type { Chiave } from '#contract/domanda'
import { ok, type Result } from '#contract/result'
import { posizioneGiusta } from '#rules/esito'
import type { Modalita } from '#rules/statistica'
import { showGuasto } from './avvisi.ts'
import { startSeduta } from './banca.ts'
import { domandeSeduta, goTo, isPossibile, keepStatistica, prova, showDomanda } from './esercitazione.ts'
import { newId } from './identita.ts'
import { oraIso } from './rete.ts'
import { onArchivio } from './scrittura.ts'

/** Sittings that are no exercise: nothing is answered there (D22), or keys are given instead (D17). */
export type Modo = Extract<TipoSeduta, 'LETTA' | 'ASCOLTATA' | 'ASSEGNA_RISPOSTE'>
export const isModo = (tipo: TipoSeduta): tipo is Modo =>
  tipo === 'LETTA' || tipo === 'ASCOLTATA' || tipo === 'ASSEGNA_RISPOSTE'

/** Where the questions without an official key are: those of nobody, and those that the person gave one. */
export const DA_ASSEGNARE: readonly Chiave[] = ['assente', 'utente']

/** Questions of a bank whose key is the person's to give; 0 also when the store does not answer: nothing is offered then. */
export async function countDaAssegnare(id_concorso: number): Promise<number> {
  const filtro = { id_concorso, chiavi: DA_ASSEGNARE }
  const esito = await onArchivio((db) => db.countDomande({ filtro }))
  return esito.ok ? esito.value.totale : 0
}

type Chiesto = Pick<NuovaSeduta, 'filtro' | 'ordine'> & { tipo: Modo }

const same = (a: SedutaInBreve, { filtro, ordine }: Chiesto): boolean => {
  const sorted = (f: object) => JSON.stringify(Object.entries(f).sort(([x], [y]) => (x < y ? -1 : 1)))
  return a.ordine === ordine && sorted(a.filtro) === sorted(filtro)
}

/**
 * Reading, listening or keys over what a filter leaves: goes on where the same was left open, else begins. NESSUNA_DOMANDA when
 * nothing is left.
 */
export async function startModo(chiesto: Chiesto): Promise<Result<Pick<Seduta, 'id' | 'id_concorso' | 'tipo'>>> {
  const { id_concorso } = chiesto.filtro
  const aperte = await onArchivio((db) => db.listAperte({ id_concorso }))
  const aperta = aperte.ok ? aperte.value.find((a) => a.tipo === chiesto.tipo) : undefined
  if (aperta && same(aperta, chiesto)) {
    const { id, tipo } = aperta
    const ripresa = await onArchivio((db) => db.updateSeduta({ id, stato: 'in_corso', at: oraIso() }))
    return ripresa.ok ? ok({ id, id_concorso, tipo }) : ripresa
  }
  return startSeduta({ ...chiesto, mescola: false, avanti_da_sola: false })
}

/** Records that a question was read or heard: its date, no level (D22). Durable when it answers. */
export async function markVista(domanda: Domanda, modalita: Exclude<Modalita, 'ESEGUITA'>): Promise<boolean> {
  const { seduta, indice } = prova
  if (!seduta || !isPossibile({ tipo: 'vedi', indice })) return false
  const { id_concorso, id_domanda } = domanda
  const args = { id_concorso, id_domanda, modalita, id_seduta: seduta.id, indice, at: oraIso(), id_evento: newId() }
  const esito = await onArchivio((db) => db.answer({ ...args, risposta: posizioneGiusta(domanda) ?? 1 }))
  if (esito.ok) keepStatistica(esito.value.statistica)
  else showGuasto(esito.error)
  return esito.ok
}

/** The right answer of the question on screen by the person's own hand; null takes it back (D17). */
export async function assegna(domanda: Domanda, risposta: number | null): Promise<boolean> {
  if (!isPossibile({ tipo: 'assegna', indice: prova.indice })) return false
  const { id_concorso, id_domanda } = domanda
  const esito = await onArchivio((db) => db.assignChiave({ id_concorso, id_domanda, risposta, at: oraIso() }))
  if (!esito.ok) {
    showGuasto(esito.error, { riprova: () => void assegna(domanda, risposta) })
    return false
  }
  const letta = await onArchivio((db) => db.readDomande({ id_concorso, id_domande: [id_domanda] }))
  const nuova = letta.ok ? letta.value[0] : undefined
  if (nuova) showDomanda(nuova)
  return true
}

/** Places of the sitting whose question has no key yet, ascending. */
export async function listSenzaChiave(): Promise<Result<number[]>> {
  const { seduta } = prova
  if (!seduta) return ok([])
  const filtro = { id_concorso: seduta.id_concorso, conRisposta: false }
  const esito = await onArchivio((db) => db.selectDomande({ filtro, ordine: 'UFFICIALE', seme: 0 }))
  if (!esito.ok) return esito
  const senza = new Set(esito.value.id_domande)
  return ok(Array.from(domandeSeduta(), (id, i) => (senza.has(id) ? i : -1)).filter((i) => i >= 0))
}

/** Goes on by one place; false at the end. */
export async function goAvanti(passo: 1 | -1): Promise<boolean> {
  const dopo = prova.indice + passo
  if (dopo < 0 || dopo >= prova.n) return false
  await goTo(dopo)
  return true
}

/** Questions of the sitting up to the place where one is. */
export const fatteFinora = (): Int32Array => domandeSeduta().slice(0, prova.indice + 1)
