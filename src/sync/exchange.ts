import type { Database } from '#contract/database'
import { fail, ok, type Result } from '#contract/result'
import { call } from '../api/client.ts'
import { believedOffset, serverNow } from '../platform/clock.ts'
import { nowIso } from '../platform/network.ts'
import { showToastLater } from '../session/notices.ts'
import { currentUserId, isAuthenticated, session } from '../session/session.ts'
import { tellStoreChange } from '../store/changes.ts'
import { journalRoom, syncStatus } from '../store/sync-status.ts'
import { giornaleText } from '../text/giornale.ts'
import { type GiornaleServer, syncGiornale } from './giornale.ts'

/** Returns the server of the signed-in account, so that the data of one account is never sent as another's. */
function serverOf(owner: number | null): GiornaleServer {
  const own = async <T>(f: () => Promise<Result<T>>): Promise<Result<T>> => {
    if (currentUserId() !== owner) return fail('SESSIONE_SCADUTA')
    const result = await f()
    return currentUserId() === owner ? result : fail('SESSIONE_SCADUTA')
  }
  return {
    send: (args) => own(() => call('invia_eventi', args)),
    fetch: (args) => own(() => call('eventi', args)),
    clock: () => {
      const scarto_ms = believedOffset((serverNow() ?? Date.now()) - Date.now())
      return { at: nowIso(Date.now() + scarto_ms), scarto_ms }
    },
  }
}

/** Pause of the push after the account's room on the server ended, in ms; the next visit tries again. */
const FULL_MS = 60 * 60_000

/** Exchanges the journal with the server and notifies the screens. The first exchange on a device shows what was found. */
export async function exchangeGiornale(db: Database): Promise<Result<null>> {
  if (!isAuthenticated(session)) return ok(null)
  const server = serverOf(currentUserId())
  const before = await db.readGiornale()
  const receive = journalRoom.ended !== null && performance.now() - journalRoom.ended < FULL_MS
  const result = await syncGiornale(db, server, { receive })
  if (!result.ok) return result
  syncStatus.giornale = false
  if (!receive) journalRoom.ended = result.value.full ? performance.now() : null
  const { eventi, voci, risposte, first } = result.value
  if (eventi + voci > 0) tellStoreChange({ tipo: 'giornale' })
  if (first && risposte + voci > 0) showToastLater({ text: giornaleText.ritrovato(risposte, voci) })
  return before.ok && journalRoom.ended === null ? goOn(db, server, before.value.da_inviare) : ok(null)
}

/** Sends ended sittings, one push at a time, as long as each push leaves fewer. */
async function goOn(db: Database, server: GiornaleServer, waited: number): Promise<Result<null>> {
  const left = await db.readGiornale()
  if (!left.ok || left.value.da_inviare === 0 || left.value.da_inviare >= waited) return ok(null)
  const result = await syncGiornale(db, server)
  if (result.ok && result.value.full) journalRoom.ended = performance.now()
  return result.ok ? goOn(db, server, left.value.da_inviare) : result
}
