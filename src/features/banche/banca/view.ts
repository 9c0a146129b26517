import type { Filtro } from '#rules/filtro'
import { isPercorso } from '#rules/raccolta'
import { PRESETS, type Preset, type PresetCounts } from '../../../domain/banca-state.ts'
import { type BancaFilters, formatBancaFilters, hasBancaFilters, parseBancaFilters } from './filters.ts'

export const BANCA_TABS = ['studia', 'simulazioni', 'domande', 'progressi'] as const
/** Tabs of a path, which begin with its tree. */
const MATERIA_TABS = ['argomenti', ...BANCA_TABS] as const
export type BancaTab = (typeof MATERIA_TABS)[number]
export const tabsOf = (id_concorso: number): readonly BancaTab[] =>
  isPercorso(id_concorso) ? MATERIA_TABS : BANCA_TABS

/** View of a bank's screen. `preset`: null until the person chooses one. */
export type BancaView = { filters: BancaFilters; preset: Preset | null; tab: BancaTab }

/** Parses the view of an address [RT37]. An address that filters and names no preset is about every question. */
export function parseBancaView(search: string, tabs: readonly BancaTab[] = BANCA_TABS): BancaView {
  const query = new URLSearchParams(search)
  const filters = parseBancaFilters(search)
  const preset = PRESETS.find((p) => p === query.get('cosa')) ?? null
  const filtered = hasBancaFilters(filters) || filters.ordine !== null
  return {
    filters,
    preset: preset ?? (filtered ? 'tutte' : null),
    tab: tabs.find((t) => t === query.get('scheda')) ?? tabs[0] ?? 'studia',
  }
}

/** Writes the view as an address, without the bank and without the defaults of the screen. */
export function formatBancaView({ filters, preset, tab }: BancaView, tabs: readonly BancaTab[] = BANCA_TABS): string {
  const query = new URLSearchParams(formatBancaFilters(filters))
  if (preset !== null) query.set('cosa', preset)
  if (tab !== tabs[0]) query.set('scheda', tab)
  return query.toString()
}

/** Returns the preset that opens: unseen questions, then wrong ones, then everything once neither is left. */
export const openingPreset = ({ nuove, errori }: Pick<PresetCounts, 'nuove' | 'errori'>): Preset =>
  nuove > 0 ? 'nuove' : errori > 0 ? 'errori' : 'tutte'

/** Returns the order before a choice: the subjects in turn, where the bank has more than one [SC28]. */
export const openingOrder = (materie: number): 'MATERIE' | 'UFFICIALE' => (materie > 1 ? 'MATERIE' : 'UFFICIALE')

/** Adds the preset to the store's filter. */
export function toPresetFiltro(preset: Preset, filtro: Filtro): Filtro {
  if (preset === 'nuove') return { ...filtro, risposte: ['mai'] }
  if (preset === 'errori') return { ...filtro, risposte: ['errata'] }
  return preset === 'preferite' ? { ...filtro, soloPreferiti: true } : filtro
}

/**
 * Returns the next `n` of a fixed order, from the first unseen question, then round to the start.
 * A short sitting goes on where coverage stopped. Where all were seen, it begins at the start.
 */
export function nextInOrder(ids: Int32Array, unseen: ReadonlySet<number>, n: number): Int32Array {
  const start = Math.max(
    0,
    ids.findIndex((id) => unseen.has(id)),
  )
  return Int32Array.from([...ids.subarray(start), ...ids.subarray(0, start)].slice(0, n))
}
