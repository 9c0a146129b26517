import { unregisterBanca } from '../banche/banche.ts'
import { ownerOf } from '../banche/file-names.ts'
import type { StoreContext } from '../core/context.ts'
import type { Connection, FileStore } from '../core/platform.ts'
import { isPunto } from '../core/point-names.ts'
import { isBackup } from './daily-backup.ts'
import { isChecksumFile } from './page-checksums.ts'
import { isQuarantine } from './quarantine.ts'

/** Files of the store's own upkeep: sums, copies, restore points, quarantine. */
const isUpkeepFile = (name: string): boolean =>
  isChecksumFile(name) || isBackup(name) || isQuarantine(name) || isPunto(name)

/** Deletes all sources of a rebuild, before the store itself. */
export async function removeUpkeepFiles(files: FileStore): Promise<void> {
  for (const name of await files.list()) if (isUpkeepFile(name)) await files.remove(name)
}

type Site = Pick<StoreContext, 'db' | 'driver' | 'files'>
type BancaRow = { id_concorso: number; concorso: string; file: string | null }

const listRows = (db: Connection) => db.all<BancaRow>('SELECT id_concorso, concorso, file FROM banche')

/** Returns the bank files without a row, as a crash between writing and registering leaves them. */
export function listStrangers({ db, driver }: Pick<Site, 'db' | 'driver'>): string[] {
  const registered = new Set(listRows(db).map(({ file }) => file))
  return driver.listBanks().filter((name) => !registered.has(name))
}

/**
 * Aligns rows and files. Deletes bank files without a row, and plain files of banks that are not in the list. A listed
 * bank's download under way stays, to be resumed. Returns the banks whose file is gone, which stay on the list, to be
 * downloaded. With `removed` false nothing is deleted: the list was rebuilt, and an unregistered file may be all that is
 * left of a bank. `listed`: names in the folder.
 */
export async function sweep(
  { db, driver, files }: Site,
  removed = true,
  listed?: readonly string[],
): Promise<{ id_concorso: number; concorso: string }[]> {
  const rows = listRows(db)
  if (removed) for (const name of listStrangers({ db, driver })) driver.deleteBank(name)
  const here = new Set(driver.listBanks())
  const lost = rows.filter(({ file }) => file !== null && !here.has(file))
  if (lost.length > 0)
    db.transaction(() => {
      for (const { id_concorso } of lost) unregisterBanca(db, id_concorso)
    })
  if (!removed) return lost.map(({ id_concorso, concorso }) => ({ id_concorso, concorso }))
  const mine = new Set(rows.map(({ id_concorso }) => id_concorso))
  for (const name of listed ?? (await files.list())) {
    const owner = ownerOf(name)
    if (!isUpkeepFile(name) && (owner === null || !mine.has(owner))) await files.remove(name)
  }
  return lost.map(({ id_concorso, concorso }) => ({ id_concorso, concorso }))
}
