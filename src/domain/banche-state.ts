import { ref, snapshot } from 'valtio'
import type { BancaLocale } from '#contract/database'
import { type Failure, fail, ok, type Result } from '#contract/result'
import type { StoreChange } from '#contract/tabs'
import { isPropria } from '#rules/raccolta'
import { AGAIN, retry } from '../api/retry.ts'
import { network } from '../platform/network.ts'
import { accountMemory, accountSignal, accountState } from '../session/account.ts'
import { keepFirstPaint, readFirstPaint } from '../session/first-paint.ts'
import { changesFigures, coalesce } from '../store/changes.ts'
import { openStore, withStore } from '../store/opening.ts'
import { syncStatus } from '../store/sync-status.ts'
import { type Listed, listRaccolte, removeRaccolta } from '../sync/raccolte.ts'
import { pullConcorso, recordChanged } from '../sync/requests.ts'
import { readStudyPlan } from './study-plan.ts'
import { withSeen } from './weak.ts'

/** Banks of the account in the local store. */
export const bancheState = accountState(() => ({
  list: [] as BancaLocale[],
  /** `istantanea`: the list of the last visit, while the store opens. */
  fase: 'mai' as 'mai' | 'istantanea' | 'pronte' | 'guasto',
  error: null as Failure | null,
  /** Banks hidden while their deletion can be undone. */
  hidden: [] as number[],
}))

/** Restores the list of the last visit, before the first screen is drawn. */
export function restoreBanche(): void {
  if (bancheState.fase !== 'mai') return
  const loaded = readFirstPaint()
  if (!loaded) return
  bancheState.list = loaded.elenco
  bancheState.fase = 'istantanea'
  // Set only the number on the badge, because the store counts what is sent.
  if (syncStatus.waiting === 0) syncStatus.waiting = loaded.in_attesa
}

/** Shows a list of the store and keeps it for the next first paint. */
function showBanche(list: BancaLocale[]): void {
  bancheState.list = list.map(withSeen)
  bancheState.fase = 'pronte'
  bancheState.error = null
  keepFirstPaint({ elenco: bancheState.list, in_attesa: syncStatus.waiting })
  if (!missed.change) return
  missed.change = false
  followList()
}

/** Keeps the present list for the next first paint, when the page closes. */
export function keepBanche(): void {
  if (bancheState.fase === 'pronte') keepFirstPaint({ elenco: bancheState.list, in_attesa: syncStatus.waiting })
}

/** Shows the list of the last visit at once, then the store's, then the server's; offline the store's is enough. */
export async function loadBanche(): Promise<void> {
  restoreBanche()
  const account = accountSignal()
  const opened = await openStore()
  // Stop when another account signed in meanwhile: it loads its own list.
  if (account.aborted) return
  if (!opened.ok) return markFailed(opened.error)
  const firstTime = opened.value.banche.length === 0
  const local = !firstTime || !network.online ? await reloadBanche() : ok(null)
  const result = network.online ? await pullList() : local
  if (result.ok || bancheState.fase === 'pronte' || account.aborted) return
  // Clear the list when no bank is here any more, because its banks could not be opened.
  if (firstTime) bancheState.list = []
  markFailed(result.error)
}

/** Marks the list as failed. A list of the last visit stays on screen, and each screen marks it as old. */
function markFailed(error: Failure): void {
  bancheState.fase = 'guasto'
  bancheState.error = ref(error)
}

/** Reads the list again when the store opened after a failure. */
export function retryBanche(): void {
  if (bancheState.fase === 'guasto') void reloadBanche()
}

/**
 * Pulls the answers of other devices in a bank. Returns true when records may have changed. An error stays silent, because practice
 * needs no network (spec §4).
 */
export async function refreshRecords(id_concorso: number): Promise<boolean> {
  if (!network.online) return false
  const result = await retry(() => pullConcorso(id_concorso), AGAIN)
  // Reload after a failure too, because the pages before it were applied.
  if (result.ok && result.value.cambiate === 0) return false
  await reloadBanche()
  return true
}

/** Reads the list again from the store, after a change. */
export async function reloadBanche(): Promise<Result<null>> {
  const db = await withStore()
  if (!db.ok) return db
  const account = accountSignal()
  const result = await db.value.listBanche()
  if (!result.ok) return result
  // Drop the list when another account signed in meanwhile.
  if (account.aborted) return fail('SESSIONE_SCADUTA')
  showBanche(result.value)
  return ok(null)
}

// Reload the list after every answer of another tab, because its levels and progress change.
const followList = coalesce(reloadBanche)
/** True after a change while the list was not loaded. The list in the making may be older. */
const missed = accountMemory(() => ({ change: false }))
export function followBanche(n: StoreChange): void {
  if (!changesFigures(n)) return
  if (bancheState.fase === 'pronte') followList()
  else missed.change = true
}

