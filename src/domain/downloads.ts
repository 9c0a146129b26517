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

/** Asks whether the bank is to be updated, telling what changes (D19) [BK9]; no, when the account leaves without a word. */
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

/** Answers no for a bank, where it is asked about. */
const refuseUpdate = (id_concorso: number): void =>
  notices.updates.find((q) => q.id_concorso === id_concorso)?.answer(false)

export type Download = {
  name: string
  /** `conferma`: a newer version is here, and the person is asked whether it takes the place of the other. */
  fase: 'richiesta' | DownloadProgress['fase'] | 'conferma' | 'interrotto'
  ricevuti: number
  totali: number
  /** Bytes a second, smoothed; null until it is known. */
  speed: number | null
  error: Failure | null
  /** Another tab started it: here it is only shown, and can be stopped. */
  elsewhere?: true
  /** The package that the person agreed to update to: going on after a cut asks no more. */
  agreed?: string
}

/** Downloads by bank; one that ends well leaves the list. */
export const downloads = accountState(() => ({ by_banca: {} as Record<number, Download> }))

/** What updates changed the right answer of, by bank, until the person has seen it (D19). */
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

/**
 * Adds the bank to the account and brings its questions here (D15, D16); `nome` is shown while it goes on. Where another version is
 * here the person is told what changes, and nothing does before their word (D19) [BK9]: without it, DOWNLOAD_ANNULLATO.
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
  const agreed = await agreeOnUpdate(db.value, granted.value)
  const result = agreed.ok
    ? await db.value.downloadBanca({ concorso: granted.value, at: nowIso() }, followProgress(id_concorso))
    : agreed
  const changes = result.ok ? result.value.aggiornamento : undefined
  if (changes && changes.chiave_cambiata > 0) updates.by_banca[id_concorso] = changes
  return result.ok ? ok(null) : fail(result.error.codice, await withSpace(result.error, granted.value))
}

/** Compares with the version that is here, if one is, and asks; what arrived is kept when the answer is no. */
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

/** Shows how far the store is with a bank, and how fast. */
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

/** Stops a download, or takes the question about it for a no; what arrived is kept for the next time. */
export async function cancelDownload(id_concorso: number): Promise<void> {
  if (downloads.by_banca[id_concorso]?.fase === 'conferma') return refuseUpdate(id_concorso)
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
