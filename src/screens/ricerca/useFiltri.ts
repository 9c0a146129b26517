import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { hrefRicerca, keepRicerca } from '../../state/indirizzi.ts'
import { type Filtri, formatFiltri, parseFiltri } from './filtri.ts'

/** Typing writes the address only when it rests: some browsers refuse more than a hundred writes in half a minute. */
const RIPOSO_MS = 300

/** The filters of the search. The address keeps them for a reload and for the way back; another address is another search. */
export function useFiltri() {
  const [, navigate] = useLocation()
  const search = useSearch()
  const [filtri, setFiltri] = useState<Filtri>(() => parseFiltri(search))
  const scritta = useRef(formatFiltri(filtri))
  useEffect(() => {
    // What this screen wrote comes back here too.
    const letti = parseFiltri(search)
    if (formatFiltri(letti) === scritta.current) return
    scritta.current = formatFiltri(letti)
    setFiltri(letti)
  }, [search])
  useEffect(() => {
    const query = formatFiltri(filtri)
    keepRicerca(query)
    if (query === scritta.current) return
    const t = setTimeout(() => {
      scritta.current = query
      navigate(hrefRicerca(query), { replace: true })
    }, RIPOSO_MS)
    return () => clearTimeout(t)
  }, [filtri, navigate])
  const cambia = useCallback((parte: Partial<Filtri>) => setFiltri((f) => ({ ...f, ...parte })), [])
  return { filtri, cambia, rimpiazza: setFiltri }
}
