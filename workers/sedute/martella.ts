import { type Esito, MARTELLA } from '#contract/database'
import { placesWithout, questionsAgain, replayMartella, toMartella } from '#rules/martella'
import type { Connection } from '../core/platform.ts'
import { blobOf, idsOf } from './places.ts'

type Row = { id_domande: Uint8Array; id_concorsi: Uint8Array | null }

function readMartella(db: Connection, id_seduta: string) {
  const row = db.get<Row>('SELECT id_domande, id_concorsi FROM sedute_domande WHERE id_seduta = ?', id_seduta) as Row
  const answers = db.all<{ indice: number; esito: Esito }>(
    'SELECT indice, esito FROM sedute_risposte WHERE id_seduta = ?',
    id_seduta,
  )
  return { drill: toMartella(idsOf(row.id_domande), answers), banche: row.id_concorsi && idsOf(row.id_concorsi) }
}

function writePlaces(
  db: Connection,
  id_seduta: string,
  before: readonly number[],
  places: readonly number[],
  banche: Int32Array | null,
) {
  if (places.length === before.length) return
  // Find the bank by question: it is the same at every place.
  const banks = banche && new Map(before.map((id, i) => [id, banche[i] as number]))
  db.run(
    'UPDATE sedute_domande SET n = ?, id_domande = ?, id_concorsi = ? WHERE id_seduta = ?',
    places.length,
    blobOf(Int32Array.from(places)),
    banks && blobOf(Int32Array.from(places, (id) => banks.get(id) as number)),
    id_seduta,
  )
}

/**
 * Adds to a drill the repetitions of the answer at a place [MB4]; returns the question of every place. Runs inside the
 * caller's transaction.
 */
export function growMartella(db: Connection, id_seduta: string, indice: number): Int32Array {
  const { drill, banche } = readMartella(db, id_seduta)
  const places = [...drill.places, ...questionsAgain(drill, indice)]
  writePlaces(db, id_seduta, drill.places, places, banche)
  return Int32Array.from(places)
}

/**
 * Removes the repetitions of an answer that was taken back; returns the remaining places. Runs inside the caller's
 * transaction.
 */
export function shrinkMartella(db: Connection, id_seduta: string, indice: number): Int32Array {
  const { drill, banche } = readMartella(db, id_seduta)
  const places = drill.places.slice(0, placesWithout(drill, indice))
  writePlaces(db, id_seduta, drill.places, places, banche)
  return Int32Array.from(places)
}

type Answered = { indice: number; id_domanda: number; esito: Esito }

/** Adds missing repetitions to drills under way: a copy of the list may be older than the answers. */
export function regrowMartelle(db: Connection): void {
  const open = db.all<{ id: string }>(
    "SELECT id FROM sedute WHERE ordine = ? AND stato IN ('in_corso', 'in_pausa') AND id IN (SELECT id_seduta FROM sedute_domande)",
    MARTELLA,
  )
  for (const { id } of open) {
    const { drill, banche } = readMartella(db, id)
    const answers = db.all<Answered>(
      'SELECT indice, id_domanda, esito FROM sedute_risposte WHERE id_seduta = ? ORDER BY id_evento',
      id,
    )
    const grown = replayMartella(drill.places.slice(0, new Set(drill.places).size), answers)
    // Keep the present places: two devices may have made them in another order.
    const goesOn = drill.places.every((id_domanda, i) => grown[i] === id_domanda)
    if (goesOn) writePlaces(db, id, drill.places, grown, banche)
  }
}
