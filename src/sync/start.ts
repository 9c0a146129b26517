import { subscribeKey } from 'valtio/utils'
import { fail, ok, type Result } from '#contract/result'
import type { StoreChange } from '#contract/tabs'
import { network, nowIso } from '../platform/network.ts'
import { session } from '../session/session.ts'
import { coalesce } from '../store/changes.ts'
import { store, withStore } from '../store/opening.ts'
import { registerPush, syncStatus } from '../store/sync-status.ts'
import { exchangeGiornale } from './exchange.ts'
import { meetingFirst, settle } from './installation.ts'
import { rememberUnsent, sendUnsent } from './last-push.ts'
import { pullBanca } from './pull.ts'
import { type PushOutcome, pushRisposte } from './push.ts'
import { countWaitingSimulazioni, onSimulazioneExpired, pushSimulazioni } from './push-simulazioni.ts'
import { fetchRisposte, grantRaccolta, listRaccolte, sendRisposte } from './raccolte.ts'
import { registerSync } from './requests.ts'
import { createScheduler, type PushState } from './scheduler.ts'

const NOTHING_PUSHED: PushOutcome = { sent: 0, refused: 0 }

/** Returns the reason why nothing can be sent now; null when there is none. */
function obstacle(): Result<never> | null {
  if (!session.credentials || session.expired) return fail('SESSIONE_SCADUTA')
  return network.online ? null : fail('RETE_ASSENTE')
}

async function countWaiting(): Promise<void> {
  if (store.stato !== 'aperto') return
  const db = await withStore()
  const result = db.ok ? await db.value.countUnsynced() : db
  if (result.ok) syncStatus.waiting = result.value.totale
  if (!db.ok) return
  await rememberUnsent(db.value)
  await countWaitingSimulazioni(db.value)
}

/** Longest wait of a push for the push of another tab, in ms; then it is tried again later. */
const TURN_MS = 60_000

/** Pushes in one tab of the account at a time, so that the next tab finds nothing left to send. */
async function push(): Promise<Result<PushOutcome>> {
  // Push nothing without an open store; the waiting records are sent later.
  if (store.stato !== 'aperto') return ok(NOTHING_PUSHED)
  const no = obstacle()
  if (no) return no
  // Push only in the store's owner where the browser has no locks.
  if (!navigator.locks) return store.owner ? pushNow() : ok(NOTHING_PUSHED)
  const signal = AbortSignal.timeout(TURN_MS)
  return navigator.locks
    .request(`idoneo-invio-${store.id_utente}`, { signal }, () => pushNow())
    .catch((e: unknown) => fail('SERVIZIO_NON_PRONTO', { detail: String(e) }))
}

const heardEpoch = () => network.epoca
const lists = { list: listRaccolte, grant: grantRaccolta }

/** Codes of an absent or busy server, at which the next call would fail too. */
const NOT_NOW: ReadonlySet<string> = new Set([
  'RETE_ASSENTE',
  'REMOTE_REQUEST_FAILED',
  'SERVIZIO_NON_PRONTO',
  'OROLOGIO_SERVER',
  'RATE_LIMIT_EXCEEDED',
])
const isNotNow = (result: Result<unknown>): result is Extract<typeof result, { ok: false }> =>
  !result.ok && NOT_NOW.has(result.error.codice)

async function pushNow(): Promise<Result<PushOutcome>> {
  const db = await withStore()
  if (!db.ok) return db
  const settled = await settle(db.value, heardEpoch, lists)
  if (!settled.ok) return settled
  // Send the simulations first, because a late one loses its place in a ranking (D24).
  const simulazioni = await pushSimulazioni(db.value)
  const result = isNotNow(simulazioni) ? simulazioni : await pushRisposte(db.value, sendRisposte)
  if (result.ok) syncStatus.last = nowIso()
  if (isNotNow(result)) {
    await countWaiting()
    return result
  }
  const giornale = await exchangeGiornale(db.value)
  await countWaiting()
  if (!simulazioni.ok) return simulazioni
  return result.ok && !giornale.ok ? giornale : result
}

async function pull(id_concorso: number): Promise<Result<{ cambiate: number }>> {
  const no = obstacle()
  if (no) return no
  const db = await withStore()
  if (!db.ok) return db
  const result = await pullBanca(db.value, meetingFirst(db.value, fetchRisposte, heardEpoch), id_concorso)
  if (result.ok) syncStatus.last = nowIso()
  else console.warn('pull', result.error.codice, result.error.detail ?? '')
  await countWaiting()
  return result
}

const PHASE = { fermo: 'ferma', in_attesa: 'ferma', in_corso: 'in_corso', rinviato: 'rinviata' } as const

function tell(status: PushState): void {
  // Show no phase for a push without waiting answers; a failed one is retried.
  syncStatus.fase = syncStatus.waiting + syncStatus.simulazioni === 0 ? 'ferma' : PHASE[status.fase]
  if (status.fase === 'rinviato') console.warn('push', status.error.codice, status.error.detail ?? '')
}

/** Changes of another tab that must be sent. */
const MADE: ReadonlySet<StoreChange['tipo']> = new Set([
  'record',
  'annullata',
  'nota',
  'filtri',
  'modelli',
  'impostazioni',
])

/** Events that the page reports to the synchronisation. */
export type Sync = {
  /** Called when another tab changed the store, whose waiting records count here too. The owner sends them if that tab is gone. */
  hear: (n: StoreChange) => void
  /** Sends the waiting records now. Called when the network is back, the page is left, or the person has signed in again. */
  flush: () => void
  /** Sends the waiting records when the page closes. */
  leave: () => void
  /** Called when the store has opened, perhaps with answers of an earlier visit. */
  opened: () => void
}

/** Starts the synchronisation, which sends the waiting records in the background (spec §4). */
export function startSync(): Sync {
  const scheduler = createScheduler(push, tell, {
    now: () => Date.now(),
    setTimeout: (f, ms) => setTimeout(f, ms),
    clearTimeout: (t) => clearTimeout(t as ReturnType<typeof setTimeout>),
    random: Math.random,
  })
  registerPush(scheduler.flush)
  onSimulazioneExpired(scheduler.changed)
  // Push again when the installation becomes known or changes: the push meets it.
  subscribeKey(network, 'epoca', scheduler.answered)
  const count = coalesce(countWaiting)
  registerSync({
    changed: () => {
      syncStatus.giornale = true
      void countWaiting()
      scheduler.changed()
    },
    pull,
  })
  if (network.epoca !== null) scheduler.changed()
  return {
    hear: ({ tipo }) => {
      if (tipo === 'record' || tipo === 'annullata' || tipo === 'inviate' || tipo === 'ricevute') count()
      if (!MADE.has(tipo)) return
      syncStatus.giornale = true
      if (store.owner) scheduler.changed()
    },
    flush: () => {
      const waits = syncStatus.giornale || syncStatus.waiting + syncStatus.simulazioni > 0
      if (waits && !obstacle()) void scheduler.flush()
    },
    leave: sendUnsent,
    opened: () => {
      syncStatus.giornale = true
      void countWaiting()
      scheduler.changed()
    },
  }
}
