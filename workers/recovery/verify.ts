import { MEBIBYTE } from '#contract/package'
import type { RecoveryCause, RecoveryReport, StoreHealth } from '#contract/store-care'
import { elapsedMs, isDue } from '#rules/cadence'
import { instantOf } from '#rules/dates'
import { attach } from '../banche/attach.ts'
import { digestHex } from '../banche/digest.ts'
import { makeDailyPunto } from '../copia/restore-points.ts'
import type { RawFile } from '../core/connection.ts'
import type { PendingRecovery, StoreContext } from '../core/context.ts'
import { isDamage, mayBeDamage } from '../core/corruption.ts'
import { type EventoScritto, isIntact, linkOf } from '../core/events.ts'
import { StoreFault } from '../core/guard.ts'
import { rawOver } from '../engine/raw-file.ts'
import { brokenPages, checkpoint, knownChecksums } from './checkpoint.ts'
import { makeBackup } from './daily-backup.ts'
import { mirror } from './maintenance.ts'
import { isBehind } from './mirror-keeper.ts'
import { listDamaged, removeDamaged } from './quarantine.ts'
import { dropBank } from './recovery.ts'

/** Links of the chain checked between two turns of the event loop: a few milliseconds. */
const SLICE = 100
const DAY_MS = 86_400_000
/** Least age, in ms, of a copy before the next one. */
const BACKUP_EVERY_MS = 20 * 3_600_000
/** Milliseconds for which damaged stores stay in quarantine. */
const DAMAGED_KEPT_MS = 30 * DAY_MS

type Heal = (ctx: StoreContext, cause: RecoveryCause) => Promise<void>

/**
 * Checks the store and has `heal` rebuild a damaged one. Earlier repairs of the opening or of a method are reported
 * here too: only the caller has the time.
 */
