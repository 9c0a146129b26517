import type { RispostaDi } from '#contract/chiamate'
import { mediaMillesimi } from '#rules/classifica'
import type { Db } from '../deps.ts'
import { COLONNE_ESITO, type RigaEsito, toEsito } from './esito.ts'

/** Attempts that are listed and averaged (spec §9) [SI3] [SI4]. */
export const ULTIMI = 5

/** The account's last attempts at a simulation, newest first, and their mean. */
export async function listEsiti(
  db: Db,
  id_utente: number,
  id_simulazione: number,
): Promise<RispostaDi<'esiti_simulazione'>> {
  const { righe } = await db.query<RigaEsito & { totale: number }>(
    `select ${COLONNE_ESITO}, count(*) over () as totale from esito_simulazione
     where id_utente = $1 and id_simulazione = $2 and consegnata order by ricevuta desc, gettone limit ${ULTIMI}`,
    [id_utente, id_simulazione],
    'esiti_simulazione',
  )
  const media = mediaMillesimi(
    righe.reduce((sum, r) => sum + r.punti, 0),
    righe.length,
  )
  return {
    elementi: righe.map(({ totale: _totale, ...r }) => toEsito(r)),
    totale: righe[0]?.totale ?? 0,
    punteggio_medio: media === null ? null : media / 1000,
  }
}

/** The answers of the account's last sitting of a simulation, in the order of its draw; empty when there is none. */
export async function listRisposteSimulazione(
  db: Db,
  id_utente: number,
  id_simulazione: number,
): Promise<RispostaDi<'risposte_simulazione'>> {
  const { righe } = await db.query<{
    gettone: string
    estrazione: number[]
    risposte: Record<string, { r: number | null; ms: number; c: number }>
  }>(
    `select gettone, estrazione, risposte from partecipazione where id_utente = $1 and id_simulazione = $2
     order by iniziata desc limit 1`,
    [id_utente, id_simulazione],
    'ultima_partecipazione',
  )
  const riga = righe[0]
  if (!riga) return { gettone: null, elementi: [], totale: 0 }
  const elementi = riga.estrazione.map((id_domanda) => {
    const s = riga.risposte[String(id_domanda)]
    return { id_domanda, id_simulazione, risposta: s?.r ?? null, ms: s?.ms ?? 0, cambi: s?.c ?? 0 }
  })
  return { gettone: riga.gettone, elementi, totale: elementi.length }
}
