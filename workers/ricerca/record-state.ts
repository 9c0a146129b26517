import { CHIAVI, STATI } from '#rules/domanda'
import { esitoRisposta } from '#rules/esito'
import { STATI_RISPOSTA, type StatoRisposta } from '#rules/filtro'
import { LIVELLI, NON_RISPOSTE } from '#rules/livello'
import type { StoreContext } from '../core/context.ts'
import type { LoadedBank, LoadedKeys, RecordState } from '../core/loaded-bank.ts'
import { keysOf } from './loaded-bank.ts'

/** Parts of a question that a filter or a count reads beyond the columns of `LoadedBank`. */
export type StateReads = { record: boolean; chiavi: boolean }

const UTENTE = CHIAVI.indexOf('utente')
const PLACE = new Map<StatoRisposta, number>(STATI_RISPOSTA.map((stato, i) => [stato, i]))
const NULLA = PLACE.get('nulla') as number
const ANNULLATA = STATI.indexOf('annullata')
const LIVELLO = new Map<number, number>(LIVELLI.map((livello, i) => [livello as number, i]))

/**
 * Returns the state of the questions, read again only after a write: a person who types writes nothing between
 * searches. The caller must not change it.
 */
export function readRecordState(ctx: StoreContext, bank: LoadedBank, reads: StateReads): RecordState {
  if (!reads.record && !reads.chiavi) return read(ctx, bank, reads)
  const writes = ctx.db.get<{ n: number }>('SELECT total_changes() AS n')?.n ?? 0
  if (bank.states?.writes !== writes) bank.states = { writes }
  const part = reads.chiavi ? 'whole' : 'record'
  const stato = bank.states[part] ?? read(ctx, bank, reads)
  bank.states[part] = stato
  return stato
}

function read(ctx: StoreContext, bank: LoadedBank, { record, chiavi }: StateReads): RecordState {
  const empty = new Uint8Array(bank.id_domande.length)
  const keys = chiavi ? keysOf(ctx, bank) : null
  const stato: RecordState = {
    livello: empty,
    preferito: empty,
    haChiave: keys ? keys.haChiave : empty,
    risposta: empty,
    provenienza: keys ? keys.provenienza : empty,
    stato: keys ? keys.stato : empty,
  }
  const ownKeys = keys && addOwnKeys(ctx, bank, stato)
  if (record || keys) addRecord(ctx, bank, stato, keys && { ...keys, ownKeys })
  return stato
}

/**
 * Returns the position of a record's question, by the record unless the bank has moved since. 0 when it is not here.
 */
function positionOf({ id_domande }: LoadedBank, said: number, id_domanda: number): number {
  return id_domande[said] === id_domanda ? said : Math.max(0, id_domande.indexOf(id_domanda))
}

/**
 * Applies the person's own keys where the bank has none (D17a); returns the printed position of each, 0 without, or
 * null without any.
 */
function addOwnKeys(ctx: StoreContext, bank: LoadedBank, stato: RecordState): Uint8Array | null {
  const [ids, indici, risposte] = ctx.db.integers(
    `SELECT k.id_domanda, coalesce(s.indice_uff, 0), k.risposta FROM chiavi_utente k LEFT JOIN statistiche s USING (id_domanda)
     WHERE k.id_concorso = ?`,
    3,
    bank.id_concorso,
  ) as [Int32Array, Int32Array, Int32Array]
  if (ids.length === 0) return null
  const ownKeys = new Uint8Array(bank.id_domande.length)
  const bankKeys = stato.haChiave
  stato.haChiave = bankKeys.slice()
  stato.provenienza = stato.provenienza.slice()
  for (let i = 0; i < ids.length; i++) {
    const p = positionOf(bank, indici[i] as number, ids[i] as number)
    if (p === 0 || bankKeys[p] === 1) continue
    stato.haChiave[p] = 1
    stato.provenienza[p] = UTENTE
    ownKeys[p] = risposte[i] as number
  }
  return ownKeys
}

function addRecord(ctx: StoreContext, bank: LoadedBank, stato: RecordState, chiavi: PersonKeys | null): void {
  const [ids, indici, livelli, preferiti, has, risposte] = ctx.db.integers(
    `SELECT id_domanda, indice_uff, livello_conoscenza, preferiti, has_risposta, coalesce(risposta_gettonata, 0)
     FROM statistiche WHERE id_concorso = ? AND presente = 1`,
    6,
    bank.id_concorso,
  ) as [Int32Array, Int32Array, Int32Array, Int32Array, Int32Array, Int32Array]
  if (ids.length === 0) return
  const { length } = bank.id_domande
  stato.livello = new Uint8Array(length)
  stato.preferito = new Uint8Array(length)
  stato.risposta = new Uint8Array(length)
  if (chiavi) stato.haChiave = stato.haChiave.slice()
  for (let i = 0; i < ids.length; i++) {
    const p = positionOf(bank, indici[i] as number, ids[i] as number)
    if (p === 0) continue
    stato.livello[p] = LIVELLO.get(livelli[i] as number) ?? (LIVELLO.get(NON_RISPOSTE) as number)
    stato.preferito[p] = preferiti[i] as number
    if (!chiavi) continue
    stato.haChiave[p] = has[i] as number
    if (risposte[i] !== 0)
      stato.risposta[p] = stato.stato[p] === ANNULLATA ? NULLA : outcome(chiavi, p, risposte[i] as number)
  }
}

type PersonKeys = LoadedKeys & { ownKeys: Uint8Array | null }

/** Returns the place in STATI_RISPOSTA of a given answer, by the key in force for the person. */
function outcome({ corretta, punti, ownKeys }: PersonKeys, p: number, risposta: number): number {
  const chiave = { corretta: corretta[p] || ownKeys?.[p] || null, punti: punti.get(p) ?? null }
  return PLACE.get(esitoRisposta(chiave, risposta)) as number
}
