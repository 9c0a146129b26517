import { createHash } from 'node:crypto'
import type { WrittenSimulazione } from '#contract/written-simulazione'
import type { Regolamento } from '#rules/regolamento/types'
import type { Queryable } from '../deps.ts'
import { Impossible } from '../impossible.ts'
import { type Candidate, type ComposedSimulazione, composeSimulazione, type MateriaBanca } from './compose.ts'

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

/** `file` names the document in a refusal. */
export type Publication = {
  file: string
  regolamento: Regolamento
  id_concorso: number
  scadenza: Date | null
  now: Date
}
export type PublishedSimulazione = { id_simulazione: number; composed: ComposedSimulazione }

/** Publishes an official simulation with a fixed draw on a bank, whole or not at all (D24). Throws Impossible with the reason. */
export async function publishSimulazione(
  q: Queryable,
  written: WrittenSimulazione,
  { file, regolamento, id_concorso, scadenza, now }: Publication,
): Promise<PublishedSimulazione> {
  const banca = await readBanca(q, id_concorso)
  await refuseTwin(q, id_concorso, written.descrizione)
  const result = composeSimulazione(written, regolamento, { ...banca, seme: `${id_concorso}/${written.descrizione}` })
  if (!result.ok) throw new Impossible(`${file}: ${result.frasi.join('; ')}`)
  const composed = result.simulazione
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
    { slug: null, now },
  )
  return { id_simulazione, composed }
}
