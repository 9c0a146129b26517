import { subscribe } from 'valtio'
import { followExtraTime } from '../features/account/extra-time.ts'
import { followBanca } from '../features/banche/banca-state.ts'
import { followBanche, keepBanche, retryBanche } from '../features/banche/banche-state.ts'
import { followDownloads, forgetOthersDownloads, resumeDownloads } from '../features/banche/downloads.ts'
import { deliverExpiredProve, onProveExpired } from '../features/sedute/open-sedute.ts'
import { storeDrafts } from '../features/simulazioni/draft.ts'
import { onNetworkBack } from '../platform/network.ts'
import { showToast } from '../session/notices.ts'
import { session } from '../session/session.ts'
import { onOwnerChange, onStoreChange } from '../store/changes.ts'
import { startStoreHealth } from '../store/health.ts'
import { store } from '../store/opening.ts'
import { flushRichieste } from '../sync/richieste.ts'
import { type Sync, startSync } from '../sync/start.ts'
import { openSeduteText } from '../text/open-sedute.ts'

/** Wires what goes on behind the screens of an account, once in a visit: the second part of `start`, fetched when somebody is signed in. */
export function startAccount(): void {
  const sync = startSync()
  startStoreHealth()
  void flushRichieste()
  followExtraTime()
  onProveExpired((count) => showToast({ text: openSeduteText.scadute(count) }))
  followStore(sync)
  onStoreChange(followBanche)
  onStoreChange(followBanca)
  onStoreChange(followDownloads)
  onOwnerChange(forgetOthersDownloads)
  onNetworkBack(() => {
    storeDrafts()
    resumeDownloads()
    void flushRichieste()
    sync.flush()
  })
  addEventListener('pagehide', keepBanche)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') sync.flush()
  })
  subscribe(session, () => {
    if (session.credentials && !session.expired) sync.flush()
  })
}

/** The store may have opened before this code came. */
function followStore(sync: Sync): void {
  onStoreChange(sync.hear)
  let before = store.stato
  subscribe(store, () => {
    const opened = store.stato === 'aperto' && before !== 'aperto'
    before = store.stato
    if (!opened) return
    retryBanche()
    void deliverExpiredProve()
    sync.opened()
  })
  if (store.stato !== 'aperto') return
  retryBanche()
  void deliverExpiredProve()
  sync.flush()
}
