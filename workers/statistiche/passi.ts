import type { Passi, Touched } from '#rules/progressi'
import type { StoreContext } from '../core/context.ts'

/**
 * Reads steps of a bank, or (null) of every one, written after row `after` and before row `until`, in the order of
 * their happening.
 */
export function readPassi(
  { db }: StoreContext,
  id_concorso: number | null,
  after: number,
  until = Number.MAX_SAFE_INTEGER,
): Passi {
  const [minuti, domande, stati] = db.integers(
    `SELECT minuto, id_domanda, stato FROM passi
     WHERE rowid > ? AND rowid < ? AND id_concorso = coalesce(?, id_concorso) ORDER BY rowid`,
    3,
    after,
    until,
    id_concorso,
  ) as [Int32Array, Int32Array, Int32Array]
  return inOrder({ minuti, domande, stati })
}

/** Sorts steps of other devices, which arrive later than they happened; almost always nothing moves. */
function inOrder(passi: Passi): Passi {
  const { minuti } = passi
  if (!minuti.some((minute, i) => i > 0 && minute < (minuti[i - 1] as number))) return passi
  const order = Uint32Array.from(minuti.keys()).sort((a, b) => (minuti[a] as number) - (minuti[b] as number) || a - b)
  const sorted = (column: Int32Array) => Int32Array.from(order, (i) => column[i] as number)
  return { minuti: sorted(minuti), domande: sorted(passi.domande), stati: sorted(passi.stati) }
}

/** Reads the records of a bank's questions, or (null) of every bank's, that are on the device. */
export function readTouched({ db }: StoreContext, id_concorso: number | null): Touched {
  const [domande, materie, livelli, minuti] = db.integers(
    `SELECT id_domanda, coalesce(id_materia, 0), livello_conoscenza, coalesce(eseguita_ms, 0) / 60000
     FROM statistiche WHERE presente = 1 AND id_concorso = coalesce(?, id_concorso)`,
    4,
    id_concorso,
  ) as [Int32Array, Int32Array, Int32Array, Int32Array]
  return { domande, materie, livelli, minuti }
}
