import type { Atto, PastReset, ResetFigures, StoreArgs } from '#contract/database'
import { sameProgress } from '#rules/cloud'
import {
  type BeforeReset,
  beforeReset,
  canRestore,
  newStatistica,
  resetStatistica,
  restoreStatistica,
  type Statistica,
} from '#rules/statistica'
import { actId, makePunto } from '../copia/restore-points.ts'
import type { StoreContext } from '../core/context.ts'
import { StoreFault } from '../core/guard.ts'
import type { Connection } from '../core/platform.ts'
import { REMOTE } from '../giornale/chains.ts'
import { countChiave } from './assign-chiave.ts'
import { writeLevelAct } from './level-act.ts'
import { readStatistica, toStatistica } from './records.ts'

type Scope = StoreArgs<'countReset'>

/**
 * `dati` of the LIVELLO events of an act on many questions: each has the act's id under the act's name, and none is
 * alone in its transaction. `prima`: the removed state (null: nothing to give back). `lasciato`: the state since.
 */
export type ActData = { prima: BeforeReset | null; chiave: number | null; lasciato?: BeforeReset }
const ORIGIN: Atto = 'azzeramento'

const IN_SCOPE = `id_concorso = ?1 AND (?2 IS NULL OR id_materia IN (SELECT value FROM json_each(?2)))`
const TOUCHED = `(livello_conoscenza <> -99 OR preferiti = 1 OR data_eseguita IS NOT NULL)`
/** Selects the questions that a reset changes: a touched record, or a key of the person's own. */
const AFFECTED = `SELECT id_domanda FROM statistiche s WHERE ${IN_SCOPE}
  AND (${TOUCHED} OR id_domanda IN (SELECT id_domanda FROM chiavi_utente))`

const valuesOf = ({ id_concorso, materie }: Scope) => [id_concorso, materie === null ? null : JSON.stringify(materie)]

/** Counts the losses of a reset of these subjects (D28). */
export function countReset({ db }: StoreContext, scope: Scope): ResetFigures {
  const row = db.get<ResetFigures>(
    `SELECT count(*) AS domande, coalesce(sum(livello_conoscenza <> -99), 0) AS livelli, coalesce(sum(preferiti), 0) AS preferiti,
       coalesce(sum(id_domanda IN (SELECT id_domanda FROM chiavi_utente)), 0) AS chiavi,
       coalesce(sum(sincronizzata = 0), 0) AS da_inviare
     FROM statistiche WHERE id_domanda IN (${AFFECTED})`,
    ...valuesOf(scope),
  )
  return row ?? { domande: 0, livelli: 0, preferiti: 0, chiavi: 0, da_inviare: 0 }
}

/**
 * Resets statistics [RS1]-[RS6]: every record as never touched, own keys deleted, counts of the bank's keys as
 * published. One event a question holds the removed state; sittings and answers stay in the history. A restore point is
 * made before.
 */
export async function resetStatistiche(ctx: StoreContext, args: StoreArgs<'resetStatistiche'>): Promise<ResetFigures> {
  await makePunto(ctx, 'azzeramento', actId(args.id), args.at)
  const { db } = ctx
  const figures = countReset(ctx, args)
  ctx.chain = db.transaction(() => {
    let { chain } = ctx
    for (const { id_domanda } of db.all<{ id_domanda: number }>(AFFECTED, ...valuesOf(args))) {
      const stored = readStatistica(db, id_domanda)
      if (!stored) continue
      const stat = toStatistica(stored)
      const chiave = takeChiave(db, args.id_concorso, id_domanda, stat.id_materia)
      const act: ActData = { prima: beforeReset(stat), chiave }
      const dati = { origine: ORIGIN, ...act, [ORIGIN]: args.id }
      const next = resetStatistica(stat, chiave !== null)
      chain = writeLevelAct(db, chain, { id: `${args.id}:${id_domanda}`, at: args.at, next, stored, dati })
    }
    return chain
  })
  return figures
}

