import type { ricerca } from '#contract/store/ricerca'
import type { Handlers } from '../core/handlers.ts'
import { deleteFiltro, listFiltri, saveFiltro } from './filtri-salvati.ts'
import { countDomande, selectDomande } from './filtro.ts'
import { countRicerca, searchDomande, suggestQuery } from './search.ts'

export const ricercaHandlers: Handlers<typeof ricerca> = {
  countDomande,
  selectDomande,
  searchDomande,
  suggestQuery,
  countRicerca,
  listFiltri,
  saveFiltro,
  deleteFiltro,
}
