import { subscribe } from 'valtio'
import { fail, ok, type Result } from '#contract/result'
import { call } from '../api/client.ts'
import { showToast } from '../app/notices.ts'
import { deliverExpiredProve, onProveExpired } from '../features/sedute/open-sedute.ts'
import { network, nowIso } from '../platform/network.ts'
import { session } from '../session/session.ts'
import { coalesce, onStoreChange } from '../store/changes.ts'
import { startStoreHealth } from '../store/health.ts'
import { store, withStore } from '../store/opening.ts'
import { openSeduteText } from '../text/open-sedute.ts'
import { pullBanca } from './pull.ts'
import { type PushOutcome, pushRisposte } from './push.ts'
import { countWaitingSimulazioni, onSimulazioneExpired, pushSimulazioni } from './push-simulazioni.ts'
import { registerSync } from './requests.ts'
import { createScheduler, type PushState } from './scheduler.ts'
import { registerPush, syncStatus } from './status.ts'

const NOTHING_PUSHED: PushOutcome = { sent: 0, refused: 0 }

/** Why nothing can travel now; null when it can. */
function obstacle(): Result<never> | null {
  if (!session.credentials || session.expired) return fail('SESSIONE_SCADUTA')
  return network.online ? null : fail('RETE_ASSENTE')
}

async function countWaiting(): Promise<void> {
  if (store.stato !== 'aperto') return
  const db = await withStore()
  const result = db.ok ? await db.value.countUnsynced() : db
  if (result.ok) syncStatus.waiting = result.value.totale
  if (db.ok) await countWaitingSimulazioni(db.value)
}

/** A push that waits longer for the one of another tab is tried again later, milliseconds. */
const TURN_MS = 60_000

/** One tab of the account pushes at a time: what the first has sent, the next finds nothing of. */
async function push(): Promise<Result<PushOutcome>> {
  // Nobody is signed in, or the store does not answer: what waits is sent later.
  if (store.stato !== 'aperto') return ok(NOTHING_PUSHED)
  const no = obstacle()
  if (no) return no
  // Without locks only the owner of the store pushes.
  if (!navigator.locks) return store.owner ? pushNow() : ok(NOTHING_PUSHED)
  const signal = AbortSignal.timeout(TURN_MS)
  return navigator.locks
    .request(`idoneo-invio-${store.id_utente}`, { signal }, () => pushNow())
    .catch((e: unknown) => fail('SERVIZIO_NON_PRONTO', { detail: String(e) }))
}

async function pushNow(): Promise<Result<PushOutcome>> {
  const db = await withStore()
  if (!db.ok) return db
  // First what loses its place in a ranking when it is late (D24).
  const simulazioni = await pushSimulazioni(db.value)
  const result = await pushRisposte(db.value, (args) => call('invia_risposte_concorso', args))
  if (result.ok) syncStatus.last = nowIso()
  await countWaiting()
  return simulazioni.ok ? result : simulazioni
}

async function pull(id_concorso: number): Promise<Result<{ cambiate: number }>> {
  const no = obstacle()
  if (no) return no
  const db = await withStore()
  if (!db.ok) return db
  const result = await pullBanca(db.value, (args) => call('risposte_concorso', args), id_concorso)
  if (result.ok) syncStatus.last = nowIso()
  else console.warn('pull', result.error.codice, result.error.detail ?? '')
  await countWaiting()
  return result
}

const PHASE = { fermo: 'ferma', in_attesa: 'ferma', in_corso: 'in_corso', rinviato: 'rinviata' } as const

function tell(status: PushState): void {
  // An empty push at rest is nothing to show.
  syncStatus.fase =
    status.fase === 'in_corso' && syncStatus.waiting + syncStatus.simulazioni === 0 ? 'ferma' : PHASE[status.fase]
  if (status.fase === 'rinviato') console.warn('push', status.error.codice, status.error.detail ?? '')
}

let started = false

/** Sends what waits in the background, and at once when the network is back or the page is left (spec §4, reliability §4.5). */
export function startSync(): void {
  if (started) return
  started = true
  startStoreHealth()
  const scheduler = createScheduler(push, tell, {
    now: () => Date.now(),
    setTimeout: (f, ms) => setTimeout(f, ms),
    clearTimeout: (t) => clearTimeout(t as ReturnType<typeof setTimeout>),
  })
  registerPush(scheduler.flush)
  onSimulazioneExpired(scheduler.changed)
  onProveExpired((count) => showToast({ text: openSeduteText.scadute(count) }))
  // What another tab changed counts here too; the owner sends it if that tab is gone before it could.
  const count = coalesce(countWaiting)
  onStoreChange(({ tipo }) => {
    if (tipo === 'record' || tipo === 'annullata' || tipo === 'inviate' || tipo === 'ricevute') count()
    if ((tipo === 'record' || tipo === 'annullata') && store.owner) scheduler.changed()
  })
  registerSync({
    changed: () => {
      void countWaiting()
      scheduler.changed()
    },
    pull,
  })
  const flush = () => {
    if (syncStatus.waiting + syncStatus.simulazioni > 0 && !obstacle()) void scheduler.flush()
  }
  addEventListener('online', () => queueMicrotask(flush))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') flush()
  })
  // The store opens with answers of an earlier visit, or the person has signed in again.
  let before = store.stato
  subscribe(store, () => {
    const opened = store.stato === 'aperto' && before !== 'aperto'
    before = store.stato
    if (opened) void deliverExpiredProve()
    if (opened && syncStatus.waiting > 0) scheduler.changed()
    else if (opened) void countWaiting()
  })
  subscribe(session, () => session.credentials && !session.expired && flush())
  if (store.stato !== 'aperto') return
  void deliverExpiredProve()
  flush()
}
