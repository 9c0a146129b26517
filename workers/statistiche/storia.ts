import type { Passi, Touched } from '#rules/progressi'
import type { StoreContext } from '../core/context.ts'
import type { BeforeSeduta } from './before-seduta.ts'
import { createStoria, type Storia } from './memoria.ts'
import { readPassi, readTouched } from './passi.ts'

/** Fingerprint of a bank's steps: how many, the last row, and a sum that shows a row taken back and replaced. */
type Mark = { rows: number; rowid: number; sum: number }
/** Cache of a bank between two readings; `minute` of the last followed step. */
type Kept = { follower: ReturnType<typeof createStoria>; mark: Mark; minute: number }

const stories = new WeakMap<StoreContext, Map<number, Kept>>()

/**
 * Returns the memory of a bank [ME1]. New steps since the last reading are followed. After an undo, or an older step of
 * another device, everything is read again.
 */
export function readStoria(ctx: StoreContext, id_concorso: number): Storia {
  const banks = stories.get(ctx) ?? new Map<number, Kept>()
  stories.set(ctx, banks)
  const mark = ctx.db.get<Mark>(
    `SELECT count(*) AS rows, coalesce(max(rowid), 0) AS rowid,
       coalesce(sum(minuto + 7 * stato + 31 * id_domanda), 0) AS sum FROM passi WHERE id_concorso = ?`,
    id_concorso,
  ) as Mark
  const kept = banks.get(id_concorso)
  if (kept && isEqual(kept.mark, mark)) return kept.follower.storia
  const touched = readTouched(ctx, id_concorso)
  const materie = subjectsOf(touched)
  if (kept && followMore(ctx, kept, { id_concorso, mark, materie })) return kept.follower.storia
  const passi = readPassi(ctx, id_concorso, 0)
  const follower = createStoria()
  follower.follow(passi, materie)
  follower.meet(touched)
  banks.set(id_concorso, { follower, mark, minute: passi.minuti.at(-1) ?? 0 })
  return follower.storia
}

/** Returns the memory of a bank before a sitting, read anew and not cached. */
export function readStoriaBefore(ctx: StoreContext, id_concorso: number, { rowid, livelli }: BeforeSeduta): Storia {
  const touched = readTouched(ctx, id_concorso)
  const follower = createStoria()
  follower.follow(readPassi(ctx, id_concorso, 0, rowid), subjectsOf(touched))
  // Skip a question touched since, whose record has its level of now.
  const kept = [...touched.domande.keys()].filter((i) => !livelli.has(touched.domande[i] as number))
  const only = (column: Int32Array) => Int32Array.from(kept, (i) => column[i] as number)
  follower.meet({
    domande: only(touched.domande),
    materie: only(touched.materie),
    livelli: only(touched.livelli),
    minuti: only(touched.minuti),
  })
  return follower.storia
}

const subjectsOf = ({ domande, materie }: Touched): Map<number, number> =>
  new Map(Array.from(domande, (id, i) => [id, materie[i] as number]))

const isEqual = (a: Mark, b: Mark) => a.rows === b.rows && a.rowid === b.rowid && a.sum === b.sum

/** Follows the steps since the last reading; returns false where earlier ones have changed. */
function followMore(
  ctx: StoreContext,
  kept: Kept,
  now: { id_concorso: number; mark: Mark; materie: ReadonlyMap<number, number> },
): boolean {
  const more = readPassi(ctx, now.id_concorso, kept.mark.rowid)
  const { rows, sum } = kept.mark
  const [first] = more.minuti
  if (rows + more.minuti.length !== now.mark.rows || sum + sumOf(more) !== now.mark.sum) return false
  if (first === undefined || first < kept.minute) return false
  kept.follower.follow(more, now.materie)
  kept.mark = now.mark
  kept.minute = more.minuti.at(-1) ?? kept.minute
  return true
}

const sumOf = ({ minuti, domande, stati }: Passi): number =>
  minuti.reduce((sum, minute, i) => sum + minute + 7 * (stati[i] as number) + 31 * (domande[i] as number), 0)
