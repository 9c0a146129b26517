import type { FiltroSalvato } from '#contract/database'
import { createNamedList } from '../../store/named-list.ts'
import { recordChanged } from '../../sync/requests.ts'

/** Searches that the person keeps, by name. */
export const {
  state: savedFilters,
  load: loadSavedFilters,
  find: findSavedFilter,
  keep: saveFilter,
  rename: renameFilter,
  remove: deleteFilter,
} = createNamedList<FiltroSalvato>({
  tipo: 'filtri',
  list: (db) => db.listFiltri(),
  save: (db, filtro) => db.saveFiltro(filtro),
  changed: recordChanged,
  remove: (db, id) => db.deleteFiltro({ id }),
  restored: (filtro) => ({ ...filtro, nome: freeName(filtro.nome) }),
})

/** Returns the name, with a number after it when another search has taken it meanwhile. */
function freeName(name: string): string {
  let free = name
  for (let n = 2; findSavedFilter(free); n++) free = `${name} (${n})`
  return free
}
