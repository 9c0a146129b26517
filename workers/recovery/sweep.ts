import { unregisterBanca } from '../banche/banche.ts'
import { ownerOf } from '../banche/file-names.ts'
import type { StoreContext } from '../core/context.ts'
import type { FileStore } from '../core/platform.ts'
import { isPunto } from '../core/point-names.ts'
import { isBackup } from './daily-backup.ts'
import { isChecksumFile } from './page-checksums.ts'
import { isQuarantine } from './quarantine.ts'

/** Files of the store's own care: sums, copies, restore points, what a recovery put aside. */
const isUpkeepFile = (name: string): boolean =>
  isChecksumFile(name) || isBackup(name) || isQuarantine(name) || isPunto(name)

/** Deletes all that a store could be rebuilt from, before the store itself goes. */
export async function removeUpkeepFiles(files: FileStore): Promise<void> {
  for (const name of await files.list()) if (isUpkeepFile(name)) await files.remove(name)
}

/**
 * Brings rows and files together. Deletes what no row registers: bank files of a crash between writing and registering, and
 * plain files of banks that are not in the list; a download under way of a bank in the list stays, to be resumed. A bank
 * whose file is gone is only added again, to be downloaded: those are answered. Without `togli` nothing is deleted: the list of
 * banks was rebuilt, and what it does not register may be all that is left of one. `sure` is asked before the first bank file is deleted, and
 * throws when the list is not to be trusted: a store that is older than its files does not know them. `nomi` is what is in the folder.
 */
export async function sweep(
  { db, driver, files }: Pick<StoreContext, 'db' | 'driver' | 'files'>,
  removed = true,
  sure: () => Promise<void> = async () => {},
  listed?: readonly string[],
): Promise<{ id_concorso: number; concorso: string }[]> {
  const rows = db.all<{ id_concorso: number; concorso: string; file: string | null }>(
    'SELECT id_concorso, concorso, file FROM banche',
  )
  const registered = new Set(rows.map(({ file }) => file))
  const strangers = removed ? driver.listBanks().filter((name) => !registered.has(name)) : []
  if (strangers.length > 0) await sure()
  for (const name of strangers) driver.deleteBank(name)
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
