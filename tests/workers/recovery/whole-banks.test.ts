import { IDBKeyRange } from 'fake-indexeddb'
import { beforeAll, describe, expect, it } from 'vitest'
import { MEBIBYTE } from '#contract/package'
import { createDatabase } from '#workers/store/database'
import { newFactory, platformOf } from '../backends/platforms.ts'
import { creaBanca, serve, UTENTE, value } from '../mondo.ts'

beforeAll(() => void Object.assign(globalThis, { IDBKeyRange }))
const AT = '2026-11-21T10:00:00.000+01:00'

/** A store over the log in IndexedDB with a bank of several mebibytes, `traBlocchi` called while its check lets others by. */
async function mondo(traBlocchi: (db: ReturnType<typeof createDatabase>) => Promise<unknown> = async () => {}) {
  const banca = await creaBanca({ n: 6000 })
  const platform = platformOf({ fetch: serve(banca), factory: newFactory(), ogni: 100_000 })
  let letture = 0
  let waits = 0
  let verifica = false
  const db = createDatabase({
    ...platform,
    lock: async () => () => {},
    async openDriver(id_utente, other) {
      const driver = await platform.openDriver(id_utente, other)
      const readBank = (name: string) => {
        letture++
        return driver.readBank(name)
      }
      return { ...driver, readBank }
    },
    async wait(ms) {
      if (verifica && ms === 0 && waits++ === 0) await traBlocchi(db)
      return platform.wait(ms)
    },
  })
  expect(value(await db.open({ id_utente: UTENTE })).rung).toBe('indexeddb')
  const { dimensione } = value(await db.downloadBanca({ concorso: banca.concorso, at: AT }, () => {}))
  // With nothing of the download under way.
  value(await db.close())
  value(await db.open({ id_utente: UTENTE }))
  letture = 0
  verifica = true
  const { recupero: recovery } = value(await db.verifyArchivio({ at: AT, completa: true }))
  await db.close()
  return { letture, attese: waits, recupero: recovery, blocchi: Math.ceil(dimensione / MEBIBYTE) }
}

describe('the daily check of a bank where its file cannot be read in parts', () => {
  it('reads its bytes once, and looks at what waits after every block', async () => {
    const { letture, attese, recupero: recovery, blocchi } = await mondo()
    expect(blocchi).toBeGreaterThan(1)
    expect({ letture, recupero: recovery }).toEqual({ letture: 1, recupero: null })
    expect(attese).toBeGreaterThanOrEqual(blocchi)
  })

  it('a bank deleted meanwhile is not told as damaged', async () => {
    const { recupero: recovery, attese } = await mondo(async (db) =>
      value(await db.deleteBanca({ id_concorso: 1, dallaLista: false })),
    )
    expect(recovery).toBeNull()
    expect(attese).toBeGreaterThan(0)
  })
})
