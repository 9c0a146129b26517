import type { ModelloProva } from '#contract/prova'
import { createNamedList } from '../../store/named-list.ts'
import { recordChanged } from '../../sync/requests.ts'

/** Trials that the person keeps to sit again, by name. */
export const {
  state: modelliState,
  load: loadModelli,
  find: findModello,
  keep: keepModello,
  rename: renameModello,
  remove: deleteModello,
} = createNamedList<ModelloProva>({
  tipo: 'modelli',
  list: (db) => db.listModelli(),
  save: (db, modello) => db.saveModello(modello),
  changed: recordChanged,
  remove: (db, id) => db.deleteModello({ id }),
})
