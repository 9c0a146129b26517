import { subscribe } from 'valtio'
import { followBanca } from '../domain/banca-state.ts'
import { followBanche, keepBanche, retryBanche } from '../domain/banche-state.ts'
import { followDownloads, forgetOthersDownloads, resumeDownloads } from '../domain/downloads.ts'
import { followExtraTime } from '../domain/extra-time.ts'
import { deliverExpiredProve, onProveExpired } from '../domain/open-sedute.ts'
import { followSettings } from '../domain/settings.ts'
import { startStoreHealth } from '../domain/store-health.ts'
import { onNetworkBack } from '../platform/network.ts'
import { showToastLater } from '../session/notices.ts'
import { session } from '../session/session.ts'
import { followStoreChanges, onOwnerChange } from '../store/changes.ts'
import { openStore, store } from '../store/opening.ts'
import { storeDrafts } from '../sync/draft.ts'
import { flushOutbox } from '../sync/outbox.ts'
import { type Sync, startSync } from '../sync/start.ts'
import { openSeduteText } from '../text/open-sedute.ts'

/** Wires the background work of an account, once in a visit: the second part of `start`, fetched after sign-in. */
export function startAccount(): void {
  const sync = startSync()
  startStoreHealth()
  void flushOutbox()
  followExtraTime()
  followSettings()
  onProveExpired((count) => showToastLater({ text: openSeduteText.scadute(count) }))
  followStore(sync)
  followStoreChanges([sync.hear, followBanche, followBanca, followDownloads])
  onOwnerChange(forgetOthersDownloads)
  onNetworkBack(() => {
    storeDrafts()
    resumeDownloads()
    void flushOutbox()
    sync.flush()
  })
  addEventListener('pagehide', keepBanche)
  addEventListener('pagehide', sync.leave)
  // Send when hidden, where timers rest, and when visible, after a sleep of the device.
  document.addEventListener('visibilitychange', sync.flush)
  subscribe(session, () => {
    if (session.credentials && !session.expired) sync.flush()
  })
}

/** Follows the store, which may have opened before this code loaded. */
function followStore(sync: Sync): void {
  let before = store.stato
  subscribe(store, () => {
    const opened = store.stato === 'aperto' && before !== 'aperto'
    before = store.stato
    if (!opened) return
    retryBanche()
    void deliverExpiredProve()
    sync.opened()
  })
  // Open the store also on a screen that needs none, to deliver expired trials and unsent work.
  if (store.stato !== 'aperto') return void openStore()
  retryBanche()
  void deliverExpiredProve()
  sync.flush()
}
