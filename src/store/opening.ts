import { proxy, ref } from 'valtio'
import type { Opening, Rung } from '#contract/database'
import type { Failure } from '#contract/result'
import { fail, ok, type Result } from '#contract/result'
import type { TabNotice } from '#contract/tabs'
import { accountMemory, accountSignal } from '../session/account.ts'
import { forgetCredentials, session } from '../session/session.ts'
import { tellOwnerChange, tellStoreChange } from './changes.ts'
import { syncStatus } from './sync-status.ts'
import { tellOpening, tellStoreError } from './tell-opening.ts'

/** State of the store. `occupato`: another tab owns it and gave no result in time. */
export const store = proxy({
  stato: 'chiuso' as 'chiuso' | 'in_apertura' | 'aperto' | 'occupato' | 'guasto',
  id_utente: null as number | null,
  rung: null as Rung | null,
  error: null as Failure | null,
  /** True when the opening lasts so long that the browser may never finish it. */
  slow: false,
  /** True when this tab owns the store and serves the others; false when another tab serves it. */
  owner: false,
})

/** Returns true when writes outlive the page, as on every rung but the lowest (D32). */
export const isDurable = (): boolean => store.rung !== 'nessuno'

/** Time after which an opening is shown as slow, in ms, because a browser whose files hang reports no error. */
const SLOW_MS = 10_000

const attempt = {
  opening: null as Promise<Result<Opening>> | null,
}

/** True while the account's data is being deleted from this device. */
const leaving = accountMemory(() => ({ now: false }))
/** Ignores all later results of the store, such as files that another tab no longer finds; no call opens it again. */
export function letStoreGo(): void {
  leaving.now = true
}

/** Opens the signed-in account's store, once. When the tab that owns it gives no result, the page shows that. */
export function openStore(): Promise<Result<Opening>> {
  const id_utente = session.credentials?.utente.id_utente_idoneo
  if (id_utente === undefined) return Promise.resolve(fail('SESSIONE_SCADUTA'))
  if (leaving.now) return Promise.resolve(fail('ARCHIVIO_NON_APERTO', { detail: 'leaving' }))
  if (attempt.opening && store.id_utente === id_utente) return attempt.opening
  store.id_utente = id_utente
  accountSignal().addEventListener('abort', leave, { once: true })
  attempt.opening = run(id_utente)
  return attempt.opening
}

async function run(id_utente: number): Promise<Result<Opening>> {
  // Keep `occupato` on screen until the store is open here.
  if (store.stato !== 'occupato') store.stato = 'in_apertura'
  const wait = setTimeout(() => {
    store.slow = true
  }, SLOW_MS)
  try {
    const { openDb, onTabNotice, onStoreReopened } = await import('./client.ts')
    onStoreReopened((result) => tell(result))
    onTabNotice(hear)
    return tell(await openDb({ id_utente }))
  } catch (error) {
    // Fail when the page's code for the store was not loaded, as after a new version.
    return tell(fail('ARCHIVIO_NON_APERTO', { detail: String(error) }))
  } finally {
    clearTimeout(wait)
    store.slow = false
  }
}

function tell(result: Result<Opening>): Result<Opening> {
  if (leaving.now) return result
  if (result.ok) {
    const failedBefore = store.error !== null
    store.stato = 'aperto'
    store.error = null
    store.rung = result.value.rung
    syncStatus.waiting = result.value.da_sincronizzare
    tellOpening(result.value, store.id_utente ?? undefined)
    // Make screens read again, because those that read meanwhile were given nothing.
    if (failedBefore) tellStoreChange({ tipo: 'giornale' })
    return ok(result.value)
  }
  store.stato = result.error.codice === 'ARCHIVIO_OCCUPATO' ? 'occupato' : 'guasto'
  store.error = ref(result.error)
  tellStoreError(result.error)
  attempt.opening = null
  return result
}

function hear(n: TabNotice): void {
  if (n.tipo === 'change') {
    // Sign out here too, because the account signed out in another tab, and its data is being deleted.
    if (n.change.tipo === 'cancellato') forgetCredentials('USCITA_ALTROVE')
    else tellStoreChange(n.change)
  } else if (n.tipo === 'leader') {
    store.owner = n.mine
    tellOwnerChange()
  } else if (store.id_utente !== null) {
    const result = n.tipo === 'opened' ? ok(n.opening) : fail(n.failure.codice, n.failure)
    attempt.opening = Promise.resolve(result)
    tell(result)
  }
}

/** Returns the store of the signed-in account, opened if necessary. */
export async function withStore() {
  const result = await openStore()
  if (!result.ok) return result
  return ok(await (await import('./client.ts')).db())
}

/** Closes the store of an account that left; its data stays as it is (D5). */
function leave(): void {
  if (store.stato !== 'chiuso' && store.id_utente !== session.credentials?.utente.id_utente_idoneo) void closeStore()
}

/** Closes the store, so that no data of the account stays open. */
export async function closeStore(): Promise<void> {
  attempt.opening = null
  store.stato = 'chiuso'
  store.id_utente = null
  store.owner = false
  // Skip the closing when the page's code for the store fails to load: no store was ever opened.
  await (await import('./client.ts').catch(() => null))?.closeDb()
}
