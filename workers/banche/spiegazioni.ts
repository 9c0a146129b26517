import type { StoreArgs } from '#contract/database'
import type { Spiegazione } from '#contract/spiegazioni'
import type { StoreContext } from '../core/context.ts'
import { StoreFault } from '../core/guard.ts'
import type { Connection } from '../core/platform.ts'
import { attach } from './attach.ts'

/** Longest explanation with its source, characters. */
const MAX_LENGTH = 200_000

/** Returns the stored part of an explanation (contract/spiegazioni). */
export const readSpiegazione = ({ db }: StoreContext, { id_domanda }: { id_domanda: number }): Spiegazione | null =>
  db.get<Spiegazione>('SELECT id_domanda, spiegazione, fonte FROM spiegazioni WHERE id_domanda = ?', id_domanda) ?? null

/** Returns the stored explanations of many questions at once. */
export const readSpiegazioni = ({ db }: StoreContext, { id_domande }: StoreArgs<'readSpiegazioni'>): Spiegazione[] =>
  db.all<Spiegazione>(
    'SELECT id_domanda, spiegazione, fonte FROM spiegazioni WHERE id_domanda IN (SELECT value FROM json_each(?))',
    JSON.stringify(id_domande),
  )

/** Returns false where every bank of the list is here whole and has no explanations; true without any bank. */
export function hasSpiegazioni(ctx: StoreContext): boolean {
  const banche = ctx.db.all<{ id: number; whole: number }>(
    'SELECT id_concorso AS id, file IS NOT NULL AND n_domande >= n_domande_totali AS whole FROM banche',
  )
  return banche.length === 0 || banche.some(({ id, whole }) => !whole || countSpiegate(ctx, id) !== 0)
}

function countSpiegate(ctx: StoreContext, id_concorso: number): number | null {
  const { alias } = attach(ctx, id_concorso)
  const row = ctx.db.get<{ n: number }>(
    `SELECT CAST(valore AS INTEGER) AS n FROM ${alias}.manifesto WHERE chiave = 'spiegazioni'`,
  )
  return row?.n ?? null
}

/** Stores a whole bank's explanations from the server, in one transaction. */
export function saveSpiegazioni(ctx: StoreContext, { nuove }: StoreArgs<'saveSpiegazioni'>): null {
  for (const { id_domanda, spiegazione, fonte } of nuove)
    saveSpiegazione(ctx, { id_domanda, nuova: { spiegazione, fonte } })
  return null
}

/** Stores an explanation in place of the earlier one, or deletes it. */
export function saveSpiegazione(
  { db }: StoreContext,
  { id_domanda, nuova: fresh }: StoreArgs<'saveSpiegazione'>,
): null {
  if (fresh === null) {
    db.run('DELETE FROM spiegazioni WHERE id_domanda = ?', id_domanda)
    return null
  }
  const { spiegazione, fonte } = fresh
  if (spiegazione.length + (fonte?.length ?? 0) > MAX_LENGTH)
    throw new StoreFault('RICHIESTA_NON_VALIDA', 'too long', { campi: ['spiegazione'] })
  db.run('INSERT OR REPLACE INTO spiegazioni VALUES (?, ?, ?)', id_domanda, spiegazione, fonte)
  return null
}

/** Deletes the explanations of the questions between two numbers, both included. */
export function forgetSpiegazioni(db: Connection, from: number, to: number): void {
  db.run('DELETE FROM spiegazioni WHERE id_domanda BETWEEN ? AND ?', from, to)
}
