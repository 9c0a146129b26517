import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Esito, GivenAnswer, RispostaSeduta, StoreArgs } from '#contract/database'
import { isSicurezza, type Sicurezza } from '#rules/coach'
import { instantOf } from '#rules/dates'
import { esitoRisposta } from '#rules/esito'
import { italianDay } from '#rules/italian-day'
import {
  answerStatistica,
  type BeforeRisposta,
  type Modalita,
  newStatistica,
  type Statistica,
  undoAnswer,
} from '#rules/statistica'
import { attach } from '../banche/attach.ts'
import { chiavePersona } from '../banche/chiave.ts'
import type { Attached, StoreContext } from '../core/context.ts'
import { appendEvento, type Chain, readEvento } from '../core/events.ts'
import { StoreFault } from '../core/guard.ts'
import type { Connection } from '../core/platform.ts'
import { growMartella, shrinkMartella } from '../sedute/martella.ts'
import { checkPlace, freePlace, readRispostaSeduta, stepPlace, takePlace } from '../sedute/places.ts'
import { type DomandaBanca, readDomanda, readStatistica, toStatistica, writeStatistica } from './records.ts'

type Answer = StoreArgs<'answer'>
type Undo = StoreArgs<'undo'>

/**
 * `dati` of RISPOSTA, LETTA and ASCOLTATA: enough to take the answer back and to find it again after an update (D21).
 */
type DatiRisposta = {
  risposta: number
  esito: Esito
  modalita: Modalita
  id_seduta: string | null
  indice: number | null
  livello_dopo: number
  /** Time of the question on screen, milliseconds. */
  ms?: number
  /** The person's confidence, and the number of struck-out options, where given. */
  sicurezza?: Sicurezza
  escluse?: number
  prima: BeforeRisposta
  /** Event of the level before, so that undos may follow each other. */
  evento_prima: string | null
  /** SHA-256 of the answer's text: positions may change with an update of the bank. */
  impronta: string
}

/** The bank's data for judging an answer, read before the transaction that records it. */
export type ReadAnswer = { domanda: DomandaBanca; impronta: string; versione: string }

/** Reads the question and the chosen answer. IMPOSSIBILE_SELEZIONARE_RISPOSTA for an answer that it does not have. */
export function readAnswer(ctx: StoreContext, bank: Attached, id_domanda: number, risposta: number): ReadAnswer {
  const domanda = readDomanda(ctx.db, bank, id_domanda)
  if (!Number.isInteger(risposta) || risposta < 1 || risposta > domanda.n_risposte)
    throw new StoreFault('IMPOSSIBILE_SELEZIONARE_RISPOSTA', `answer ${risposta} of ${domanda.n_risposte}`)
  return { domanda, impronta: printOf(ctx, bank, id_domanda, risposta), versione: bank.version }
}

type ToRecord = Omit<Answer, 'id_concorso' | 'id_domanda'>

/** Writes event, record and place of one answer, inside the caller's transaction. Returns the chain's new end too. */
export function recordAnswer(
  db: Connection,
  before: Chain,
  { domanda, impronta: fingerprint, versione }: ReadAnswer,
  args: ToRecord & { martella?: boolean },
) {
  const { risposta, modalita, at, at_dispositivo = at, id_evento, id_seduta, indice, ms, martella = false } = args
  const { sicurezza, escluse = 0 } = args
  const { id_concorso, id_domanda } = domanda
  const done = modalita === 'ESEGUITA'
  const stored = readStatistica(db, id_domanda)
  const prior = stored ? toStatistica(stored) : newStatistica(domanda)
  const esito = esitoRisposta(chiavePersona(domanda), risposta)
  const ferma = martella && isAnsweredToday(db, id_domanda, at)
  const statistica = answerStatistica(prior, { risposta, esito, modalita, at, ferma })
  const evento_prima = stored?.ultimo_evento ?? null
  const dati: DatiRisposta = {
    risposta,
    esito,
    modalita,
    id_seduta,
    indice,
    livello_dopo: statistica.livello_conoscenza,
    ...(ms !== undefined && Number.isFinite(ms) && { ms: Math.max(0, Math.round(ms)) }),
    ...(isSicurezza(sicurezza) && { sicurezza }),
    ...(Number.isInteger(escluse) && escluse > 0 && { escluse }),
    prima: {
      livello_conoscenza: prior.livello_conoscenza,
      risposta_gettonata: prior.risposta_gettonata,
      modalita: prior.modalita,
    },
    evento_prima,
    impronta: fingerprint,
  }
  const tipo = modalita === 'ESEGUITA' ? 'RISPOSTA' : modalita
  const chain = appendEvento(db, before, {
    id: id_evento,
    id_concorso,
    id_domanda,
    tipo,
    dati,
    ts_client: at,
    versione_banca: versione,
  })
  writeStatistica(db, statistica, 1, done ? id_evento : evento_prima)
  let placeRow: RispostaSeduta | null = null
  if (done && id_seduta !== null && indice !== null) {
    placeRow = {
      indice,
      id_domanda,
      risposta,
      esito,
      id_evento,
      livello_prima: prior.livello_conoscenza,
      livello_dopo: statistica.livello_conoscenza,
    }
    takePlace(db, id_seduta, placeRow, at_dispositivo)
    if (martella) growMartella(db, id_seduta, indice)
  }
  return { chain, data: { statistica, risposta: placeRow, esito, id_evento } }
}

