import type { SottoPercorso } from '#rules/percorso'
import type { StoreContext } from '../core/context.ts'
import { attach } from './attach.ts'

/** Returns the tree of a path, as its file has it; empty for a bank, which has none. */
export function readAlbero(ctx: StoreContext, { id_concorso }: { id_concorso: number }): SottoPercorso[] {
  const { alias } = attach(ctx, id_concorso)
  const row = ctx.db.get<{ valore: string }>(`SELECT valore FROM ${alias}.manifesto WHERE chiave = 'albero'`)
  return row ? (JSON.parse(row.valore) as SottoPercorso[]) : []
}
