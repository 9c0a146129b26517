import { writeRegole } from '#server/simulazioni/regole'
import type { Mondo } from '../world.ts'

/** What an account has of simulations: a sitting under way, one that it delivered, the challenge of that one. */
export type Sittings = { gettone: string; consegnato: string; sfida: string }

/** Publishes a simulation of a bank's questions that may be paused; answers its id. */
export async function publishSimulazione(
  { db, orologio }: Mondo,
  id_concorso: number,
  ids: readonly number[],
): Promise<number> {
  const row = {
    durata: '00:30:00',
    sbarramento: null,
    punteggio_risposte_corrette: 1000,
    punteggio_risposte_sbagliate: 0,
    punteggio_non_risposte: 0,
    regole: null,
  }
  const { rows } = await db.query<{ id_simulazione: number }>(
    `insert into simulazione (id_concorso, descrizione, durata, numero_domande, punteggio_risposte_corrette,
       punteggio_risposte_sbagliate, punteggio_non_risposte, estrazione, regole, data_inserimento)
     values ($1, 'Simulazione della matrice', $2, $3, 1000, 0, 0, $4, $5, $6) returning id_simulazione`,
    [id_concorso, row.durata, ids.length, ids, JSON.stringify({ ...writeRegole(row), pausa: true }), orologio.now()],
  )
  return rows[0]!.id_simulazione
}

/** Sits the simulation twice: delivers the first, challenges with it, and leaves the second open with an answer. */
export async function sitTwice(
  world: Mondo,
  token: string,
  id_simulazione: number,
  id_domanda: number,
): Promise<Sittings> {
  const begin = async (): Promise<string> =>
    (await world.call('GET', `/ms_concorso/simulazione?id_simulazione=${id_simulazione}`, { token })).corpo.gettone
  const risposte = [{ id_domanda: String(id_domanda), risposta: 1 }]
  const consegnato = await begin()
  await world.call('PUT', `/ms_reportistica/esiti_simulazione?id_simulazione=${id_simulazione}`, {
    token,
    payload: {
      gettone: consegnato,
      data_simulazione: world.orologio.now().toISOString(),
      sorgente: 'WEB',
      consegnata: true,
      risposte,
    },
  })
  const { corpo } = await world.call('POST', '/ms_reportistica/sfida', { token, payload: { gettone: consegnato } })
  // The last sitting is the one that began last.
  world.orologio.advance(1)
  const gettone = await begin()
  await world.call('PUT', `/ms_reportistica/risposte_simulazione?gettone=${gettone}`, { token, payload: risposte })
  return { gettone, consegnato, sfida: corpo.codice }
}
