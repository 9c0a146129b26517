import type { Persona } from '#contract/gestione/persone'
import { fail, ok, type Result } from '#contract/result'
import { readDay } from '../day.ts'
import type { Deps } from '../deps.ts'
import { setTier } from '../operator/tiers.ts'
import { openDataExport } from '../utente/data-export.ts'
import { cancelErasure, scheduleErasure } from '../utente/deletion.ts'
import { removeDispositivo } from '../utente/device-list.ts'
import { describePerson, findPerson, setExtraTime, setStanding } from '../utente/person.ts'
import { findUtente, type UtenteRow } from '../utente/profilo.ts'
import { endOtherSessions } from '../utente/sessions.ts'
import { resendVerification } from '../utente/verification.ts'
import type { ActNote } from './acts.ts'
import type { ConsoleHandlers } from './handler.ts'
import { closeConsoleSessions, type Gestore } from './sessions.ts'

/** Milliseconds in which an account that the console deletes can be kept. */
const SECOND_THOUGHTS_MS = 24 * 3600 * 1000
/** No session has this number: all of them end. */
const NO_SESSION = 0

type Step = { deps: Deps; gestore: Gestore; note: (more: ActNote) => void }
type Change = { prima?: unknown; dopo?: unknown }

/**
 * Reads the account of an act. UTENTE_NON_TROVATO; VIETATO on the account of a colleague, but for a `gestore`, and on one's own
 * account: nobody raises or frees oneself.
 */
async function findTarget({ deps, gestore }: Step, id: number): Promise<Result<UtenteRow>> {
  const row = await findUtente(deps.db, id)
  if (!row) return fail('UTENTE_NON_TROVATO')
  const isAbove = row.ruolo !== null && gestore.ruolo !== 'gestore'
  return isAbove || row.id_utente === gestore.id_utente ? fail('VIETATO') : ok(row)
}

/** Runs an act on an account, notes what changed, and returns the account as it then is. */
async function actOn(
  step: Step,
  id: number,
  work: (row: UtenteRow) => Promise<Result<Change>>,
): Promise<Result<Persona>> {
  const target = await findTarget(step, id)
  if (!target.ok) return target
  const done = await work(target.value)
  if (!done.ok) return done
  step.note({ oggetto: `utente ${id}`, ...done.value })
  return describePerson(step.deps, id)
}

type Persone =
  | 'cerca_persona'
  | 'persona'
  | 'persona_livello'
  | 'persona_tempo'
  | 'persona_dispositivo'
  | 'persona_sessioni'
  | 'persona_verifica'
  | 'persona_stato'
  | 'persona_elimina'
  | 'persona_tieni'
  | 'persona_dati'

/** Help for accounts, over the use cases of server/utente and server/operator. */
export const personeHandlers: ConsoleHandlers<Persone> = {
  cerca_persona: async ({ deps, body, note }) => {
    const trovata = await findPerson(deps, body.cerca)
    // Keep no address in the audit: the number says whose it was.
    note({ ...(trovata && { oggetto: `utente ${trovata.id}` }), dopo: { trovata: trovata !== null } })
    return ok({ trovata })
  },
  persona: async ({ deps, query, note }) => {
    note({ oggetto: `utente ${query.id}` })
    return describePerson(deps, query.id)
  },
  persona_livello: (r) =>
    actOn(r, r.body.id, async (row) => {
      const { id, livello } = r.body
      const end = r.body.scadenza === null ? null : readDay(r.body.scadenza)
      if (end && end <= r.deps.now()) return fail('RICHIESTA_NON_VALIDA', { campi: ['scadenza'] })
      const scadenza = end?.toISOString() ?? null
      const set = await setTier(r.deps, { id_utente_idoneo: id, livello, data_scadenza_premium: scadenza })
      if (!set.ok) return set
      await r.deps.wake()
      const prima = { livello: row.livello, scadenza: row.data_scadenza_premium }
      return ok({ prima, dopo: { livello, scadenza } })
    }),
  persona_tempo: (r) =>
    actOn(r, r.body.id, async (row) => {
      await setExtraTime(r.deps.db, row.id_utente, r.body.tempo_aggiuntivo)
      return ok({ prima: row.tempo_aggiuntivo, dopo: r.body.tempo_aggiuntivo })
    }),
  persona_dispositivo: (r) =>
    actOn(r, r.body.id, async ({ id_utente }) => {
      const removed = await removeDispositivo(r.deps, id_utente, r.body.id_dispositivo)
      return removed.ok ? ok({ prima: { dispositivo: r.body.id_dispositivo } }) : removed
    }),
  persona_sessioni: (r) =>
    actOn(r, r.body.id, async ({ id_utente }) => {
      await endOtherSessions(r.deps.db, id_utente, NO_SESSION, r.deps.now())
      await closeConsoleSessions(r.deps.db, id_utente)
      return ok({})
    }),
  persona_verifica: (r) =>
    actOn(r, r.body.id, async (row) => {
      if (row.email_verificata && row.email_nuova === null) return fail('NON_TROVATO')
      const sent = await resendVerification(r.deps, row.id_utente)
      return sent.ok ? ok({}) : sent
    }),
  persona_stato: (r) =>
    actOn(r, r.body.id, async (row) => {
      await setStanding(r.deps.db, row.id_utente, r.body.stato)
      return ok({ prima: row.stato, dopo: r.body.stato })
    }),
  persona_elimina: (r) =>
    actOn(r, r.body.id, async (row) => {
      if (row.da_eliminare) return fail('ACCOUNT_IN_ELIMINAZIONE', { dati: { quando: row.da_eliminare.toISOString() } })
      await scheduleErasure(r.deps.db, r.deps, row, SECOND_THOUGHTS_MS)
      await r.deps.wake()
      return ok({ dopo: { da_eliminare: new Date(r.deps.now().getTime() + SECOND_THOUGHTS_MS) } })
    }),
  persona_tieni: (r) =>
    actOn(r, r.body.id, async (row) => {
      if (!row.da_eliminare) return fail('NON_TROVATO')
      await cancelErasure(r.deps.db, r.deps, row.id_utente)
      await r.deps.wake()
      return ok({ prima: { da_eliminare: row.da_eliminare } })
    }),
  persona_dati: async (r) => {
    const target = await findTarget(r, r.query.id)
    if (!target.ok) return target
    r.note({ oggetto: `utente ${r.query.id}` })
    const stream = await openDataExport(r.world, r.query.id)
    return ok({ stream, type: 'application/zip', name: `dati-utente-${r.query.id}.zip` })
  },
}
