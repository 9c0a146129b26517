import type { RichiestaBanca } from '#contract/contenuti'
import { ok, type Result } from '#contract/result'
import { call } from '../api/client.ts'
import { network } from '../platform/network.ts'
import { readKey, richiesteKey, writeKey } from '../platform/web-storage.ts'
import { currentUserId, session } from '../session/session.ts'

/** Requests for banks that wait for the network, the oldest first; they stay with their account until they are sent [RB1]. */
export function waitingRichieste(): RichiestaBanca[] {
  const id_utente = currentUserId()
  if (id_utente === null) return []
  try {
    const kept: unknown = JSON.parse(readKey('locale', richiesteKey(id_utente)) ?? '[]')
    return Array.isArray(kept) ? kept.filter((r) => typeof r?.id_richiesta === 'string') : []
  } catch {
    return []
  }
}

function keep(change: (list: RichiestaBanca[]) => RichiestaBanca[]): void {
  const id_utente = currentUserId()
  if (id_utente === null) return
  const list = change(waitingRichieste())
  writeKey('locale', richiesteKey(id_utente), list.length === 0 ? null : JSON.stringify(list))
}

/** Codes after which sending the same request again would never do. */
const USELESS = ['RICHIESTA_NON_VALIDA', 'CORPO_TROPPO_GRANDE']

/** Sends one request, or keeps it when the server cannot be reached: `sent` says which. A refusal is the caller's to tell. */
export async function sendRichiesta(r: RichiestaBanca): Promise<Result<{ sent: boolean }>> {
  keep((list) => [...list.filter((other) => other.id_richiesta !== r.id_richiesta), r])
  if (!network.online) return ok({ sent: false })
  const result = await call('richiedi_banca', { corpo: r })
  const unreached =
    !result.ok && ['RETE_ASSENTE', 'REMOTE_REQUEST_FAILED', 'SERVIZIO_NON_PRONTO'].includes(result.error.codice)
  if (unreached) return ok({ sent: false })
  keep((list) => list.filter((other) => other.id_richiesta !== r.id_richiesta))
  return result.ok ? ok({ sent: true }) : result
}

/** Sends what waits, one by one; what is refused for now is tried again at the next visit. */
export async function flushRichieste(): Promise<void> {
  if (!network.online || !session.credentials || session.expired) return
  for (const r of waitingRichieste()) {
    const result = await call('richiedi_banca', { corpo: r })
    if (!result.ok && !USELESS.includes(result.error.codice)) return
    keep((list) => list.filter((other) => other.id_richiesta !== r.id_richiesta))
  }
}
