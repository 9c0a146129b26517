import { subscribe } from 'valtio'
import { RECOVERY_CHANNEL, type RecoveryNotice, type RecoveryReport, type StoreHealth } from '#contract/store-care'
import { isDue } from '#rules/cadence'
import { network, nowIso } from '../platform/network.ts'
import { correctedIso } from '../platform/server-now.ts'
import { accountState } from '../session/account.ts'
import { showError } from '../session/notices.ts'
import { session } from '../session/session.ts'
import { store, withStore } from '../store/opening.ts'
import { pullConcorso, recordChanged } from '../sync/requests.ts'
import { reloadBanche } from './banche-state.ts'
import { downloadBanca } from './downloads.ts'

/** Health of the store. `esito`: the result of the last check that the person requested. */
export const storeHealth = accountState(() => ({
  stato: null as StoreHealth | null,
  in_corso: false,
  esito: null as 'sano' | 'riparato' | 'fallita' | null,
}))

/** Quiet after the store has opened, before any check, in ms. */
const SETTLE_MS = 3_000
/** Age of the last full check after which a new one runs, and calm before it, in ms. The new one runs in the background. */
const CHECK_EVERY_MS = 20 * 3_600_000
const CALM_MS = 60_000

/** Reads the health of the store, without a check. */
export async function loadStoreHealth(): Promise<void> {
  const db = await withStore()
  const state = db.ok ? await db.value.readStatoArchivio() : db
  if (state.ok) storeHealth.stato = state.value
}

/** Checks every byte now, at the person's request. */
export async function checkStoreHealth(): Promise<void> {
  if (storeHealth.in_corso) return
  storeHealth.in_corso = true
  storeHealth.esito = null
  const recovery = await verify(true)
  storeHealth.in_corso = false
  storeHealth.esito = recovery === undefined ? 'fallita' : recovery ? 'riparato' : 'sano'
}

/** Runs a check; returns undefined when it failed. */
async function verify(full: boolean): Promise<RecoveryReport | null | undefined> {
  const db = await withStore()
  if (!db.ok) return undefined
  const result = await db.value.verifyArchivio({ at: correctedIso(), completa: full })
  if (!result.ok) {
    console.warn('store check', result.error.codice, result.error.detail ?? '')
    return undefined
  }
  storeHealth.stato = result.value.stato
  const { recupero: recovery } = result.value
  if (recovery) void followRecovery(recovery)
  return recovery
}

/** Shows the damage in one sentence, then restores from the server the data it has. */
async function followRecovery(recovery: RecoveryReport): Promise<void> {
  await reloadBanche()
  await afterSeduta()
  if (recovery.utente)
    showError(
      { codice: 'ARCHIVIO_RIPARATO', dati: { eventi: recovery.eventi, mancanti: recovery.mancanti } },
      { continua: () => undefined },
    )
  if (recovery.banche.length > 0)
    showError(
      // Skip the name of a bank whose list was lost with its file.
      { codice: 'BANCA_DANNEGGIATA', dati: { banche: recovery.banche.flatMap((b) => b.concorso || []).join(', ') } },
      { continua: () => undefined },
    )
  await online()
  for (const { id_concorso, concorso } of recovery.banche) await downloadBanca(id_concorso, concorso)
  if (!recovery.utente) return
  const db = await withStore()
  const banche = db.ok ? await db.value.listBanche() : db
  if (banche.ok) for (const { id_concorso } of banche.value) await pullConcorso(id_concorso)
  recordChanged()
  await reloadBanche()
}

/** Waits for the end of a sitting, which no notice may cover. */
const afterSeduta = () => until(session, () => !session.in_seduta)
const online = () => until(network, () => network.online)

function until(of: object, holds: () => boolean): Promise<void> {
  if (holds()) return Promise.resolve()
  return new Promise((done) => {
    const stop = subscribe(of, () => {
      if (!holds()) return
      stop()
      done()
    })
  })
}

/** Checks the store while the page is open, in the tab that owns it. */
export function startStoreHealth(): void {
  if (typeof BroadcastChannel !== 'undefined')
    new BroadcastChannel(RECOVERY_CHANNEL).onmessage = ({ data }: MessageEvent<RecoveryNotice>) => {
      if (data.id_utente === store.id_utente && store.owner) void verify(false)
    }
  let timer: ReturnType<typeof setTimeout> | undefined
  let opened = false
  const look = () => {
    const current = store.stato === 'aperto' && store.owner
    if (current === opened) return
    opened = current
    clearTimeout(timer)
    if (opened) timer = setTimeout(() => void begin(), SETTLE_MS)
  }
  const begin = async () => {
    await migrate()
    await verify(false)
    if (isCheckDue()) timer = setTimeout(() => void onIdle(() => opened && isCheckDue() && void verify(true)), CALM_MS)
  }
  subscribe(store, look)
  look()
}

const isCheckDue = (): boolean => isDue(storeHealth.stato?.ultima_verifica, Date.now(), CHECK_EVERY_MS)

function onIdle(f: () => void): void {
  if (typeof requestIdleCallback === 'undefined') f()
  else requestIdleCallback(f, { timeout: CALM_MS })
}

/** Moves an old database 'concorsi' of this browser to this account, once (D31). */
async function migrate(): Promise<void> {
  const db = await withStore()
  const result = db.ok ? await db.value.migrateVecchio({ at: nowIso() }) : db
  if (!result.ok || result.value.stato !== 'fatta') return
  await reloadBanche()
  recordChanged()
}
