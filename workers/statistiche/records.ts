import { COLUMNS } from '#contract/statistica-columns'
import { instantOf } from '#rules/dates'
import type { StatoDomanda } from '#rules/domanda'
import { isPropria } from '#rules/raccolta'
import type { Flag, Statistica, StatisticaIdentity } from '#rules/statistica'
import { CHIAVE_UTENTE, HA_CHIAVE } from '../banche/chiave.ts'
import type { Attached } from '../core/context.ts'
import { StoreFault } from '../core/guard.ts'
import type { Connection, SqlValue } from '../core/platform.ts'

/** The record with the columns that are never sent. */
export type StoredRecord = Statistica & { presente: Flag; ultimo_evento: string | null }

const NAMES = [...COLUMNS, 'eseguita_ms', 'presente', 'ultimo_evento']
const UPSERT = `INSERT INTO statistiche(${NAMES.join(', ')}) VALUES (${NAMES.map(() => '?').join(', ')})
  ON CONFLICT(id_domanda) DO UPDATE SET ${NAMES.filter((n) => n !== 'id_domanda')
    .map((n) => `${n} = excluded.${n}`)
    .join(', ')}`
const READ = `SELECT ${[...COLUMNS, 'presente', 'ultimo_evento'].join(', ')} FROM statistiche WHERE id_domanda = ?`

/** Returns the record of a question, undefined when it was never touched. */
export const readStatistica = (db: Connection, id_domanda: number): StoredRecord | undefined =>
  db.get<StoredRecord>(READ, id_domanda)

/** Writes a record, inside the caller's transaction; counters follow by trigger. */
export function writeStatistica(db: Connection, stat: Statistica, presente: Flag, ultimo_evento: string | null): void {
  const ms = instantOf(stat.data_eseguita)
  // Mark a record of an own bank as sent: the server has no such bank, and the record must not wait.
  const kept = isPropria(stat.id_concorso) ? { ...stat, sincronizzata: 1 } : stat
  const values: SqlValue[] = COLUMNS.map((name) => kept[name])
  db.run(UPSERT, ...values, Number.isFinite(ms) ? ms : null, presente, ultimo_evento)
}

/** Returns the record as it crosses the boundary. */
export function toStatistica({ presente: _presente, ultimo_evento: _evento, ...stat }: StoredRecord): Statistica {
  return stat
}

/** The bank's data of one question, for the record and for judging an answer. */
export type DomandaBanca = StatisticaIdentity & {
  corretta: number | null
  /** The person's own key, where the bank has none. */
  corretta_utente: number | null
  punti: string | null
  n_risposte: number
  stato: StatoDomanda
}

/** Finds the question in its attached bank; undefined when the bank on the device lacks it. */
export const findDomanda = (db: Connection, { alias, id_concorso }: Attached, id_domanda: number) =>
  db.get<DomandaBanca>(
    `SELECT ${id_concorso} AS id_concorso, d.id_domanda, id_materia, NULL AS id_argomento, NULL AS id_sotto_percorso,
       posizione AS indice_uff, flags & 1 AS has_image, (${HA_CHIAVE} OR k.risposta IS NOT NULL) AS has_risposta,
       corretta, ${CHIAVE_UTENTE} AS corretta_utente, punti, stato,
       2 + (risposta3 IS NOT NULL) + (risposta4 IS NOT NULL) + (risposta5 IS NOT NULL) AS n_risposte
     FROM ${alias}.domande d LEFT JOIN main.chiavi_utente k ON k.id_domanda = d.id_domanda WHERE d.id_domanda = ?`,
    id_domanda,
  )

/** Returns the question; throws DOMANDA_NON_TROVATA. */
export function readDomanda(db: Connection, bank: Attached, id_domanda: number): DomandaBanca {
  const found = findDomanda(db, bank, id_domanda)
  if (!found) throw new StoreFault('DOMANDA_NON_TROVATA', String(id_domanda))
  return found
}
