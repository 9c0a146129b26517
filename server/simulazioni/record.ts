import type { EsitoSimulazione } from '#contract/simulazioni'
import { type DomandaProva, type Punteggio, scoreProva } from '#rules/regolamento/punteggio'
import type { Difficolta } from '#rules/regolamento/types'
import type { Queryable } from '../deps.ts'
import { hasSeen } from './attempts.ts'
import { ESITO_COLUMNS, type EsitoRow, toEsito } from './esito.ts'
import type { Mark } from './marks.ts'
import { isExpired, isLate, type Partecipazione } from './partecipazione.ts'
import { endOf, usedOf } from './pause.ts'
import { rulesOf } from './regole.ts'
import { readSlots } from './slots.ts'

/** Least milliseconds of one answer: no person reads and answers a question faster. */
const MIN_RISPOSTA_MS = 1_000

/** End of a sitting: its answers, its own date and the instant of receipt. `automatica`: the server delivered it. */
export type Arrival = Pick<EsitoSimulazione, 'sorgente' | 'consegnata'> & {
  data: Date
  ricevuta: Date
  segni: ReadonlyMap<number, Mark>
  automatica: boolean
}

/**
 * Writes the outcome of a sitting that `lockPartecipazione` holds, counted from its answers (D23). It replaces the
 * outcome of an automatic delivery.
 */
export async function recordEsito(
  q: Queryable,
  id_utente: number,
  p: Partecipazione,
  arrival: Arrival,
): Promise<EsitoSimulazione> {
  const { segni: marks, ricevuta: receivedAt, sorgente, consegnata: deliveredAt, automatica } = arrival
  const { rows: removed } = await q.query<{ consegnata: boolean }>(
    'delete from esito_simulazione where id_utente = $1 and gettone = $2 and automatica returning consegnata',
    [id_utente, p.gettone],
    'esito_automatico_tolto',
  )
  const punteggio = await score(q, p, marks)
  const motivo = await whyUnranked(q, id_utente, p, arrival)
  // Clamp the device's date between the start and now.
  const data = new Date(Math.max(p.iniziata.getTime(), Math.min(arrival.data.getTime(), receivedAt.getTime())))
  // Use the server's clock, pauses apart. Only a late arrival has the device's date, and it is not ranked.
  const done = isExpired(p, receivedAt) ? data : receivedAt
  const seconds = Math.round(Math.min(usedOf(p, done), usedOf(p, endOf(p, receivedAt))) / 1000)
  const { rows } = await q.query<EsitoRow>(
    `insert into esito_simulazione (id_utente, gettone, id_simulazione, data_simulazione, ricevuta, secondi,
       numero_domande_previste, corrette, errate, intermedie, omesse, punti, massimo, superata, sorgente, consegnata,
       tempo_aggiuntivo, in_classifica, motivo, sfida, automatica)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)
     returning ${ESITO_COLUMNS}`,
    [
      id_utente,
      p.gettone,
      p.id_simulazione,
      data,
      receivedAt,
      Math.max(0, seconds),
      p.estrazione.length,
      punteggio.corrette,
      punteggio.errate,
      punteggio.intermedie,
      punteggio.omesse,
      punteggio.punti,
      punteggio.massimo,
      passed(punteggio),
      sorgente,
      deliveredAt,
      p.tempo_aggiuntivo,
      motivo === null,
      motivo,
      p.sfida,
      automatica,
    ],
    'nuovo_esito',
  )
  await q.query(
    'update partecipazione set risposte = $3, aperta = false where id_utente = $1 and gettone = $2',
    [id_utente, p.gettone, JSON.stringify(Object.fromEntries(marks))],
    'risposte_simulazione',
  )
  // Subtract a replaced delivery, which was counted already.
  const eseguite = Number(deliveredAt) - removed.length
  if (eseguite !== 0)
    await q.query(
      'update simulazione set numero_esecuzioni = numero_esecuzioni + $2 where id_simulazione = $1',
      [p.id_simulazione, eseguite],
      'simulazione_eseguita',
    )
  return toEsito(rows[0] as EsitoRow)
}

const passed = ({ esito }: Punteggio): boolean | null =>
  esito === 'superata' ? true : esito === 'non_superata' ? false : null

async function score(q: Queryable, p: Partecipazione, marks: ReadonlyMap<number, Mark>): Promise<Punteggio> {
  const slots = await readSlots(q, p)
  const domande = slots.map(({ corretta, punti, difficolta, sezione, stato }): DomandaProva => {
    // Skip an annulled or deleted question for everybody.
    const counts = stato !== null && stato !== 'annullata'
    return {
      sezione,
      corretta: counts ? corretta : null,
      punti: counts ? punti : null,
      difficolta: (difficolta || null) as Difficolta | null,
    }
  })
  return scoreProva(
    rulesOf(p.regole),
    domande,
    slots.map((d) => [marks.get(d.id_domanda)?.r ?? []].flat()),
  )
}

/** Returns why an outcome stays out of the ranking (D24); null when it is in. */
async function whyUnranked(
  q: Queryable,
  id_utente: number,
  p: Partecipazione,
  { consegnata: deliveredAt, segni: marks, ricevuta: receivedAt }: Arrival,
): Promise<EsitoSimulazione['motivo']> {
  if (!deliveredAt) return 'non_consegnata'
  const { id_simulazione, iniziata: started, gettone } = p
  const { rows } = await q.query(
    // Any earlier delivery counts: its review has shown the answers of this draw (D24).
    'select 1 from esito_simulazione where id_utente = $1 and id_simulazione = $2 and consegnata',
    [id_utente, id_simulazione],
    'gia_consegnata',
  )
  if (rows.length > 0) return 'gia_classificata'
  if (await hasSeen(q, id_utente, { id_simulazione, iniziata: started, gettone })) return 'gia_vista'
  if (p.in_ritardo || isLate(p, marks, receivedAt) || isExpired(p, receivedAt)) return 'in_ritardo'
  const answered = [...marks.values()].filter((s) => s.r !== null).length
  // Both instants are the server's: a device cannot lengthen a sitting.
  const elapsed = receivedAt.getTime() - started.getTime()
  return elapsed < answered * MIN_RISPOSTA_MS ? 'tempi_implausibili' : null
}
