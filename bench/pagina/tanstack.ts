import {
  createBrowserWASQLitePersistence,
  openBrowserWASQLiteOPFSDatabase,
  persistedCollectionOptions,
} from '@tanstack/browser-db-sqlite-persistence'
import { BTreeIndex, type Collection, createCollection } from '@tanstack/db'
import { answeredRow, type Riga, rowOf, sentRow } from './righe.ts'
import type { Righe } from './righe-store.ts'

const NOME = 'concorsi-tanstack'

/**
 * The peer that a team would pick today: TanStack DB over SQLite in OPFS. Rows are read from memory, by its B+ trees; a write
 * counts once the library says that SQLite has it.
 */
export function createTanstack(): Righe {
  let open: { database: { close?(): Promise<void> }; rows: Collection<Riga, number> } | undefined
  let byPlace: BTreeIndex<number> | undefined
  let byMateria: BTreeIndex<number> | undefined
  let bySync: BTreeIndex<number> | undefined
  const rows = () => {
    if (!open) throw new Error('closed')
    return open.rows
  }
  const listed = (index: BTreeIndex<number> | undefined, range: Parameters<BTreeIndex<number>['rangeQuery']>[0]) => [
    ...(index?.rangeQuery(range) ?? []),
  ]
  const ids = ({ ix_start, ix_end }: { ix_start: number; ix_end: number }) =>
    listed(byPlace, { from: ix_start, to: ix_end })
  const idsOfMateria = (id_materia: number) => [...(byMateria?.equalityLookup(id_materia) ?? [])]
  const page = (wanted: readonly number[]) => wanted.map((id) => rows().get(id))
  const unsynced = () => page([...(bySync?.equalityLookup(0) ?? [])]) as Riga[]
  const change = (wanted: readonly number[], changed: (row: Riga) => Riga) => {
    if (wanted.length === 0) return Promise.resolve()
    const made = rows().update([...wanted], (drafts) => {
      for (const draft of drafts) Object.assign(draft, changed({ ...(rows().get(draft.id_domanda) as Riga) }))
    })
    return made.isPersisted.promise
  }

  return {
    async remove() {
      const root = await navigator.storage.getDirectory()
      for await (const name of root.keys()) if (name.startsWith(NOME)) await root.removeEntry(name, { recursive: true })
    },
    async open() {
      const database = await openBrowserWASQLiteOPFSDatabase({ databaseName: NOME })
      const persistence = createBrowserWASQLitePersistence({ database })
      const made = createCollection<Riga, number>(
        persistedCollectionOptions<Riga, number>({
          id: 'statistiche',
          getKey: (row) => row.id_domanda,
          persistence,
          schemaVersion: 1,
        }),
      )
      byPlace = made.createIndex((row) => row.indice_uff, { indexType: BTreeIndex })
      byMateria = made.createIndex((row) => row.id_materia, { indexType: BTreeIndex })
      bySync = made.createIndex((row) => row.sincronizzata, { indexType: BTreeIndex })
      await made.preload()
      open = { database, rows: made }
    },
    async close() {
      await open?.rows.cleanup()
      await open?.database.close?.()
      open = undefined
    },
    fill: (domande) => rows().insert(domande.map(rowOf)).isPersisted.promise,
    get: async (id_domanda) => rows().get(id_domanda),
    ids: async (range) => ids(range),
    idsOfMateria: async (id_materia) => idsOfMateria(id_materia),
    rows: async (range) => page(ids(range)) as Riga[],
    page: async (wanted) => page(wanted),
    unanswered: async (materie) =>
      Array.from(
        { length: materie },
        (_, i) => idsOfMateria(i + 1).filter((id) => rows().get(id)?.livello_conoscenza === -99).length,
      ),
    answer: (id_domanda, risposta, at) => change([id_domanda], (row) => answeredRow(row, risposta, at)),
    answerAll: (wanted, at) => change(wanted, (row) => answeredRow(row, 1, at)),
    unsynced: async () => unsynced(),
    async mark(pairs) {
      const sent = pairs.filter((p) => rows().get(p.id_domanda)?.data_eseguita === p.data_eseguita)
      await change(
        sent.map((p) => p.id_domanda),
        sentRow,
      )
      return sent.length
    },
    filter: async (test) => {
      const found: number[] = []
      for (const row of rows().values()) if (test(row)) found.push(row.id_domanda)
      return found
    },
  }
}
