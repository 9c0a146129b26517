import type { StoreArgs } from '#contract/database'
import type { StoreContext } from '#workers/core/context'
import type { Chain } from '#workers/core/events'
import { appendEvento, readChain } from '#workers/core/events'
import { migrate } from '#workers/core/migrate'
import { REBUILD_PASSI } from '#workers/core/schema-journal'
import { listEventi, markEventi } from '#workers/giornale/chains'
import { applyEventi, readGiornale, resetGiornale } from '#workers/giornale/receive'
import { saveImpostazione } from '#workers/giornale/settings'
import { takeVoci } from '#workers/giornale/voci'
import { deleteModello, saveModello, saveNota } from '#workers/prove/lists'
import { stepProva } from '#workers/prove/step'
import { deleteFiltro, saveFiltro } from '#workers/ricerca/filtri-salvati'
import { takeSeduta } from '#workers/sedute/sedute'
import { memoria } from '../engine/connections.ts'

export type Tipo = 'NOTA' | 'CHIAVE' | 'RICERCA' | 'MODELLO' | 'IMPOSTAZIONE'
export type NewEvento = Omit<Parameters<typeof appendEvento>[2], 'tipo'> & { tipo: 'RISPOSTA' | 'ANNULLA' }

/** A device's store, the worker's or one in memory on the rules alone: what the journal asks of it, what a person does, what it shows. */
export type Shelf = {
  readGiornale: () => ReturnType<typeof readGiornale>
  listEventi: (args: StoreArgs<'listEventi'>) => ReturnType<typeof listEventi>
  takeVoci: (args: StoreArgs<'takeVoci'>) => ReturnType<typeof takeVoci>
  markEventi: (args: StoreArgs<'markEventi'>) => boolean
  applyEventi: (args: StoreArgs<'applyEventi'>) => ReturnType<typeof applyEventi>
  resetGiornale: (args: StoreArgs<'resetGiornale'>) => null
  append: (e: NewEvento) => void
  /** `n`: what makes an answer of one's own another. */
  write: (tipo: Tipo, key: number, value: string | null, at: string, n: number) => void
  /** A sitting ends with this answer at its only place; one that has ended already stays. */
  end: (id: string, risposta: number, at: string) => void
  /** Ended sittings with their answer. */
  ended: () => Record<string, number>
  /** A trial of three places is begun, marked at one, taken over from the device that it goes on on. */
  begin: (id: string, at: string) => void
  mark: (id: string, posto: number, risposta: number, at: string) => void
  take: (id: string) => void
  /** What is marked here is gone, for a planted bug. */
  dropMarks: (id: string) => void
  /** Trials under way, with their marks by place. */
  marks: () => Record<string, (number | null)[]>
  /** What is shown of each voice; ids of the events, in their order; how many steps are counted. */
  contents: () => Record<string, string>
  eventIds: () => string[]
  steps: () => number
  /** All is gone, as after signing out. */
  empty: (name: string) => void
  /** The planted bugs that only a store can have. */
  setCursor: (cursore: number, epoca: string) => void
  takeForSent: () => void
  takeEndsForSent: () => void
  /** The end of the chain is gone where the server has it, with what is known of the journal (`all`) or its cursor; null when it cannot be. */
  damage: ((all: () => boolean, device: string) => boolean) | null
  nameByNumber: () => void
}

/** Rules of a trial without a limit, which allow no pause. */
const REGOLE = { sezioni: [{ nome: 'Tutte', punti: { tipo: 'fissi', corretta: 1, sbagliata: 0, omessa: 0 } }] }
const TABLES = ['eventi', 'passi', 'note', 'chiavi_utente', 'filtri_salvati', 'modelli_prova', 'voci', 'giornale']
const ALSO = ['giornale_inviati', 'giornale_rifiutati', 'ambiente', 'giornale_sedute', 'impostazioni', 'sedute']

