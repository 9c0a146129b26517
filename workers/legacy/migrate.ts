import type { LegacyMigration } from '#contract/store-care'
import { elapsedMs } from '#rules/cadence'
import type { Statistica } from '#rules/statistica'
import type { StoreContext } from '../core/context.ts'
import type { Mirror, OldDatabaseClaim } from '../core/mirror.ts'
import type { Connection } from '../core/platform.ts'
import { alignBanks } from '../recovery/index.ts'
import { convertStatistica, UNKNOWN_BANK } from './convert.ts'
import { copyRecord } from './copy-record.ts'
import { copyLists, copyPercorsi } from './lists.ts'
import { deleteOld, type OldContent, readOld } from './read.ts'

const DAY_MS = 86_400_000
/** Milliseconds for which the old database stays after its takeover. */
const KEPT_MS = 30 * DAY_MS
/** Key of `ambiente` that marks the takeover: written with the records, in one transaction. */
const DONE = 'vecchio'

/**
 * Takes the old database 'concorsi' over, once (D31) [MI2]. The first account that opens its store in this browser gets
 * it. The old app cleared a user's data when another signed in [AU6], so it holds one person's. The next start
 * continues an interrupted step: claimed, copied and counted in one transaction, marked once that is durable, deleted
 * 30 days later by the account with the copy. A failure is logged as 'Migration failed' and changes nothing [MI3].
 */
export async function migrateOld(ctx: StoreContext, { at }: { at: string }): Promise<LegacyMigration> {
  const { indexedDB: factory, mirror } = ctx.platform
  if (!factory || !mirror) return { stato: 'assente', copiate: 0 }
  try {
    const claim = await mirror.readOld()
    const now = Date.parse(at)
    const mine = claim?.id_utente === ctx.id_utente
    const before = done(ctx.db)
    // Trust the mark beside the records alone: the outer one may be of a copy that was not kept.
    const isHere = claim?.svuotato === true || (mine && before !== null)
    if (isHere && claim && (await isExpired(mirror, claim, now))) {
      // Delete without a check: deleting a missing database is harmless, and the check costs as much.
      return { stato: (await deleteOld(factory)) ? 'eliminata' : 'gia_fatta', copiate: 0 }
    }
    if (claim && !mine) return { stato: 'assente', copiate: 0 }
    if (isHere && claim && claim.fino_ms !== null) return { stato: 'gia_fatta', copiate: before ?? 0 }
    if (before === null) {
      const content = await readOld(factory)
      if (!content) return { stato: claim?.fino_ms == null ? 'assente' : 'gia_fatta', copiate: 0 }
      await mirror.writeOld({ id_utente: ctx.id_utente, fino_ms: null })
      copy(ctx, content, at)
      alignBanks(ctx)
    }
    await ctx.driver.settle()
    await mirror.writeOld({ id_utente: ctx.id_utente, fino_ms: now + KEPT_MS })
    return { stato: before === null ? 'fatta' : 'gia_fatta', copiate: done(ctx.db) ?? 0 }
  } catch (error) {
    console.error('Migration failed', error)
    return { stato: 'fallita', copiate: 0 }
  }
}

/** Counts the rest of the 30 days down as far as the clock ran evenly: one jump deletes nothing. */
async function isExpired(mirror: Mirror, claim: OldDatabaseClaim, now: number): Promise<boolean> {
  if (claim.fino_ms === null) return false
  const { fino_ms, visto_ms = fino_ms - KEPT_MS } = claim
  const until = now + fino_ms - visto_ms - elapsedMs(visto_ms, now)
  if (until < now) return true
  // Note the clock once a day while it runs evenly.
  if (until !== fino_ms || now - visto_ms >= DAY_MS) await mirror.writeOld({ ...claim, fino_ms: until, visto_ms: now })
  return false
}

function done(db: Connection): number | null {
  const found = db.get<{ valore: string }>('SELECT valore FROM ambiente WHERE chiave = ?', DONE)
  return found ? Number(found.valore) : null
}

function copy(
  ctx: StoreContext,
  { banche, banche_meta, percorsi, percorsi_meta, ...old }: OldContent,
  at: string,
): void {
  const { db } = ctx
  const convert = (records: typeof old.statistiche) =>
    records.flatMap((record) => convertStatistica(record, at) ?? []).sort(byDate)
  // Records of an unknown bank wait until their bank arrives (banche/register): the server refuses them.
  const statistiche = convert(old.statistiche).map((s) =>
    s.id_concorso === UNKNOWN_BANK && s.sincronizzata === 0 ? { ...s, sincronizzata: null } : s,
  )
  const ofPaths = convert(old.statistiche_percorsi)
  ctx.chain = db.transaction(() => {
    copyLists(db, { banche, banche_meta, percorsi, percorsi_meta }, at)
    let chain = ctx.chain
    for (const stat of statistiche) chain = copyRecord(db, chain, ctx.id_utente, stat)
    copyPercorsi(db, ofPaths)
    const copied = new Set(statistiche.map((s) => s.id_domanda))
    const paths = new Set(ofPaths.map((s) => s.id_domanda))
    checkCount(db, 'statistiche', copied)
    checkCount(db, 'statistiche_percorsi', paths)
    db.run('INSERT OR REPLACE INTO ambiente VALUES (?, ?)', DONE, String(copied.size + paths.size))
    return chain
  })
}

const byDate = (x: Statistica, y: Statistica): number =>
  Date.parse(x.data_eseguita ?? '') - Date.parse(y.data_eseguita ?? '') || x.id_domanda - y.id_domanda

/** Checks that every record was copied: otherwise none is. */
function checkCount(db: Connection, table: string, ids: ReadonlySet<number>): void {
  const { n } = db.get<{ n: number }>(
    `SELECT count(*) AS n FROM ${table} WHERE id_domanda IN (SELECT value FROM json_each(?))`,
    JSON.stringify([...ids]),
  ) as { n: number }
  if (n !== ids.size) throw new Error(`${n} of ${ids.size} records in ${table}`)
}