export async function verifyStore(
  ctx: StoreContext,
  { at, completa: complete }: { at: string; completa: boolean },
  heal: Heal,
): Promise<{ stato: StoreHealth; recupero: RecoveryReport | null }> {
  // Check before any write to the store, or to the mirror, which would receive damaged rows.
  if (complete && (await isDamaged(ctx))) {
    await heal(ctx, 'danno')
    if (await isDamaged(ctx)) throw new StoreFault('INDEXEDDB_GENERIC_ERROR', 'still damaged after a recovery')
  }
  await catchUp(ctx, heal)
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

/**
 * Compares a store just opened with its mirror before any write, and repairs an older one first. Otherwise a new row
 * would take the place of a lost one, and the two could no longer be told apart.
 */
export function keepUp(ctx: StoreContext, heal: Heal): Promise<void> {
  ctx.comparing ??= catchUp(ctx, heal).catch((error: unknown) => {
    ctx.comparing = undefined
    throw error
  })
  return ctx.comparing
}

async function catchUp(ctx: StoreContext, heal: Heal): Promise<void> {
  if (!(await isBehind(ctx))) return
  // Check the pages too: the present rows may be damaged.
  await brokenPages(ctx)
  await heal(ctx, 'indietro')
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

/** Checks pages, chains and, where the rung has no sums of pages, SQLite's own findings. */
async function isDamaged(ctx: StoreContext): Promise<boolean> {
  try {
    if ((await brokenPages(ctx)).length > 0) return true
    if (!(await knownChecksums(ctx))) {
      const [found] = ctx.db.all<{ integrity_check: string }>('PRAGMA main.integrity_check(1)')
      if (found?.integrity_check !== 'ok') return true
    }
    return !(await chainsFit(ctx))
  } catch (error) {
    if (mayBeDamage(error)) return true
    throw error
  }
}

async function chainsFit(ctx: StoreContext): Promise<boolean> {
  for (const { dispositivo } of ctx.db.all<{ dispositivo: string }>('SELECT DISTINCT dispositivo FROM eventi'))
    for (let previous: Uint8Array<ArrayBuffer> = new Uint8Array(0), seq = 0; !ctx.closed; ) {
      const rows = ctx.db.all<EventoScritto>(
        'SELECT * FROM eventi WHERE dispositivo = ? AND seq > ? ORDER BY seq LIMIT ?',
        dispositivo,
        seq,
        SLICE,
      )
      for (const e of rows) {
        const link = linkOf(previous, e)
        if (e.seq !== ++seq || link.some((byte, i) => byte !== e.catena[i]) || !isIntact(e)) return false
        previous = e.catena
      }
      if (rows.length < SLICE) break
      await ctx.platform.wait(0)
    }
  return true
}

/**
 * Checks every byte of every bank against the hashes of its manifest; a damaged one is dropped, to be downloaded again.
 */
async function verifyBanks(ctx: StoreContext): Promise<void> {
  const banche = ctx.db.all<{ id_concorso: number; file: string }>(
    'SELECT id_concorso, file FROM banche WHERE file IS NOT NULL',
  )
  for (const { id_concorso, file } of banche) {
    if (ctx.closed || ctx.downloads.has(id_concorso)) continue
    if (!(await isWhole(ctx, id_concorso, file))) dropBank(ctx, id_concorso)
  }
}

async function isWhole(ctx: StoreContext, id_concorso: number, file: string): Promise<boolean> {
  // Skip a bank that was deleted or replaced between two blocks.
  const isHere = () =>
    !ctx.closed &&
    ctx.db.get('SELECT 1 FROM banche WHERE id_concorso = ? AND file = ?', id_concorso, file) !== undefined
  try {
    // Read the whole bank once, where files are unreadable beneath the engine, and not for every block.
    const backup = ctx.db.raw ? null : rawOver(await ctx.driver.readBank(file))
    const known = ctx.db.get<{ blocchi: string }>(
      'SELECT blocchi FROM banche_blocchi WHERE id_concorso = ? AND file = ?',
      id_concorso,
      file,
    )
    const found: string[] = []
    for (let at = 0; isHere(); at += MEBIBYTE) {
      const block = (backup ?? (await bankFile(ctx, id_concorso, file))).read(at, MEBIBYTE)
      if (block.length === 0) break
      found.push(await digestHex(block))
      await ctx.platform.wait(0)
    }
    if (!isHere()) return true
    const blocks = JSON.stringify(found)
    // Store the hashes of a bank installed before hashes were kept: from now on it must stay unchanged.
    if (!known) ctx.db.run('INSERT OR REPLACE INTO banche_blocchi VALUES (?, ?, ?)', id_concorso, file, blocks)
    return !known || known.blocchi === blocks
  } catch (error) {
    if (isDamage(error)) return false
    throw error
  }
}

/** Attaches the bank again for each block: another bank may have taken its place. */
async function bankFile(ctx: StoreContext, id_concorso: number, file: string): Promise<RawFile> {
  const { alias } = attach(ctx, id_concorso)
  // Read once: SQLite opens a file at its first use.
  ctx.db.get(`PRAGMA ${alias}.user_version`)
  return ctx.db.raw?.(alias) ?? rawOver(await ctx.driver.readBank(file))
}

async function dailyBackup(ctx: StoreContext, at: string): Promise<void> {
  await dailyPunto(ctx, at)
  if (ctx.closed || !isDue(read(ctx, 'ultima_copia'), instantOf(at), BACKUP_EVERY_MS)) return
  try {
    if (await makeBackup(ctx)) write(ctx, 'ultima_copia', at)
  } catch (error) {
    // Go on without a copy: a full disk has better use for its room.
    console.warn('copy', error)
  }
}

/** Makes a restore point for the person, where there is anything to go back to. */
async function dailyPunto(ctx: StoreContext, at: string): Promise<void> {
  if (ctx.closed || !ctx.db.get('SELECT 1 FROM eventi LIMIT 1')) return
  try {
    await makeDailyPunto(ctx, at)
  } catch (error) {
    // Go on without a point: a full disk has better use for its room.
    console.warn('restore point', error)
  }
}

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

/** Finds and repairs damage after an error that damage may cause. Returns false when there was none. */
export async function healDamage(ctx: StoreContext, heal: Heal): Promise<boolean> {
  const before = ctx.pendingRecovery
  if (await isDamaged(ctx)) await heal(ctx, 'danno')
  await verifyBanks(ctx)
  return ctx.pendingRecovery !== before
}
