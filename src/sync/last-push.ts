import type { UnsyncedRecords } from '#contract/database'
import type { EventoGiornale } from '#contract/giornale'
import { call } from '../api/client.ts'
import { network } from '../platform/network.ts'
import { accountMemory, accountSignal } from '../session/account.ts'
import { session } from '../session/session.ts'
import { journalRoom } from '../store/sync-status.ts'
import type { GiornaleStore } from './giornale.ts'
import type { PushStore } from './push.ts'
import { sendRisposte } from './raccolte.ts'

/** Limit of the last requests together, because browsers keep them past their page only up to 64 KiB. The next visit sends the rest. */
const KEEPALIVE_BYTES = 60_000
/** Number of records that about fit, so that the store does not list more. */
const MOST = 100

const last = accountMemory(() => ({
  eventi: [] as EventoGiornale[],
  records: null as UnsyncedRecords | null,
}))

/** Keeps the unsent records in memory, because a closing page has no time to read its store. */
export async function rememberUnsent(
  db: Pick<GiornaleStore & PushStore, 'listEventi' | 'listUnsynced'>,
): Promise<void> {
  const account = accountSignal()
  const [eventi, records] = await Promise.all([
    db.listEventi({ limite: MOST }),
    db.listUnsynced({ id_concorso: null, limite: MOST }),
  ])
  if (account.aborted) return
  last.eventi = eventi.ok ? (eventi.value?.eventi ?? []) : []
  last.records = records.ok ? records.value : null
}

const bytes = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length

/**
 * Sends the waiting records when the page closes, by requests that outlive it (`keepalive`). The journal, which holds the answers,
 * is sent first. No page receives the responses, so the store counts the records as unsent. The next visit sends them again, which
 * changes nothing.
 */
export function sendUnsent(): void {
  if (!session.credentials || session.expired || !network.online) return
  let left = KEEPALIVE_BYTES
  const fits = (body: unknown) => {
    const size = bytes(body)
    if (size > left) return false
    left -= size
    return true
  }
  const { eventi, records } = last
  const corpo = { eventi }
  if (eventi.length > 0 && journalRoom.ended === null && fits(corpo))
    void call('invia_eventi', { corpo }, { keepalive: true })
  for (const [increments, list] of [
    ['true', records?.con_livello ?? []],
    ['false', records?.altre ?? []],
  ] as const) {
    if (list.length > 0 && fits(list))
      void sendRisposte({ query: { incrementa_contatore: increments }, corpo: list }, { keepalive: true })
  }
}
