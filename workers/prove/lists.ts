import type { StoreArgs } from '#contract/database'
import type { ModelloProva, ProvaSummary, SavedProva } from '#contract/prova'
import { compareItaliano } from '../core/collation.ts'
import type { StoreContext } from '../core/context.ts'
import { StoreFault } from '../core/guard.ts'
import { SEDUTE, type SedutaRow, toBreve } from '../sedute/sedute.ts'
import { type ProvaRow, readProva } from './row.ts'

/** Most lines of one call. */
export const MAX_LINES = 200
/** Longest form of a template, characters. */
const MAX_TEMPLATE = 65_536
/** Longest note. */
const MAX_NOTE = 4_000

/** Simulations under way (contract/prova `listInCorso`). */
export function listInCorso(ctx: StoreContext, { at }: { at: string }): SavedProva[] {
  const rows = ctx.db.all<{ id: string }>(
    `SELECT p.id_seduta AS id FROM prove p JOIN sedute s ON s.id = p.id_seduta
     WHERE p.id_simulazione IS NOT NULL AND s.stato IN ('in_corso', 'in_pausa') ORDER BY p.fine_ms, p.id_seduta`,
  )
  return rows.map(({ id }) => readProva(ctx, { id, at }))
}

/** Lists delivered and given-up simulations (contract/prova `listDaSpedire`), each as of its last step. */
export function listDaSpedire(ctx: StoreContext): SavedProva[] {
  const rows = ctx.db.all<{ id: string; at: string }>(
    `SELECT p.id_seduta AS id, s.aggiornata AS at FROM prove p JOIN sedute s ON s.id = p.id_seduta
     WHERE p.da_spedire = 1 ORDER BY coalesce(p.consegnata_ms, s.aggiornata_ms), p.id_seduta`,
  )
  return rows.map((row) => readProva(ctx, row))
}

/** Counts what `listDaSpedire` lists, whether or not each can be read: a damaged one never stops the opening. */
export const countDaSpedire = ({ db }: StoreContext): number =>
  db.get<{ n: number }>('SELECT count(*) AS n FROM prove WHERE da_spedire = 1')?.n ?? 0

export function markSpedita({ db }: StoreContext, { id, server }: StoreArgs<'markSpedita'>): null {
  db.run(
    "UPDATE prove SET da_spedire = 0, consegna = iif(?1 IS NULL, consegna, json_set(consegna, '$.server', json(?1))) WHERE id_seduta = ?2",
    server ? JSON.stringify(server) : null,
    id,
  )
  return null
}

type ListRow = SedutaRow &
  Pick<ProvaRow, 'da_spedire'> & { dati: string; consegna: string; id_simulazione: number | null }

/** Delivered trials, newest first [SI3]. */
export function listProve({ db }: StoreContext, args: StoreArgs<'listProve'>): ProvaSummary[] {
  const rows = db.all<ListRow>(
    `SELECT q.*, p.dati, p.consegna, p.id_simulazione, p.da_spedire
     FROM prove p JOIN (${SEDUTE} GROUP BY s.id) q ON q.id = p.id_seduta
     WHERE p.consegnata_ms IS NOT NULL AND q.id_concorso = coalesce(?, q.id_concorso)
       AND p.id_simulazione IS coalesce(?, p.id_simulazione)
     ORDER BY p.consegnata_ms DESC, q.id DESC LIMIT ?`,
    args.id_concorso,
    args.id_simulazione ?? null,
    Math.min(Math.max(1, Math.trunc(args.limite)), MAX_LINES),
  )
  return rows.map(({ dati, consegna, id_simulazione, da_spedire, ...seduta }) => {
    const { at, usati, punteggio, server } = JSON.parse(consegna) as NonNullable<ProvaRow['consegna']>
    const { regole } = JSON.parse(dati) as ProvaRow['dati']
    return {
      ...toBreve(seduta),
      id_simulazione,
      nome: regole.nome ?? null,
      consegnata: at,
      usati,
      punti: (server ?? punteggio).punti,
      massimo: (server ?? punteggio).massimo,
      soglia: regole.ammissione?.minimo === undefined ? null : Math.round(1000 * regole.ammissione.minimo),
      superata: server
        ? server.superata
        : punteggio.esito === 'superata'
          ? true
          : punteggio.esito === 'non_superata'
            ? false
            : null,
      da_spedire: da_spedire === 1,
    }
  })
}

/** Templates by name. */
export function listModelli({ db }: StoreContext): ModelloProva[] {
  return db
    .all<Omit<ModelloProva, 'dati'> & { dati: string }>('SELECT id, nome, dati, creato FROM modelli_prova')
    .map((row) => ({ ...row, dati: JSON.parse(row.dati) as unknown }))
    .sort((a, b) => compareItaliano(a.nome, b.nome) || (a.id < b.id ? -1 : 1))
}

/** Stores a template, or renames or replaces the one with this id. Returns the whole list. */
export function saveModello(ctx: StoreContext, { id, nome: name, dati, creato }: ModelloProva): ModelloProva[] {
  const json = JSON.stringify(dati ?? null)
  const clean = name.trim()
  if (clean === '') throw new StoreFault('RICHIESTA_NON_VALIDA', 'empty name', { campi: ['nome'] })
  if (json.length > MAX_TEMPLATE) throw new StoreFault('RICHIESTA_NON_VALIDA', 'too long', { campi: ['dati'] })
  ctx.db.run(
    `INSERT INTO modelli_prova(id, nome, dati, creato) VALUES (?, ?, ?, ?)
     ON CONFLICT(id) DO UPDATE SET nome = excluded.nome, dati = excluded.dati`,
    id,
    clean,
    json,
    creato,
  )
  return listModelli(ctx)
}

export function deleteModello(ctx: StoreContext, { id }: { id: string }): ModelloProva[] {
  ctx.db.run('DELETE FROM modelli_prova WHERE id = ?', id)
  return listModelli(ctx)
}

export const readNota = ({ db }: StoreContext, { id_domanda }: { id_domanda: number }): string =>
  db.get<{ testo: string }>('SELECT testo FROM note WHERE id_domanda = ?', id_domanda)?.testo ?? ''

export function saveNota({ db }: StoreContext, { id_concorso, id_domanda, testo, at }: StoreArgs<'saveNota'>): null {
  if (testo.length > MAX_NOTE) throw new StoreFault('RICHIESTA_NON_VALIDA', 'too long', { campi: ['testo'] })
  if (testo.trim() === '') db.run('DELETE FROM note WHERE id_domanda = ?', id_domanda)
  else
    db.run(
      `INSERT INTO note(id_domanda, id_concorso, testo, aggiornata) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET testo = excluded.testo, aggiornata = excluded.aggiornata`,
      id_domanda,
      id_concorso,
      testo,
      at,
    )
  return null
}
