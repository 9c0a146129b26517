import { MARTELLA } from '#contract/database'
import type { EventoRicevuto } from '#contract/giornale'
import type { Connection } from '../core/platform.ts'
import { growMartella, shrinkMartella } from '../sedute/martella.ts'
import { idsOf } from '../sedute/places.ts'

/** Sittings under way here that are no trial: their answers are events (decision 0087). */
const OPEN = `SELECT d.id_domande, s.ordine FROM sedute s JOIN sedute_domande d ON d.id_seduta = s.id
  WHERE s.id = ? AND s.stato IN ('in_corso', 'in_pausa') AND NOT EXISTS (SELECT 1 FROM prove p WHERE p.id_seduta = s.id)`
const UNDONE = (id: string) =>
  `EXISTS (SELECT 1 FROM eventi a WHERE a.tipo = 'ANNULLA' AND json_valid(a.dati) AND a.dati ->> '$.annulla' = ${id})`

const TAKEN_BACK = `SELECT indice FROM sedute_risposte WHERE id_seduta = ? AND ${UNDONE('sedute_risposte.id_evento')}
  ORDER BY id_evento DESC`

const ANSWERS = `SELECT id AS id_evento, id_domanda, dati ->> '$.indice' AS indice, dati ->> '$.risposta' AS risposta, dati ->> '$.esito' AS esito,
    dati ->> '$.prima.livello_conoscenza' AS livello_prima, dati ->> '$.livello_dopo' AS livello_dopo
  FROM eventi e WHERE tipo = 'RISPOSTA' AND instr(dati, ?1) > 0 AND json_valid(dati) AND dati ->> '$.id_seduta' = ?1
    AND NOT ${UNDONE('e.id')} ORDER BY id`

type Answer = {
  id_evento: string
  id_domanda: number
  indice: number
  risposta: number
  esito: string
  livello_prima: number
  livello_dopo: number
}
const ESITI: ReadonlySet<string> = new Set(['corretta', 'errata', 'nulla'])
const isWhole = ({ indice, risposta, esito, livello_prima, livello_dopo }: Answer): boolean =>
  ESITI.has(esito) && [indice, risposta, livello_prima, livello_dopo].every(Number.isInteger)

/** Returns the sittings of arrived answers and undos. */
export function sittingsOf(db: Connection, events: readonly EventoRicevuto[]): Set<string> {
  const ids = new Set<string>()
  for (const { tipo, dati } of events) {
    if (dati === null || (tipo !== 'RISPOSTA' && tipo !== 'ANNULLA')) continue
    const content = JSON.parse(dati) as { id_seduta?: unknown; annulla?: unknown } | null
    const where =
      tipo === 'RISPOSTA'
        ? content?.id_seduta
        : db.get<{ id: string }>(
            'SELECT id_seduta AS id FROM sedute_risposte WHERE id_evento = ?',
            String(content?.annulla),
          )?.id
    if (typeof where === 'string') ids.add(where)
  }
  return ids
}

/**
 * Puts other devices' answers at their places in a sitting under way; of two at one place the earlier wins, on every
 * device. Returns whether a place changed. Runs inside the caller's transaction.
 */
export function projectAnswers(db: Connection, id: string): boolean {
  const open = db.get<{ id_domande: Uint8Array; ordine: string }>(OPEN, id)
  if (!open) return false
  let domande = idsOf(open.id_domande)
  let changed = 0
  for (const { indice } of db.all<{ indice: number }>(TAKEN_BACK, id)) {
    changed += db.run('DELETE FROM sedute_risposte WHERE id_seduta = ? AND indice = ?', id, indice)
    if (open.ordine === MARTELLA) domande = shrinkMartella(db, id, indice)
  }
  const taken = new Map(
    db
      .all<{ indice: number; id_evento: string }>(
        'SELECT indice, id_evento FROM sedute_risposte WHERE id_seduta = ?',
        id,
      )
      .map((r) => [r.indice, r.id_evento]),
  )
  let last: number | null = null
  for (const a of db.all<Answer>(ANSWERS, id)) {
    const there = taken.get(a.indice)
    if (!isWhole(a) || domande[a.indice] !== a.id_domanda || (there !== undefined && there <= a.id_evento)) continue
    const { indice, id_domanda, risposta, esito, id_evento, livello_prima, livello_dopo } = a
    const values = [id, indice, id_domanda, risposta, esito, id_evento, livello_prima, livello_dopo]
    db.run('INSERT OR REPLACE INTO sedute_risposte VALUES (?, ?, ?, ?, ?, ?, ?, ?)', ...values)
    taken.set(indice, id_evento)
    // Grow a drill from its answers, on every device the same.
    if (open.ordine === MARTELLA) domande = growMartella(db, id, indice)
    changed++
    last = indice
  }
  // Move to the last answer, where the sitting continues elsewhere.
  if (last !== null)
    db.run(
      'UPDATE sedute SET indice = ? WHERE id = (SELECT id FROM giornale_aperte WHERE id = ? AND titolare IS NOT NULL)',
      last,
      id,
    )
  return changed > 0
}