/** Time of the server's last list, on the page's own clock. */
const asked = accountMemory(() => ({ at: Number.NEGATIVE_INFINITY }))
/** Age, in ms, at which the list is fetched again when a bank is opened. */
const STALE_MS = 60_000

async function pullList(): Promise<Result<null>> {
  // Read the list before the call: a bank that is added meanwhile is not missing from the answer.
  const before = bancheState.fase === 'pronte' ? bancheState.list.map((b) => b.id_concorso) : []
  const list = await listRaccolte()
  if (!list.ok) return list
  asked.at = performance.now()
  const listed = new Set(list.value.map((c) => c.id_concorso))
  return registerConcorsi(
    list.value,
    before.filter((id) => !listed.has(id) && !isPropria(id)),
  )
}

/**
 * Fetches the list for updates of the banks, unless it was just fetched [BK4]. An error stays silent, because the bank on screen is
 * whole.
 */
export async function refreshBanche(): Promise<void> {
  if (!network.online || performance.now() - asked.at < STALE_MS) return
  await pullList()
}

/** Writes banks of the server's list to the store. `assenti`: banks of this device that the list lacks. */
export async function registerConcorsi(concorsi: readonly Listed[], assenti: number[] = []): Promise<Result<null>> {
  const db = await withStore()
  if (!db.ok) return db
  const result = await db.value.registerBanche({
    banche: concorsi.map((c) => ({
      id_concorso: c.id_concorso,
      concorso: c.concorso,
      ente: c.ente.ente,
      anno: c.anno,
      profilo: c.profilo,
      n_domande_totali: c.numero_domande,
      con_immagini: c.con_immagini > 0,
      data_ultimo_aggiornamento: c.data_ultimo_aggiornamento,
      ritirata: c.ritirata ?? false,
    })),
    versioni: Object.fromEntries(concorsi.map((c) => [c.id_concorso, c.versione])),
    assenti,
  })
  if (!result.ok) return result
  showBanche(result.value)
  // Push again, because records refused while their bank was not in the list may succeed now.
  if (syncStatus.waiting > 0) recordChanged()
  return ok(null)
}

/** Hides a bank while its deletion can be undone, or shows it again. */
export function hideBanca(id_concorso: number, hidden: boolean): void {
  const others = bancheState.hidden.filter((id) => id !== id_concorso)
  bancheState.hidden = hidden ? [...others, id_concorso] : others
}

/**
 * Removes a bank's questions from this device, and on request from the account's list too (D15). Levels and favourites stay for the
 * bank's return. A page that closes on the way leaves a bank that both lists name or that neither does.
 */
export async function deleteBanca(id_concorso: number, dallaLista: boolean): Promise<Result<null>> {
  const remote = dallaLista && !isPropria(id_concorso)
  if (remote && !network.online) return fail('RETE_ASSENTE')
  const db = await withStore()
  if (!db.ok) return db
  let result: Result<unknown> = await db.value.deleteBanca({ id_concorso, dallaLista: dallaLista && !remote })
  if (remote && result.ok) result = await removeRaccolta(id_concorso)
  if (remote && result.ok) result = await db.value.deleteBanca({ id_concorso, dallaLista })
  const reloaded = await reloadBanche()
  return result.ok ? reloaded : result
}

/** Returns the bank used last, for "Riprendi da qui"; null when none is on this device. */
export function latestBanca(list: readonly BancaLocale[]): BancaLocale | null {
  const usable = list.filter((b) => b.n_domande > 0)
  const used = usable.filter((b) => b.ultimo_uso !== null)
  used.sort((a, b) => Date.parse(b.ultimo_uso ?? '') - Date.parse(a.ultimo_uso ?? ''))
  return usable.find((b) => b.selezionata) ?? used[0] ?? usable[0] ?? null
}

export const isBegun = ({ viste }: BancaLocale): boolean => viste > 0

/** Returns the bank of the nearest exam to come; null when none has one. */
export function nearestExam(list: readonly BancaLocale[], today: string): BancaLocale | null {
  const { prove } = readStudyPlan()
  const dated = list
    .filter((b) => (prove[b.id_concorso] ?? '') >= today)
    .sort((a, b) => ((prove[a.id_concorso] ?? '') < (prove[b.id_concorso] ?? '') ? -1 : 1))
  return dated[0] ?? null
}

/**
 * Returns the bank that leads the home; null when none is on this device. The nearest exam to come wins. Then the last used with
 * answers wins, so that a bank which was only opened takes no place.
 */
export function leadingBanca(list: readonly BancaLocale[], today: string): BancaLocale | null {
  const here = list.filter((b) => b.n_domande > 0)
  return nearestExam(here, today) ?? latestBanca(here.filter(isBegun)) ?? latestBanca(here)
}

/** Returns a plain copy of a bank for code outside of React. */
export const findBanca = (id_concorso: number): BancaLocale | null =>
  (snapshot(bancheState).list.find((b) => b.id_concorso === id_concorso) as BancaLocale | undefined) ?? null
