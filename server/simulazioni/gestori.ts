import { ok } from '#contract/result'
import type { Gestori } from '../gestore.ts'
import { startSimulazione } from './avvia.ts'
import { readClassifica } from './classifica.ts'
import { deliverSimulazione, storeRisposteSimulazione } from './consegna.ts'
import { reportDomanda } from './segnala.ts'
import { createSfida, readSfida } from './sfida.ts'
import { listEsiti, listRisposteSimulazione } from './storia.ts'

type NomiSimulazioni =
  | 'simulazione'
  | 'risposte_simulazione'
  | 'invia_risposte_simulazione'
  | 'classifica'
  | 'esiti_simulazione'
  | 'invia_esiti_simulazione'
  | 'crea_sfida'
  | 'sfida'
  | 'segnalaquiz'

/** Simulations: begun, delivered and ranked here (D23, D24). */
export const gestoriSimulazioni: Gestori<NomiSimulazioni> = {
  simulazione: ({ deps, sessione, query }) =>
    startSimulazione(deps, sessione.id_utente, {
      id_simulazione: query.id_simulazione,
      tempo_aggiuntivo: query.tempo_aggiuntivo ?? 0,
      sfida: query.sfida ?? null,
    }),
  risposte_simulazione: async ({ deps, sessione, query }) =>
    ok(await listRisposteSimulazione(deps.db, sessione.id_utente, query.id_simulazione)),
  invia_risposte_simulazione: ({ deps, sessione, query, corpo }) =>
    storeRisposteSimulazione(deps, sessione.id_utente, query.gettone, corpo),
  classifica: ({ deps, sessione, query }) => readClassifica(deps.db, sessione.id_utente, query.id_simulazione),
  esiti_simulazione: async ({ deps, sessione, query }) =>
    ok(await listEsiti(deps.db, sessione.id_utente, query.id_simulazione)),
  invia_esiti_simulazione: ({ deps, sessione, query, corpo }) =>
    deliverSimulazione(deps, sessione.id_utente, query.id_simulazione, corpo),
  crea_sfida: ({ deps, sessione, corpo }) => createSfida(deps, sessione.id_utente, corpo.gettone),
  sfida: ({ deps, sessione, query }) => readSfida(deps, sessione.id_utente, query.codice),
  segnalaquiz: ({ deps, sessione, query, corpo }) =>
    reportDomanda(deps, sessione.id_utente, { ...query, nota: corpo?.nota }),
}
