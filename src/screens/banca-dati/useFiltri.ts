import { useCallback, useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { keepFiltri, lastFiltri } from '../../state/banca.ts'
import { hrefBanca } from '../../state/indirizzi.ts'
import { type Filtri, formatFiltri, isFiltrato, parseFiltri, SENZA_FILTRI } from './filtri.ts'

/** Typing writes the address only when it rests: some browsers refuse more than a hundred writes in half a minute. */
const RIPOSO_MS = 300

/** The filters of a bank: the address keeps them for a reload, this visit keeps them for the way back. */
export function useFiltri(id_concorso: number) {
  const [, navigate] = useLocation()
  const search = useSearch()
  const [filtri, setFiltri] = useState<Filtri>(() => {
    const letti = parseFiltri(search)
    return isFiltrato(letti) || letti.ordine !== SENZA_FILTRI.ordine ? letti : parseFiltri(lastFiltri(id_concorso))
  })
  useEffect(() => {
    const query = formatFiltri(filtri)
    keepFiltri(id_concorso, query)
    const t = setTimeout(() => {
      const href = `${hrefBanca(id_concorso)}${query === '' ? '' : `&${query}`}`
      if (!href.endsWith(`?${location.search.replace(/^\?/, '')}`)) navigate(href, { replace: true })
    }, RIPOSO_MS)
    return () => clearTimeout(t)
  }, [filtri, id_concorso, navigate])
  const cambia = useCallback((parte: Partial<Filtri>) => setFiltri((f) => ({ ...f, ...parte })), [])
  const azzera = useCallback(() => setFiltri((f) => ({ ...SENZA_FILTRI, ordine: f.ordine })), [])
  return { filtri, cambia, azzera }
}
