import { COLUMNS } from '#contract/statistica-columns'
import { isPercorso } from '#rules/raccolta'
import type { Attached, StoreContext } from '../core/context.ts'
import { StoreFault } from '../core/guard.ts'
import { HA_CHIAVE } from './chiave.ts'

/** SQLite attaches ten databases and counts its own: the least recently used is detached first (decision 0003). */
export const MAX_ATTACHED = 8

/**
 * Attaches the bank read-only. CONCORSO_NON_TROVATO when it is not in the account's list, CONCORSO_NOT_INITIALIZED when
 * its file is not on the device. Never called inside a transaction.
 */
export function attach(ctx: StoreContext, id_concorso: number): Attached {
  const kept = ctx.attached.get(id_concorso)
  if (kept) {
    ctx.attached.delete(id_concorso)
    ctx.attached.set(id_concorso, kept)
    return kept
  }
  const row = ctx.db.get<{ file: string | null; versione: string }>(
    'SELECT file, versione FROM banche WHERE id_concorso = ?',
    id_concorso,
  )
  if (!row) throw new StoreFault('CONCORSO_NON_TROVATO')
  if (!row.file) throw new StoreFault('CONCORSO_NOT_INITIALIZED')
  while (ctx.attached.size >= MAX_ATTACHED) {
    const [oldest] = ctx.attached.keys()
    if (oldest !== undefined) drop(ctx, oldest)
  }
  const bank: Attached = {
    id_concorso,
    alias: isPercorso(id_concorso) ? `p${-id_concorso}` : `b${id_concorso}`,
    version: row.versione,
  }
  ctx.db.run(`ATTACH ? AS ${bank.alias}`, ctx.driver.address(row.file))
  ctx.attached.set(id_concorso, bank)
  ctx.viewCurrent = false
  return bank
}

/** Detaches a bank's file before its replacement or deletion, which SQLite would not notice (decision 0003). */
export function detach(ctx: StoreContext, id_concorso: number): void {
  ctx.loadedBanks.delete(id_concorso)
  if (!ctx.attached.has(id_concorso)) return
  drop(ctx, id_concorso)
}

export function detachAll(ctx: StoreContext): void {
  for (const id_concorso of [...ctx.attached.keys()]) drop(ctx, id_concorso)
}

function drop(ctx: StoreContext, id_concorso: number): void {
  const alias = ctx.attached.get(id_concorso)?.alias
  ctx.attached.delete(id_concorso)
  ctx.db.exec('DROP VIEW IF EXISTS temp.statistiche_v9')
  ctx.viewCurrent = false
  ctx.db.forget(`${alias}.`)
  ctx.db.exec(`DETACH ${alias}`)
}

/** Values of a question without a record [DB9]; `d` is the bank's row, `s` the record. */
const DEFAULTS: Partial<Record<(typeof COLUMNS)[number], string>> = {
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

/** Values for a path's question: its path and node (rules/raccolta). */
const ofPercorso = (id_concorso: number): typeof DEFAULTS =>
  isPercorso(id_concorso) ? { id_argomento: `'${-id_concorso}'`, id_sotto_percorso: 'CAST(-d.id_materia AS TEXT)' } : {}

/** Returns the columns of the full record over `d LEFT JOIN statistiche s`. */
export const fullRecord = (id_concorso: number) => {
  const values = { ...DEFAULTS, id_concorso: String(id_concorso), ...ofPercorso(id_concorso) }
  return COLUMNS.map((name) => `${values[name] ?? `s.${name}`} AS ${name}`).join(', ')
}

/**
 * Renews the view of the full statistics over every attached bank; SQLite refuses a stored view over an attached file.
 * The view is made a moment after a change, and no first question waits for it.
 */
export function renewView(ctx: StoreContext): void {
  if (ctx.viewCurrent || ctx.attached.size === 0) return
  ctx.viewCurrent = true
  ctx.db.exec('DROP VIEW IF EXISTS temp.statistiche_v9')
  const parts = [...ctx.attached.values()].map(
    ({ id_concorso, alias }) =>
      `SELECT ${fullRecord(id_concorso)} FROM ${alias}.domande d LEFT JOIN main.statistiche s USING (id_domanda)`,
  )
  ctx.db.exec(`CREATE TEMP VIEW statistiche_v9 AS ${parts.join(' UNION ALL ')}`)
}
