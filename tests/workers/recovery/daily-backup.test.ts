import { describe, expect, it } from 'vitest'
import { loadSqlite } from '#wasm/sqlite'
import { poolFileRecovery } from '#workers/backends/pool-recovery'
import { memoryFiles } from '#workers/backends/volatile'
import type { StoreContext } from '#workers/core/context'
import { migrate } from '#workers/core/migrate'
import type { Connection } from '#workers/core/platform'
import { makeBackup, readBackup } from '#workers/recovery/daily-backup'

/** Rows of more than two slices. */
const RIGHE = 2500
const ID = 10_000

/** A store with many rows of a key of one column, of two, and of a text, each slice of whose copy is followed by `durante`. */
async function copied(durante: (db: Connection, wait: number) => void) {
  const fileRecovery = poolFileRecovery(await loadSqlite(), {} as never, '')
  const { db } = fileRecovery.scratch()
  migrate(db)
  db.exec('PRAGMA foreign_keys=OFF')
  db.transaction(() => {
    for (let n = 1; n <= RIGHE; n++) {
      db.run('INSERT INTO accantonate VALUES (?, ?, ?)', ID + n, '2026-11-21T10:00:00.000+01:00', 'X')
      db.run('INSERT INTO sedute_segni VALUES (?, ?, 1, 1, 0, 0)', `seduta-${n % 2}`, n)
      db.run('INSERT INTO scaricamenti VALUES (?, ?)', `nome-${ID + n}`, 'etag')
    }
  })
  const files = memoryFiles(new Map())
  let waits = 0
  const platform = { wait: async () => durante(db, waits++) }
  const a = { db, driver: { fileRecovery }, files, platform, chain: { dispositivo: 'd', seq: 0 } }
  expect(await makeBackup(a as unknown as StoreContext)).toBe(true)
  const backup = fileRecovery.scratch((await readBackup(files)) ?? undefined).db
  const keys = (of: Connection, table: string, key: string) =>
    of.all<{ k: string }>(`SELECT ${key} AS k FROM ${table}`).map(({ k }) => k)
  /** Rows that were there before and after, and are not in the copy. */
  return (table: string, key: string) => {
    const there = new Set(keys(backup, table, key))
    return keys(db, table, key).filter((k) => !there.has(k))
  }
}

describe('the daily copy, made while methods run between its slices', () => {
  it('has every row that nobody touched, whatever is deleted meanwhile', async () => {
    const missing = await copied((db, wait) => {
      db.run('DELETE FROM accantonate WHERE id_domanda = ?', ID + 1 + wait)
      db.run("DELETE FROM sedute_segni WHERE id_seduta = 'seduta-0' AND indice = ?", 2 + 2 * wait)
      db.run('DELETE FROM scaricamenti WHERE nome = ?', `nome-${ID + 1 + wait}`)
    })
    expect(missing('accantonate', 'id_domanda')).toEqual([])
    expect(missing('sedute_segni', "id_seduta || ' ' || indice")).toEqual([])
    expect(missing('scaricamenti', 'nome')).toEqual([])
  })

  it('takes no row twice and ends, whatever is added before or after where it is', async () => {
    const missing = await copied((db, wait) => {
      for (const n of [-wait - 1, RIGHE + 1 + wait])
        db.run('INSERT INTO accantonate VALUES (?, ?, ?)', ID + n, '2026-11-21T10:00:00.000+01:00', 'Y')
    })
    // What comes behind its back is in the next copy.
    expect(missing('accantonate', 'id_domanda').filter((id) => Number(id) > ID && Number(id) <= ID + RIGHE)).toEqual([])
  })
})
