import { LIVELLI, type Livello } from '#rules/livello'
import { readPasso } from '#rules/progressi'
import type { StoreContext } from '../core/context.ts'

/** State of a bank before a sitting: row of its first step, and the old levels of the questions touched since. */
export type BeforeSeduta = { rowid: number; livelli: ReadonlyMap<number, Livello> }

/** Reads that state; null for a sitting without answers in the bank, and where other answers followed its first one. */
export function readBeforeSeduta(
  { db }: StoreContext,
  { id_concorso, seduta }: { id_concorso: number; seduta: string },
): BeforeSeduta | null {
  const own = db.get<{ n: number; rowid: number | null }>(
    `WITH date AS (SELECT e.id_domanda, unixepoch(e.ts_client) / 60 AS minuto, e.seq
       FROM sedute_risposte r JOIN eventi e ON e.id = r.id_evento WHERE r.id_seduta = ?1 AND e.id_concorso = ?2)
     SELECT (SELECT count(*) FROM date) AS n,
       (SELECT max(p.rowid) FROM (SELECT * FROM date ORDER BY minuto, seq LIMIT 1) f
          JOIN passi p ON p.id_domanda = f.id_domanda AND p.minuto = f.minuto AND p.stato & 3 <> 0) AS rowid`,
    seduta,
    id_concorso,
  )
  if (!own || own.rowid === null) return null
  const [domande, stati] = db.integers(
    'SELECT id_domanda, stato FROM passi WHERE rowid >= ? AND id_concorso = ? ORDER BY rowid DESC',
    2,
    own.rowid,
    id_concorso,
  ) as [Int32Array, Int32Array]
  const livelli = new Map<number, Livello>()
  let answers = 0
  for (let i = 0; i < domande.length; i++) {
    const { esito, prima } = readPasso(stati[i] as number)
    if (esito !== 0) answers++
    const before = LIVELLI[prima]
    // Overwrite from newest to oldest: the oldest of a question's steps wins.
    if (before !== undefined) livelli.set(domande[i] as number, before)
  }
  return answers === own.n ? { rowid: own.rowid, livelli } : null
}
