import { ok } from '#contract/result'
import type { Gestori } from '../gestore.ts'
import { deliverScadute } from '../simulazioni/scadute.ts'
import { addConcorso, removeConcorso } from './aggiungi.ts'
import { listConcorsi, listEnti, listMiei, listSimulazioni } from './elenchi.ts'
import { readRisorse, readSpiegazione } from './spiegazioni.ts'

type NomiConcorso =
  | 'concorsi'
  | 'enti'
  | 'concorsi_utente'
  | 'concorso'
  | 'elimina_concorso'
  | 'risorse_aggiuntive'
  | 'spiegazione_web'
  | 'simulazioni'
  | 'uptime'

/** The competition service (spec §7). */
export const gestoriConcorso: Gestori<NomiConcorso> = {
  concorsi: async ({ deps, query }) => ok(await listConcorsi(deps.db, query)),
  enti: async ({ deps, query }) => ok(await listEnti(deps.db, query)),
  concorsi_utente: async ({ deps, sessione }) => ok(await listMiei(deps, sessione.id_utente)),
  concorso: ({ deps, sessione, query }) => addConcorso(deps, sessione.id_utente, query.id_concorso),
  elimina_concorso: ({ deps, sessione, query }) => removeConcorso(deps, sessione.id_utente, query.id_concorso),
  risorse_aggiuntive: ({ deps, query }) => readRisorse(deps.db, query.id_concorso),
  spiegazione_web: ({ deps, sessione, query }) => readSpiegazione(deps.db, sessione, query.id_domanda),
  simulazioni: async ({ deps, sessione, query }) => {
    if (sessione) await deliverScadute(deps, 'id_utente', sessione.id_utente)
    return ok(await listSimulazioni(deps, sessione?.id_utente ?? null, query))
  },
  uptime: async () => ok(Math.floor(process.uptime())),
}
