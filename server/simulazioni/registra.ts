import type { EsitoSimulazione } from '#contract/simulazioni'
import { type DomandaProva, type Punteggio, scoreProva } from '#rules/regolamento/punteggio'
import type { Difficolta } from '#rules/regolamento/tipi'
import type { Esecutore } from '../deps.ts'
import { COLONNE_ESITO, type RigaEsito, toEsito } from './esito.ts'
import { isScaduta, isTardiva, type Partecipazione } from './partecipazione.ts'
import { fineDi, usatiDi } from './pausa.ts'
import { readPosti } from './posti.ts'
import { rulesOf } from './regole.ts'
import type { Segno } from './segni.ts'
import { hasVisto } from './tentativi.ts'

/** Nobody reads and answers a question faster (reliability S22). */
export const MINIMO_PER_RISPOSTA_MS = 1_000

/** How a sitting ends: with which answers, when it says so and when that was received. `automatica`: nobody delivered it. */
export type Arrivo = Pick<EsitoSimulazione, 'sorgente' | 'consegnata'> & {
  data: Date
  ricevuta: Date
  segni: ReadonlyMap<number, Segno>
  automatica: boolean
}

/**
 * Writes the outcome of a sitting that `lockPartecipazione` holds, counted from its answers (D23), in place of the one that the
 * server gave it by itself, if there is any.
 */
export async function recordEsito(
  q: Esecutore,
  id_utente: number,
  p: Partecipazione,
  arrivo: Arrivo,
): Promise<EsitoSimulazione> {
  const { segni, ricevuta, sorgente, consegnata, automatica } = arrivo
  const { righe: tolti } = await q.query<{ consegnata: boolean }>(
    'delete from esito_simulazione where id_utente = $1 and gettone = $2 and automatica returning consegnata',
    [id_utente, p.gettone],
    'esito_automatico_tolto',
  )
  const punteggio = await score(q, p, segni)
  const motivo = await whyUnranked(q, id_utente, p, arrivo)
  // A device's date says when, never before the start nor in the future.
  const data = new Date(Math.max(p.iniziata.getTime(), Math.min(arrivo.data.getTime(), ricevuta.getTime())))
  // By the server's clock, pauses apart: only of what arrives late is the device asked when it was done, and it is not ranked.
  const fatta = isScaduta(p, ricevuta) ? data : ricevuta
  const secondi = Math.round(Math.min(usatiDi(p, fatta), usatiDi(p, fineDi(p, ricevuta))) / 1000)
  const { righe } = await q.query<RigaEsito>(
    `insert into esito_simulazione (id_utente, gettone, id_simulazione, data_simulazione, ricevuta, secondi,
       numero_domande_previste, corrette, errate, intermedie, omesse, punti, massimo, superata, sorgente, consegnata,
       tempo_aggiuntivo, in_classifica, motivo, sfida, automatica)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)
     returning ${COLONNE_ESITO}`,
    [
      id_utente,
      p.gettone,
      p.id_simulazione,
      data,
      ricevuta,
      Math.max(0, secondi),
      p.estrazione.length,
      punteggio.corrette,
      punteggio.errate,
      punteggio.intermedie,
      punteggio.omesse,
      punteggio.punti,
      punteggio.massimo,
      passed(punteggio),
      sorgente,
      consegnata,
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
    [id_utente, p.gettone, JSON.stringify(Object.fromEntries(segni))],
    'risposte_simulazione',
  )
  // A delivery that takes the place of another was counted with it.
  const eseguite = Number(consegnata) - tolti.length
  if (eseguite !== 0)
    await q.query(
      'update simulazione set numero_esecuzioni = numero_esecuzioni + $2 where id_simulazione = $1',
      [p.id_simulazione, eseguite],
      'simulazione_eseguita',
    )
  return toEsito(righe[0] as RigaEsito)
}

const passed = ({ esito }: Punteggio): boolean | null =>
  esito === 'superata' ? true : esito === 'non_superata' ? false : null

async function score(q: Esecutore, p: Partecipazione, segni: ReadonlyMap<number, Segno>): Promise<Punteggio> {
  const posti = await readPosti(q, p)
  const domande = posti.map(({ corretta, punti, difficolta, sezione, stato }): DomandaProva => {
    // A question that was annulled, or is gone, counts for nobody.
    const vale = stato !== null && stato !== 'annullata'
    return {
      sezione,
      corretta: vale ? corretta : null,
      punti: vale ? punti : null,
      difficolta: (difficolta || null) as Difficolta | null,
    }
  })
  return scoreProva(
    rulesOf(p.regole),
    domande,
    posti.map((d) => [segni.get(d.id_domanda)?.r ?? []].flat()),
  )
}

/** Why an outcome that arrives so stays out of the ranking (D24); null when it is in. */
async function whyUnranked(
  q: Esecutore,
  id_utente: number,
  p: Partecipazione,
  { consegnata, segni, ricevuta }: Arrivo,
): Promise<EsitoSimulazione['motivo']> {
  if (!consegnata) return 'non_consegnata'
  const { id_simulazione, iniziata, gettone } = p
  const { righe } = await q.query(
    // Whatever it was worth: its review has shown the answers of this draw (D24).
    'select 1 from esito_simulazione where id_utente = $1 and id_simulazione = $2 and consegnata',
    [id_utente, id_simulazione],
    'gia_consegnata',
  )
  if (righe.length > 0) return 'gia_classificata'
  if (await hasVisto(q, id_utente, { id_simulazione, iniziata, gettone })) return 'gia_vista'
  if (p.in_ritardo || isTardiva(p, segni, ricevuta) || isScaduta(p, ricevuta)) return 'in_ritardo'
  const answered = [...segni.values()].filter((s) => s.r !== null).length
  // Both instants are the server's: no device can make a sitting look longer than it was.
  const elapsed = ricevuta.getTime() - iniziata.getTime()
  return elapsed < answered * MINIMO_PER_RISPOSTA_MS ? 'tempi_implausibili' : null
}