const MINUTE_MS = 60_000
/** Longest Italian day, minutes. */
const DAY_MINUTES = 1500

/** Check the steps: a date of the record may be of a favourite, a reading or an undo [MB5]. */
function isAnsweredToday(db: Connection, id_domanda: number, at: string): boolean {
  const instant = instantOf(at)
  return db
    .all<{ minuto: number }>(
      'SELECT minuto FROM passi WHERE id_domanda = ? AND minuto >= ? AND stato & 3 <> 0',
      id_domanda,
      Math.floor(instant / MINUTE_MS) - DAY_MINUTES,
    )
    .some(({ minuto }) => italianDay(minuto * MINUTE_MS) === italianDay(instant))
}

/**
 * Writes one durable answer: event, record, counters and sitting in one transaction. A repeated event id changes
 * nothing.
 */
export function answer(ctx: StoreContext, args: Answer): GivenAnswer {
  const { id_concorso, id_domanda, risposta, modalita, id_evento, id_seduta, indice } = args
  const bank = attach(ctx, id_concorso)
  const { db } = ctx
  const again = readEvento<DatiRisposta>(db, id_evento)
  if (again) return storedOutcome(ctx, again)
  const result = db.transaction(() => {
    const read = readAnswer(ctx, bank, id_domanda, risposta)
    let martella = false
    if (id_seduta !== null) {
      if (modalita === 'ESEGUITA') martella = checkPlace(db, { id_seduta, indice, id_domanda, id_concorso })
      else if (indice !== null) stepPlace(db, id_seduta, { tipo: 'vedi', indice })
    }
    return recordAnswer(db, ctx.chain, read, { ...args, martella })
  })
  ctx.chain = result.chain
  return result.data
}

function storedOutcome(
  { db }: StoreContext,
  { id, id_domanda, dati }: { id: string; id_domanda: number; dati: DatiRisposta },
) {
  const stored = readStatistica(db, id_domanda)
  if (!stored || dati.risposta === undefined)
    throw new StoreFault('IMPOSSIBILE_SELEZIONARE_RISPOSTA', `${id} is another event`)
  const { id_seduta, indice, esito } = dati
  const risposta = id_seduta !== null && indice !== null ? readRispostaSeduta(db, id_seduta, indice) : null
  return { statistica: toStatistica(stored), risposta, esito, id_evento: id }
}

function printOf({ db }: StoreContext, { alias }: Attached, id_domanda: number, risposta: number): string {
  const row = db.get<{ testo: string }>(
    `SELECT risposta${risposta} AS testo FROM ${alias}.domande WHERE id_domanda = ?`,
    id_domanda,
  )
  return bytesToHex(sha256(utf8ToBytes(row?.testo ?? '')))
}

/**
 * Takes one answer back (D26). IMPOSSIBILE_SELEZIONARE_RISPOSTA when the level has changed since, here or on another
 * device: it is no longer that answer's. The rules of its sitting may refuse it too.
 */
export function undo(ctx: StoreContext, { id_evento_annullato, at, at_dispositivo = at, id_evento }: Undo): Statistica {
  const { db } = ctx
  const evento = readEvento<DatiRisposta>(db, id_evento_annullato)
  if (evento?.tipo !== 'RISPOSTA')
    throw new StoreFault('IMPOSSIBILE_SELEZIONARE_RISPOSTA', `${id_evento_annullato} is no answer`)
  const { id_concorso, id_domanda, dati } = evento
  const stored = readStatistica(db, id_domanda)
  if (readEvento(db, id_evento) && stored) return toStatistica(stored)
  if (stored?.ultimo_evento !== id_evento_annullato)
    throw new StoreFault('IMPOSSIBILE_SELEZIONARE_RISPOSTA', 'the level changed after that answer')
  const result = db.transaction(() => {
    const statistica = undoAnswer(toStatistica(stored), dati.prima, at)
    const chain = appendEvento(db, ctx.chain, {
      id: id_evento,
      id_concorso,
      id_domanda,
      tipo: 'ANNULLA',
      dati: { annulla: id_evento_annullato },
      ts_client: at,
      versione_banca: evento.versione_banca,
    })
    writeStatistica(db, statistica, stored.presente, dati.evento_prima)
    const { id_seduta, indice } = dati
    if (id_seduta !== null && indice !== null && freePlace(db, id_seduta, indice, id_evento_annullato, at_dispositivo))
      shrinkMartella(db, id_seduta, indice)
    return { chain, statistica }
  })
  ctx.chain = result.chain
  return result.statistica
}
