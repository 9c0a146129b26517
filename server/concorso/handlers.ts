import { ok } from '#contract/result'
import type { Handlers } from '../handler.ts'
import { deliverExpiredAll } from '../simulazioni/expired.ts'
import { addConcorso, readAddresses, removeConcorso } from './add.ts'
import { listGraduatorie } from './graduatoria.ts'
import { listConcorsi, listEnti, listMiei, listSimulazioni } from './lists.ts'
import { addPercorso, listPercorsi, listPercorsiUtente, removePercorso } from './percorsi.ts'
import { listSpiegazioni, readRisorse, readSpiegazione } from './spiegazioni.ts'
import { readTrialQuestion } from './trial-question.ts'

type ConcorsoCalls =
  | 'concorsi'
  | 'domanda_prova'
  | 'enti'
  | 'concorsi_utente'
  | 'concorso'
  | 'elimina_concorso'
  | 'percorsi'
  | 'percorsi_utente'
  | 'percorso'
  | 'elimina_percorso'
  | 'risorse_aggiuntive'
  | 'spiegazione_web'
  | 'spiegazioni'
  | 'simulazioni'
  | 'graduatoria'
  | 'indirizzi_concorso'
  | 'uptime'

/** Returns whether a caller accepts JSON; every other caller gets text (spec §7). */
const namesJson = (accept: string | null): boolean => /\bjson\b/.test(accept ?? '')

/** The competition service (spec §7). */
export const concorsoHandlers: Handlers<ConcorsoCalls> = {
  concorsi: async ({ deps, query }) => ok(await listConcorsi(deps.db, query)),
  domanda_prova: async ({ deps }) => ok({ domanda: await readTrialQuestion(deps.db, deps.now()) }),
  enti: async ({ deps, query }) => ok(await listEnti(deps.db, query)),
  concorsi_utente: async ({ deps, session }) => ok(await listMiei(deps, session.id_utente)),
  concorso: ({ deps, session, query }) => addConcorso(deps, session, query.id_concorso),
  elimina_concorso: ({ deps, session, query }) => removeConcorso(deps, session.id_utente, query.id_concorso),
  percorsi: async ({ deps, query }) => ok(await listPercorsi(deps.db, query)),
  percorsi_utente: async ({ deps, session }) => ok(await listPercorsiUtente(deps, session.id_utente)),
  percorso: ({ deps, session, query }) => addPercorso(deps, session, query.id_argomento),
  elimina_percorso: ({ deps, session, query }) => removePercorso(deps, session.id_utente, query.id_argomento),
  risorse_aggiuntive: ({ deps, query }) => readRisorse(deps.db, query.id_concorso),
  spiegazioni: ({ deps, session, query }) => listSpiegazioni(deps.db, session, query),
  indirizzi_concorso: async ({ deps, session, query }) => ok(await readAddresses(deps, session, query.id_concorso)),
  spiegazione_web: async ({ deps, session, query, header }) => {
    const read = await readSpiegazione(deps.db, session, query.id_domanda)
    // The page accepts JSON, which carries the source as well.
    if (!read.ok || namesJson(header('accept'))) return read
    return ok({ stream: [read.value.spiegazione], type: 'text/plain; charset=utf-8' })
  },
  simulazioni: async ({ deps, session, query }) => {
    if (session) await deliverExpiredAll(deps, 'id_utente', session.id_utente)
    return ok(await listSimulazioni(deps, session?.id_utente ?? null, query))
  },
  graduatoria: async ({ deps, query }) => ok(await listGraduatorie(deps.db, query.id_concorso)),
  uptime: async () => ok(Math.floor(process.uptime())),
}
