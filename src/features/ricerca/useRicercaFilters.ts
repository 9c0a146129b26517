import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { hrefRicerca, keepRicerca } from '../../domain/hrefs.ts'
import { formatRicercaFilters, parseRicercaFilters, type RicercaFilters } from './filters.ts'

/** Quiet milliseconds before typing writes the address; some browsers refuse more than a hundred writes in half a minute. */
const SETTLE_MS = 300

/** Filters of the search, kept in the address for a reload and for the way back. Another address is another search. */
export function useRicercaFilters() {
  const [, navigate] = useLocation()
  const search = useSearch()
  const [filters, setFilters] = useState<RicercaFilters>(() => parseRicercaFilters(search))
  const written = useRef(formatRicercaFilters(filters))
  useEffect(() => {
    // Skip the address that this screen wrote itself.
    const parsed = parseRicercaFilters(search)
    if (formatRicercaFilters(parsed) === written.current) return
    written.current = formatRicercaFilters(parsed)
    setFilters(parsed)
  }, [search])
  useEffect(() => {
    const query = formatRicercaFilters(filters)
    keepRicerca(query)
    if (query === written.current) return
    const t = setTimeout(() => {
      written.current = query
      navigate(hrefRicerca(query), { replace: true })
    }, SETTLE_MS)
    return () => clearTimeout(t)
  }, [filters, navigate])
  const change = useCallback((patch: Partial<RicercaFilters>) => setFilters((f) => ({ ...f, ...patch })), [])
  return { filters, change, replace: setFilters }
}
