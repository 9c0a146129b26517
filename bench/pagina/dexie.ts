import Dexie, { type Table } from 'dexie'
import type { DomandaNumerata } from '#contract/domanda'

type Riga = {
  id_domanda: number
  id_concorso: number
  id_materia: number
  indice_uff: number
  has_image: number
  has_risposta: number
  livello_conoscenza: number
  preferiti: number
  sincronizzata?: number
  data_eseguita?: string
  risposta_gettonata?: number
  testo: string
  risposte: readonly string[]
}

/**
 * The peer: the specification's six stores, version 9, with their keys and indexes (spec §3), on IndexedDB through Dexie.
 * A statistics row carries its question's text and answers, so that a keyword filter has something to read.
 */
class V9 extends Dexie {
  statistiche!: Table<Riga, number>
  banche!: Table<{ id_concorso: number }, number>
  meta!: Table<{ id_concorso: number }, number>

  constructor(nome: string) {
    super(nome, { chromeTransactionDurability: 'strict' })
    this.version(9).stores({
      banche: 'id_concorso',
      meta: 'id_concorso',
      statistiche:
        'id_domanda, id_concorso, [id_concorso+id_materia+livello_conoscenza], [id_concorso+indice_uff], [id_concorso+sincronizzata], [id_concorso+has_risposta+id_domanda]',
      percorsi: 'id_argomento',
      percorsi_meta: 'id_argomento',
      percorsi_statistiche:
        'id_domanda, id_argomento, [id_argomento+id_materia+livello_conoscenza], [id_argomento+indice_uff], [id_argomento+sincronizzata], [id_argomento+has_risposta+id_domanda]',
    })
  }
}

const ID = 1

export async function openV9(nome: string) {
  await Dexie.delete(nome)
  const db = new V9(nome)
  await db.open()
  return {
    /** Bank ready: its rows are in the store, and the ids of all and the first page of 50 have been read. */
    async fill(domande: readonly DomandaNumerata[]): Promise<void> {
      await db.transaction('rw', db.banche, db.meta, db.statistiche, async () => {
        await db.banche.put({ id_concorso: ID })
        await db.meta.put({ id_concorso: ID })
        await db.statistiche.bulkAdd(
          domande.map((d) => ({
            id_domanda: d.id_domanda,
            id_concorso: ID,
            id_materia: d.id_materia ?? 0,
            indice_uff: d.posizione,
            has_image: 0,
            has_risposta: d.corretta === null ? 0 : 1,
            livello_conoscenza: -99,
            preferiti: 0,
            testo: d.testo,
            risposte: d.risposte,
          })),
        )
      })
      const keys = await db.statistiche
        .where('[id_concorso+indice_uff]')
        .between([ID, 1], [ID, domande.length], true, true)
        .primaryKeys()
      await db.statistiche.bulkGet(keys.slice(0, 50))
    },
    async answer(id_domanda: number, risposta: number, data_eseguita: string): Promise<void> {
      await db.transaction('rw', db.statistiche, async () => {
        const riga = await db.statistiche.get(id_domanda)
        if (!riga) throw new Error('no row')
        await db.statistiche.put({
          ...riga,
          livello_conoscenza: -1,
          risposta_gettonata: risposta,
          sincronizzata: 0,
          data_eseguita,
        })
      })
    },
    /** Keyword ALL, substrings, blind to accents and case: every row of the bank is read and compared. */
    async search(terms: readonly string[], fold: (s: string) => string): Promise<number> {
      const wanted = terms.map(fold)
      const hits = await db.statistiche
        .where('id_concorso')
        .equals(ID)
        .filter((r) => {
          const text = fold(`${r.testo} ${r.risposte.join(' ')}`)
          return wanted.every((w) => text.includes(w))
        })
        .primaryKeys()
      return hits.length
    },
    async close(): Promise<void> {
      db.close()
      await Dexie.delete(nome)
    },
  }
}
