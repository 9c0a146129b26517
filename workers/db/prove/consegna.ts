import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Consegna, ProvaSalvata, Prove } from '#contract/prova'
import { instantOf } from '#rules/data'
import { isScaduta, type Prova, stepProva, VOCE_VUOTA } from '#rules/prova/macchina'
import { usatiOrologio } from '#rules/prova/orologio'
import { type DomandaProva, scoreProva } from '#rules/regolamento/punteggio'
import type { Difficolta } from '#rules/regolamento/tipi'
import type { Archivio } from '../archivio.ts'
import { attach } from '../attach.ts'
import { chiavePersona } from '../chiave.ts'
import { StoreFault } from '../guard.ts'
import { type Letta, readLetta, recordAnswer } from '../risposte.ts'
import { readSeduta } from '../sedute.ts'
import { findDomanda } from '../statistiche.ts'
import { writePasso } from './passo.ts'
import { adessoOf, type RigaProva, readProva, readRiga, readVoci, rulesOf, toProva } from './riga.ts'

/** The event of a place of a trial has always the same id: delivering twice adds nothing, here or on another device. */
export function eventoOf(id_seduta: string, indice: number): string {
  const hex = bytesToHex(sha256(utf8ToBytes(`${id_seduta}/${indice}`)))
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** What the event of a place says that was delivered there, and when. */
export type Consegnata = { indice: number; risposta: number; ms: number | null; at: string }
/** The same of a row of `eventi`, as columns. */
export const CONSEGNATA =
  "dati ->> 'indice' AS indice, dati ->> 'risposta' AS risposta, dati ->> 'ms' AS ms, ts_client AS at"

/**
 * Delivers a trial (contract/prova `deliverProva`). `rimaste`: what is left of a delivery that did not end; it counts as marked, and
 * so does what the store has already of one, where nothing was marked later. No event is written twice.
 */
export function deliverProva(
  a: Archivio,
  { id, at, ms }: Parameters<Prove['deliverProva']>[0],
  rimaste: readonly Consegnata[] = [],
): ProvaSalvata {
  const riga = readRiga(a, id)
  if (riga.consegna) return readProva(a, { id, at })
  const before = toProva(riga, readVoci(a, id))
  const now = adessoOf(riga, at)
  const motivo = isScaduta(before, now) ? 'tempo' : 'consegna'
  const passo = stepProva(before, { tipo: 'consegna', at: now, ...(ms !== undefined && { ms }) })
  if (!passo.ok) throw new StoreFault(passo.codice, riga.stato)
  const scritte = readScritte(a, id, passo.prova.risposte.length)
  const prova = takeOver(passo.prova, [...rimaste, ...scritte], riga)
  const fatti = new Set(scritte.map(({ indice }) => indice))
  const posti = readPosti(a, riga, prova)
  const punteggio = scoreProva(
    rulesOf(riga.dati),
    posti.map((p) => p.domanda),
    posti.map((p) => (p.risposta === null ? [] : [p.risposta])),
  )
  const consegna: Consegna = { at, motivo, usati: usatiOrologio(prova.orologio, now), punteggio }
  const chain = a.db.transaction(() => {
    let end = a.chain
    for (const [indice, { letta, risposta }] of posti.entries()) {
      if (!letta || risposta === null || fatti.has(indice)) continue
      const spent = prova.voci.get(indice)?.ms
      end = recordAnswer(a.db, end, letta, {
        risposta,
        modalita: 'ESEGUITA',
        at,
        id_evento: eventoOf(id, indice),
        id_seduta: id,
        indice,
        ...(spent !== undefined && { ms: spent }),
      }).chain
    }
    writePasso(a, id, before, prova, at)
    a.db.run(
      'UPDATE prove SET consegna = ?, consegnata_ms = ?, da_spedire = ? WHERE id_seduta = ?',
      JSON.stringify(consegna),
      now,
      riga.dati.simulazione ? 1 : 0,
      id,
    )
    return end
  })
  a.chain = chain
  return readProva(a, { id, at })
}

/** What the store has already of a delivery that is not done: a recovery found some of its events. */
function readScritte({ db }: Archivio, id: string, n: number): Consegnata[] {
  return db.all<Consegnata>(
    `SELECT ${CONSEGNATA} FROM eventi WHERE id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(Array.from({ length: n }, (_, indice) => eventoOf(id, indice))),
  )
}

function takeOver(prova: Prova, consegnate: readonly Consegnata[], { visto_ms }: RigaProva): Prova {
  const voci = new Map(prova.voci)
  for (const { indice, risposta, ms, at } of consegnate) {
    const voce = voci.get(indice)
    // The trial went on since: what is marked there may be newer.
    if (voce && instantOf(at) < visto_ms) continue
    if (voce?.risposta !== risposta || (ms !== null && voce.ms !== ms))
      voci.set(indice, { ...(voce ?? VOCE_VUOTA), risposta, ms: ms ?? voce?.ms ?? 0 })
  }
  return { ...prova, voci }
}

type Posto = { domanda: DomandaProva; risposta: number | null; letta: Letta | null }

/** What the score and the events need of each place, read bank by bank before the transaction. A bank that is gone gives no key. */
function readPosti(a: Archivio, { id, dati }: RigaProva, { voci }: Prova): Posto[] {
  const { id_domande, id_concorsi } = readSeduta(a, { id })
  const posti: Posto[] = Array.from(id_domande, (_, i) => ({
    domanda: {
      sezione: dati.sezioni[i] ?? 0,
      corretta: null,
      punti: null,
      difficolta: (dati.difficolta[i] || null) as Difficolta | null,
    },
    risposta: voci.get(i)?.risposta ?? null,
    letta: null,
  }))
  const here = new Set(
    a.db.all<{ id: number }>('SELECT id_concorso AS id FROM banche WHERE file IS NOT NULL').map((b) => b.id),
  )
  for (const id_concorso of new Set(id_concorsi)) {
    if (!here.has(id_concorso)) continue
    const bank = attach(a, id_concorso)
    for (const [i, posto] of posti.entries()) {
      const id_domanda = id_domande[i] as number
      if (id_concorsi[i] !== id_concorso) continue
      const found = findDomanda(a.db, bank, id_domanda)
      if (!found) continue
      posto.domanda = { ...posto.domanda, ...chiavePersona(found) }
      if (posto.risposta !== null) posto.letta = readLetta(a, bank, id_domanda, posto.risposta)
    }
  }
  return posti
}
