import type { RecoveryReport } from '#contract/store-care'
import { bankOwnerOf, ownerOf } from '../banche/file-names.ts'
import { openImmagini } from '../banche/immagini.ts'
import { registerLeftover } from '../banche/register.ts'
import type { StoreContext } from '../core/context.ts'
import { isDamage } from '../core/corruption.ts'
import { faultOf } from '../core/guard.ts'
import type { Connection, FileStore } from '../core/platform.ts'

/** Key of `ambiente` in a store rebuilt without its whole list of banks: the files on the device complete it. */
const TO_REDO = 'banche_da_rifare'

export const markBankList = (db: Connection): void =>
  void db.run('INSERT OR REPLACE INTO ambiente VALUES (?, ?)', TO_REDO, '1')

/**
 * Registers again the bank files without a row in a rebuilt store, by their own manifests. Returns the banks whose file
 * is unreadable; null when the list was whole. The mark is deleted last: the next start repeats an interrupted run.
 */
export async function restoreBankList(
  { db, driver, files }: Pick<StoreContext, 'db' | 'driver' | 'files'>,
  busy: (id_concorso: number) => boolean = () => false,
): Promise<RecoveryReport['banche'] | null> {
  if (!db.get('SELECT 1 FROM ambiente WHERE chiave = ?', TO_REDO)) return null
  const lost: RecoveryReport['banche'] = []
  const here = new Set(driver.listBanks())
  const rows = db.all<{ id_concorso: number; concorso: string; file: string | null }>(
    'SELECT id_concorso, concorso, file FROM banche',
  )
  for (const file of here) {
    const id_concorso = bankOwnerOf(file)
    const row = rows.find((r) => r.id_concorso === id_concorso)
    if (id_concorso === null || busy(id_concorso) || (row?.file && here.has(row.file))) continue
    try {
      const images = await findImages(files, id_concorso)
      registerLeftover({ db, driver }, { id_concorso, file, immagini: images })
    } catch (error) {
      if (!isDamage(error) && faultOf(error).codice !== 'PACCHETTO_CORROTTO') throw error
      lost.push({ id_concorso, concorso: row?.concorso ?? '' })
    }
  }
  db.transaction(() => {
    for (const table of ['banche_meta', 'banche_blocchi'])
      db.run(`DELETE FROM ${table} WHERE id_concorso NOT IN (SELECT id_concorso FROM banche)`)
    db.run('DELETE FROM ambiente WHERE chiave = ?', TO_REDO)
  })
  return lost
}

/** Returns the bank's images, when their file is whole: a zip has its list at its end. */
async function findImages(files: FileStore, id_concorso: number) {
  for (const file of await files.list()) {
    if (ownerOf(file) !== id_concorso || !file.includes('-immagini-')) continue
    const blob = await files.blob(file)
    const whole = blob && (await openImmagini(blob).catch(() => null))
    if (whole) return { file, dimensione: blob.size }
  }
  return null
}
