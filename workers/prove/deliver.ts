import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { StoreArgs } from '#contract/database'
import type { Consegna, SavedProva } from '#contract/prova'
import { instantOf } from '#rules/dates'
import { clockUsed } from '#rules/prova/clock'
import { EMPTY_VOCE, isTimeUp, marksOf, type Prova, stepProva } from '#rules/prova/machine'
import { type DomandaProva, scoreProva } from '#rules/regolamento/punteggio'
import type { Difficolta } from '#rules/regolamento/types'
import { attach } from '../banche/attach.ts'
import { chiavePersona } from '../banche/chiave.ts'
import type { StoreContext } from '../core/context.ts'
import { StoreFault } from '../core/guard.ts'
import { readSeduta } from '../sedute/sedute.ts'
import { findDomanda } from '../statistiche/records.ts'
import { type ReadAnswer, readAnswer, recordAnswer } from '../statistiche/risposte.ts'
import { nowFor, type ProvaRow, readProva, readRow, readVoci, rulesOf, toProva } from './row.ts'
import { writeStep } from './step.ts'

/** Returns the id of a place's event, always the same: a second delivery, here or elsewhere, adds nothing. */
export function eventIdOf(id_seduta: string, indice: number): string {
  const hex = bytesToHex(sha256(utf8ToBytes(`${id_seduta}/${indice}`)))
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Content of a delivered place's event, and its instant. */
export type DeliveredPlace = { indice: number; risposta: number; ms: number | null; at: string }
/** Columns of `DeliveredPlace` in a row of `eventi`. */
export const DELIVERED_COLUMNS =
  "dati ->> 'indice' AS indice, dati ->> 'risposta' AS risposta, dati ->> 'ms' AS ms, ts_client AS at"

/**
 * Delivers a trial (contract/prova `deliverProva`). `rimaste`: the remains of an unfinished delivery, which count as
 * marks. So do those already in the store, where no later mark exists. No event is written twice.
 */
export function deliverProva(
  ctx: StoreContext,
  { id, at, ms }: StoreArgs<'deliverProva'>,
  leftOver: readonly DeliveredPlace[] = [],
): SavedProva {
  const row = readRow(ctx, id)
  if (row.consegna) return readProva(ctx, { id, at })
  const before = toProva(row, readVoci(ctx, id))
  const now = nowFor(row, at)
  const reason = isTimeUp(before, now) ? 'tempo' : 'consegna'
  const moved = stepProva(before, { tipo: 'consegna', at: now, ...(ms !== undefined && { ms }) })
  if (!moved.ok) throw new StoreFault(moved.codice, row.stato)
  const written = readWritten(ctx, id, moved.prova.risposte.length)
  const prova = takeOver(moved.prova, [...leftOver, ...written], row)
  const done = new Set(written.map(({ indice }) => indice))
  const places = readPlaces(ctx, row, prova)
  const score = scoreProva(
    rulesOf(row.dati),
    places.map((p) => p.domanda),
    places.map((p) => p.segni),
  )
  const consegna: Consegna = { at, motivo: reason, usati: clockUsed(prova.orologio, now), punteggio: score }
  const chain = ctx.db.transaction(() => {
    let end = ctx.chain
    for (const [indice, { letta: read, segni }] of places.entries()) {
      const [risposta] = segni
      if (!read || risposta === undefined || done.has(indice)) continue
      const voce = prova.voci.get(indice)
      const spent = voce?.ms
      end = recordAnswer(ctx.db, end, read, {
        risposta,
        modalita: 'ESEGUITA',
        at,
        id_evento: eventIdOf(id, indice),
        id_seduta: id,
        indice,
        ...(spent !== undefined && { ms: spent }),
        ...(voce && { escluse: voce.escluse.length }),
      }).chain
    }
    writeStep(ctx, id, before, prova, at)
    ctx.db.run(
      'UPDATE prove SET consegna = ?, consegnata_ms = ?, da_spedire = ? WHERE id_seduta = ?',
      JSON.stringify(consegna),
      now,
      row.dati.simulazione ? 1 : 0,
      id,
    )
    return end
  })
  ctx.chain = chain
  return readProva(ctx, { id, at })
}

/** Reads the stored events of an unfinished delivery, found by a recovery. */
function readWritten({ db }: StoreContext, id: string, n: number): DeliveredPlace[] {
  return db.all<DeliveredPlace>(
    `SELECT ${DELIVERED_COLUMNS} FROM eventi WHERE id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(Array.from({ length: n }, (_, indice) => eventIdOf(id, indice))),
  )
}

function takeOver(prova: Prova, delivered: readonly DeliveredPlace[], { visto_ms }: ProvaRow): Prova {
  const voci = new Map(prova.voci)
  for (const { indice, risposta, ms, at } of delivered) {
    const voce = voci.get(indice)
    // Skip the event: the trial went on since, and its mark may be newer.
    if (voce && instantOf(at) < visto_ms) continue
    if (voce?.risposta !== risposta || (ms !== null && voce.ms !== ms))
      voci.set(indice, { ...(voce ?? EMPTY_VOCE), risposta, ms: ms ?? voce?.ms ?? 0 })
  }
  return { ...prova, voci }
}

/**
 * `letta`: data for the event of its answer; a blank and a double mark have none, because they prove no knowledge
 * [FG3].
 */
type Place = { domanda: DomandaProva; segni: number[]; letta: ReadAnswer | null }

/**
 * Reads the data for score and events of each place, bank by bank before the transaction. A missing bank gives no key.
 */
function readPlaces(ctx: StoreContext, { id, dati }: ProvaRow, { voci }: Prova): Place[] {
  const { id_domande, id_concorsi } = readSeduta(ctx, { id })
  const places: Place[] = Array.from(id_domande, (_, i) => ({
    domanda: {
      sezione: dati.sezioni[i] ?? 0,
      corretta: null,
      punti: null,
      difficolta: (dati.difficolta[i] || null) as Difficolta | null,
    },
    segni: marksOf(voci.get(i) ?? EMPTY_VOCE),
    letta: null,
  }))
  const here = new Set(
    ctx.db.all<{ id: number }>('SELECT id_concorso AS id FROM banche WHERE file IS NOT NULL').map((b) => b.id),
  )
  for (const id_concorso of new Set(id_concorsi)) {
    if (!here.has(id_concorso)) continue
    const bank = attach(ctx, id_concorso)
    for (const [i, place] of places.entries()) {
      const id_domanda = id_domande[i] as number
      if (id_concorsi[i] !== id_concorso) continue
      const found = findDomanda(ctx.db, bank, id_domanda)
      if (!found) continue
      place.domanda = { ...place.domanda, ...chiavePersona(found) }
      const [risposta] = place.segni
      if (risposta !== undefined && place.segni.length === 1) place.letta = readAnswer(ctx, bank, id_domanda, risposta)
    }
  }
  return places
}
