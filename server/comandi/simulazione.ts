import { simulazioneScritta } from '#contract/simulazione-scritta'
import type { Esecutore } from '../deps.ts'
import {
  type Candidata,
  composeSimulazione,
  type MateriaBanca,
  type SimulazioneComposta,
} from '../simulazioni/componi.ts'
import { readGiorno } from './giorno.ts'
import { checkRegole, readJson } from './punteggio.ts'
import { changeSimulazione, isAzione, readId } from './simulazione-stato.ts'
import { type Ambiente, type Codice, FATTO, Impossibile, UsoErrato } from './uscita.ts'

export const OPZIONI = {
  concorso: { type: 'string' },
  fino: { type: 'string' },
  json: { type: 'boolean' },
} as const
type Opzioni = { concorso?: string; fino?: string; json?: boolean }

async function readBanca(q: Esecutore, id_concorso: number) {
  const trovata = await q.query('select 1 from concorso where id_concorso = $1 for update', [id_concorso])
  if (trovata.righe.length === 0) throw new Impossibile(`non c'è una banca con id_concorso ${id_concorso}`)
  const materie = await q.query<MateriaBanca>(
    'select id_materia, nome from materia where id_concorso = $1 order by ordine',
    [id_concorso],
  )
  const domande = await q.query<Candidata>(
    `select id_domanda, id_materia, corretta, punti, difficolta from domanda
     where id_concorso = $1 and stato = 'valida'`,
    [id_concorso],
  )
  return { materie: materie.righe, domande: domande.righe }
}

async function refuseGemella(q: Esecutore, id_concorso: number, descrizione: string): Promise<void> {
  const { righe } = await q.query<{ id_simulazione: number }>(
    'select id_simulazione from simulazione where id_concorso = $1 and descrizione = $2',
    [id_concorso, descrizione],
  )
  if (righe[0])
    throw new Impossibile(`questa banca ha già una simulazione con questa descrizione (${righe[0].id_simulazione})`)
}

type Quando = { ora: Date; scadenza: Date | null }

async function insert(
  q: Esecutore,
  id_concorso: number,
  s: SimulazioneComposta,
  { ora, scadenza }: Quando,
): Promise<number> {
  const [corretta, sbagliata, omessa] = s.tre_punti
  const { righe } = await q.query<{ id_simulazione: number }>(
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
      scadenza,
    ],
  )
  return righe[0]?.id_simulazione ?? 0
}

/** The last instant at which it can be begun, as the document says it; one that has passed would publish nothing to begin. */
function readScadenza(file: string, testo: string | undefined, ora: Date): Date | null {
  if (testo === undefined) return null
  const scadenza = readGiorno(testo)
  if (scadenza === null) throw new Impossibile(`${file}: scadenza vuole una data AAAA-MM-GG, non "${testo}"`)
  if (scadenza <= ora) throw new Impossibile(`${file}: la scadenza ${testo} è già passata`)
  return scadenza
}

/**
 * `simulazione FILE --concorso ID [--json]`: publishes an official simulation with a fixed draw, whole or not at all (D24).
 * `simulazione chiudi|ritira|riapri ID` changes one that is published.
 */
export async function simulazione(
  [file, ...altri]: string[],
  { concorso, fino, json }: Opzioni,
  ambiente: Ambiente,
): Promise<Codice> {
  const { out, withDeps } = ambiente
  const [id, ...troppi] = altri
  if (isAzione(file)) {
    if (id === undefined || troppi.length > 0 || concorso !== undefined)
      throw new UsoErrato(`simulazione ${file} vuole il numero di una simulazione`)
    return changeSimulazione(file, id, { ...(fino !== undefined && { fino }), ...(json && { json }) }, ambiente)
  }
  if (!file || altri.length > 0 || !concorso || fino !== undefined)
    throw new UsoErrato('simulazione vuole un file e --concorso ID')
  const id_concorso = readId(concorso, '--concorso')
  const scritta = await readJson(file, simulazioneScritta)
  const { descrizione: _descrizione, materie: _materie, scadenza: _scadenza, ...regole } = scritta
  const regolamento = checkRegole(file, regole)
  const { id_simulazione, composta, scadenza } = await withDeps(({ db, now }) =>
    db.tx(async (q) => {
      const ora = now()
      const scadenza = readScadenza(file, scritta.scadenza, ora)
      const banca = await readBanca(q, id_concorso)
      await refuseGemella(q, id_concorso, scritta.descrizione)
      const esito = composeSimulazione(scritta, regolamento, {
        ...banca,
        seme: `${id_concorso}/${scritta.descrizione}`,
      })
      if (!esito.ok) throw new Impossibile(`${file}: ${esito.frasi.join('; ')}`)
      const id_simulazione = await insert(q, id_concorso, esito.simulazione, { ora, scadenza })
      return { id_simulazione, composta: esito.simulazione, scadenza: scadenza?.toISOString() ?? null }
    }),
  )
  const { descrizione, durata, estrazione, materie } = composta
  if (json) {
    const numero_domande = estrazione.length
    out(
      JSON.stringify({
        id_simulazione,
        id_concorso,
        numero_domande,
        durata,
        data_scadenza: scadenza,
        materie,
        estrazione,
      }),
    )
  } else {
    out(`Simulazione ${id_simulazione} pubblicata: ${descrizione}`)
    out(`${estrazione.length} quesiti in ${durata}, sorteggio fisso${scadenza ? `, fino al ${scadenza}` : ''}`)
    for (const { materia, numero } of materie) out(`  ${numero} di ${materia}`)
  }
  return FATTO
}
