import { fail, ok } from '#contract/result'
import { readDay } from '../day.ts'
import { Impossible } from '../impossible.ts'
import { countDrawable, listManaged, sampleDraw } from '../simulazioni/manage.ts'
import { planSimulazione, publishSimulazione } from '../simulazioni/publish.ts'
import { type Status, setSimulazioneStatus } from '../simulazioni/status.ts'
import type { ConsoleHandlers } from './handler.ts'

type Calls =
  | 'simulazioni_gestite'
  | 'materie_componibili'
  | 'prova_simulazione'
  | 'pubblica_simulazione'
  | 'cambia_simulazione'

/** Returns the reasons of a refusal that was thrown. */
function reasonsOf(error: unknown): { ok: false; frasi: string[] } {
  if (error instanceof Impossible) return { ok: false, frasi: [error.message] }
  throw error
}

/** Official simulations, by the use cases of the command `simulazione`. */
export const simulazioniGestiteHandlers: ConsoleHandlers<Calls> = {
  simulazioni_gestite: async ({ deps }) => ok(await listManaged(deps.db)),
  materie_componibili: ({ deps, query }) => countDrawable(deps.db, query.id_concorso),
  prova_simulazione: async ({ deps: { db, now }, body: { id_concorso, simulazione } }) => {
    const planned = await planSimulazione(db, simulazione, { id_concorso, now: now() }).catch(reasonsOf)
    if (!planned.ok) return ok({ difetti: planned.frasi, domande: 0, campione: [] })
    const { estrazione } = planned.plan.composed
    return ok({ difetti: [], domande: estrazione.length, campione: await sampleDraw(db, estrazione) })
  },
  pubblica_simulazione: async ({ deps: { db, now }, body: { id_concorso, simulazione }, note }) => {
    const done = await publishSimulazione(db, simulazione, { id_concorso, now: now() }).catch(reasonsOf)
    if (!done.ok)
      return fail('RICHIESTA_NON_VALIDA', { campi: ['simulazione'], dati: { motivo: done.frasi.join('; ') } })
    const { descrizione, apertura, scadenza } = simulazione
    note({ oggetto: `simulazione ${done.id_simulazione}`, dopo: { id_concorso, descrizione, apertura, scadenza } })
    return ok({ id: done.id_simulazione })
  },
  cambia_simulazione: async ({ deps: { db, now }, body: { id, azione, fino }, note }) => {
    const until = fino === undefined ? null : readDay(fino)
    if (until && until <= now()) return fail('RICHIESTA_NON_VALIDA', { campi: ['fino'] })
    const status = { action: azione, fino: until, now: now() }
    const done = await setSimulazioneStatus(db, id, status).catch(reasonsOf)
    if ('frasi' in done) return fail('NON_TROVATO')
    const recorded = ({ attiva, data_scadenza }: Status) => ({ attiva, scadenza: data_scadenza })
    note({ oggetto: `simulazione ${id}`, prima: recorded(done.before), dopo: recorded(done) })
    return ok(null)
  },
}
