import { createHash } from 'node:crypto'
import type { WrittenSimulazione } from '#contract/written-simulazione'
import { readDay, readDayStart } from '../day.ts'
import type { Queryable } from '../deps.ts'
import { Impossible } from '../impossible.ts'
import { type Candidate, type ComposedSimulazione, composeSimulazione, type MateriaBanca } from './compose.ts'
import { checkWritten } from './regole.ts'

/** A row of `simulazione` as it is written; points in thousandths. */
export type SimulazioneColumns = {
  id_concorso: number
  descrizione: string
  durata: string
  numero_domande: number
  sbarramento: number | null
  punteggio_risposte_corrette: number
  punteggio_risposte_sbagliate: number
  punteggio_non_risposte: number
  /** JSON. */
  materie: string
  regole: string | null
  estrazione: readonly number[]
  data_scadenza?: Date | null
  attiva?: boolean
}

/**
 * Writes a simulation; a `slug` replaces the simulation of that slug. A withdrawn one stays withdrawn, however often
 * the server starts. Returns its number.
 */
export async function insertSimulazione(
  q: Queryable,
  columns: SimulazioneColumns,
  { slug, now }: { slug: string | null; now: Date },
): Promise<number> {
  const fields = Object.keys(columns)
  const { rows } = await q.query<{ id_simulazione: number }>(
    `insert into simulazione (slug, data_inserimento, ${fields.join(', ')})
     values ($1, $2, ${fields.map((_, i) => `$${i + 3}`).join(', ')})
     on conflict (slug) do update set ${fields.map((c) => `${c} = ${c === 'attiva' ? 'simulazione.attiva and ' : ''}excluded.${c}`).join(', ')}
     returning id_simulazione`,
    [slug, now, ...Object.values(columns)],
  )
  return rows[0]?.id_simulazione ?? 0
}

/** Returns the seed of a name. */
export const seedOf = (name: string): number => createHash('sha256').update(name).digest().readInt32LE(0)

async function readBanca(q: Queryable, id_concorso: number) {
  const found = await q.query('select 1 from concorso where id_concorso = $1 for update', [id_concorso])
  if (found.rows.length === 0) throw new Impossible(`non c'è una banca con id_concorso ${id_concorso}`)
  const materie = await q.query<MateriaBanca>(
    'select id_materia, nome from materia where id_concorso = $1 order by ordine',
    [id_concorso],
  )
  const domande = await q.query<Candidate>(
    `select id_domanda, id_materia, corretta, punti, difficolta from domanda
     where id_concorso = $1 and stato = 'valida'`,
    [id_concorso],
  )
  return { materie: materie.rows, domande: domande.rows }
}

async function refuseTwin(q: Queryable, id_concorso: number, descrizione: string): Promise<void> {
  const { rows } = await q.query<{ id_simulazione: number }>(
    'select id_simulazione from simulazione where id_concorso = $1 and descrizione = $2',
    [id_concorso, descrizione],
  )
  if (rows[0])
    throw new Impossible(`questa banca ha già una simulazione con questa descrizione (${rows[0].id_simulazione})`)
}

/** A simulation drawn and dated, not written yet; `apertura` null: from now on. */
export type Plan = { composed: ComposedSimulazione; apertura: Date | null; scadenza: Date | null }
/** `frasi`: reasons why the document cannot be published, in sentences for the operator. */
type Planned = { ok: true; plan: Plan } | { ok: false; frasi: string[] }
type On = { id_concorso: number; now: Date }

/** Parses the first and the last instant to begin. A past end is refused: nobody could begin; a past beginning is now. */
function readDates({ apertura, scadenza }: WrittenSimulazione, now: Date) {
  const opening = apertura === undefined ? null : readDayStart(apertura)
  const end = scadenza === undefined ? null : readDay(scadenza)
  const frasi = [
    ...(apertura !== undefined && opening === null ? [`apertura vuole una data AAAA-MM-GG, non "${apertura}"`] : []),
    ...(scadenza !== undefined && end === null ? [`scadenza vuole una data AAAA-MM-GG, non "${scadenza}"`] : []),
    ...(end !== null && end <= now ? [`la scadenza ${scadenza} è già passata`] : []),
    ...(end !== null && opening !== null && end <= opening ? ['la scadenza viene prima dell’apertura'] : []),
  ]
  return { frasi, apertura: opening !== null && opening > now ? opening : null, scadenza: end }
}

/** Draws an official simulation on a bank, and writes nothing. Throws Impossible for an unknown bank or a known description. */
export async function planSimulazione(
  q: Queryable,
  written: WrittenSimulazione,
  { id_concorso, now }: On,
): Promise<Planned> {
  const banca = await readBanca(q, id_concorso)
  await refuseTwin(q, id_concorso, written.descrizione)
  const { descrizione, materie: _materie, apertura: _apertura, scadenza: _scadenza, ...regole } = written
  const checked = checkWritten(regole)
  const dates = readDates(written, now)
  if (!checked.ok) return { ok: false, frasi: [...checked.frasi, ...dates.frasi] }
  const drawn = composeSimulazione(written, checked.regolamento, { ...banca, seme: `${id_concorso}/${descrizione}` })
  if (!drawn.ok || dates.frasi.length > 0)
    return { ok: false, frasi: [...(drawn.ok ? [] : drawn.frasi), ...dates.frasi] }
  return { ok: true, plan: { composed: drawn.simulazione, apertura: dates.apertura, scadenza: dates.scadenza } }
}

/**
 * Publishes an official simulation with a fixed draw on a bank, whole or not at all (D24); one that opens later is in no list
 * before. Throws as `planSimulazione`.
 */
export async function publishSimulazione(
  q: Queryable,
  written: WrittenSimulazione,
  { id_concorso, now }: On,
): Promise<{ ok: true; id_simulazione: number; plan: Plan } | { ok: false; frasi: string[] }> {
  const planned = await planSimulazione(q, written, { id_concorso, now })
  if (!planned.ok) return planned
  const { composed, apertura, scadenza } = planned.plan
  const [corretta, sbagliata, omessa] = composed.tre_punti
  const id_simulazione = await insertSimulazione(
    q,
    {
      id_concorso,
      descrizione: composed.descrizione,
      durata: composed.durata,
      numero_domande: composed.estrazione.length,
      sbarramento: composed.sbarramento,
      punteggio_risposte_corrette: corretta,
      punteggio_risposte_sbagliate: sbagliata,
      punteggio_non_risposte: omessa,
      materie: JSON.stringify(composed.materie),
      regole: JSON.stringify(composed.regole),
      estrazione: composed.estrazione,
      data_scadenza: scadenza,
    },
    { slug: null, now: apertura ?? now },
  )
  return { ok: true, id_simulazione, plan: planned.plan }
}
