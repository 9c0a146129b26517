import { simulazioneScritta } from '#contract/simulazione-scritta'
import type { Esecutore } from '../deps.ts'
import {
  type Candidata,
  composeSimulazione,
  type MateriaBanca,
  type SimulazioneComposta,
} from '../simulazioni/componi.ts'
import { checkRegole, readJson } from './punteggio.ts'
import { type Ambiente, type Codice, FATTO, Impossibile, UsoErrato } from './uscita.ts'

export const OPZIONI = { concorso: { type: 'string' }, json: { type: 'boolean' } } as const

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

async function insert(q: Esecutore, id_concorso: number, s: SimulazioneComposta, ora: Date): Promise<number> {
  const [corretta, sbagliata, omessa] = s.tre_punti
  const { righe } = await q.query<{ id_simulazione: number }>(
    `insert into simulazione (id_concorso, descrizione, data_inserimento, durata, numero_domande, sbarramento,
       punteggio_risposte_corrette, punteggio_risposte_sbagliate, punteggio_non_risposte, materie, regole, estrazione)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning id_simulazione`,
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
    ],
  )
  return righe[0]?.id_simulazione ?? 0
}

/** `simulazione FILE --concorso ID [--json]`: publishes an official simulation with a fixed draw, whole or not at all (D24). */
export async function simulazione(
  [file, ...altri]: string[],
  { concorso, json }: { concorso?: string; json?: boolean },
  { out, withDeps }: Ambiente,
): Promise<Codice> {
  if (!file || altri.length > 0 || !concorso) throw new UsoErrato('simulazione vuole un file e --concorso ID')
  if (!/^[1-9]\d{0,14}$/.test(concorso))
    throw new UsoErrato(`--concorso vuole il numero di una banca, non "${concorso}"`)
  const id_concorso = Number(concorso)
  const scritta = await readJson(file, simulazioneScritta)
  const { descrizione: _descrizione, materie: _materie, ...regole } = scritta
  const regolamento = checkRegole(file, regole)
  const { id_simulazione, composta } = await withDeps(({ db, now }) =>
    db.tx(async (q) => {
      const banca = await readBanca(q, id_concorso)
      await refuseGemella(q, id_concorso, scritta.descrizione)
      const esito = composeSimulazione(scritta, regolamento, {
        ...banca,
        seme: `${id_concorso}/${scritta.descrizione}`,
      })
      if (!esito.ok) throw new Impossibile(`${file}: ${esito.frasi.join('; ')}`)
      return { id_simulazione: await insert(q, id_concorso, esito.simulazione, now()), composta: esito.simulazione }
    }),
  )
  const { descrizione, durata, estrazione, materie } = composta
  if (json)
    out(JSON.stringify({ id_simulazione, id_concorso, numero_domande: estrazione.length, durata, materie, estrazione }))
  else {
    out(`Simulazione ${id_simulazione} pubblicata: ${descrizione}`)
    out(`${estrazione.length} quesiti in ${durata}, sorteggio fisso`)
    for (const { materia, numero } of materie) out(`  ${numero} di ${materia}`)
  }
  return FATTO
}
