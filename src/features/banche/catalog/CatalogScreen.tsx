import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation, useSearch } from 'wouter'
import type { Concorso } from '#contract/schemas'
import { loadBanche } from '../../../domain/banche-state.ts'
import {
  type CatalogFilter,
  findConcorso,
  loadEnti,
  loadFeatured,
  MAX_CATALOG_WORDS,
  NO_CATALOG_FILTERS,
  searchCatalog,
  catalog as stato,
} from '../../../domain/catalog-state.ts'
import { hrefCatalog } from '../../../domain/hrefs.ts'
import { loadLivello } from '../../../domain/livello.ts'
import { network } from '../../../platform/network.ts'
import { bancheText, catalogText as texts } from '../../../text/banche.ts'
import { statesText } from '../../../text/common.ts'
import { Button } from '../../../ui/Button.tsx'
import { IconOffline, IconRetry } from '../../../ui/icons.ts'
import { Page } from '../../../ui/Page.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { AskBanca } from '../../richieste/index.ts'
import { ImportButton } from '../propria/ImportButton.tsx'
import { CatalogFilters } from './CatalogFilters.tsx'
import { CatalogResults } from './CatalogResults.tsx'
import { ConcorsoDialog } from './ConcorsoDialog.tsx'

/** Quiet milliseconds before a typed word is searched. */
const QUIET_MS = 250

/** Shows at `/aggiungi-banca-dati` filters, featured banks, search, a summary before adding [RT5][SC15]. */
export default function CatalogScreen() {
  const query = new URLSearchParams(useSearch())
  const [, navigate] = useLocation()
  const { online } = useSnapshot(network)
  const { elementi, in_evidenza, fase } = useSnapshot(stato)
  const [filter, setFilter] = useState<CatalogFilter>({
    ...NO_CATALOG_FILTERS,
    search: (query.get('cerca') ?? '').slice(0, MAX_CATALOG_WORDS),
  })
  const [chosen, setChosen] = useState<Concorso | null>(null)
  const id = Number(query.get('id_concorso')) || null

  useEffect(() => {
    void loadBanche()
  }, [])
  useEffect(() => {
    if (!online) return
    void loadEnti()
    void loadFeatured()
    void loadLivello()
  }, [online])
  useEffect(() => {
    if (!online) return
    const t = setTimeout(() => void searchCatalog(filter), filter.search === '' ? 0 : QUIET_MS)
    return () => clearTimeout(t)
  }, [filter, online])
  // Open the summary of the bank that the address names.
  useEffect(() => {
    if (id === null || fase !== 'pronto') return
    const listed = [...in_evidenza, ...elementi].find((c) => c.id_concorso === id)
    if (listed) setChosen(listed as Concorso)
    else void findConcorso(id).then(setChosen)
  }, [id, fase, in_evidenza, elementi])

  const close = () => {
    setChosen(null)
    if (id !== null) navigate(hrefCatalog(), { replace: true })
  }
  return (
    <Page title={texts.titolo} back="/banche-dati" aside={<ImportButton />}>
      {!online && fase !== 'pronto' ? (
        <EmptyState
          icon={<IconOffline size={24} />}
          title={texts.errore}
          text={bancheText.offline_aggiungi}
          actions={
            <>
              <Button icon={<IconRetry size={20} />} onClick={() => void searchCatalog(filter)}>
                {statesText.riprova}
              </Button>
              <AskBanca />
            </>
          }
        />
      ) : (
        <>
          <CatalogFilters filtro={filter} onChange={setFilter} />
          <CatalogResults
            filtro={filter}
            onSelect={setChosen}
            onRetry={() => void searchCatalog(filter)}
            onReset={() => setFilter(NO_CATALOG_FILTERS)}
          />
        </>
      )}
      {chosen && <ConcorsoDialog concorso={chosen} onClose={close} />}
    </Page>
  )
}
