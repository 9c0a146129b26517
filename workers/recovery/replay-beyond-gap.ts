import type { Connection } from '../core/platform.ts'
import type { LoggedStatement } from '../core/recovery-sources.ts'

/**
 * Tables that a person writes, arranges or begins. Each statement over them writes whole rows or sets absolute values,
 * and never increments. Records, counters and banks are left out: events, a pull and the files restore them.
 */
const OWN_TABLES: ReadonlySet<string> = new Set([
  'sedute',
  'sedute_domande',
  'sedute_segni',
  'prove',
  'prove_voci',
  'modelli_prova',
  'note',
  'filtri_salvati',
  'chiavi_utente',
  'impostazioni',
])

const WRITES_INTO = /^\s*(?:INSERT(?:\s+OR\s+\w+)?\s+INTO|REPLACE\s+INTO|UPDATE(?:\s+OR\s+\w+)?|DELETE\s+FROM)\s+(\w+)/i

/**
 * Replays the changes of transactions beyond a gap of the log to these tables, in their order. A statement that needs a
 * lost row changes nothing.
 */
export function replayBeyondGap(db: Connection, transactions: readonly (readonly LoggedStatement[])[]): void {
  for (const { sql, valori: values } of transactions.flat()) {
    if (!OWN_TABLES.has(WRITES_INTO.exec(sql)?.[1]?.toLowerCase() ?? '')) continue
    try {
      db.run(sql, ...values)
    } catch {
      // Skip a row that the schema refuses without an earlier one.
    }
  }
}
