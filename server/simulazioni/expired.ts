import type { EsitoSimulazione } from '#contract/simulazioni'
import type { Deps, Queryable } from '../deps.ts'
import { toMarks } from './marks.ts'
import {
  findEsito,
  hasRisposte,
  isExpired,
  lockPartecipazione,
  type Partecipazione,
  TOLERANCE_MS,
} from './partecipazione.ts'
import { type Arrival, recordEsito } from './record.ts'

/** Most sittings that one call delivers; the next call delivers the others. */
const MAX_EXPIRED = 50

/**
 * Makes the delivery of a sitting at its end when nobody makes it [SI11]: the server's answers of then, as if sent at
 * that instant.
 */
export const toAutomatic = (p: Partecipazione): Arrival => ({
  data: p.fine,
  ricevuta: p.fine,
  segni: toMarks(p.risposte),
  // No device is known.
  sorgente: 'WEB',
  consegnata: true,
  automatica: true,
})

/** Delivers a sitting whose end has passed, `p` held by `lockPartecipazione`. */
export const deliverExpired = (q: Queryable, id_utente: number, p: Partecipazione): Promise<EsitoSimulazione> =>
  recordEsito(q, id_utente, p, toAutomatic(p))

const closeEmpty = (q: Queryable, id_utente: number, gettone: string) =>
  q.query(
    'update partecipazione set aperta = false where id_utente = $1 and gettone = $2',
    [id_utente, gettone],
    'partecipazione_vuota',
  )

const DI = {
  id_utente: 'id_utente = $1',
  id_simulazione: 'id_simulazione = $1',
  /** Selects the simulation of a challenge. */
  sfida: 'id_simulazione = (select id_simulazione from sfida where codice = $1)',
} as const

/**
 * Delivers ended sittings that nobody delivered, of an account, of a simulation or of a challenge's, oldest first.
 * Every call that reads outcomes runs it before (decision 0029). One transaction each, so that two calls deliver each
 * sitting once.
 */
export async function deliverExpiredAll(
  { db, now, log, clock }: Deps,
  di: keyof typeof DI,
  value: number | string,
): Promise<void> {
  if (await clock.isDoubtful()) return
  const ora = now()
  const { rows } = await db.query<{ id_utente: number; gettone: string }>(
    `select id_utente, gettone from partecipazione
     where ${DI[di]} and aperta and in_pausa is null and fine < $2 order by fine limit ${MAX_EXPIRED}`,
    [value, new Date(ora.getTime() - TOLERANCE_MS)],
    `scadute_${di}`,
  )
  for (const { id_utente, gettone } of rows)
    await db
      .tx(async (q) => {
        const p = await lockPartecipazione(q, id_utente, gettone)
        if (!p || !isExpired(p, ora) || (await findEsito(q, id_utente, gettone))) return
        if (hasRisposte(p)) await deliverExpired(q, id_utente, p)
        // Close a sitting without answers: nothing is delivered, and the draw was seen all the same.
        else await closeEmpty(q, id_utente, gettone)
      })
      // A sitting that cannot be counted must not block the reading of others.
      .catch((err: unknown) => log.error({ err, utente: id_utente }, 'consegna alla fine del tempo non riuscita'))
}