/** The real store, over an empty database. */
export async function workerShelf(): Promise<Shelf> {
  const db = await memoria()
  migrate(db)
  db.exec('PRAGMA foreign_keys = ON')
  const ctx = { db, chain: null as Chain | null } as StoreContext
  let n = 0
  return {
    readGiornale: () => readGiornale(ctx),
    listEventi: (args) => listEventi(ctx, args),
    takeVoci: (args) => takeVoci(ctx, args),
    markEventi: (args) => markEventi(ctx, args),
    applyEventi: (args) => applyEventi(ctx, args),
    resetGiornale: (args) => resetGiornale(ctx, args),
    append: (e) => {
      ctx.chain = db.transaction(() => appendEvento(db, ctx.chain, e))
    },
    write(tipo, key, value, at, answer) {
      if (tipo === 'NOTA') saveNota(ctx, { id_concorso: 1, id_domanda: key, testo: value ?? '', at })
      else if (tipo === 'CHIAVE' && value === null) db.run('DELETE FROM chiavi_utente WHERE id_domanda = ?', key)
      // Five answers only: what makes one different is its date.
      else if (tipo === 'CHIAVE') db.run('INSERT OR REPLACE INTO chiavi_utente VALUES (?, 1, ?, ?)', key, answer, at)
      else if (tipo === 'RICERCA' && value === null) deleteFiltro(ctx, { id: `f${key}` })
      else if (tipo === 'RICERCA')
        saveFiltro(ctx, { id: `f${key}`, nome: value as string, filtro: {}, ordine: 'UFFICIALE', creato: at })
      else if (tipo === 'IMPOSTAZIONE') saveImpostazione(ctx, { nome: `i${key}`, valore: value, at })
      else if (value === null) deleteModello(ctx, { id: `m${key}` })
      else saveModello(ctx, { id: `m${key}`, nome: value, dati: {}, creato: at })
    },
    begin(id, at) {
      db.run(
        `INSERT INTO sedute VALUES (?1, 'PROVA_PERSONALIZZATA', 1, '{"id_concorso":1}', 'UFFICIALE', 7, 1, 0, 'in_corso', 0, ?2, ?2, ?3, 2)`,
        id,
        at,
        Date.parse(at),
      )
      db.run('INSERT INTO sedute_domande VALUES (?, 3, ?, NULL)', id, Uint8Array.of(1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0))
      const dati = {
        regole: REGOLE,
        sezioni: [0, 0, 0],
        difficolta: [0, 0, 0],
        risposte: [5, 5, 5],
        tempo_aggiuntivo: 0,
      }
      db.run(
        'INSERT INTO prove VALUES (?, ?, NULL, NULL, 0, ?, NULL, NULL, NULL, 0)',
        id,
        JSON.stringify(dati),
        Date.parse(at),
      )
    },
    mark: (id, indice, risposta, at) => void stepProva(ctx, { id, at, evento: { tipo: 'segna', indice, risposta } }),
    take: (id) => takeSeduta(ctx, { id }),
    dropMarks: (id) => void db.run('DELETE FROM prove_voci WHERE id_seduta = ?', id),
    marks() {
      const rows = db.all<{ id: string }>("SELECT id FROM sedute WHERE stato IN ('in_corso', 'in_pausa') ORDER BY id")
      const marked = db.all<{ id: string; posto: number; risposta: number | null }>(
        'SELECT id_seduta AS id, indice AS posto, risposta FROM prove_voci',
      )
      const at = (id: string, posto: number) => marked.find((v) => v.id === id && v.posto === posto)?.risposta ?? null
      return Object.fromEntries(rows.map(({ id }) => [id, [0, 1, 2].map((posto) => at(id, posto))]))
    },
    end(id, risposta, at) {
      db.run("DELETE FROM sedute WHERE id = ? AND stato IN ('in_corso', 'in_pausa')", id)
      if (db.get('SELECT 1 FROM sedute WHERE id = ?', id)) return
      const trial = risposta % 2 === 0
      db.run(
        `INSERT INTO sedute VALUES (?1, ?2, 1, '{"id_concorso":1}', 'UFFICIALE', 7, 1, 0, 'consegnata', 0, ?3, ?3, ?4, 2)`,
        id,
        trial ? 'PROVA_PERSONALIZZATA' : 'ESERCITAZIONE',
        at,
        Date.parse(at),
      )
      db.run('INSERT INTO sedute_domande VALUES (?, 1, ?, NULL)', id, Uint8Array.of(1, 0, 0, 0))
      db.run(`INSERT INTO sedute_risposte VALUES (?, 0, 1, ?, 'errata', ?, -99, -2)`, id, risposta, `e-${id}`)
      if (!trial) return
      db.run(
        `INSERT INTO prove VALUES (?1, '{"regole":{},"sezioni":[0],"difficolta":[0],"risposte":[4]}', NULL, NULL, 9, NULL, NULL,
          ?2, 5, 0)`,
        id,
        JSON.stringify({ at, motivo: 'consegna', usati: 9, punteggio: { punti: 0, massimo: 1000 } }),
      )
      db.run('INSERT INTO prove_voci VALUES (?, 0, ?, 0, 0, 9, 1, 0, 0)', id, risposta)
    },
    ended: () => {
      const rows = db.all<{ id: string; risposta: number }>(`SELECT id, r.risposta FROM sedute s
        JOIN sedute_domande d ON d.id_seduta = id JOIN sedute_risposte r ON r.id_seduta = id
        LEFT JOIN prove_voci v ON v.id_seduta = id WHERE v.risposta IS iif(tipo = 'ESERCITAZIONE', NULL, r.risposta) ORDER BY id`)
      return Object.fromEntries(rows.map(({ id, risposta }) => [id, risposta]))
    },
    contents: () => {
      const rows = db.all<{ k: string; v: string }>(`SELECT 'NOTA' || id_domanda AS k, testo AS v FROM note
        UNION ALL SELECT 'CHIAVE' || id_domanda, risposta || ' ' || assegnata FROM chiavi_utente
        UNION ALL SELECT 'RICERCA' || substr(id, 2), nome FROM filtri_salvati
        UNION ALL SELECT 'IMPOSTAZIONE' || substr(nome, 2), valore ->> '$' FROM impostazioni
        UNION ALL SELECT 'MODELLO' || substr(id, 2), nome FROM modelli_prova ORDER BY 1`)
      return Object.fromEntries(rows.map(({ k, v }) => [k, v]))
    },
    eventIds: () => db.all<{ id: string }>('SELECT id FROM eventi ORDER BY id').map(({ id }) => id),
    steps: () => db.get<{ n: number }>('SELECT count(*) AS n FROM passi')?.n ?? 0,
    empty(name) {
      for (const table of [...TABLES, ...ALSO]) db.exec(`DELETE FROM ${table}`)
      ctx.chain = readChain(db, () => `${name}-${++n}-${Math.random()}`)
    },
    setCursor: (cursore, epoca) => void db.run('INSERT OR REPLACE INTO giornale VALUES (1, ?, ?)', cursore, epoca),
    takeForSent: () =>
      void db.run(`UPDATE voci SET id = 'x', effettivo_ms = 0, dati = (SELECT json_object('id_concorso', id_concorso, 'testo', testo,
        'aggiornata', aggiornata) FROM note WHERE id_domanda = chiave) WHERE tipo = 'NOTA' AND inviata IS NOT NULL`),
    takeEndsForSent: () => db.exec('INSERT OR IGNORE INTO giornale_sedute(id) SELECT id FROM sedute'),
    damage(all, device) {
      const { dispositivo, seq } = ctx.chain
      const end = db.get<{ seq: number }>(
        'SELECT seq FROM giornale_inviati JOIN eventi USING (dispositivo, seq, id) WHERE dispositivo = ?',
        dispositivo,
      )
      if (end?.seq !== seq || seq === 0) return false
      db.run('DELETE FROM eventi WHERE dispositivo = ? AND seq > ?', dispositivo, seq - 2)
      db.exec(REBUILD_PASSI)
      ctx.chain = readChain(db, () => device)
      if (all()) for (const table of ['giornale', 'giornale_inviati', 'voci']) db.exec(`DELETE FROM ${table}`)
      else db.exec('UPDATE giornale SET cursore = 0')
      return true
    },
    nameByNumber: () =>
      void db.run(
        'UPDATE giornale_inviati SET id = (SELECT id FROM eventi e WHERE (e.dispositivo, e.seq) = (giornale_inviati.dispositivo, giornale_inviati.seq))',
      ),
  }
}
