import type { DomandaVicina, StoreArgs } from '#contract/database'
import type { NearPair } from '#rules/errori'
import { LE_SAI } from '#rules/livello'
import { VICINO } from '#rules/vicini/relate'
import type { StoreContext } from '../core/context.ts'
import { attach } from './attach.ts'
import { readDomande } from './domande.ts'

/** Questions of one call that are compared with one another. */
const MAX_BETWEEN = 500
const GEMELLA = VICINO.indexOf('gemella')

const hasVicini = ({ db }: StoreContext, alias: string): boolean =>
  db.get(`SELECT 1 FROM ${alias}.sqlite_master WHERE name = 'vicini'`) !== undefined

/** Returns the questions of an attached bank whose twin the person knows [VC7]. */
export function listKnownTwins(ctx: StoreContext, alias: string): Set<number> {
  if (!hasVicini(ctx, alias)) return new Set()
  const rows = ctx.db.all<{ id: number }>(
    `SELECT v.id_domanda AS id FROM ${alias}.vicini v JOIN main.statistiche s ON s.id_domanda = v.id_vicina
     WHERE v.tipo = ${GEMELLA} AND s.livello_conoscenza = ${LE_SAI}`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Returns the pairs of near questions among some of a bank, each pair once [VC8]. */
export function readVicineFra(ctx: StoreContext, { id_concorso, id_domande }: StoreArgs<'readVicineFra'>): NearPair[] {
  const { alias } = attach(ctx, id_concorso)
  if (!hasVicini(ctx, alias)) return []
  const ids = JSON.stringify(id_domande.slice(0, MAX_BETWEEN))
  return ctx.db
    .all<{ a: number; b: number }>(
      `SELECT DISTINCT min(v.id_domanda, v.id_vicina) AS a, max(v.id_domanda, v.id_vicina) AS b
       FROM json_each(?1) j JOIN ${alias}.vicini v ON v.id_domanda = j.value
       WHERE v.id_vicina IN (SELECT value FROM json_each(?1))`,
      ids,
    )
    .map(({ a, b }) => [a, b])
}

/** Returns traps, twins and neighbours of a question from the bank's own list [VC4], made when the bank was built. */
export function readVicini(ctx: StoreContext, { id_concorso, id_domanda }: StoreArgs<'readVicini'>): DomandaVicina[] {
  const { alias } = attach(ctx, id_concorso)
  if (!hasVicini(ctx, alias)) return []
  const rows = ctx.db.all<{ id: number; tipo: number }>(
    `SELECT v.id_vicina AS id, v.tipo FROM ${alias}.vicini v JOIN ${alias}.domande d ON d.id_domanda = v.id_vicina
     WHERE v.id_domanda = ? ORDER BY v.posto`,
    id_domanda,
  )
  const domande = readDomande(ctx, { id_concorso, id_domande: rows.map(({ id }) => id) })
  return rows.flatMap(({ tipo }, i) => {
    const [name, domanda] = [VICINO[tipo], domande[i]]
    return name && domanda ? [{ tipo: name, domanda }] : []
  })
}
