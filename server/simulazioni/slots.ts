import { assignSezioni } from '#rules/regolamento/assign'
import type { WrittenRegolamento } from '#rules/regolamento/types'
import type { Queryable } from '../deps.ts'
import { rulesOf } from './regole.ts'

/** The stored part of a sitting that fixes its draw. */
export type Draw = {
  estrazione: number[]
  regole: WrittenRegolamento
  sezioni: number[] | null
  difficolta: number[] | null
}

type Row = {
  id_domanda: number
  /** Null, and all that follows, for a question that its bank has lost. */
  id_concorso: number | null
  concorso: string | null
  id_materia: number | null
  difficolta: number | null
  corretta: number | null
  punti: number[] | null
  stato: string | null
}

/** A place of a draw: the present state of its question, with the section and difficulty of the start. */
export type Slot = Omit<Row, 'difficolta'> & { sezione: number; difficolta: number }

/**
 * Returns the places of a draw, one for each question. A bank that is published again moves no question to another
 * section or difficulty. A deleted question leaves its place empty.
 */
export async function readSlots(q: Queryable, p: Draw): Promise<Slot[]> {
  const { rows } = await q.query<Row>(
    `select e.id_domanda, d.id_concorso, c.concorso, d.id_materia, d.difficolta, d.corretta, d.punti, d.stato
     from unnest($1::bigint[]) with ordinality as e(id_domanda, posto)
     left join domanda d using (id_domanda) left join concorso c using (id_concorso) order by e.posto`,
    [p.estrazione],
    'posti_estratti',
  )
  const sezioni =
    p.sezioni ??
    assignSezioni(
      rulesOf(p.regole),
      rows.map((d) => ({ materia: d.id_materia ?? undefined })),
    )
  return rows.map((d, i) => ({
    ...d,
    sezione: sezioni[i] ?? 0,
    difficolta: p.difficolta?.[i] ?? d.difficolta ?? 0,
  }))
}
