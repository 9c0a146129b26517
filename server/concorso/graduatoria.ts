import type { Graduatoria } from '#rules/graduatoria'
import type { Db } from '../deps.ts'

/** Returns the published results of a bank's exam [PV7]; an empty list where the operator entered none. */
export async function listGraduatorie(db: Db, id_concorso: number) {
  const { rows } = await db.query<Omit<Graduatoria, 'oltre'> & { oltre: number[] }>(
    'select titolo, posti, candidati, massimo, oltre from graduatoria where id_concorso = $1',
    [id_concorso],
    'graduatoria',
  )
  return { elementi: rows, totale: rows.length }
}

/** Replaces a bank's published results. Returns false where no such bank is published. */
export async function saveGraduatoria(db: Db, id_concorso: number, g: Graduatoria): Promise<boolean> {
  const { count } = await db.query(
    `insert into graduatoria (id_concorso, titolo, posti, candidati, massimo, oltre)
     select id_concorso, $2, $3, $4, $5, $6 from concorso where id_concorso = $1 and stato in ('pubblicato', 'ritirato')
     on conflict (id_concorso) do update set titolo = excluded.titolo, posti = excluded.posti,
       candidati = excluded.candidati, massimo = excluded.massimo, oltre = excluded.oltre`,
    [id_concorso, g.titolo, g.posti, g.candidati, g.massimo, g.oltre],
  )
  return count > 0
}

/** Deletes a bank's published results; returns false where there were none. */
export const removeGraduatoria = async (db: Db, id_concorso: number): Promise<boolean> =>
  (await db.query('delete from graduatoria where id_concorso = $1', [id_concorso])).count > 0
