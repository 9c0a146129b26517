import type { Database } from '#contract/database'
import { fail, type Result } from '#contract/result'
import { setAuthor } from '../session/notices.ts'
import { currentUserId } from '../session/session.ts'
import { withStore } from './opening.ts'

/**
 * Runs one call on the signed-in account's store, and opens it if necessary. Never runs it on the store of an account that signs in
 * meanwhile.
 */
export async function onStore<T>(f: (db: Database) => Promise<Result<T>>): Promise<Result<T>> {
  const owner = currentUserId()
  const opened = await withStore()
  const own = opened.ok && currentUserId() !== owner ? fail('ARCHIVIO_NON_APERTO', { detail: 'account' }) : opened
  const result = own.ok ? await f(own.value) : own
  if (!result.ok) setAuthor(result.error, owner)
  return result
}
