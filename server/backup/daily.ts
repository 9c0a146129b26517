import { existsSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { italianDay, italianInstant } from '#rules/italian-day'
import { checkFolder } from '../config-values.ts'
import type { Deps } from '../deps.ts'
import { recordBackup } from '../operator/audit.ts'
import { type BackupResult, backup, SHARED_PACKAGES } from './backup.ts'

/** Key of the advisory lock that lets one replica make the backup of the day ("IDNB" as a number). */
const LOCK_KEY = 0x49444e42
const NAME = /^idoneo-\d{4}-\d\d-\d\d\.backup$/
const PART = /^idoneo-\d{4}-\d\d-\d\d\.backup\.nuovo$/

const datedFile = ({ now }: Deps, folder: string): string =>
  join(folder, `idoneo-${italianDay(now().getTime())}.backup`)

/** Writes the dated backup of today to a folder, and deletes the oldest dated ones beyond `keep`. */
export async function backupToFolder(deps: Deps, folder: string): Promise<BackupResult & { file: string }> {
  checkFolder('BACKUP_CARTELLA', folder)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = datedFile(deps, folder)
  // Parts of a backup that was stopped: the next one has another name.
  for (const name of await readdir(folder))
    if (PART.test(name) && join(folder, name) !== `${file}.nuovo`) await rm(join(folder, name), { force: true })
  const made = await backup(deps, file, join(folder, SHARED_PACKAGES))
  const old = (await readdir(folder))
    .filter((name) => NAME.test(name))
    .sort()
    .slice(0, -deps.config.backup.keep)
  for (const name of old) await rm(join(folder, name))
  return { ...made, file }
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
    if (busy || existsSync(datedFile(deps, folder))) return
    busy = true
    try {
      if (!(await deps.clock.isDoubtful())) await alone(deps, folder)
    } catch (error) {
      failed = now
      deps.log.error({ err: error }, 'backup del giorno non riuscito')
    } finally {
      busy = false
    }
  }
}

const alone = (deps: Deps, folder: string): Promise<void> =>
  deps.db.tx(async (q) => {
    await q.script('set local idle_in_transaction_session_timeout = 0')
    const { rows } = await q.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [LOCK_KEY])
    if (!rows[0]?.mine || existsSync(datedFile(deps, folder))) return
    const { file, pictures } = await backupToFolder(deps, folder)
    if (pictures.length > 0) return deps.log.error({ file, mancano: pictures }, 'backup senza figure')
    await recordBackup(deps)
    deps.log.info({ file }, 'backup del giorno')
  })
