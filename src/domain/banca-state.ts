import { ref } from 'valtio'
import type { Completamento, Conteggi, Filtro, NewSeduta, Seduta, SedutaSummary } from '#contract/database'
import { type Failure, fail, ok, type Result } from '#contract/result'
import type { StoreChange } from '#contract/tabs'
import { isPercorso } from '#rules/raccolta'
import { newId, newSeed } from '../platform/ids.ts'
import { nowIso } from '../platform/network.ts'
import { accountState } from '../session/account.ts'
import { changesFigures, coalesce } from '../store/changes.ts'
import { onStore } from '../store/on-store.ts'
import { openStore } from '../store/opening.ts'
import {
  bancheState,
  findBanca,
  latestBanca,
  loadBanche,
  refreshBanche,
  refreshRecords,
  reloadBanche,
} from './banche-state.ts'
import { readOpenSedute } from './open-sedute.ts'
import { withSeen } from './weak.ts'

/** Kinds of practice that start with one tap. */
export const PRESETS = ['nuove', 'errori', 'preferite', 'materie', 'tutte'] as const
export type Preset = (typeof PRESETS)[number]
/** Questions of each preset, over the whole bank. */
export type PresetCounts = Record<Preset, number>

/** The bank on screen; `bancheState` has its entry in the list. */
export const bancaState = accountState(() => ({
  id_concorso: null as number | null,
  fase: 'caricamento' as 'caricamento' | 'pronta' | 'guasto',
  error: null as Failure | null,
  completamento: null as Completamento | null,
  counts: null as Conteggi | null,
  /** Filter that `counts` belongs to. */
  counted: null as Filtro | null,
  /** Questions of each preset over the whole bank; null while they are counted. */
  presets: null as PresetCounts | null,
  /** Failure of the count: the store refused the filter. */
  counts_error: null as Failure | null,
  /** Sittings left open, newest first. */
  open: ref<readonly SedutaSummary[]>([]),
}))

/** Filters by bank as the address holds them, for the way back to the bank. */
const lastFilters = new Map<number, string>()
export const keepBancaFilters = (id_concorso: number, search: string): void => void lastFilters.set(id_concorso, search)
export const lastBancaFilters = (id_concorso: number): string => lastFilters.get(id_concorso) ?? ''

/** Opens a bank of the account: selects it [BK5], reads its figures, then pulls the changes of other devices. */
export async function enterBanca(id_concorso: number | null): Promise<void> {
  Object.assign(bancaState, { id_concorso, fase: 'caricamento', error: null, completamento: null, counts: null })
  Object.assign(bancaState, { open: ref([]), counts_error: null, presets: null })
  const result = id_concorso === null ? fail('CONCORSO_NON_TROVATO') : await select(id_concorso)
  if (bancaState.id_concorso !== id_concorso) return
  if (!result.ok) {
    bancaState.fase = 'guasto'
    bancaState.error = ref(result.error)
    return
  }
  bancaState.fase = 'pronta'
  void refreshBanche()
  void pullQuietly(id_concorso as number)
}

/** Returns the selected bank or path, else the one used last; null where none is on this device. */
export async function lastBanca(isPath: boolean): Promise<number | null> {
  const opened = await openStore()
  const loaded = opened.ok && bancheState.fase !== 'pronte' ? await reloadBanche() : opened
  if (!loaded.ok) return null
  const own = bancheState.list.filter(
    (b) => isPercorso(b.id_concorso) === isPath && !bancheState.hidden.includes(b.id_concorso),
  )
  return latestBanca(own)?.id_concorso ?? null
}

async function select(id_concorso: number): Promise<Result<null>> {
  const opened = await openStore()
  if (!opened.ok) return opened
  const loaded = bancheState.fase === 'pronte' ? ok(null) : await reloadBanche()
  if (!loaded.ok) return loaded
  // Load the list for a bank added on another device, because this device does not list it yet.
  if (!findBanca(id_concorso)) await loadBanche()
  const selected = await onStore((db) => db.selectBanca({ id_concorso, at: nowIso() }))
  if (!selected.ok) return selected
  await reloadBanche()
  return readBancaFigures(id_concorso)
}

/** Reads the store's counts again: completion and the sittings left open. A bank without its file has neither. */
export async function readBancaFigures(id_concorso: number): Promise<Result<null>> {
  const banca = findBanca(id_concorso)
  if (!banca || banca.n_domande === 0) return ok(null)
  const completamento = await onStore((db) => db.completamento({ id_concorso }))
  if (!completamento.ok) return completamento
  const all = await onStore((db) => db.countRicerca({ filtro: { concorsi: [id_concorso] } }))
  if (!all.ok) return all
  const open = await readOpenSedute(id_concorso)
  if (bancaState.id_concorso !== id_concorso) return ok(null)
  bancaState.completamento = ref({ ...completamento.value, materie: completamento.value.materie.map(withSeen) })
  bancaState.open = ref(open)
  bancaState.presets = ref({
    nuove: all.value.per_risposta.mai,
    errori: all.value.per_risposta.errata,
    preferite: all.value.preferiti,
    materie: completamento.value.materie.length,
    tutte: banca.n_domande,
  })
  return ok(null)
}

/** Pulls the answers of other devices, and updates the figures on screen. */
async function pullQuietly(id_concorso: number): Promise<void> {
  if (!(await refreshRecords(id_concorso))) return
  if (bancaState.id_concorso !== id_concorso) return
  await readBancaFigures(id_concorso)
  if (counting.filtro) void countFilter(counting.filtro)
}

const counting = {
  filtro: null as Filtro | null,
  running: false,
}

/** Updates the figures of the bank on screen after another tab changed them. */
const followFigures = coalesce(async () => {
  const { id_concorso, fase } = bancaState
  if (id_concorso === null || fase !== 'pronta') return
  await readBancaFigures(id_concorso)
  if (counting.filtro?.id_concorso === id_concorso) await countFilter(counting.filtro)
})

/** Updates the bank on screen when another tab changed the store. */
export function followBanca(n: StoreChange): void {
  if (changesFigures(n) && bancaState.fase === 'pronta') followFigures()
}

/** Counts the questions of a filter. Runs one count at a time, and next only the newest filter. */
export async function countFilter(filtro: Filtro): Promise<void> {
  counting.filtro = filtro
  if (counting.running) return
  counting.running = true
  for (let current: Filtro | null = null; current !== counting.filtro; ) {
    current = counting.filtro
    const asked = current
    const result = await onStore((db) => db.countDomande({ filtro: asked }))
    if (bancaState.id_concorso !== asked.id_concorso) continue
    if (result.ok) bancaState.counts = ref(result.value)
    bancaState.counted = ref(asked)
    bancaState.counts_error = result.ok ? null : ref(result.error)
  }
  counting.running = false
}

export type SedutaStart = Pick<NewSeduta, 'filtro' | 'ordine' | 'mescola' | 'avanti_da_sola' | 'scelte'> &
  Partial<Pick<NewSeduta, 'tipo'>>

/** Starts a sitting with a new id and a new seed. */
export async function startSeduta(start: SedutaStart): Promise<Result<Seduta>> {
  const { id_concorso } = start.filtro
  const created: NewSeduta = {
    tipo: 'ESERCITAZIONE',
    ...start,
    id: newId(),
    id_concorso,
    seme: newSeed(),
    at: nowIso(),
  }
  return onStore((db) => db.createSeduta(created))
}
