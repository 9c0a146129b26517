import { type SentRisposta, toRisposte } from '#rules/prova/risposte'
import { call } from '../api/client.ts'
import { network, nowIso } from '../platform/network.ts'
import { serverOrDeviceNow } from '../platform/server-now.ts'
import { accountMemory, accountSignal } from '../session/account.ts'
import { session } from '../session/session.ts'
import { onStore } from '../store/on-store.ts'

/** Quiet after the last mark before the answers are stored on the server, in ms. */
export const DRAFT_QUIET_MS = 5_000
/** Pause after a draft that did not arrive, in ms; none when the network returns. */
export const DRAFT_RETRY_MS = 30_000
/**
 * Limit of a `keepalive` body, because browsers keep a request past its page only up to 64 KiB. A larger one is sent without
 * `keepalive`.
 */
const KEEPALIVE_MAX = 60_000

/** Data with which another device continues a simulation. `indice`: the place, when it is to be sent. */
export type Draft = { id: string; gettone: string; mescola: boolean; indice: number; corpo: SentRisposta[] }

/** Codes after which a retry at the server or the store cannot end otherwise. */
const FINAL_CODES: ReadonlySet<string> = new Set([
  'NON_TROVATO',
  'RICHIESTA_NON_VALIDA',
  'MISSING_REQUIRED_PARAM',
  'ESERCITAZIONE_NON_INIZIALIZZATA',
  'TIPO_ESERCITAZIONE_ERRATO',
])

const drafts = accountMemory(() => ({
  /** Signature of each sitting's state on the server, as far as this visit has sent it. */
  kept: new Map<string, string>(),
  /** Sittings not fully on the server, perhaps; a timer where one runs. */
  waiting: new Map<string, ReturnType<typeof setTimeout> | null>(),
  /** Sittings that this visit found open. */
  found: new Set<string>(),
}))

/** Stores every waiting draft on the server, when the network is back. */
export function storeDrafts(): void {
  for (const id of [...drafts.waiting.keys()]) void storeDraft(id)
}

/** Removes a sitting from those that wait. */
function settle(id: string): void {
  const timer = drafts.waiting.get(id)
  if (timer) clearTimeout(timer)
  drafts.waiting.delete(id)
}

/** Plans a draft of this sitting after `ms` of quiet. */
export function planDraft(id: string, ms = DRAFT_QUIET_MS): void {
  settle(id)
  const account = accountSignal()
  const store = () => void (account.aborted || storeDraft(id))
  drafts.waiting.set(id, setTimeout(store, ms))
}

const sending = {
  queue: Promise.resolve() as Promise<unknown>,
}

/**
 * Stores a sitting of the device's store on the server, now, after every earlier step. A failure shows nothing. The store keeps the
 * answers and they are sent again later. `posto` false: leave the place to another device.
 */
export function storeDraft(id: string, { posto = true } = {}): Promise<void> {
  const own = sending.queue.then(() => store(id, posto))
  sending.queue = own.catch(() => undefined)
  return own
}

async function store(id: string, posto: boolean): Promise<void> {
  settle(id)
  drafts.waiting.set(id, null)
  if (!network.online) return
  if (session.expired !== null) return planDraft(id, DRAFT_RETRY_MS)
  const account = accountSignal()
  const [loaded, seduta] = await Promise.all([
    onStore((db) => db.readProva({ id, at: nowIso(serverOrDeviceNow()) })),
    onStore((db) => db.readSeduta({ id })),
  ])
  if (account.aborted) return
  if (!loaded.ok || !seduta.ok) {
    const closed = [loaded, seduta].some((e) => !e.ok && FINAL_CODES.has(e.error.codice))
    return closed ? settle(id) : planDraft(id, DRAFT_RETRY_MS)
  }
  const { stato, simulazione, resto, voci, indice } = loaded.value
  // Send no draft of an ended sitting, because the delivery sends everything.
  if ((stato !== 'in_corso' && stato !== 'in_pausa') || resto === 0 || !simulazione) return settle(id)
  const { id_domande, mescola } = seduta.value
  // Send nothing when the place is left out and the device has no marks.
  if (!posto && voci.length === 0) return settle(id)
  await sendDraft({ id, gettone: simulazione.gettone, mescola, indice, corpo: toRisposte(id_domande, voci) }, { posto })
}

/** Sends a draft. `posto`: send the place as well. `parte`: the page is about to close, and the request must outlive it. */
export async function sendDraft(b: Draft, { posto = true, parte = false } = {}): Promise<void> {
  const { id, gettone, indice } = b
  // Leave the times out, so that a draft in which only the clock moved is not sent.
  const signature = JSON.stringify([posto ? indice : null, b.corpo.map(({ ms: _ms, ...r }) => r)])
  const [account, timer] = [accountSignal(), drafts.waiting.get(id) ?? null]
  if (signature === drafts.kept.get(id)) return settle(id)
  const body = parte ? b.corpo.filter(isTouched) : b.corpo
  const query = { gettone, mescola: b.mescola ? 'true' : 'false', ...(posto && { indice }) } as const
  const keepalive = parte && JSON.stringify(body).length <= KEEPALIVE_MAX
  const result = await call('invia_risposte_simulazione', { query, corpo: body }, { keepalive })
  if (account.aborted) return
  if (result.ok) drafts.kept.set(id, signature)
  // Keep the newer plan, because the sitting was marked meanwhile.
  if ((drafts.waiting.get(id) ?? null) !== timer) return
  if (result.ok || FINAL_CODES.has(result.error.codice)) return settle(id)
  planDraft(id, DRAFT_RETRY_MS)
}

const isTouched = ({ risposta, ms, cambi, da_rivedere, escluse, cambi_rivedi, cambi_escluse }: SentRisposta) =>
  risposta !== null || ms + cambi + (cambi_rivedi ?? 0) + (cambi_escluse ?? 0) > 0 || da_rivedere || escluse

/** Longest wait of a pause for the draft, in ms; the candidate's time runs meanwhile. */
export const DRAFT_WAIT_MS = 2_000

/** Stores the draft before a sitting is left to another device. Never fails, because a late draft is sent again later. */
export async function flushDraft(id: string): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const enough = new Promise<void>((done) => {
    timer = setTimeout(done, DRAFT_WAIT_MS)
  })
  await Promise.race([storeDraft(id).catch(() => undefined), enough])
  clearTimeout(timer)
}

/** Stores the draft of a sitting left open by an earlier visit, once. The server may lack marks made without a network. */
export function rememberDraft(id: string): void {
  if (drafts.found.has(id)) return
  drafts.found.add(id)
  if (!drafts.waiting.has(id) && !drafts.kept.has(id)) void storeDraft(id, { posto: false })
}
