import type { CampioneSimulazione, MateriaComponibile, SimulazioneGestita } from '#contract/gestione/simulazioni'
import { fail, ok, type Result } from '#contract/result'
import type { Queryable } from '../deps.ts'

/** Simulations of the list. */
const MOST = 500
/** Questions of a preview, one a subject. */
const SHOWN = 8

type Row = Omit<SimulazioneGestita, 'apertura' | 'scadenza'> & { apertura: Date; scadenza: Date | null }

/** Lists official simulations for the console, the newest first. */
export async function listManaged(q: Queryable): Promise<{ elementi: SimulazioneGestita[]; totale: number }> {
  const { rows } = await q.query<Row & { totale: number }>(
    `select s.id_simulazione as id, s.descrizione, s.id_concorso, c.concorso, s.numero_domande as domande, s.durata,
       s.data_inserimento as apertura, s.data_scadenza as scadenza, s.attiva, count(*) over () as totale,
       (select count(distinct p.id_utente) from partecipazione p where p.id_simulazione = s.id_simulazione) as persone
     from simulazione s join concorso c using (id_concorso)
     order by s.data_inserimento desc, s.id_simulazione desc limit ${MOST}`,
  )
  const elementi = rows.map(({ apertura, scadenza, totale: _totale, ...s }) => ({
    ...s,
    apertura: apertura.toISOString(),
    scadenza: scadenza?.toISOString() ?? null,
  }))
  return { elementi, totale: rows[0]?.totale ?? 0 }
}

/** Returns the subjects of a bank with how many questions three numbers can score. CONCORSO_NON_TROVATO. */
export async function countDrawable(
  q: Queryable,
  id_concorso: number,
): Promise<Result<{ concorso: string; materie: MateriaComponibile[] }>> {
  const bank = await q.query<{ concorso: string }>('select concorso from concorso where id_concorso = $1', [
    id_concorso,
  ])
  const [found] = bank.rows
  if (!found) return fail('CONCORSO_NON_TROVATO', { dati: { id_concorso } })
  const { rows } = await q.query<MateriaComponibile>(
    `select m.id_materia, m.nome as materia, count(d.id_domanda) as domande
     from materia m left join domanda d on d.id_materia = m.id_materia and d.id_concorso = m.id_concorso
       and d.stato = 'valida' and d.corretta is not null
     where m.id_concorso = $1 group by m.id_materia, m.nome, m.ordine order by m.ordine`,
    [id_concorso],
  )
  return ok({ concorso: found.concorso, materie: rows })
}

/** Returns the first drawn question of each subject, in the order of the draw. */
export async function sampleDraw(q: Queryable, drawn: readonly number[]): Promise<CampioneSimulazione[]> {
  const { rows } = await q.query<CampioneSimulazione>(
    `select * from (
       select distinct on (d.id_materia) e.posto, m.nome as materia, d.testo, d.risposte
       from unnest($1::bigint[]) with ordinality as e(id_domanda, posto) join domanda d using (id_domanda)
         left join materia m on m.id_materia = d.id_materia
       order by d.id_materia, e.posto) s
     order by posto limit ${SHOWN}`,
    [drawn],
  )
  return rows
}
