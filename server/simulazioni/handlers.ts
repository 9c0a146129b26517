import { ok } from '#contract/result'
import { readAddresses } from '../concorso/add.ts'
import { readRisorse } from '../concorso/spiegazioni.ts'
import type { Handlers } from '../handler.ts'
import { readClassifica } from './classifica.ts'
import { deliverSimulazione, storeRisposteSimulazione } from './deliver.ts'
import { deliverExpiredAll } from './expired.ts'
import { listEsiti, listRisposteSimulazione } from './history.ts'
import { suspendSimulazione } from './pause.ts'
import { reportDomanda } from './report.ts'
import { createSfida, readSfida } from './sfida.ts'
import { startSimulazione } from './start.ts'

type SimulazioniCalls =
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
export const simulazioniHandlers: Handlers<SimulazioniCalls> = {
  simulazione: async ({ deps, session, query }) => {
    const { id_utente } = session
    await deliverExpiredAll(deps, 'id_utente', id_utente)
    const requested = { id_simulazione: query.id_simulazione, sfida: query.sfida ?? null }
    const started = await startSimulazione(deps, id_utente, requested)
    if (!started.ok) return started
    const { id_concorso } = started.value
    const risorse = await readRisorse(deps.db, id_concorso)
    return ok({
      ...started.value,
      ...(risorse.ok && { risorse_aggiuntive_concorso: risorse.value }),
      ...(await readAddresses(deps, session, id_concorso)),
    })
  },
  risposte_simulazione: async ({ deps, session: { id_utente }, query }) => {
    await deliverExpiredAll(deps, 'id_utente', id_utente)
    return ok(await listRisposteSimulazione(deps.db, id_utente, query.id_simulazione))
  },
  invia_risposte_simulazione: ({ deps, session, query, body }) => storeRisposteSimulazione(deps, session, query, body),
  sospendi_simulazione: ({ deps, session, query }) => suspendSimulazione(deps, session.id_utente, query),
  classifica: async ({ deps, session, query: { id_simulazione } }) => {
    await deliverExpiredAll(deps, 'id_simulazione', id_simulazione)
    return readClassifica(deps.db, session.id_utente, id_simulazione)
  },
  esiti_simulazione: async ({ deps, session: { id_utente }, query }) => {
    await deliverExpiredAll(deps, 'id_utente', id_utente)
    return listEsiti(deps.db, id_utente, query.id_simulazione)
  },
  invia_esiti_simulazione: async ({ deps, session, query, body }) => {
    // Deliver the account's earlier sittings first: the order decides their turn.
    await deliverExpiredAll(deps, 'id_utente', session.id_utente)
    return deliverSimulazione(deps, session, query.id_simulazione, body)
  },
  crea_sfida: async ({ deps, session: { id_utente }, body }) => {
    await deliverExpiredAll(deps, 'id_utente', id_utente)
    return createSfida(deps, id_utente, body.gettone)
  },
  sfida: async ({ deps, session: { id_utente }, query }) => {
    await deliverExpiredAll(deps, 'sfida', query.codice)
    return readSfida(deps, id_utente, query.codice)
  },
  segnalaquiz: ({ deps, session, query, body }) =>
    reportDomanda(deps, session.id_utente, { ...query, nota: body?.nota }),
}
