import { ok } from '#contract/result'
import type { Gestori } from '../gestore.ts'
import { startSimulazione } from './avvia.ts'
import { readClassifica } from './classifica.ts'
import { deliverSimulazione, storeRisposteSimulazione } from './consegna.ts'
import { suspendSimulazione } from './pausa.ts'
import { deliverScadute } from './scadute.ts'
import { reportDomanda } from './segnala.ts'
import { createSfida, readSfida } from './sfida.ts'
import { listEsiti, listRisposteSimulazione } from './storia.ts'

type NomiSimulazioni =
  | 'simulazione'
  | 'risposte_simulazione'
  | 'invia_risposte_simulazione'
  | 'sospendi_simulazione'
  | 'classifica'
  | 'esiti_simulazione'
  | 'invia_esiti_simulazione'
  | 'crea_sfida'
  | 'sfida'
  | 'segnalaquiz'

/** Simulations: begun, delivered and ranked here (D23, D24). */
export const gestoriSimulazioni: Gestori<NomiSimulazioni> = {
  simulazione: async ({ deps, sessione: { id_utente }, query }) => {
    await deliverScadute(deps, 'id_utente', id_utente)
    return startSimulazione(deps, id_utente, { id_simulazione: query.id_simulazione, sfida: query.sfida ?? null })
  },
  risposte_simulazione: async ({ deps, sessione: { id_utente }, query }) => {
    await deliverScadute(deps, 'id_utente', id_utente)
    return ok(await listRisposteSimulazione(deps.db, id_utente, query.id_simulazione))
  },
  invia_risposte_simulazione: ({ deps, sessione, query, corpo }) =>
    storeRisposteSimulazione(deps, sessione, query, corpo),
  sospendi_simulazione: ({ deps, sessione, query }) => suspendSimulazione(deps, sessione.id_utente, query),
  classifica: async ({ deps, sessione, query: { id_simulazione } }) => {
    await deliverScadute(deps, 'id_simulazione', id_simulazione)
    return readClassifica(deps.db, sessione.id_utente, id_simulazione)
  },
  esiti_simulazione: async ({ deps, sessione: { id_utente }, query }) => {
    await deliverScadute(deps, 'id_utente', id_utente)
    return ok(await listEsiti(deps.db, id_utente, query.id_simulazione))
  },
  invia_esiti_simulazione: async ({ deps, sessione, query, corpo }) => {
    // An earlier sitting of the account comes first in its turn.
    await deliverScadute(deps, 'id_utente', sessione.id_utente)
    return deliverSimulazione(deps, sessione, query.id_simulazione, corpo)
  },
  crea_sfida: async ({ deps, sessione: { id_utente }, corpo }) => {
    await deliverScadute(deps, 'id_utente', id_utente)
    return createSfida(deps, id_utente, corpo.gettone)
  },
  sfida: async ({ deps, sessione: { id_utente }, query }) => {
    await deliverScadute(deps, 'sfida', query.codice)
    return readSfida(deps, id_utente, query.codice)
  },
  segnalaquiz: ({ deps, sessione, query, corpo }) =>
    reportDomanda(deps, sessione.id_utente, { ...query, nota: corpo?.nota }),
}
