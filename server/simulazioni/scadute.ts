import type { EsitoSimulazione } from '#contract/simulazioni'
import type { Deps, Esecutore } from '../deps.ts'
import {
  findEsito,
  hasRisposte,
  isScaduta,
  lockPartecipazione,
  type Partecipazione,
  TOLLERANZA_MS,
} from './partecipazione.ts'
import { type Arrivo, recordEsito } from './registra.ts'
import { toSegni } from './segni.ts'

/** Most sittings that one call delivers: whoever asks next finds the others. */
export const MASSIMO_SCADUTE = 50

/** The delivery that a sitting has at its end when nobody makes it [SI11]: what the server had then, as if sent at that instant. */
export const toAutomatica = (p: Partecipazione): Arrivo => ({
  data: p.fine,
  ricevuta: p.fine,
  segni: toSegni(p.risposte),
  // Nobody told what device it was.
  sorgente: 'WEB',
  consegnata: true,
  automatica: true,
})

/** Delivers a sitting whose end has passed, `p` held by `lockPartecipazione`. */
export const deliverScaduta = (q: Esecutore, id_utente: number, p: Partecipazione): Promise<EsitoSimulazione> =>
  recordEsito(q, id_utente, p, toAutomatica(p))

const closeVuota = (q: Esecutore, id_utente: number, gettone: string) =>
  q.query(
    'update partecipazione set aperta = false where id_utente = $1 and gettone = $2',
    [id_utente, gettone],
    'partecipazione_vuota',
  )

const DI = {
  id_utente: 'id_utente = $1',
  id_simulazione: 'id_simulazione = $1',
  /** Of the simulation of a challenge. */
  sfida: 'id_simulazione = (select id_simulazione from sfida where codice = $1)',
} as const

/**
 * Delivers what ended and nobody delivered, of an account, of a simulation or of that of a challenge, oldest first: every call that
 * reads outcomes asks for it before (docs/decisions/0029). One transaction each, so that two calls deliver each of them once.
 */
export async function deliverScadute(
  { db, now, log }: Deps,
  di: keyof typeof DI,
  valore: number | string,
): Promise<void> {
  const ora = now()
  const { righe } = await db.query<{ id_utente: number; gettone: string }>(
    `select id_utente, gettone from partecipazione
     where ${DI[di]} and aperta and in_pausa is null and fine < $2 order by fine limit ${MASSIMO_SCADUTE}`,
    [valore, new Date(ora.getTime() - TOLLERANZA_MS)],
    `scadute_${di}`,
  )
  for (const { id_utente, gettone } of righe)
    await db
      .tx(async (q) => {
        const p = await lockPartecipazione(q, id_utente, gettone)
        if (!p || !isScaduta(p, ora) || (await findEsito(q, id_utente, gettone))) return
        if (hasRisposte(p)) await deliverScaduta(q, id_utente, p)
        // Nothing came: there is nothing to deliver, and the draw was seen all the same.
        else await closeVuota(q, id_utente, gettone)
      })
      // One that cannot be counted keeps nobody from reading the others.
      .catch((err: unknown) => log.error({ err, utente: id_utente }, 'consegna alla fine del tempo non riuscita'))
}
