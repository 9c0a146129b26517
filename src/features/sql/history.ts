import { readKey, sqlKey, writeKey } from '../../platform/web-storage.ts'
import { accountState } from '../../session/account.ts'
import { session } from '../../session/session.ts'

/** Most queries kept, the newest first. */
const MAX_QUERIES = 20
/** Longest query kept, characters. */
const MAX_LENGTH = 10_000

/** Last queries of the account on this device, the newest first. */
export const sqlHistory = accountState(() => ({ id_utente: null as number | null, queries: [] as string[] }))

/** Reads the account's last queries. Unreadable text counts as none, because they are a convenience. */
export function readSqlHistory(): void {
  const id_utente = session.credentials?.utente.id_utente_idoneo ?? null
  if (sqlHistory.id_utente === id_utente) return
  sqlHistory.id_utente = id_utente
  sqlHistory.queries = id_utente === null ? [] : parse(readKey('locale', sqlKey(id_utente)))
}

function parse(text: string | null): string[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(stored) ? stored.filter((s) => typeof s === 'string').slice(0, MAX_QUERIES) : []
  } catch {
    return []
  }
}

/** Puts a query before the others. */
export function keepSqlQuery(sql: string): void {
  readSqlHistory()
  const text = sql.trim()
  if (sqlHistory.id_utente === null || text === '' || text.length > MAX_LENGTH) return
  sqlHistory.queries = [text, ...sqlHistory.queries.filter((other) => other !== text)].slice(0, MAX_QUERIES)
  writeKey('locale', sqlKey(sqlHistory.id_utente), JSON.stringify(sqlHistory.queries))
}

/** Deletes every query kept. */
export function clearSqlHistory(): void {
  sqlHistory.queries = []
  if (sqlHistory.id_utente !== null) writeKey('locale', sqlKey(sqlHistory.id_utente), null)
}
