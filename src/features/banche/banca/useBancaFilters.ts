import { useCallback, useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { hrefBanca } from '../../../app/hrefs.ts'
import { keepBancaFilters, lastBancaFilters } from '../banca-state.ts'
import {
  type BancaFilters,
  formatBancaFilters,
  hasBancaFilters,
  NO_BANCA_FILTERS,
  parseBancaFilters,
} from './filters.ts'

/** Typing writes the address only when it rests: some browsers refuse more than a hundred writes in half a minute. */
const SETTLE_MS = 300

/** The filters of a bank: the address keeps them for a reload, this visit keeps them for the way back. */
export function useBancaFilters(id_concorso: number) {
  const [, navigate] = useLocation()
  const search = useSearch()
  const [filters, setFilters] = useState<BancaFilters>(() => {
    const parsed = parseBancaFilters(search)
    return hasBancaFilters(parsed) || parsed.ordine !== NO_BANCA_FILTERS.ordine
      ? parsed
      : parseBancaFilters(lastBancaFilters(id_concorso))
  })
  useEffect(() => {
    const query = formatBancaFilters(filters)
    keepBancaFilters(id_concorso, query)
    const t = setTimeout(() => {
      const href = `${hrefBanca(id_concorso)}${query === '' ? '' : `&${query}`}`
      if (!href.endsWith(`?${location.search.replace(/^\?/, '')}`)) navigate(href, { replace: true })
    }, SETTLE_MS)
    return () => clearTimeout(t)
  }, [filters, id_concorso, navigate])
  const change = useCallback((patch: Partial<BancaFilters>) => setFilters((f) => ({ ...f, ...patch })), [])
  const reset = useCallback(() => setFilters((f) => ({ ...NO_BANCA_FILTERS, ordine: f.ordine })), [])
  return { filters, change, reset }
}
