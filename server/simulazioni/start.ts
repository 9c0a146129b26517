import { randomUUID } from 'node:crypto'
import { fail, ok, type Result } from '#contract/result'
import type { SimulazioneAvviata } from '#contract/simulazioni'
import { totalDuration, withTempoAggiuntivo } from '#rules/regolamento/duration'
import { PUBLISHED } from '../concorso/columns.ts'
import { SIMULAZIONE, type SimulazioneRow, toSimulazione } from '../concorso/simulazioni.ts'
import type { Deps, Queryable } from '../deps.ts'
import { hasSeen } from './attempts.ts'
import { type Partecipazione, RUNNING } from './partecipazione.ts'
import { resumePartecipazione, usedOf } from './pause.ts'
import { rulesOf, writeRegole } from './regole.ts'
import { readSlots } from './slots.ts'

/** Simulations that an account begins in 24 hours: each keeps its draw, also when given up. No person sits so many. */
export const MAX_PER_DAY = 60
const DAY_MS = 24 * 3_600_000

type Requested = { id_simulazione: number; sfida: string | null }
type Row = SimulazioneRow & { estrazione: number[] | null; cominciabile: boolean }
/** Section and difficulty of each question at the start; null in older sittings, which lack them. */
type Opened = Pick<
  Partecipazione,
  'gettone' | 'iniziata' | 'fine' | 'in_pausa' | 'tempo_aggiuntivo' | 'estrazione' | 'regole' | 'sezioni' | 'difficolta'
>

/**
 * Begins a simulation: a ticket, the draw, and the end on the server's clock (D24). A sitting left open is returned as
 * it is: a second start wins no time. It continues even after the last instant to begin (decision 0026). NON_TROVATO
 * when there is none, or it is no longer active; TROPPE_SIMULAZIONI after so many in 24 hours.
 */
export async function startSimulazione(
  { db, now }: Deps,
  id_utente: number,
  requested: Requested,
): Promise<Result<SimulazioneAvviata>> {
  const adesso = now()
  return db.tx(async (q) => {
    const { rows } = await q.query<Row>(
      `select ${SIMULAZIONE}, s.estrazione,
         s.attiva and (s.data_scadenza is null or s.data_scadenza > $2) and s.data_inserimento <= $2 and ${PUBLISHED} and s.estrazione is not null as cominciabile
       from simulazione s join concorso c using (id_concorso) join ente e using (id_ente) where s.id_simulazione = $1`,
      [requested.id_simulazione, adesso],
      'simulazione',
    )
    const row = rows[0]
    if (!row) return fail('NON_TROVATO', { detail: 'simulazione' })
    // Two devices that begin together begin the same sitting.
    const { rows: counts } = await q.query<Pick<Opened, 'tempo_aggiuntivo'>>(
      'select tempo_aggiuntivo from utente where id_utente = $1 for update',
      [id_utente],
      'tempo_utente',
    )
    // Ignore the device's own group: the end and the group of equal time are the account's.
    const tempo_aggiuntivo = counts[0]?.tempo_aggiuntivo ?? 0
    const found = await findAperta(q, id_utente, requested.id_simulazione, adesso)
    if (!found && !row.cominciabile) return fail('NON_TROVATO', { detail: 'simulazione' })
    if (!found) {
      const seconds = await waitForNext(q, id_utente, adesso)
      if (seconds > 0) return fail('TROPPE_SIMULAZIONI', { dati: { secondi: seconds, massimo: MAX_PER_DAY } })
    }
    const handle = found ?? (await create(q, id_utente, row, { ...requested, tempo_aggiuntivo }, adesso))
    // A start ends the pause that another device made.
    const end = await resumePartecipazione(q, id_utente, handle, adesso)
    if (requested.sfida !== null)
      await q.query(
        `update partecipazione set sfida = (select codice from sfida where codice = $3 and id_simulazione = $4)
         where id_utente = $1 and gettone = $2 and sfida is null`,
        [id_utente, handle.gettone, requested.sfida, requested.id_simulazione],
        'accetta_sfida',
      )
    const domande = await readDomande(q, handle)
    const { estrazione: _estrazione, cominciabile: _cominciabile, ...simulazione } = row
    return ok({
      ...toSimulazione(simulazione),
      ...domande,
      regole: handle.regole,
      gettone: handle.gettone,
      // Shift the start by its pauses.
      iniziata: new Date(adesso.getTime() - usedOf({ ...handle, fine: end, in_pausa: null }, adesso)).toISOString(),
      fine: end.toISOString(),
      adesso: adesso.toISOString(),
      tempo_aggiuntivo: handle.tempo_aggiuntivo,
      fuori_classifica: await hasSeen(q, id_utente, { ...handle, id_simulazione: requested.id_simulazione }),
    })
  })
}

