import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation, useSearch } from 'wouter'
import type { Concorso } from '#contract/schemi'
import { loadBanche } from '../../state/banche.ts'
import {
  type FiltroCatalogo,
  findConcorso,
  loadEnti,
  loadInEvidenza,
  MAX_PAROLE,
  SENZA_FILTRI,
  searchCatalogo,
  catalogo as stato,
} from '../../state/catalogo.ts'
import { hrefCatalogo } from '../../state/indirizzi.ts'
import { loadLivello } from '../../state/livello.ts'
import { rete } from '../../state/rete.ts'
import { banche, catalogo as testi } from '../../text/banche.ts'
import { IconOffline } from '../../ui/icone.ts'
import { Pagina } from '../../ui/Pagina.tsx'
import { EmptyState } from '../../ui/Stati.tsx'
import { Filtri } from './Filtri.tsx'
import { Riassunto } from './Riassunto.tsx'
import { Risultati } from './Risultati.tsx'

/** Quiet milliseconds before a typed word is searched. */
const QUIETE_MS = 250

/** `/aggiungi-banca-dati`: filters by body, profile and year, featured banks, search, a summary before adding [RT5][SC15]. */
export default function Aggiungi() {
  const query = new URLSearchParams(useSearch())
  const [, navigate] = useLocation()
  const { online } = useSnapshot(rete)
  const { elementi, in_evidenza, fase } = useSnapshot(stato)
  const [filtro, setFiltro] = useState<FiltroCatalogo>({
    ...SENZA_FILTRI,
    search: (query.get('cerca') ?? '').slice(0, MAX_PAROLE),
  })
  const [scelta, setScelta] = useState<Concorso | null>(null)
  const id = Number(query.get('id_concorso')) || null

  useEffect(() => {
    void loadBanche()
  }, [])
  useEffect(() => {
    if (!online) return
    void loadEnti()
    void loadInEvidenza()
    void loadLivello()
  }, [online])
  useEffect(() => {
    if (!online) return
    const t = setTimeout(() => void searchCatalogo(filtro), filtro.search === '' ? 0 : QUIETE_MS)
    return () => clearTimeout(t)
  }, [filtro, online])
  // An address may name the bank whose summary is wanted.
  useEffect(() => {
    if (id === null || fase !== 'pronto') return
    const nota = [...in_evidenza, ...elementi].find((c) => c.id_concorso === id)
    if (nota) setScelta(nota as Concorso)
    else void findConcorso(id).then(setScelta)
  }, [id, fase, in_evidenza, elementi])

  const close = () => {
    setScelta(null)
    if (id !== null) navigate(hrefCatalogo(), { replace: true })
  }
  return (
    <Pagina titolo={testi.titolo} indietro="/banche-dati">
      {!online && fase !== 'pronto' ? (
        <EmptyState icona={<IconOffline size={24} />} titolo={testi.errore} testo={banche.offline_aggiungi} />
      ) : (
        <>
          <Filtri filtro={filtro} onCambia={setFiltro} />
          <Risultati
            filtro={filtro}
            onScegli={setScelta}
            onRiprova={() => void searchCatalogo(filtro)}
            onAzzera={() => setFiltro(SENZA_FILTRI)}
          />
        </>
      )}
      {scelta && <Riassunto concorso={scelta} onChiudi={close} />}
    </Pagina>
  )
}
