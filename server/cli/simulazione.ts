import { simulazioneScritta } from '#contract/simulazione-scritta'
import type { Queryable } from '../deps.ts'
import {
  type Candidate,
  type ComposedSimulazione,
  composeSimulazione,
  type MateriaBanca,
} from '../simulazioni/compose.ts'
import { readDay } from './day.ts'
import { type Codice, DONE, type Environment, Impossible, WrongUsage } from './exit.ts'
import { checkRegole, readJson } from './punteggio.ts'
import { changeSimulazione, isAction, readId } from './simulazione-stato.ts'

export const OPTIONS = {
  concorso: { type: 'string' },
  fino: { type: 'string' },
  json: { type: 'boolean' },
} as const
type Options = { concorso?: string; fino?: string; json?: boolean }

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

type When = { ora: Date; scadenza: Date | null }

async function insert(
  q: Queryable,
  id_concorso: number,
  s: ComposedSimulazione,
  { ora, scadenza: expiry }: When,
): Promise<number> {
  const [corretta, sbagliata, omessa] = s.tre_punti
  const { rows } = await q.query<{ id_simulazione: number }>(
    `insert into simulazione (id_concorso, descrizione, data_inserimento, durata, numero_domande, sbarramento,
       punteggio_risposte_corrette, punteggio_risposte_sbagliate, punteggio_non_risposte, materie, regole, estrazione, data_scadenza)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) returning id_simulazione`,
    [
      id_concorso,
      s.descrizione,
      ora,
      s.durata,
      s.estrazione.length,
      s.sbarramento,
      corretta,
      sbagliata,
      omessa,
      JSON.stringify(s.materie),
      JSON.stringify(s.regole),
      s.estrazione,
      expiry,
    ],
  )
  return rows[0]?.id_simulazione ?? 0
}

/** The last instant at which it can be begun, as the document says it; one that has passed would publish nothing to begin. */
function readDeadline(file: string, text: string | undefined, ora: Date): Date | null {
  if (text === undefined) return null
  const expiry = readDay(text)
  if (expiry === null) throw new Impossible(`${file}: scadenza vuole una data AAAA-MM-GG, non "${text}"`)
  if (expiry <= ora) throw new Impossible(`${file}: la scadenza ${text} è già passata`)
  return expiry
}

/**
 * `simulazione FILE --concorso ID [--json]`: publishes an official simulation with a fixed draw, whole or not at all (D24).
 * `simulazione chiudi|ritira|riapri ID` changes one that is published.
 */
export async function simulazione(
  [file, ...others]: string[],
  { concorso, fino, json }: Options,
  environment: Environment,
): Promise<Codice> {
  const { out, withDeps } = environment
  const [id, ...extra] = others
  if (isAction(file)) {
    if (id === undefined || extra.length > 0 || concorso !== undefined)
      throw new WrongUsage(`simulazione ${file} vuole il numero di una simulazione`)
    return changeSimulazione(file, id, { ...(fino !== undefined && { fino }), ...(json && { json }) }, environment)
  }
  if (!file || others.length > 0 || !concorso || fino !== undefined)
    throw new WrongUsage('simulazione vuole un file e --concorso ID')
  const id_concorso = readId(concorso, '--concorso')
  const written = await readJson(file, simulazioneScritta)
  const { descrizione: _descrizione, materie: _materie, scadenza: _scadenza, ...regole } = written
  const regolamento = checkRegole(file, regole)
  const {
    id_simulazione,
    composta: composed,
    scadenza: expiry,
  } = await withDeps(({ db, now }) =>
    db.tx(async (q) => {
      const ora = now()
      const expiry = readDeadline(file, written.scadenza, ora)
      const banca = await readBanca(q, id_concorso)
      await refuseTwin(q, id_concorso, written.descrizione)
      const result = composeSimulazione(written, regolamento, {
        ...banca,
        seme: `${id_concorso}/${written.descrizione}`,
      })
      if (!result.ok) throw new Impossible(`${file}: ${result.frasi.join('; ')}`)
      const id_simulazione = await insert(q, id_concorso, result.simulazione, { ora, scadenza: expiry })
      return { id_simulazione, composta: result.simulazione, scadenza: expiry?.toISOString() ?? null }
    }),
  )
  const { descrizione, durata, estrazione, materie } = composed
  if (json) {
    const numero_domande = estrazione.length
    out(
      JSON.stringify({
        id_simulazione,
        id_concorso,
        numero_domande,
        durata,
        data_scadenza: expiry,
        materie,
        estrazione,
      }),
    )
  } else {
    out(`Simulazione ${id_simulazione} pubblicata: ${descrizione}`)
    out(`${estrazione.length} quesiti in ${durata}, sorteggio fisso${expiry ? `, fino al ${expiry}` : ''}`)
    for (const { materia, numero } of materie) out(`  ${numero} di ${materia}`)
  }
  return DONE
}
