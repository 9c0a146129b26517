import type { Archivio } from './archivio.ts'
import { HA_CHIAVE } from './chiave.ts'
import { StoreFault } from './guard.ts'
import { COLONNE } from './schema.ts'

/** SQLite allows ten attached databases and counts its own: the least recently used leaves first (data-engine §2). */
export const MAX_ATTACHED = 8

export type Attached = {
  id_concorso: number
  /** Schema name in statements, e.g. `b12`. */
  alias: string
  versione: string
}

/**
 * The bank, attached read-only. CONCORSO_NON_TROVATO when it is not in the account's list, CONCORSO_NOT_INITIALIZED when
 * its file is not on the device. Never called inside a transaction.
 */
export function attach(a: Archivio, id_concorso: number): Attached {
  const kept = a.attached.get(id_concorso)
  if (kept) {
    a.attached.delete(id_concorso)
    a.attached.set(id_concorso, kept)
    return kept
  }
  const row = a.db.get<{ file: string | null; versione: string }>(
    'SELECT file, versione FROM banche WHERE id_concorso = ?',
    id_concorso,
  )
  if (!row) throw new StoreFault('CONCORSO_NON_TROVATO')
  if (!row.file) throw new StoreFault('CONCORSO_NOT_INITIALIZED')
  while (a.attached.size >= MAX_ATTACHED) {
    const [oldest] = a.attached.keys()
    if (oldest !== undefined) drop(a, oldest)
  }
  const bank: Attached = { id_concorso, alias: `b${id_concorso}`, versione: row.versione }
  a.db.run(`ATTACH ? AS ${bank.alias}`, a.driver.address(row.file))
  a.attached.set(id_concorso, bank)
  a.vista = false
  return bank
}

/** Lets go of a bank's file, before it is replaced or deleted: SQLite would not notice (data-engine §2). */
export function detach(a: Archivio, id_concorso: number): void {
  a.lette.delete(id_concorso)
  if (!a.attached.has(id_concorso)) return
  drop(a, id_concorso)
}

export function detachAll(a: Archivio): void {
  for (const id_concorso of [...a.attached.keys()]) drop(a, id_concorso)
}

function drop(a: Archivio, id_concorso: number): void {
  const alias = a.attached.get(id_concorso)?.alias
  a.attached.delete(id_concorso)
  a.db.exec('DROP VIEW IF EXISTS temp.statistiche_v9')
  a.vista = false
  a.db.forget(`${alias}.`)
  a.db.exec(`DETACH ${alias}`)
}

/** What a question never touched has in its record [DB9]; `d` is the bank's row, `s` the record. */
const DEFAULTS: Partial<Record<(typeof COLONNE)[number], string>> = {
  id_domanda: 'd.id_domanda',
  id_materia: 'd.id_materia',
  indice_uff: 'd.posizione',
  has_image: 'd.flags & 1',
  has_risposta: `coalesce(s.has_risposta, ${HA_CHIAVE})`,
  livello_conoscenza: 'coalesce(s.livello_conoscenza, -99)',
  preferiti: 'coalesce(s.preferiti, 0)',
  isLevelUpdated: 'coalesce(s.isLevelUpdated, 0)',
  isPreferitiUpdated: 'coalesce(s.isPreferitiUpdated, 0)',
}

/** Columns of the full record over `d LEFT JOIN statistiche s`. */
export const fullRecord = (id_concorso: number) =>
  COLONNE.map((name) => {
    const value = name === 'id_concorso' ? String(id_concorso) : (DEFAULTS[name] ?? `s.${name}`)
    return `${value} AS ${name}`
  }).join(', ')

/**
 * The statistics store in full, over every bank attached; a stored view over an attached file is refused. Made a moment after
 * they change (custode): nothing on the way of a first question asks for it.
 */
export function renewView(a: Archivio): void {
  if (a.vista || a.attached.size === 0) return
  a.vista = true
  a.db.exec('DROP VIEW IF EXISTS temp.statistiche_v9')
  const parts = [...a.attached.values()].map(
    ({ id_concorso, alias }) =>
      `SELECT ${fullRecord(id_concorso)} FROM ${alias}.domande d LEFT JOIN main.statistiche s USING (id_domanda)`,
  )
  a.db.exec(`CREATE TEMP VIEW statistiche_v9 AS ${parts.join(' UNION ALL ')}`)
}
