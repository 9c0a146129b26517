import type { BancaLocale, StoreArgs } from '#contract/database'
import { completamentoMateria } from '#rules/completamento'
import { LIVELLI, type Livello, NON_RISPOSTE } from '#rules/livello'
import type { SottoPercorso } from '#rules/percorso'
import { isPropria } from '#rules/raccolta'
import type { StoreContext } from '../core/context.ts'
import { StoreFault } from '../core/guard.ts'
import type { Connection } from '../core/platform.ts'
import { readmit } from '../statistiche/sync.ts'
import { attach, detach } from './attach.ts'
import { ownerOf } from './file-names.ts'
import { forgetSpiegazioni } from './spiegazioni.ts'

type Register = StoreArgs<'registerBanche'>

type Row = Omit<
  BancaLocale,
  'con_immagini' | 'ritirata' | 'figure_qui' | 'selezionata' | 'per_livello' | 'viste' | 'completamento'
> & {
  con_immagini: number
  ritirata: number
  figure_qui: number
  selezionata: number
  /** Questions with a key, official or the person's own. */
  assegnate: number
}

const SELECT = `SELECT b.id_concorso, concorso, ente, anno, profilo, stato, versione, n_domande, n_domande_totali, con_immagini, ritirata,
    (con_immagini = 0 OR file_immagini IS NOT NULL) AS figure_qui,
    dimensione + dimensione_immagini AS dimensione, data_ultimo_aggiornamento, selezionata, ultimo_uso,
    coalesce(n_domande_con_risposta + n_domande_assegnate, 0) AS assegnate,
    iif(b.file IS NULL, 0, coalesce(p.n, 0)) AS preferiti
  FROM banche b
  LEFT JOIN banche_meta m ON m.id_concorso = b.id_concorso
  LEFT JOIN contatori_preferiti p ON p.id_concorso = b.id_concorso`

/** Lists the account's banks, the last used first. */
export const listBanche = (ctx: StoreContext): BancaLocale[] =>
  ctx.db.all<Row>(`${SELECT} ORDER BY coalesce(ultimo_uso_ms, 0) DESC, concorso`).map((row) => toBanca(ctx, row))

/** Returns one bank of the list; CONCORSO_NON_TROVATO when it is not in it. */
export function readBanca(ctx: StoreContext, id_concorso: number): BancaLocale {
  const row = ctx.db.get<Row>(`${SELECT} WHERE b.id_concorso = ?`, id_concorso)
  if (!row) throw new StoreFault('CONCORSO_NON_TROVATO')
  return toBanca(ctx, row)
}

function toBanca(ctx: StoreContext, { assegnate, ...row }: Row): BancaLocale {
  const per_livello = emptyLivelli()
  let answered = 0
  let touched = 0
  if (row.n_domande > 0) {
    const counters = ctx.db.all<{ has_risposta: number; livello: Livello; n: number }>(
      'SELECT has_risposta, livello_conoscenza AS livello, sum(n) AS n FROM contatori WHERE id_concorso = ? GROUP BY 1, 2',
      row.id_concorso,
    )
    for (const { has_risposta, livello, n } of counters) {
      if (livello === NON_RISPOSTE) continue
      per_livello[livello] += n
      touched += n
      if (has_risposta === 1) answered += n
    }
  }
  per_livello[NON_RISPOSTE] = row.n_domande - touched
  return {
    ...row,
    con_immagini: row.con_immagini === 1,
    ritirata: row.ritirata === 1,
    figure_qui: row.figure_qui === 1,
    selezionata: row.selezionata === 1,
    per_livello,
    viste: touched + [...countNeutral(ctx, row.id_concorso).values()].reduce((sum, n) => sum + n, 0),
    completamento: completamentoMateria({ assegnate, non_risposte: assegnate - answered }),
  }
}

/** Counts the questions of each subject, 0 for none, that have an answer and no level. Looks at the subjects that can have some. */
export const countNeutral = (ctx: StoreContext, id_concorso: number): ReadonlyMap<number, number> =>
  new Map(
    ctx.db
      .all<{ id_materia: number; n: number }>(
        `SELECT c.id_materia, count(*) AS n
         FROM (SELECT DISTINCT id_materia FROM contatori WHERE id_concorso = ?1 AND livello_conoscenza = ${NON_RISPOSTE} AND n > 0) c
         JOIN statistiche s ON s.id_concorso = ?1 AND s.id_materia IS nullif(c.id_materia, 0) AND s.livello_conoscenza = ${NON_RISPOSTE}
         WHERE s.presente = 1 AND s.risposta_gettonata IS NOT NULL GROUP BY 1`,
        id_concorso,
      )
      .map(({ id_materia, n }) => [id_materia, n]),
  )

/** Returns a counter of zero for every level. */
export const emptyLivelli = (): Record<Livello, number> =>
  Object.fromEntries(LIVELLI.map((livello) => [livello, 0])) as Record<Livello, number>