/** Returns the seconds until the account may begin one more; 0 when it may now. */
async function waitForNext(q: Queryable, id_utente: number, adesso: Date): Promise<number> {
  const { rows } = await q.query<{ iniziata: Date }>(
    `select iniziata from partecipazione where id_utente = $1 and iniziata > $2 order by iniziata desc offset ${MAX_PER_DAY - 1} limit 1`,
    [id_utente, new Date(adesso.getTime() - DAY_MS)],
    'simulazioni_oggi',
  )
  const [oldest] = rows
  return oldest ? Math.max(1, Math.ceil((oldest.iniziata.getTime() + DAY_MS - adesso.getTime()) / 1000)) : 0
}

async function findAperta(
  q: Queryable,
  id_utente: number,
  id_simulazione: number,
  adesso: Date,
): Promise<Opened | undefined> {
  const { rows } = await q.query<Opened>(
    `select gettone, iniziata, fine, in_pausa, tempo_aggiuntivo, estrazione, regole, sezioni, difficolta from partecipazione p
     where id_utente = $1 and id_simulazione = $2 and ${RUNNING('$3')} order by iniziata desc limit 1`,
    [id_utente, id_simulazione, adesso],
    'partecipazione_aperta',
  )
  return rows[0]
}

async function create(
  q: Queryable,
  id_utente: number,
  row: Row,
  requested: Requested & Pick<Opened, 'tempo_aggiuntivo'>,
  started: Date,
): Promise<Opened> {
  const regole = writeRegole(row)
  const ms = totalDuration(rulesOf(regole)) ?? 0
  const { tempo_aggiuntivo } = requested
  const handle: Opened = {
    gettone: randomUUID(),
    iniziata: started,
    in_pausa: null,
    fine: new Date(started.getTime() + withTempoAggiuntivo(ms, tempo_aggiuntivo)),
    tempo_aggiuntivo,
    estrazione: row.estrazione ?? [],
    regole,
    sezioni: null,
    difficolta: null,
  }
  const slots = await readSlots(q, handle)
  handle.sezioni = slots.map((p) => p.sezione)
  handle.difficolta = slots.map((p) => p.difficolta)
  await q.query(
    `insert into partecipazione (id_utente, gettone, id_simulazione, iniziata, fine, tempo_aggiuntivo, estrazione, regole, sfida,
       sezioni, difficolta, aperta)
     values ($1, $2, $3, $4, $5, $6, $7, $8, (select codice from sfida where codice = $9 and id_simulazione = $3), $10, $11, true)`,
    [
      id_utente,
      handle.gettone,
      requested.id_simulazione,
      handle.iniziata,
      handle.fine,
      tempo_aggiuntivo,
      handle.estrazione,
      JSON.stringify(regole),
      requested.sfida,
      handle.sezioni,
      handle.difficolta,
    ],
    'nuova_partecipazione',
  )
  await q.query(
    'update simulazione set numero_download = numero_download + 1 where id_simulazione = $1',
    [requested.id_simulazione],
    'simulazione_scaricata',
  )
  return handle
}

/**
 * Returns the present questions of a draw, in its order, with the section where they count, and the banks that hold
 * them.
 */
async function readDomande(q: Queryable, handle: Opened) {
  const here = (await readSlots(q, handle)).flatMap(({ id_concorso, concorso, ...p }) =>
    id_concorso === null || concorso === null ? [] : [{ ...p, id_concorso, concorso }],
  )
  return {
    domande: here.map(({ id_domanda, id_concorso, id_materia, sezione, difficolta }) => ({
      id_domanda,
      id_concorso,
      id_materia,
      sezione,
      difficolta,
    })),
    concorsi: [...new Map(here.map(({ id_concorso, concorso }) => [id_concorso, { id_concorso, concorso }])).values()],
  }
}
