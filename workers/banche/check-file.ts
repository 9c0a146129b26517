import { APPLICATION_ID, BANCA_FORMAT, type Manifest } from '#contract/package'
import { StoreFault } from '../core/guard.ts'
import type { Connection } from '../core/platform.ts'

/**
 * Columns of `domande` that every question needs, and the one by which records name it: checked in the table, not in
 * its rows.
 */
const REQUIRED_COLUMNS = ['id_domanda', 'alfabetico', 'testo', 'risposta1', 'risposta2', 'chiave', 'stato']

/**
 * Checks what hashes cannot: the attached file opens, has this format, and counts as its manifest. Its own table must
 * forbid a question without answers or two with one id. PACCHETTO_CORROTTO otherwise.
 */
export function checkFile(db: Connection, schema: string, manifest: Pick<Manifest, 'id_concorso' | 'domande'>): void {
  const pragma = (name: string) => db.get<Record<string, number>>(`PRAGMA ${schema}.${name}`)?.[name]
  const row = asked(() =>
    db.get<{ n: number; id: string | null }>(
      `SELECT (SELECT count(*) FROM ${schema}.domande) AS n,
         (SELECT valore FROM ${schema}.manifesto WHERE chiave = 'id_concorso') AS id`,
    ),
  )
  const right =
    pragma('application_id') === APPLICATION_ID &&
    pragma('user_version') === BANCA_FORMAT &&
    row?.n === manifest.domande &&
    row.id === String(manifest.id_concorso) &&
    isTable(db, schema)
  if (!right) throw new StoreFault('PACCHETTO_CORROTTO', 'the file is not the bank of its manifest')
}

function isTable(db: Connection, schema: string): boolean {
  const columns = db.all<{ name: string }>(
    `SELECT name FROM pragma_table_info('domande', ?) WHERE "notnull" = 1`,
    schema,
  )
  const there = new Set(columns.map(({ name }) => name))
  const unique = db.get(
    `SELECT 1 FROM pragma_index_list('domande', ?1) l WHERE l."unique" = 1 AND l.partial = 0
       AND (SELECT group_concat(i.name) FROM pragma_index_info(l.name, ?1) i) = 'id_domanda'`,
    schema,
  )
  return unique !== undefined && REQUIRED_COLUMNS.every((name) => there.has(name))
}

/** SQLITE_ERROR (no such table), SQLITE_CORRUPT, SQLITE_NOTADB: the file's fault, not the store's. */
const FILE_FAULTS = new Set([1, 11, 26])

/** Runs the first reading of a file: any defect in it is PACCHETTO_CORROTTO. */
export function asked<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    const code = ((error as { resultCode?: number }).resultCode ?? 0) & 0xff
    if (!FILE_FAULTS.has(code)) throw error
    throw new StoreFault('PACCHETTO_CORROTTO', String(error))
  }
}
