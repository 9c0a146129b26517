import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Abitudine, BestiaNera, ErroriLocali } from '#contract/database'
import { esitoRisposta } from '#rules/esito'
import { italianDay } from '#rules/italian-day'
import { type Errore, foldErrori, sortErrori } from '#rules/martella'
import { attach } from '../banche/attach.ts'
import { chiavePersona } from '../banche/chiave.ts'
import type { StoreContext } from '../core/context.ts'
import { readPassi } from './passi.ts'
import { readDomanda } from './records.ts'

const MINUTE_MS = 60_000

/** Returns errors of a bank, or (null) of every one on the device [MB1][MB2], in one pass over the steps. */
export function readErrori(ctx: StoreContext, { id_concorso }: { id_concorso: number | null }): ErroriLocali {
  const [ids, banks] = ctx.db.integers(
    'SELECT id_domanda, id_concorso FROM statistiche WHERE presente = 1 AND id_concorso = coalesce(?, id_concorso)',
    2,
    id_concorso,
  ) as [Int32Array, Int32Array]
  const bankOf = new Map<number, number>()
  for (let i = 0; i < ids.length; i++) bankOf.set(ids[i] as number, banks[i] as number)
  const here = foldErrori(readPassi(ctx, id_concorso, 0)).filter((e) => bankOf.has(e.id_domanda))
  const { mai, instabili, nere, domate } = sortErrori(here)
  const idsOf = (list: readonly Errore[]) => Int32Array.from(list, (e) => e.id_domanda)
  const told = ({ id_domanda, errori, risposte, fila, minuto }: Errore): BestiaNera => ({
    ...{ id_domanda, id_concorso: bankOf.get(id_domanda) as number, errori, risposte, fila },
    giorno: italianDay(minuto * MINUTE_MS),
  })
  return { mai: idsOf(mai), instabili: idsOf(instabili), nere: nere.map(told), domate: domate.map(told) }
}

type Row = { id_domanda: number; id_concorso: number; impronta: string; volte: number; errori: number }

/**
 * Counts wrong answers by their text: positions may change with an update of the bank. Answers taken back are left out.
 */
const WRONG = `WITH forgotten AS (SELECT id_domanda, max(unixepoch(ts_client, 'subsec')) AS at FROM eventi
    WHERE tipo = 'LIVELLO' AND id_domanda IN (SELECT value FROM json_each(?1)) AND json_valid(dati) AND dati ->> '$.livello' = -99 GROUP BY 1)
  SELECT e.id_domanda, e.id_concorso, e.dati ->> '$.impronta' AS impronta, count(*) AS volte,
    sum(count(*)) OVER (PARTITION BY e.id_domanda) AS errori FROM eventi e
  WHERE e.tipo = 'RISPOSTA' AND e.id_domanda IN (SELECT value FROM json_each(?1)) AND json_valid(e.dati) AND e.dati ->> '$.esito' = 'errata'
    AND NOT EXISTS (SELECT 1 FROM eventi a WHERE a.tipo = 'ANNULLA' AND json_valid(a.dati) AND a.dati ->> '$.annulla' = e.id)
    AND unixepoch(e.ts_client, 'subsec') > coalesce((SELECT at FROM forgotten f WHERE f.id_domanda = e.id_domanda), 0)
  GROUP BY 1, 2, 3`

/** Returns the wrong answer that a person repeats: twice or more, and in more than half of the errors [MB6]. */
export function readAbitudini(ctx: StoreContext, { id_domande }: { id_domande: readonly number[] }): Abitudine[] {
  const rows = ctx.db.all<Row>(WRONG, JSON.stringify(id_domande))
  return rows.flatMap((row) => {
    const { id_domanda, volte, errori } = row
    // At most one of the answers has more than half.
    const risposta = volte > 1 && 2 * volte > errori ? positionOf(ctx, row) : null
    return risposta === null ? [] : [{ id_domanda, risposta, volte, errori }]
  })
}

/** Returns the position of an answer in the bank on the device; null where it is gone. */
function positionOf(ctx: StoreContext, { id_concorso, id_domanda, impronta }: Row): number | null {
  if (!ctx.db.get('SELECT 1 FROM banche WHERE id_concorso = ? AND file IS NOT NULL', id_concorso)) return null
  const bank = attach(ctx, id_concorso)
  const { alias } = bank
  const texts = ctx.db.get<Record<string, string | null>>(
    `SELECT risposta1, risposta2, risposta3, risposta4, risposta5 FROM ${alias}.domande WHERE id_domanda = ?`,
    id_domanda,
  )
  const at = Object.values(texts ?? {}).findIndex(
    (text) => text !== null && bytesToHex(sha256(utf8ToBytes(text))) === impronta,
  )
  if (at < 0) return null
  return esitoRisposta(chiavePersona(readDomanda(ctx.db, bank, id_domanda)), at + 1) === 'errata' ? at + 1 : null
}
