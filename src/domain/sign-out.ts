import type { Database, OnlyHere } from '#contract/database'
import { ok, type Result } from '#contract/result'
import { unsentOf } from '#rules/giornale'
import { call } from '../api/client.ts'
import { forgetAccountKeys } from '../platform/web-storage.ts'
import { dropCredentials, forgetLastUser, keepOtherUsers, otherUsers, session } from '../session/session.ts'
import { closeStore, letStoreGo, openStore, withStore } from '../store/opening.ts'
import { pushBeforeLeaving, syncStatus } from '../store/sync-status.ts'
import { forgetFirstMarks } from './first-marks.ts'

/** Applies the person's decision about another account's unsent answers, which stay in its own database or are deleted. */
export async function settleOtherUser(remove: boolean): Promise<void> {
  const other = session.other_user
  session.other_user = null
  if (!other) return
  const { id_utente } = other
  // Leave the data of the signed-in account alone.
  if (id_utente === session.credentials?.utente.id_utente_idoneo) return
  keepOtherUsers(otherUsers().filter((id) => id !== id_utente))
  if (!remove) return
  await closeStore()
  const client = await import('../store/client.ts').catch(() => null)
  const opened = await client?.openDb({ id_utente, alone: true })
  const cleared = client && opened?.ok ? (await (await client.db()).clearUser({ id_utente })).ok : false
  if (cleared) forgetAccountKeys(id_utente)
  // Ask again at the next sign-in.
  else keepOtherUsers([...otherUsers(), id_utente])
  await client?.closeDb()
  await openStore()
}

/** Outcome of a sign-out. `waiting`: the number of waiting records, null when the store could not count. Zero when the person stays. */
export type SignOutOutcome = { done: true } | { done: false; waiting: number | null }

/**
 * `despite`: the number of records that the person agreed to lose, null for an unknown number. `keep`: the data stays on this
 * device. `stay` is called last, before any deletion: true when the person prefers to stay.
 */
export type SignOutOptions = { despite?: number | null; keep?: boolean; stay?: () => boolean }

/** Counts the records that the server lacks and could have. */
async function countUnsent(db: Pick<Database, 'countSoloQui'>): Promise<Result<number>> {
  const here = await db.countSoloQui()
  if (!here.ok) return here
  Object.assign(syncStatus, { waiting: here.value.risposte, simulazioni: here.value.simulazioni })
  return ok(unsentOf(here.value))
}

/** Returns the counts of data that only this device has; null when the store fails. */
export async function readSoloQui(): Promise<OnlyHere | null> {
  const opened = await withStore()
  const here = opened.ok ? await opened.value.countSoloQui() : opened
  return here.ok ? here.value : null
}

/**
 * Sends the waiting records, then clears this account's local data and ends the session (spec §4, D29) [AU4][AU5]. When more
 * records wait than the person agreed to lose, or the store cannot count them, the person chooses. Data that could not be cleared
 * is reported (DATI_RIMASTI) and settled at the next sign-in. With `keep` only the session ends, and the store stays as in a forced
 * exit (D5). Its account finds the store again; another account has it settled first [AU6].
 */
export async function signOut({
  despite,
  keep = false,
  stay = () => false,
}: SignOutOptions = {}): Promise<SignOutOutcome> {
  const id_utente = session.credentials?.utente.id_utente_idoneo
  if (id_utente === undefined) return { done: true }
  const opened = await withStore()
  if (!opened.ok && despite !== null && !keep) return { done: false, waiting: null }
  const db = opened.ok ? opened.value : null
  if (db) {
    let waiting = await countUnsent(db)
    // Treat records without a count as unsent.
    const mayLeave = () => (waiting.ok ? waiting.value <= (despite ?? 0) : despite === null)
    // Push with `keep` too, because the marks of a trial wait without a count.
    if (keep || !mayLeave()) {
      await pushBeforeLeaving()
      waiting = await countUnsent(db)
      if (!mayLeave() && !keep) return { done: false, waiting: waiting.ok ? waiting.value : null }
    }
  }
  // Stop when another person has signed in: the open store is theirs.
  if (stay() || session.credentials?.utente.id_utente_idoneo !== id_utente) return { done: false, waiting: 0 }
  if (keep) await endHere(() => call('logout'))
  else await leaveDevice(db, id_utente, () => call('logout'))
  return { done: true }
}

/** Deletes all data of the account from this device. `end` ends the session at the server, after the calls that need it. */
async function leaveDevice(
  db: Pick<Database, 'clearUser'> | null,
  id_utente: number,
  end: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  letStoreGo()
  const cleared = db !== null && (await db.clearUser({ id_utente })).ok
  forgetAccountKeys(id_utente)
  forgetFirstMarks()
  await endHere(end)
  // Settle data that could not be cleared when another person signs in (D29).
  if (cleared) forgetLastUser()
  else session.exit_reason = 'DATI_RIMASTI'
}

/** Ends the session on this device; the store is closed and stays as it is. */
async function endHere(end: () => Promise<unknown>): Promise<void> {
  await end()
  await closeStore()
  dropCredentials()
  syncStatus.waiting = 0
  syncStatus.simulazioni = 0
}

/**
 * Deletes the account (D14). With the password it is deleted for ever, with this device's data and all unsent records. Without one
 * it is deleted in a week. This device then keeps its data for the person who restores the account. VECCHIA_PASSWORD_ERRATA when
 * the password is wrong.
 */
export async function deleteAccount(password?: string): Promise<Result<null>> {
  const id_utente = session.credentials?.utente.id_utente_idoneo
  if (id_utente === undefined) return ok(null)
  const opened = await withStore()
  const body = password === undefined ? {} : { password }
  const result = await call('elimina_utente', { query: { id_utente_idoneo: id_utente }, corpo: body })
  if (result.ok && password === undefined) await endHere(async () => undefined)
  else if (result.ok) await leaveDevice(opened.ok ? opened.value : null, id_utente)
  return result
}
