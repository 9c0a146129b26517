import type { FiltroRicerca, SearchOrder } from '#rules/filtro'
import type { StoreChange } from './change.ts'
import type { Conteggi, FacetCounts, Filtro, FiltroSalvato, MeantQuery, SearchHits, Selection } from './data.ts'
import { read, write } from './method.ts'

const FILTRI: StoreChange = { tipo: 'filtri' }

/** Search over one bank, several or all those on the device. */
export const ricerca = {
  countDomande: read<{ filtro: Filtro }, Conteggi>(),
  /** `seme` decides CASUALE. */
  selectDomande: read<{ filtro: Filtro; ordine: SearchOrder; seme: number }, Selection>({
    moves: ({ id_domande, posizioni }) => [id_domande, posizioni],
  }),
  /**
   * UFFICIALE goes bank by bank in the order of `concorsi` (of the list of banks when none is named); ALFABETICO is one
   * alphabet over all of them; `seme` decides CASUALE; ESATTE: wrong answers first, then the rest, then right ones.
   */
  searchDomande: read<{ filtro: FiltroRicerca; ordine: SearchOrder; seme: number }, SearchHits>({
    moves: ({ id_domande, id_concorsi, posizioni }) => [id_domande, id_concorsi, posizioni],
  }),
  /** The query with its mistyped words corrected, to search instead; null when there is no correction. */
  suggestQuery: read<{ filtro: FiltroRicerca }, MeantQuery | null>(),
  countRicerca: read<{ filtro: FiltroRicerca }, FacetCounts>(),
  /** Saved searches, by name in Italian order. */
  listFiltri: read<void, FiltroSalvato[]>(),
  /** Keeps a search; the same id again renames or replaces it. RICHIESTA_NON_VALIDA for a name of nothing but spaces. */
  saveFiltro: write<FiltroSalvato, FiltroSalvato[]>({ changed: () => FILTRI }),
  deleteFiltro: write<{ id: string }, FiltroSalvato[]>({ changed: () => FILTRI }),
}
