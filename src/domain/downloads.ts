import { ref } from 'valtio'
import type { AggiornamentoBanca, DownloadProgress } from '#contract/database'
import type { Failure, Result } from '#contract/result'
import { fail, ok } from '#contract/result'
import type { StoreChange } from '#contract/tabs'
import { askPersistence } from '../platform/kept.ts'
import { nowIso } from '../platform/network.ts'
import { accountState } from '../session/account.ts'
import { livelloState, loadLivello } from '../session/livello.ts'
import { withStore } from '../store/opening.ts'
import { withSpace } from '../store/space.ts'
import { grantRaccolta } from '../sync/raccolte.ts'
import { findBanca, refreshRecords, registerConcorsi, reloadBanche } from './banche-state.ts'

export type Download = {
  name: string
  fase: 'richiesta' | DownloadProgress['fase'] | 'interrotto'
  ricevuti: number
  totali: number
  /** Bytes a second, smoothed; null until it is known. */
  speed: number | null
  error: Failure | null
  /** Another tab started it: here it is only shown, and can be stopped. */
  elsewhere?: true
}

/** Downloads by bank; one that ends well leaves the list. */
export const downloads = accountState(() => ({ by_banca: {} as Record<number, Download> }))

/** What updates changed, by bank, until the person has seen it (D19). */
export const updates = accountState(() => ({ by_banca: {} as Record<number, AggiornamentoBanca> }))

export const forgetUpdate = (id_concorso: number): void => void delete updates.by_banca[id_concorso]

/** What another tab downloads shows here. */
export function followDownloads(n: StoreChange): void {
  if (n.tipo !== 'scarico') return
  const { id_concorso, avanzamento } = n
  const download = downloads.by_banca[id_concorso]
  if (download && !download.elsewhere && download.fase !== 'interrotto') return
  if (!avanzamento) {
    if (download?.elsewhere) delete downloads.by_banca[id_concorso]
  } else if (download?.elsewhere) Object.assign(download, avanzamento)
  else {
    const name = download?.name ?? findBanca(id_concorso)?.concorso ?? ''
    downloads.by_banca[id_concorso] = { name, ...avanzamento, speed: null, error: null, elsewhere: true }
  }
}

/** The tab that did them may be gone; if it goes on, it says so again. */
export function forgetOthersDownloads(): void {
  for (const [id, s] of Object.entries(downloads.by_banca)) if (s.elsewhere) delete downloads.by_banca[Number(id)]
}

/** How much of the newest measure enters the speed. */
const WEIGHT = 0.25

/** Adds the bank to the account and brings its questions here (D15, D16); `nome` is shown while it goes on. */
export async function downloadBanca(id_concorso: number, name: string): Promise<Result<null>> {
  const running = downloads.by_banca[id_concorso]
  if (running && running.fase !== 'interrotto') return ok(null)
  downloads.by_banca[id_concorso] = { name, fase: 'richiesta', ricevuti: 0, totali: 0, speed: null, error: null }
  const result = await run(id_concorso)
  if (result.ok) void askPersistence()
  const download = downloads.by_banca[id_concorso]
  if (result.ok || result.error.codice === 'DOWNLOAD_ANNULLATO') delete downloads.by_banca[id_concorso]
  else if (download) Object.assign(download, { fase: 'interrotto', error: ref(result.error), speed: null })
  // A grant spends the demo allowance (D8): what is left is told anew.
  if (typeof livelloState.stato?.quiz_limite === 'number') void loadLivello()
  await reloadBanche()
  // What was answered on another device is here before the first sitting chooses its questions.
  if (result.ok) await refreshRecords(id_concorso)
  return result
}

async function run(id_concorso: number): Promise<Result<null>> {
  const granted = await grantRaccolta(id_concorso)
  if (!granted.ok) return granted
  const registered = await registerConcorsi([granted.value])
  if (!registered.ok) return registered
  const db = await withStore()
  if (!db.ok) return db
  let before = { quando: performance.now(), ricevuti: -1 }
  const result = await db.value.downloadBanca({ concorso: granted.value, at: nowIso() }, (a) => {
    const download = downloads.by_banca[id_concorso]
    if (!download) return
    const when = performance.now()
    const seconds = (when - before.quando) / 1000
    if (before.ricevuti >= 0 && seconds >= 0.2 && a.fase === download.fase) {
      const sample = Math.max(0, a.ricevuti - before.ricevuti) / seconds
      download.speed = download.speed === null ? sample : download.speed * (1 - WEIGHT) + sample * WEIGHT
    }
    if (before.ricevuti < 0 || seconds >= 0.2) before = { quando: when, ricevuti: a.ricevuti }
    Object.assign(download, a)
  })
  if (result.ok && result.value.aggiornamento) updates.by_banca[id_concorso] = result.value.aggiornamento
  return result.ok ? ok(null) : fail(result.error.codice, await withSpace(result.error, granted.value))
}

/** Stops a download; what arrived is kept for the next time. */
export async function cancelDownload(id_concorso: number): Promise<void> {
  if (downloads.by_banca[id_concorso]?.fase === 'interrotto') {
    delete downloads.by_banca[id_concorso]
    return
  }
  const db = await withStore()
  if (db.ok) await db.value.cancelDownload({ id_concorso })
}

/** Codes after which the same download may go on by itself when the network is back. */
const RESUMABLE = new Set(['DOWNLOAD_INTERROTTO', 'RETE_ASSENTE', 'REMOTE_REQUEST_FAILED'])

export function resumeDownloads(): void {
  for (const [id, s] of Object.entries(downloads.by_banca))
    if (s.fase === 'interrotto' && s.error && RESUMABLE.has(s.error.codice)) void downloadBanca(Number(id), s.name)
}
