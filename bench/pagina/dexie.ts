import Dexie, { type Table } from 'dexie'
import { ID } from '../lib/lavoro.ts'
import { answeredRow, CHIAVI, INDICI, nameOf, type Riga, rowOf, sentRow } from './righe.ts'
import type { Righe } from './righe-store.ts'

const NOME = 'concorsi-dexie'
/** Every level of the scale: a subject whatever its level is a range of the index. */
const LOWEST = -99
const HIGHEST = 1

/** The peer: the specification's six stores, version 9, with their keys and indexes (spec §3), strict durability, through Dexie. */
class V9 extends Dexie {
  banche!: Table<{ id_concorso: number }, number>
  banche_meta!: Table<{ id_concorso: number }, number>
  statistiche!: Table<Riga, number>

  constructor() {
    super(NOME, { chromeTransactionDurability: 'strict' })
    const stores = Object.entries(CHIAVI).map(([store, key]) => {
      const indexes = store in INDICI ? INDICI[store as keyof typeof INDICI] : []
      return [store, [key, ...indexes.map(nameOf)].join(', ')]
    })
    this.version(9).stores(Object.fromEntries(stores))
  }
}

export function createDexie(): Righe {
  let db = new V9()
  const byIndex = ({ ix_start, ix_end }: { ix_start: number; ix_end: number }) =>
    db.statistiche.where('[id_concorso+indice_uff]').between([ID, ix_start], [ID, ix_end], true, true)
  const byMateria = (id_materia: number, from: number, to: number) =>
    db.statistiche
      .where('[id_concorso+id_materia+livello_conoscenza]')
      .between([ID, id_materia, from], [ID, id_materia, to], true, true)
  const waiting = () => db.statistiche.where('[id_concorso+sincronizzata]').equals([ID, 0])

  return {
    remove: () => Dexie.delete(NOME),
    async open() {
      db = new V9()
      await db.open()
    },
    close: async () => db.close(),
    fill: (domande) =>
      db.transaction('rw', db.banche, db.banche_meta, db.statistiche, async () => {
        await db.banche.put({ id_concorso: ID })
        await db.banche_meta.put({ id_concorso: ID })
        await db.statistiche.bulkAdd(domande.map(rowOf))
      }),
    get: (id_domanda) => db.statistiche.get(id_domanda),
    ids: (range) => byIndex(range).primaryKeys(),
    idsOfMateria: (id_materia) => byMateria(id_materia, LOWEST, HIGHEST).primaryKeys(),
    rows: (range) => byIndex(range).toArray(),
    page: (ids) => db.statistiche.bulkGet(ids),
    unanswered: (materie) =>
      db.transaction('r', db.statistiche, () =>
        Promise.all(Array.from({ length: materie }, (_, i) => byMateria(i + 1, LOWEST, LOWEST).count())),
      ),
    answer: (id_domanda, risposta, at) =>
      db.transaction('rw', db.statistiche, async () => {
        const row = await db.statistiche.get(id_domanda)
        if (!row) throw new Error('no row')
        await db.statistiche.put(answeredRow(row, risposta, at))
      }),
    answerAll: (ids, at) =>
      db.transaction('rw', db.statistiche, async () => {
        const rows = await db.statistiche.bulkGet(ids)
        await db.statistiche.bulkPut(rows.map((row) => answeredRow(row as Riga, 1, at)))
      }),
    unsynced: () => waiting().toArray(),
    mark: (pairs) =>
      db.transaction('rw', db.statistiche, async () => {
        const rows = await db.statistiche.bulkGet(pairs.map((p) => p.id_domanda))
        const sent = rows.filter((row, i) => row?.data_eseguita === pairs[i]?.data_eseguita) as Riga[]
        await db.statistiche.bulkPut(sent.map(sentRow))
        return sent.length
      }),
    filter: (test) => db.statistiche.where('id_concorso').equals(ID).filter(test).primaryKeys(),
  }
}