/** Stores the server's list. Removes no file and no record from the device. */
export function registerBanche(ctx: StoreContext, { banche, versioni, assenti = [] }: Register): BancaLocale[] {
  const refused = ctx.db.get("SELECT 1 FROM accantonate WHERE codice = 'CONCORSO_NON_TUO' LIMIT 1") !== undefined
  ctx.db.transaction(() => {
    for (const b of banche) {
      if (refused) readmit(ctx.db, b.id_concorso)
      ctx.db.run(
        `INSERT INTO banche(id_concorso, concorso, ente, anno, profilo, con_immagini, data_ultimo_aggiornamento, n_domande_totali, versione_pubblicata, ritirata)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET concorso = excluded.concorso, ente = excluded.ente, anno = excluded.anno,
           profilo = excluded.profilo, con_immagini = excluded.con_immagini,
           data_ultimo_aggiornamento = excluded.data_ultimo_aggiornamento,
           n_domande_totali = excluded.n_domande_totali, ritirata = excluded.ritirata,
           versione_pubblicata = coalesce(excluded.versione_pubblicata, versione_pubblicata)`,
        b.id_concorso,
        b.concorso,
        b.ente,
        b.anno,
        b.profilo,
        b.con_immagini ? 1 : 0,
        b.data_ultimo_aggiornamento,
        b.n_domande_totali,
        versioni[b.id_concorso] ?? null,
        b.ritirata ? 1 : 0,
      )
    }
    for (const id of assenti) {
      if (ctx.downloads.has(id)) continue
      // Keep a row without a published version: a copy of another program brought it, and the server never listed it.
      ctx.db.run('DELETE FROM banche WHERE id_concorso = ? AND file IS NULL AND versione_pubblicata IS NOT NULL', id)
    }
  })
  return listBanche(ctx)
}

/** Selects one bank and deselects the others [BK5]. */
export function selectBanca(ctx: StoreContext, { id_concorso, at }: { id_concorso: number; at: string }): BancaLocale {
  ctx.db.transaction(() => {
    ctx.db.run('UPDATE banche SET selezionata = 0 WHERE selezionata = 1 AND id_concorso <> ?', id_concorso)
    const changed = ctx.db.run(
      'UPDATE banche SET selezionata = 1, ultimo_uso = ?, ultimo_uso_ms = ? WHERE id_concorso = ?',
      at,
      Date.parse(at),
      id_concorso,
    )
    if (changed === 0) throw new StoreFault('CONCORSO_NON_TUO')
  })
  return readBanca(ctx, id_concorso)
}

/** Clears the file of a bank; its place in the list stays. */
export function unregisterBanca(db: Connection, id_concorso: number): void {
  db.run(
    `UPDATE banche SET file = NULL, hash = NULL, versione = NULL, n_domande = 0, dimensione = 0,
       file_immagini = NULL, hash_immagini = NULL, dimensione_immagini = 0 WHERE id_concorso = ?`,
    id_concorso,
  )
  db.run('DELETE FROM banche_meta WHERE id_concorso = ?', id_concorso)
  db.run('DELETE FROM banche_blocchi WHERE id_concorso = ?', id_concorso)
}

/**
 * Removes the files of a bank, and its place in the list when `fromList`. Records and events stay. The row goes before
 * the file: a crash between them leaves a file that the next start sweeps.
 */
export async function deleteBanca(ctx: StoreContext, id_concorso: number, fromList: boolean): Promise<void> {
  const row = ctx.db.get<{ file: string | null; n_domande_totali: number }>(
    'SELECT file, n_domande_totali FROM banche WHERE id_concorso = ?',
    id_concorso,
  )
  if (!row) throw new StoreFault('CONCORSO_NON_TROVATO')
  const download = ctx.downloads.get(id_concorso)
  download?.abort.abort()
  await download?.done.catch(() => {})
  ctx.db.transaction(() => {
    if (fromList) ctx.db.run('DELETE FROM banche WHERE id_concorso = ?', id_concorso)
    // Delete the explanations of a person's own bank: they came with its file, and its numbers are never used again.
    if (fromList && isPropria(id_concorso)) forgetSpiegazioni(ctx.db, id_concorso, id_concorso + row.n_domande_totali)
    else unregisterBanca(ctx.db, id_concorso)
  })
  detach(ctx, id_concorso)
  ctx.imageZips.delete(id_concorso)
  if (row.file) ctx.driver.deleteBank(row.file)
  for (const name of await ctx.files.list()) if (ownerOf(name) === id_concorso) await ctx.files.remove(name)
}

/** Returns the tree of a path, as its file has it; empty for a bank, which has none. */
export function readAlbero(ctx: StoreContext, { id_concorso }: { id_concorso: number }): SottoPercorso[] {
  const { alias } = attach(ctx, id_concorso)
  const row = ctx.db.get<{ valore: string }>(`SELECT valore FROM ${alias}.manifesto WHERE chiave = 'albero'`)
  return row ? (JSON.parse(row.valore) as SottoPercorso[]) : []
}
