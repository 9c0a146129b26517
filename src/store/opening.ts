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

/** `occupato`: another tab owns the store and does not answer. */
export const store = proxy({
  stato: 'chiuso' as 'chiuso' | 'in_apertura' | 'aperto' | 'occupato' | 'guasto',
  id_utente: null as number | null,
  rung: null as Rung | null,
  error: null as Failure | null,
  /** It has been opening for so long that the browser may never answer. */
  slow: false,
  /** This tab owns the store and serves the others; false when it is served by one of them. */
  owner: false,
})

/** What is written stays after the page: not on the lowest rung (D32). */
export const isDurable = (): boolean => store.rung !== 'nessuno'

/** An opening that takes longer is told, milliseconds: a browser whose files hang answers nothing, and no error either. */
const SLOW_MS = 10_000

const attempt = {
  opening: null as Promise<Result<Opening>> | null,
}

/** The data of the account is going from this device. */
const leaving = accountMemory(() => ({ now: false }))
/** What the store says from here on concerns nobody, as that a tab which was to serve it found no files; nothing opens it again. */
export function letStoreGo(): void {
  leaving.now = true
}

/** Opens the signed-in account's store, once. When the tab that owns it does not answer the page says so. */
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
  // Who was told that another tab has it keeps reading that until it is open here.
  if (store.stato !== 'occupato') store.stato = 'in_apertura'
  const wait = setTimeout(() => {
    store.slow = true
  }, SLOW_MS)
  try {
    const { openDb, onTabNotice: onNotizia, onStoreReopened: onRiapertura } = await import('./client.ts')
    onRiapertura((result) => tell(result))
    onNotizia(hear)
    return tell(await openDb({ id_utente }))
  } catch (error) {
    // The page's own code for the store did not come, as after a new version.
    return tell(fail('ARCHIVIO_NON_APERTO', { detail: String(error) }))
  } finally {
    clearTimeout(wait)
    store.slow = false
  }
}

function tell(result: Result<Opening>): Result<Opening> {
  if (leaving.now) return result
  if (result.ok) {
    store.stato = 'aperto'
    store.error = null
    store.rung = result.value.rung
    syncStatus.waiting = result.value.da_sincronizzare
    tellOpening(result.value, store.id_utente ?? undefined)
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
    // The account signed out in another tab and its data is going: nobody goes on here.
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

/** The store of the signed-in account, opened if it is not. */
export async function withStore() {
  const result = await openStore()
  if (!result.ok) return result
  return ok(await (await import('./client.ts')).db())
}

/** The account left: its store is closed and stays as it is (D5). */
function leave(): void {
  if (store.stato !== 'chiuso' && store.id_utente !== session.credentials?.utente.id_utente_idoneo) void closeStore()
}

/** Closes the store: nothing of the account stays open. */
export async function closeStore(): Promise<void> {
  attempt.opening = null
  store.stato = 'chiuso'
  store.id_utente = null
  store.owner = false
  // Without the page's own code for the store nothing of it was ever opened.
  await (await import('./client.ts').catch(() => null))?.closeDb()
}
