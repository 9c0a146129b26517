import type { RecoveryReport, StoreHealth } from '#contract/store-care'
import { elapsedMs, isDue } from '#rules/cadence'
import { instantOf } from '#rules/dates'
import { makeDailyPunto } from '../copia/restore-points.ts'
import type { PendingRecovery, StoreContext } from '../core/context.ts'
import { StoreFault } from '../core/guard.ts'
import {
  checkpoint,
  isDamaged,
  listDamaged,
  makeBackup,
  mirror,
  removeDamaged,
  verifyBanks,
} from '../recovery/index.ts'
import { mend, mendOlder } from './durable.ts'

const DAY_MS = 86_400_000
/** Least age, in ms, of a copy before the next one. */
const BACKUP_EVERY_MS = 20 * 3_600_000
/** Milliseconds for which damaged stores stay in quarantine. */
const DAMAGED_KEPT_MS = 30 * DAY_MS

/**
 * Checks the store and rebuilds a damaged one. Earlier repairs of the opening or of a method are reported here too: only
 * the caller has the time.
 */
export async function verifyStore(
  ctx: StoreContext,
  { at, completa: complete }: { at: string; completa: boolean },
): Promise<{ stato: StoreHealth; recupero: RecoveryReport | null }> {
  // Check before any write to the store, or to the mirror, which would receive damaged rows.
  if (complete && (await isDamaged(ctx))) {
    await mend(ctx, 'danno')
    if (await isDamaged(ctx)) throw new StoreFault('INDEXEDDB_GENERIC_ERROR', 'still damaged after a recovery')
  }
  await mendOlder(ctx)
  await mirror(ctx).catch((error: unknown) => console.warn('mirror', error))
  if (complete) {
    await verifyBanks(ctx)
    await checkpoint(ctx)
    write(ctx, 'ultima_verifica', at)
    await dailyBackup(ctx, at)
    await forgetDamaged(ctx, at)
  }
  const recovery = ctx.pendingRecovery ? told(ctx, ctx.pendingRecovery, at) : null
  ctx.pendingRecovery = undefined
  return { stato: readStoreState(ctx), recupero: recovery }
}

function told(ctx: StoreContext, pending: PendingRecovery, at: string): RecoveryReport {
  const recovery = { ...pending, at }
  write(ctx, 'ultimo_recupero', JSON.stringify(recovery))
  return recovery
}

const read = ({ db }: StoreContext, key: string): string | null =>
  db.get<{ valore: string }>('SELECT valore FROM ambiente WHERE chiave = ?', key)?.valore ?? null
const write = ({ db }: StoreContext, key: string, value: string): void =>
  void db.run('INSERT OR REPLACE INTO ambiente VALUES (?, ?)', key, value)

/** Returns the store's state, as far as it is known without reading every byte. */
export function readStoreState(ctx: StoreContext): StoreHealth {
  const size = ctx.db.get<{ n: number }>(
    'SELECT p.page_count * s.page_size AS n FROM pragma_page_count p, pragma_page_size s',
  )
  const recovery = read(ctx, 'ultimo_recupero')
  return {
    gradino: ctx.driver.rung,
    byte: size?.n ?? null,
    ultima_verifica: read(ctx, 'ultima_verifica'),
    ultima_copia: read(ctx, 'ultima_copia'),
    ultimo_recupero: recovery === null ? null : (JSON.parse(recovery) as RecoveryReport),
  }
}

/** Makes the restore point of the day, where there is anything to go back to, and the copy that a repair reads (decision 0146). */
async function dailyBackup(ctx: StoreContext, at: string): Promise<void> {
  if (ctx.closed) return
  if (ctx.db.get('SELECT 1 FROM eventi LIMIT 1')) await makeDailyPunto(ctx, at).catch(goWithout)
  if (ctx.closed || !isDue(read(ctx, 'ultima_copia'), instantOf(at), BACKUP_EVERY_MS)) return
  if (await makeBackup(ctx).catch(goWithout)) write(ctx, 'ultima_copia', at)
}

/** Go on without a copy: a full disk has better use for its room. */
const goWithout = (error: unknown): void => console.warn('daily copy', error)

/** Age of a damaged store by our own count, and its last date. Older notes are that date alone. */
type SeenDamage = { eta_ms: number; vista: string }

/** Deletes damaged stores after 30 days in quarantine here; a jump of the clock deletes none. */
async function forgetDamaged(ctx: StoreContext, at: string): Promise<void> {
  const seen = JSON.parse(read(ctx, 'guasti') ?? '{}') as Record<string, string | SeenDamage>
  const kept: Record<string, SeenDamage> = {}
  for (const { numero: number } of await listDamaged(ctx.files)) {
    const known = seen[number] ?? at
    const earlier = typeof known === 'string' ? { eta_ms: 0, vista: known } : known
    const eta_ms = earlier.eta_ms + elapsedMs(instantOf(earlier.vista), instantOf(at))
    if (eta_ms > DAMAGED_KEPT_MS) await removeDamaged(ctx.files, number)
    else kept[number] = { eta_ms, vista: at }
  }
  write(ctx, 'guasti', JSON.stringify(kept))
}
