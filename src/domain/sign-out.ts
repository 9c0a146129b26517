import type { Database, OnlyHere } from '#contract/database'
import { ok, type Result } from '#contract/result'
import { unsentOf } from '#rules/giornale'
import { call } from '../api/client.ts'
import { forgetAccountKeys } from '../platform/web-storage.ts'
import { dropCredentials, forgetLastUser, keepOtherUsers, otherUsers, session } from '../session/session.ts'
import { closeStore, letStoreGo, openStore, withStore } from '../store/opening.ts'
import { pushBeforeLeaving, syncStatus } from '../store/sync-status.ts'
import { forgetFirstMarks } from './first-marks.ts'

/** What the person decided about another account's unsent answers: they stay in its own database or they go. */
export async function settleOtherUser(remove: boolean): Promise<void> {
  const other = session.other_user
  session.other_user = null
  if (!other) return
  const { id_utente } = other
  // One's own data is nobody else's.
  if (id_utente === session.credentials?.utente.id_utente_idoneo) return
  keepOtherUsers(otherUsers().filter((id) => id !== id_utente))
  if (!remove) return
  await closeStore()
  const client = await import('../store/client.ts').catch(() => null)
  const opened = await client?.openDb({ id_utente, alone: true })
  const cleared = client && opened?.ok ? (await (await client.db()).clearUser({ id_utente })).ok : false
  if (cleared) forgetAccountKeys(id_utente)
  // Asked again at the next sign-in.
  else keepOtherUsers([...otherUsers(), id_utente])
  await client?.closeDb()
  await openStore()
}

/** Not done: how much waits to be sent, null when the store could not say it, 0 when the person stays after all. */
export type SignOutOutcome = { done: true } | { done: false; waiting: number | null }

/**
 * `despite`: what the person agreed to leave behind, a number or null for what nobody can count. `keep`: the data stays on this
 * device. `stay` is asked last, before anything goes: true when they would rather stay.
 */
export type SignOutOptions = { despite?: number | null; keep?: boolean; stay?: () => boolean }

/** What the server does not have and could have. */
async function countUnsent(db: Pick<Database, 'countSoloQui'>): Promise<Result<number>> {
  const here = await db.countSoloQui()
  if (!here.ok) return here
  Object.assign(syncStatus, { waiting: here.value.risposte, simulazioni: here.value.simulazioni })
  return ok(unsentOf(here.value))
}

/** What would go with this device's data, in numbers; null when the store does not say it. */
export async function readSoloQui(): Promise<OnlyHere | null> {
  const opened = await withStore()
  const here = opened.ok ? await opened.value.countSoloQui() : opened
  return here.ok ? here.value : null
}

/**
 * Signs out: sends what waits, then clears this account's local data (spec §4, D29) [AU4][AU5]. When more waits than the person
 * agreed to leave, or nobody can say whether anything does, they are told and choose. Data that could not be cleared is said
 * (DATI_RIMASTI) and settled at the next sign-in. With `keep` the session alone ends, and the store stays as in a forced exit (D5):
 * its account finds it again, another one has it settled first [AU6].
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
    // An answer not counted is not an answer sent.
    const mayLeave = () => (waiting.ok ? waiting.value <= (despite ?? 0) : despite === null)
    // What stays is sent too where it can be: marks of a trial wait without being counted.
    if (keep || !mayLeave()) {
      await pushBeforeLeaving()
      waiting = await countUnsent(db)
      if (!mayLeave() && !keep) return { done: false, waiting: waiting.ok ? waiting.value : null }
    }
  }
  // Somebody else by now: what is open is theirs.
  if (stay() || session.credentials?.utente.id_utente_idoneo !== id_utente) return { done: false, waiting: 0 }
  if (keep) await endHere(() => call('logout'))
  else await leaveDevice(db, id_utente, () => call('logout'))
  return { done: true }
}

/** Takes everything of the account off this device; `end` tells the server, between what needs its session and what does not. */
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
  // What could not be emptied is settled when somebody else signs in (D29).
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
 * Deletes the account (D14): with the password for ever, with what this device holds of it and what was not sent. Without one it goes in a
 * week, and this device keeps its data for who takes the account back. VECCHIA_PASSWORD_ERRATA when the password is not right.
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
