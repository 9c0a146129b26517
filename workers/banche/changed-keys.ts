import { RIPETILE } from '#rules/livello'
import { setLivelloStatistica } from '#rules/statistica'
import type { StoreContext } from '../core/context.ts'
import { appendEvento, type Chain } from '../core/events.ts'
import type { Connection } from '../core/platform.ts'
import { readStatistica, toStatistica, writeStatistica } from '../statistiche/records.ts'
import { attach } from './attach.ts'
import { plainText as plain, rightAnswer } from './compare-versions.ts'

/** Right answer in words of each question that the person knows, by the bank on the device. */
export type KnownKeys = ReadonlyMap<number, string>

const RIGHT = rightAnswer('d')

/**
 * Returns the keys before an update, of questions above RIPETILE whose level is older than the new version. A newer
 * level, set on another device, is of the new key already. Empty when the present file is unreadable, because it is
 * being replaced.
 */
export function readKnownKeys(ctx: StoreContext, id_concorso: number, published: string): KnownKeys {
  const since = Date.parse(published)
  try {
    const { alias } = attach(ctx, id_concorso)
    const rows = ctx.db.all<{ id: number; right: string | null; at: string | null }>(
      `SELECT d.id_domanda AS id, ${RIGHT} AS right, coalesce(s.data_livello, s.data_eseguita) AS at
       FROM main.statistiche s JOIN ${alias}.domande d ON d.id_domanda = s.id_domanda
       WHERE s.id_concorso = ? AND s.livello_conoscenza > ${RIPETILE} AND d.corretta IS NOT NULL`,
      id_concorso,
    )
    return new Map(
      rows.flatMap(({ id, right, at }) =>
        right === null || Date.parse(at ?? '') >= since ? [] : [[id, plain(right)]],
      ),
    )
  } catch {
    return new Map()
  }
}

/** Returns the questions whose right answer differs in the file attached as `schema`. */
export function findChangedKeys(db: Connection, schema: string, known: KnownKeys): number[] {
  if (known.size === 0) return []
  return db
    .all<{ id: number; right: string | null }>(
      `SELECT d.id_domanda AS id, ${RIGHT} AS right FROM json_each(?) j JOIN ${schema}.domande d ON d.id_domanda = j.value`,
      JSON.stringify([...known.keys()]),
    )
    .filter(({ id, right }) => right !== null && plain(right) !== known.get(id))
    .map(({ id }) => id)
}

/**
 * Lowers the questions with a changed right answer to RIPETILE (D19), each with its event. Call inside the transaction
 * that registers the new file, attached as `schema`. Store the returned chain only after it commits; `lowered`: how
 * many.
 */
export function lowerChangedKeys(
  { db, chain: start }: Pick<StoreContext, 'db' | 'chain'>,
  {
    id_concorso,
    schema,
    version,
    at,
    known,
  }: { id_concorso: number; schema: string; version: string; at: string; known: KnownKeys },
): { chain: Chain; lowered: number } {
  let chain = start
  let lowered = 0
  for (const id of findChangedKeys(db, schema, known)) {
    const stored = readStatistica(db, id)
    if (!stored) continue
    const before = toStatistica(stored)
    const id_evento = crypto.randomUUID()
    chain = appendEvento(db, chain, {
      id: id_evento,
      id_concorso,
      id_domanda: id,
      tipo: 'LIVELLO',
      dati: {
        livello: RIPETILE,
        livello_prima: before.livello_conoscenza,
        preferiti_prima: before.preferiti,
        motivo: 'chiave_cambiata',
      },
      ts_client: at,
      versione_banca: version,
    })
    writeStatistica(db, setLivelloStatistica(before, RIPETILE, at), 1, id_evento)
    lowered++
  }
  return { chain, lowered }
}
