import { ref } from 'valtio'
import type { AggiornamentoBanca, Database, DownloadProgress } from '#contract/database'
import type { Failure, Result } from '#contract/result'
import { fail, ok } from '#contract/result'
import type { ConcorsoScaricabile } from '#contract/schemas'
import type { StoreChange } from '#contract/tabs'
import { askPersistence } from '../platform/kept.ts'
import { nowIso } from '../platform/network.ts'
import { accountSignal, accountState } from '../session/account.ts'
import { notices, type UpdateQuestion } from '../session/notices.ts'
import { withStore } from '../store/opening.ts'
import { withSpace } from '../store/space.ts'
import { grantRaccolta } from '../sync/raccolte.ts'
import { findBanca, refreshRecords, registerConcorsi, reloadBanche } from './banche-state.ts'
import { livelloState, loadLivello } from './livello.ts'

/**
 * Asks the person about an update of the bank, with its changes (D19) [BK9]. Resolves to false when the account leaves without a
 * choice.
 */
function askUpdate(question: Omit<UpdateQuestion, 'answer'>): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      notices.updates = notices.updates.filter((q) => q.id_concorso !== question.id_concorso)
      resolve(yes)
    }
    accountSignal().addEventListener('abort', () => answer(false), { once: true })
    notices.updates.push({ ...question, answer })
  })
}

/** Refuses the update of a bank, if its question is open. */
const refuseUpdate = (id_concorso: number): void =>
  notices.updates.find((q) => q.id_concorso === id_concorso)?.answer(false)

export type Download = {
  name: string
  /** `conferma`: a newer version is here, and the person is asked to accept it. */
  fase: 'richiesta' | DownloadProgress['fase'] | 'conferma' | 'interrotto'
  ricevuti: number
  totali: number
  /** Bytes per second, smoothed; null before the first measure. */
  speed: number | null
  error: Failure | null
  /** True for a download that another tab started. This tab only shows it, and can stop it. */
  elsewhere?: true
  /** Package of the accepted update, so that a download resumed after a cut does not ask again. */
  agreed?: string
}

/** Downloads by bank; one that ends well leaves the list. */
export const downloads = accountState(() => ({ by_banca: {} as Record<number, Download> }))

/** Updates that changed right answers, by bank, until the person has seen them (D19). */
export const updates = accountState(() => ({ by_banca: {} as Record<number, AggiornamentoBanca> }))

export const forgetUpdate = (id_concorso: number): void => void delete updates.by_banca[id_concorso]

/** Shows a download of another tab. */
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

/** Removes the downloads of other tabs, because their tab may be gone, and a running one reports again. */
export function forgetOthersDownloads(): void {
  for (const [id, s] of Object.entries(downloads.by_banca)) if (s.elsewhere) delete downloads.by_banca[Number(id)]
}

/** Weight of the newest measure in the speed. */
const WEIGHT = 0.25

/**
 * Adds the bank to the account and downloads its questions (D15, D16); `name` is shown meanwhile. Where another version is here,
 * the person sees the changes first, and must accept them (D19) [BK9]. Otherwise the download fails with DOWNLOAD_ANNULLATO.
 */
export async function downloadBanca(id_concorso: number, name: string): Promise<Result<null>> {
  const running = downloads.by_banca[id_concorso]
  if (running && running.fase !== 'interrotto') return ok(null)
  downloads.by_banca[id_concorso] = {
    ...{ name, fase: 'richiesta', ricevuti: 0, totali: 0, speed: null, error: null },
    ...(running?.agreed && { agreed: running.agreed }),
  }
  const result = await run(id_concorso)
  if (result.ok) void askPersistence()
  const download = downloads.by_banca[id_concorso]
  if (result.ok || result.error.codice === 'DOWNLOAD_ANNULLATO') delete downloads.by_banca[id_concorso]
  else if (download) Object.assign(download, { fase: 'interrotto', error: ref(result.error), speed: null })
  // Reload the allowance, because a grant spends it in a demo (D8).
  if (typeof livelloState.stato?.quiz_limite === 'number') void loadLivello()
  await reloadBanche()
  // Pull the answers of other devices before the first sitting chooses its questions.
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
  const agreed = await agreeOnUpdate(db.value, granted.value)
  const result = agreed.ok
    ? await db.value.downloadBanca({ concorso: granted.value, at: nowIso() }, followProgress(id_concorso))
    : agreed
  const changes = result.ok ? result.value.aggiornamento : undefined
  if (changes && changes.chiave_cambiata > 0) updates.by_banca[id_concorso] = changes
  return result.ok ? ok(null) : fail(result.error.codice, await withSpace(result.error, granted.value))
}

/** Compares with the present version, if there is one, and asks the person. A refused package is kept. */
async function agreeOnUpdate(db: Database, concorso: ConcorsoScaricabile): Promise<Result<null>> {
  const { id_concorso, hash_domande } = concorso
  const here = (findBanca(id_concorso)?.n_domande ?? 0) > 0
  if (!here || downloads.by_banca[id_concorso]?.agreed === hash_domande) return ok(null)
  const changes = await db.compareBanca({ concorso }, followProgress(id_concorso))
  const download = downloads.by_banca[id_concorso]
  if (!changes.ok) return changes
  if (changes.value === null || !download) return ok(null)
  Object.assign(download, { fase: 'conferma', ricevuti: 0, totali: 0, speed: null })
  const yes = await askUpdate({ id_concorso, name: download.name, changes: changes.value })
  if (!yes) return fail('DOWNLOAD_ANNULLATO')
  Object.assign(download, { fase: 'richiesta', agreed: hash_domande })
  return ok(null)
}

/** Returns the listener that shows a download's progress and speed. */
function followProgress(id_concorso: number): (a: DownloadProgress) => void {
  let before = { quando: performance.now(), ricevuti: -1 }
  return (a) => {
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
  }
}

/** Stops a download, or refuses its open question; the received part is kept for the next time. */
export async function cancelDownload(id_concorso: number): Promise<void> {
  if (downloads.by_banca[id_concorso]?.fase === 'conferma') return refuseUpdate(id_concorso)
  if (downloads.by_banca[id_concorso]?.fase === 'interrotto') {
    delete downloads.by_banca[id_concorso]
    return
  }
  const db = await withStore()
  if (db.ok) await db.value.cancelDownload({ id_concorso })
}

/** Codes after which a download resumes when the network is back. */
const RESUMABLE = new Set(['DOWNLOAD_INTERROTTO', 'RETE_ASSENTE', 'REMOTE_REQUEST_FAILED'])

export function resumeDownloads(): void {
  for (const [id, s] of Object.entries(downloads.by_banca))
    if (s.fase === 'interrotto' && s.error && RESUMABLE.has(s.error.codice)) void downloadBanca(Number(id), s.name)
}
