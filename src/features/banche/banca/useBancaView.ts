import { useCallback, useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { Preset } from '../../../domain/banca-state.ts'
import { keepBancaFilters, lastBancaFilters } from '../../../domain/banca-state.ts'
import { hrefBanca } from '../../../domain/hrefs.ts'
import { type BancaFilters, NO_BANCA_FILTERS } from './filters.ts'
import { type BancaTab, type BancaView, formatBancaView, parseBancaView, tabsOf } from './view.ts'

/** Pause in typing before the address is written; some browsers refuse over a hundred writes in half a minute. */
const SETTLE_MS = 300

/** Holds the view of a bank's screen: address for a reload, this visit for the way back. */
export function useBancaView(id_concorso: number) {
  const [, navigate] = useLocation()
  const search = useSearch()
  const [view, setView] = useState<BancaView>(() => {
    const tabs = tabsOf(id_concorso)
    const parsed = parseBancaView(search, tabs)
    return formatBancaView(parsed, tabs) === '' ? parseBancaView(lastBancaFilters(id_concorso), tabs) : parsed
  })
  useEffect(() => {
    const query = formatBancaView(view, tabsOf(id_concorso))
    keepBancaFilters(id_concorso, query)
    const t = setTimeout(() => {
      const href = `${hrefBanca(id_concorso)}${query === '' ? '' : `&${query}`}`
      if (!href.endsWith(`?${location.search.replace(/^\?/, '')}`)) navigate(href, { replace: true })
    }, SETTLE_MS)
    return () => clearTimeout(t)
  }, [view, id_concorso, navigate])
  const change = useCallback(
    (patch: Partial<BancaFilters>) => setView((v) => ({ ...v, filters: { ...v.filters, ...patch } })),
    [],
  )
  const reset = useCallback(
    () => setView((v) => ({ ...v, filters: { ...NO_BANCA_FILTERS, ordine: v.filters.ordine } })),
    [],
  )
  const setPreset = useCallback((preset: Preset) => setView((v) => ({ ...v, preset })), [])
  const setTab = useCallback((tab: BancaTab) => setView((v) => ({ ...v, tab })), [])
  return { ...view, change, reset, setPreset, setTab }
}

export type BancaViewHook = ReturnType<typeof useBancaView>
