import type { Database } from '#contract/database'
import type { Result } from '#contract/result'
import type { ConcorsoScaricabile } from '#contract/schemas'
import { formatIso } from '#rules/dates'
import { opfsPlatform } from '#workers/backends/opfs'
import type { Connection, Platform } from '#workers/core/platform'
import { createDatabase } from '#workers/store/database'
import type { Disk } from '../disk/disk.ts'

export const UTENTE = 7

/** A bank as it is published, with the questions it holds. */
export type Published = { concorso: ConcorsoScaricabile; zip: Uint8Array<ArrayBuffer>; ids: readonly number[] }

/** The real store over the real driver over a fake disk. */
export type World = {
  disk: Disk
  db: Database
  /** The person's open database, for the examiner. */
  connection: () => Connection | null
  /** Closes whatever is open and makes the engine forget this world's pool. */
  end: () => Promise<void>
}

/** By default nothing waits, and there is no mirror. `other`: parts of the platform that differ. */
export function createWorld(disk: Disk, banks: readonly Published[], other: Partial<Platform> = {}): World {
  let connection: Connection | null = null
  const real = opfsPlatform()
  const platform: Platform = {
    ...real,
    async openDriver(id_utente) {
      const driver = await real.openDriver(id_utente)
      return {
        ...driver,
        connect() {
          connection = driver.connect()
          return connection
        },
      }
    },
    async fetch(address) {
      const bank = banks.find(({ concorso }) => concorso.url_domande === address)
      return bank ? new Response(bank.zip) : new Response(null, { status: 404 })
    },
    newDevice: () => 'dispositivo-di-prova',
    wait: async () => {},
    ...other,
  }
  const db = createDatabase(platform)
  return {
    disk,
    db,
    connection: () => connection,
    async end() {
      disk.trouble = null
      disk.recording = false
      await db.close()
      // The engine keeps one pool a folder: this world's must go before the next one comes.
      await db.clearUser({ id_utente: UTENTE })
    },
  }
}

const START = Date.UTC(2026, 10, 21, 9)
/** The instant of step `n`, ISO 8601. */
export const instant = (n: number): string => formatIso(START + n * 1000, 60)

export const codeOf = (result: Result<unknown>): string => (result.ok ? 'ok' : result.error.codice)

export function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.error.codice}: ${result.error.detail ?? ''}`)
  return result.value
}
