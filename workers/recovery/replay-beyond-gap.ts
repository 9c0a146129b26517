import type { Connection } from '../core/platform.ts'
import type { LoggedStatement } from '../core/recovery-sources.ts'

/**
 * Tables of what a person wrote, arranged or began: each statement over them gives whole rows or sets values as they shall be,
 * never one more than before. Records, counters and banks are not among them: they come from the events, from a pull and from
 * the files.
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
 * Runs what transactions beyond a gap of the log did to the tables that stand for themselves, in their order. A statement that
 * needs what is gone changes nothing.
 */
export function replayBeyondGap(db: Connection, transactions: readonly (readonly LoggedStatement[])[]): void {
  for (const { sql, valori: values } of transactions.flat()) {
    if (!OWN_TABLES.has(WRITES_INTO.exec(sql)?.[1]?.toLowerCase() ?? '')) continue
    try {
      db.run(sql, ...values)
    } catch {
      // A row that the schema refuses without the one before it.
    }
  }
}