/** Deletes the person's own key of a question, and its count in the bank (D17a); returns null when there was none. */
function takeChiave(db: Connection, id_concorso: number, id_domanda: number, id_materia: number | null): number | null {
  const key = db.get<{ risposta: number }>('SELECT risposta FROM chiavi_utente WHERE id_domanda = ?', id_domanda)
  if (!key) return null
  db.run('DELETE FROM chiavi_utente WHERE id_domanda = ?', id_domanda)
  countChiave(db, id_concorso, id_materia, -1)
  return key.risposta
}

/** Lists acts of a kind on a bank that can be taken back: this device's, since `da`, not yet taken back. */
export const listResets = ({ db }: StoreContext, { id_concorso, atto, da }: StoreArgs<'listResets'>): PastReset[] =>
  db.all<PastReset>(
    `WITH own AS (SELECT dati ->> ?1 AS id, dati ->> '$.ripristina' AS back, dati ->> '$.prima' AS prima, ts_client FROM eventi
       WHERE tipo = 'LIVELLO' AND id_concorso = ?2 AND unixepoch(ts_client) >= unixepoch(?3) AND dati ->> '$.origine' = ?4
         AND dispositivo <> '${REMOTE}')
     SELECT id, max(ts_client) AS at, count(*) AS domande FROM own
     WHERE id IS NOT NULL AND prima IS NOT NULL AND id NOT IN (SELECT back FROM own WHERE back IS NOT NULL)
     GROUP BY id ORDER BY max(unixepoch(ts_client)) DESC`,
    `$.${atto}`,
    id_concorso,
    da,
    atto,
  )

/** Returns whether the record is unchanged since the act: giving back then removes nothing else. */
const isAsLeft = (stat: Statistica, { lasciato }: ActData): boolean =>
  lasciato ? sameProgress(stat, lasciato) : canRestore(stat)

/**
 * Restores the state before an act, where nothing was answered since (D28). RICHIESTA_NON_VALIDA for an act that is
 * unknown here.
 */
export function restoreReset(ctx: StoreContext, { id_concorso, atto, id, at }: StoreArgs<'restoreReset'>) {
  const { db } = ctx
  const taken = db.all<{ id_domanda: number; dati: string }>(
    `SELECT id_domanda, dati FROM eventi WHERE tipo = 'LIVELLO' AND id_concorso = ? AND dati ->> ? = ?`,
    id_concorso,
    `$.${atto}`,
    id,
  )
  if (taken.length === 0) throw new StoreFault('RICHIESTA_NON_VALIDA', 'no such act', { campi: ['id'] })
  let domande = 0
  ctx.chain = db.transaction(() => {
    let { chain } = ctx
    for (const { id_domanda, dati } of taken) {
      const act = JSON.parse(dati) as ActData
      const { prima, chiave } = act
      const stored = readStatistica(db, id_domanda)
      const stat = stored ? toStatistica(stored) : newStatistica({ id_concorso, id_domanda, indice_uff: 0 })
      if (prima === null || !isAsLeft(stat, act)) continue
      const id_evento = `${id}:${id_domanda}:ripristino`
      if (db.get('SELECT 1 FROM eventi WHERE id = ?', id_evento)) continue
      const givenBack =
        chiave !== null && giveChiave(db, { id_concorso, id_domanda, risposta: chiave, at }, stat.id_materia)
      const next = { ...restoreStatistica(stat, prima, at), ...(givenBack && { has_risposta: 1 as const }) }
      const given = { origine: atto, ripristina: id, ripristinato: prima }
      chain = writeLevelAct(db, chain, { id: id_evento, at, next, stored, dati: given })
      domande++
    }
    return chain
  })
  return { domande }
}

/** Returns false when the person set another key meanwhile. */
function giveChiave(
  db: Connection,
  { id_concorso, id_domanda, risposta, at }: { id_concorso: number; id_domanda: number; risposta: number; at: string },
  id_materia: number | null,
): boolean {
  if (db.get('SELECT 1 FROM chiavi_utente WHERE id_domanda = ?', id_domanda)) return false
  db.run('INSERT INTO chiavi_utente VALUES (?, ?, ?, ?)', id_domanda, id_concorso, risposta, at)
  countChiave(db, id_concorso, id_materia, 1)
  return true
}
