import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { italianDay, italianInstant } from '#rules/italian-day'
import { checkFolder } from '../config-values.ts'
import type { Deps, Queryable } from '../deps.ts'
import { recordBackup } from '../operator/audit.ts'
import { type BackupResult, backup, SHARED_PACKAGES } from './backup.ts'

/** Key of the advisory lock that lets one replica make the backup of the day ("IDNB" as a number). */
const LOCK_KEY = 0x49444e42
const NAME = /^idoneo-\d{4}-\d\d-\d\d\.backup$/
const PART = /^idoneo-\d{4}-\d\d-\d\d\.backup\.nuovo$/

const datedFile = ({ now }: Deps, folder: string): string =>
  join(folder, `idoneo-${italianDay(now().getTime())}.backup`)

/** Writes the dated backup of today to a folder, and deletes the oldest dated ones beyond `keep`. */
async function backupToFolder(
  deps: Deps,
  folder: string,
  signal?: AbortSignal,
): Promise<BackupResult & { file: string }> {
  checkFolder('BACKUP_CARTELLA', folder)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = datedFile(deps, folder)
  // Parts of a backup that was stopped: the next one has another name.
  for (const name of await readdir(folder))
    if (PART.test(name) && join(folder, name) !== `${file}.nuovo`) await rm(join(folder, name), { force: true })
  const made = await backup(deps, file, join(folder, SHARED_PACKAGES), signal)
  const old = (await readdir(folder))
    .filter((name) => NAME.test(name))
    .sort()
    .slice(0, -deps.config.backup.keep)
  for (const name of old) await rm(join(folder, name))
  return { ...made, file }
}

/** A dated backup of a folder; `byte`: its size without the packages beside it. */
export type BackupFile = { nome: string; byte: number; scritto: Date }

/** Lists the dated backups of a folder, the newest first; none where the folder is not there yet. */
export async function listBackups(folder: string): Promise<BackupFile[]> {
  const names = (await readdir(folder).catch((): string[] => [])).filter((name) => NAME.test(name)).sort()
  const files = names.reverse().map(async (nome) => {
    const { size, mtime } = await stat(join(folder, nome))
    return { nome, byte: size, scritto: mtime }
  })
  return Promise.all(files)
}

/** Makes the dated backup of today, and records it where no picture is missing. */
export async function backupToday(
  deps: Deps,
  folder: string,
  signal?: AbortSignal,
): Promise<BackupResult & { file: string }> {
  const made = await backupToFolder(deps, folder, signal)
  if (made.pictures.length === 0) await recordBackup(deps)
  return made
}

/** Time, in ms, after a failed backup before the next try. */
const RETRY_MS = 60 * 60_000

/**
 * Makes the backup of the day from the configured hour on; of several replicas on one folder the first. A failed one is
 * logged, and the older files stay.
 */
export function createDailyBackup(deps: Deps): () => Promise<void> {
  let failed = Number.NEGATIVE_INFINITY
  let busy = false
  return async () => {
    const { folder, hour } = deps.config.backup
    const now = deps.now().getTime()
    if (folder === null || now < italianInstant(italianDay(now), hour, 0) || now - failed < RETRY_MS) return
    // A failed try may have left a file with rows and without packages: make it again.
    const again = Number.isFinite(failed)
    if (busy || (!again && existsSync(datedFile(deps, folder)))) return
    busy = true
    try {
      if (await deps.clock.isDoubtful()) return
      await deps.metrics.works.run('backup', deps.now, () => alone(deps, folder, again))
      failed = Number.NEGATIVE_INFINITY
    } catch (error) {
      failed = now
      deps.log.error({ err: error }, 'backup del giorno non riuscito')
    } finally {
      busy = false
    }
  }
}

/** Holds the lock of backups, one at a time on all replicas, while `work` runs; returns false where it is held already. */
export const holdingBackups = (deps: Deps, work: () => Promise<void>): Promise<boolean> =>
  deps.db.tx(async (q) => {
    await q.script('set local idle_in_transaction_session_timeout = 0')
    const { rows } = await q.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [LOCK_KEY])
    if (rows[0]?.mine) await work()
    return rows[0]?.mine === true
  })

/** Lets one begin of a work in at a time: whoever waits sees the row of the one before. */
export const admitInTurn = (q: Queryable) => q.query('select pg_advisory_xact_lock($1)', [LOCK_KEY + 1])

/** Returns whether a replica holds the lock of backups. */
export async function areBackupsHeld(q: Queryable): Promise<boolean> {
  const { count } = await q.query(
    `select 1 from pg_locks l join pg_database d on d.oid = l.database
     where l.locktype = 'advisory' and l.classid = 0 and l.objid = $1 and l.granted and d.datname = current_database()`,
    [LOCK_KEY],
  )
  return count > 0
}

const alone = async (deps: Deps, folder: string, again: boolean): Promise<void> => {
  await holdingBackups(deps, async () => {
    if (!again && existsSync(datedFile(deps, folder))) return
    const { file, pictures } = await backupToday(deps, folder)
    if (pictures.length > 0) return deps.log.error({ file, mancano: pictures }, 'backup senza figure')
    deps.log.info({ file }, 'backup del giorno')
  })
}
