import type { ResponseOf } from '#contract/calls'
import { fail, ok, type Result } from '#contract/result'
import { meanMillesimi } from '#rules/classifica'
import type { Db } from '../deps.ts'
import { ESITO_COLUMNS, type EsitoRow, toEsito } from './esito.ts'
import type { Mark } from './marks.ts'

/** Attempts that are listed and averaged (spec §9) [SI3] [SI4]. */
const LAST = 5

/** Returns the account's last attempts at a simulation, newest first, and their mean. NON_TROVATO. */
export async function listEsiti(
  db: Db,
  id_utente: number,
  id_simulazione: number,
): Promise<Result<ResponseOf<'esiti_simulazione'>>> {
  const { rows } = await db.query<EsitoRow & { totale: number; lanciata: string | null }>(
    `select ${ESITO_COLUMNS}, count(*) over () as totale,
       (select codice from sfida f where f.id_utente = $1 and f.gettone = esito_simulazione.gettone) as lanciata
     from esito_simulazione
     where id_utente = $1 and id_simulazione = $2 and consegnata order by ricevuta desc, gettone limit ${LAST}`,
    [id_utente, id_simulazione],
    'esiti_simulazione',
  )
  if (rows.length === 0 && !(await exists(db, id_simulazione))) return fail('NON_TROVATO')
  const average = meanMillesimi(
    rows.reduce((sum, r) => sum + r.punti, 0),
    rows.length,
  )
  return ok({
    elementi: rows.map(({ totale: _totale, lanciata: launched, ...r }) => ({
      ...toEsito(r),
      ...(launched !== null && { sfida_lanciata: launched }),
    })),
    totale: rows[0]?.totale ?? 0,
    punteggio_medio: average === null ? null : average / 1000,
  })
}

async function exists(db: Db, id_simulazione: number): Promise<boolean> {
  const sql = 'select 1 from simulazione where id_simulazione = $1'
  return (await db.query(sql, [id_simulazione], 'simulazione_esiste')).rows.length > 0
}

/**
 * Returns the answers of the account's last sitting of a simulation, in the order of its draw; empty when there is
 * none.
 */
export async function listRisposteSimulazione(
  db: Db,
  id_utente: number,
  id_simulazione: number,
): Promise<ResponseOf<'risposte_simulazione'>> {
  const { rows } = await db.query<{
    gettone: string
    estrazione: number[]
    risposte: Record<string, Mark>
    indice: number
    mescola: boolean | null
    consegnata: boolean | null
    automatica: boolean | null
  }>(
    `select gettone, estrazione, risposte, indice, mescola, e.consegnata, e.automatica
     from partecipazione p left join esito_simulazione e using (id_utente, gettone)
     where id_utente = $1 and p.id_simulazione = $2
     order by p.iniziata desc limit 1`,
    [id_utente, id_simulazione],
    'ultima_partecipazione',
  )
  const row = rows[0]
  if (!row) return { gettone: null, elementi: [], totale: 0 }
  const items = row.estrazione.map((id_domanda) => {
    const s = row.risposte[String(id_domanda)]
    return {
      id_domanda,
      id_simulazione,
      risposta: s?.r ?? null,
      ms: s?.ms ?? 0,
      cambi: s?.c ?? 0,
      ...(s?.v && { da_rivedere: true }),
      ...(s?.e && { escluse: s.e }),
      ...(s?.vc && { cambi_rivedi: s.vc }),
      ...(s?.ec && { cambi_escluse: s.ec }),
    }
  })
  return {
    gettone: row.gettone,
    elementi: items,
    totale: items.length,
    indice: row.indice,
    esito: row.consegnata === null ? null : row.consegnata ? 'consegnata' : 'abbandonata',
    ...(row.automatica && { automatica: true }),
    ...(row.mescola !== null && { mescola: row.mescola }),
  }
}
