import type { Database } from '#contract/database'
import { fail } from '#contract/result'
import type { Platform } from './drivers/platform.ts'

/** The local store over a platform. */
export function createDatabase(_platform: Platform): Database {
  const refuse = async () => fail('ARCHIVIO_NON_APERTO')
  return new Proxy({} as Database, { get: () => refuse })
}
