import { type SentRisposta, toRisposte } from '#rules/prova/risposte'
import { call } from '../api/client.ts'
import { network, nowIso } from '../platform/network.ts'
import { serverOrDeviceNow } from '../platform/server-now.ts'
import { accountMemory, accountSignal } from '../session/account.ts'
import { session } from '../session/session.ts'
import { onStore } from '../store/on-store.ts'

/** Quiet after the last mark before the answers are stored on the server, milliseconds. */
export const DRAFT_QUIET_MS = 5_000
/** After a draft that did not arrive, milliseconds; at once when the network returns. */
export const DRAFT_RETRY_MS = 30_000
/** Browsers let go of a request that outlives its page only up to 64 KiB; what is larger goes as any other. */
const KEEPALIVE_MAX = 60_000

/** What another device needs to go on with a simulation. `indice`: the place, when it is to be told. */
export type Draft = { id: string; gettone: string; mescola: boolean; indice: number; corpo: SentRisposta[] }

/** Asking the server or the store again cannot end otherwise. */
const FINAL_CODES: ReadonlySet<string> = new Set([
  'NON_TROVATO',
  'RICHIESTA_NON_VALIDA',
  'MISSING_REQUIRED_PARAM',
  'ESERCITAZIONE_NON_INIZIALIZZATA',
  'TIPO_ESERCITAZIONE_ERRATO',
])

const drafts = accountMemory(() => ({
  /** What the server has of each sitting, as far as this visit knows. */
  kept: new Map<string, string>(),
  /** Sittings that the server may lack something of; a timer where one runs. */
  waiting: new Map<string, ReturnType<typeof setTimeout> | null>(),
  /** Found open by this visit. */
  found: new Set<string>(),
}))

/** The network is back: whatever waits is stored on the server. */
export function storeDrafts(): void {
  for (const id of [...drafts.waiting.keys()]) void storeDraft(id)
}

/** Nothing of this sitting waits any more. */
function settle(id: string): void {
  const timer = drafts.waiting.get(id)
  if (timer) clearTimeout(timer)
  drafts.waiting.delete(id)
}

/** Something of this sitting is to be sent, at the latest after so many milliseconds of quiet. */
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
 * Stores on the server, now, what the device's store has of a sitting: after every step asked for before. Nothing is told when it
 * does not work: the store has the answers, and they are sent again later. `posto` false: the place is another device's to tell.
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
  // Ended: the delivery sends everything.
  if ((stato !== 'in_corso' && stato !== 'in_pausa') || resto === 0 || !simulazione) return settle(id)
  const { id_domande, mescola } = seduta.value
  // A device that has nothing to say does not say where it is either.
  if (!posto && voci.length === 0) return settle(id)
  await sendDraft({ id, gettone: simulazione.gettone, mescola, indice, corpo: toRisposte(id_domande, voci) }, { posto })
}

/** `posto`: tell the place as well. `parte`: the page is about to be gone, and the request must outlive it. */
export async function sendDraft(b: Draft, { posto = true, parte = false } = {}): Promise<void> {
  const { id, gettone, indice } = b
  // Only the clock moved.
  const signature = JSON.stringify([posto ? indice : null, b.corpo.map(({ ms: _ms, ...r }) => r)])
  const [account, timer] = [accountSignal(), drafts.waiting.get(id) ?? null]
  if (signature === drafts.kept.get(id)) return settle(id)
  const body = parte ? b.corpo.filter(isTouched) : b.corpo
  const query = { gettone, mescola: b.mescola ? 'true' : 'false', ...(posto && { indice }) } as const
  const keepalive = parte && JSON.stringify(body).length <= KEEPALIVE_MAX
  const result = await call('invia_risposte_simulazione', { query, corpo: body }, { keepalive })
  if (account.aborted) return
  if (result.ok) drafts.kept.set(id, signature)
  // Marked meanwhile: what was planned since then holds.
  if ((drafts.waiting.get(id) ?? null) !== timer) return
  if (result.ok || FINAL_CODES.has(result.error.codice)) return settle(id)
  planDraft(id, DRAFT_RETRY_MS)
}

const isTouched = ({ risposta, ms, cambi, da_rivedere, escluse, cambi_rivedi, cambi_escluse }: SentRisposta) =>
  risposta !== null || ms + cambi + (cambi_rivedi ?? 0) + (cambi_escluse ?? 0) > 0 || da_rivedere || escluse

/** How long a pause waits for the answers to be on the server, milliseconds: the candidate's time runs meanwhile. */
export const DRAFT_WAIT_MS = 2_000

/** Before a sitting is left to another device. It never fails: what did not arrive in time is sent again later. */
export async function flushDraft(id: string): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const enough = new Promise<void>((done) => {
    timer = setTimeout(done, DRAFT_WAIT_MS)
  })
  await Promise.race([storeDraft(id).catch(() => undefined), enough])
  clearTimeout(timer)
}

/** At the first sight of a sitting that an earlier visit left open: the server may lack what was marked without a network. */
export function rememberDraft(id: string): void {
  if (drafts.found.has(id)) return
  drafts.found.add(id)
  if (!drafts.waiting.has(id) && !drafts.kept.has(id)) void storeDraft(id, { posto: false })
}
