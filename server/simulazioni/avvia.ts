import { randomUUID } from 'node:crypto'
import { fail, ok, type Result } from '#contract/result'
import type { SimulazioneAvviata } from '#contract/simulazioni'
import { assignSezioni } from '#rules/regolamento/assegna'
import { withTempoAggiuntivo } from '#rules/regolamento/durata'
import type { RegolamentoScritto } from '#rules/regolamento/tipi'
import { PUBBLICATO } from '../concorso/righe.ts'
import { type RigaSimulazione, SIMULAZIONE, toSimulazione } from '../concorso/simulazioni.ts'
import type { Deps, Esecutore } from '../deps.ts'
import { type RigaRegole, rulesOf, writeRegole } from './regole.ts'

type Chiesta = { id_simulazione: number; tempo_aggiuntivo: number; sfida: string | null }
type Riga = RigaSimulazione & Pick<RigaRegole, 'regole'> & { estrazione: number[] | null }
type Aperta = {
  gettone: string
  iniziata: Date
  fine: Date
  tempo_aggiuntivo: number
  estrazione: number[]
  regole: RegolamentoScritto
}

/**
 * Begins a simulation: a ticket, the draw, and the end on the server's clock (D24). One that the account left open is given
 * back as it is: beginning again cannot win time. NON_TROVATO when there is none, or it is no longer active.
 */
export async function startSimulazione(
  { db, now }: Deps,
  id_utente: number,
  chiesta: Chiesta,
): Promise<Result<SimulazioneAvviata>> {
  const adesso = now()
  return db.tx(async (q) => {
    const { righe } = await q.query<Riga>(
      `select ${SIMULAZIONE}, s.regole, s.estrazione from simulazione s join concorso c using (id_concorso) join ente e using (id_ente)
       where s.id_simulazione = $1 and s.attiva and (s.data_scadenza is null or s.data_scadenza > $2) and ${PUBBLICATO}`,
      [chiesta.id_simulazione, adesso],
      'simulazione',
    )
    const riga = righe[0]
    if (!riga?.estrazione) return fail('NON_TROVATO', { dettaglio: 'simulazione' })
    // Two devices that begin together begin the same sitting.
    await q.query('select 1 from utente where id_utente = $1 for update', [id_utente], 'blocca_utente')
    const aperta =
      (await findAperta(q, id_utente, chiesta.id_simulazione, adesso)) ??
      (await create(q, id_utente, riga, chiesta, adesso))
    if (chiesta.sfida !== null)
      await q.query(
        `update partecipazione set sfida = (select codice from sfida where codice = $3 and id_simulazione = $4)
         where id_utente = $1 and gettone = $2 and sfida is null`,
        [id_utente, aperta.gettone, chiesta.sfida, chiesta.id_simulazione],
        'accetta_sfida',
      )
    const domande = await readDomande(q, aperta)
    const classificata = await q.query(
      'select 1 from esito_simulazione where id_utente = $1 and id_simulazione = $2 and consegnata',
      [id_utente, chiesta.id_simulazione],
      'gia_consegnata',
    )
    const { regole: _regole, estrazione: _estrazione, ...simulazione } = riga
    return ok({
      ...toSimulazione(simulazione),
      ...domande,
      regole: aperta.regole,
      gettone: aperta.gettone,
      iniziata: aperta.iniziata.toISOString(),
      fine: aperta.fine.toISOString(),
      adesso: adesso.toISOString(),
      tempo_aggiuntivo: aperta.tempo_aggiuntivo,
      fuori_classifica: classificata.righe.length > 0,
    })
  })
}

async function findAperta(
  q: Esecutore,
  id_utente: number,
  id_simulazione: number,
  adesso: Date,
): Promise<Aperta | undefined> {
  const { righe } = await q.query<Aperta>(
    `select gettone, iniziata, fine, tempo_aggiuntivo, estrazione, regole from partecipazione p
     where id_utente = $1 and id_simulazione = $2 and fine > $3
       and not exists (select 1 from esito_simulazione e where e.id_utente = p.id_utente and e.gettone = p.gettone)
     order by iniziata desc limit 1`,
    [id_utente, id_simulazione, adesso],
    'partecipazione_aperta',
  )
  return righe[0]
}

async function create(q: Esecutore, id_utente: number, riga: Riga, chiesta: Chiesta, iniziata: Date): Promise<Aperta> {
  const regole = writeRegole(riga)
  const { durata, sezioni } = rulesOf(regole)
  const ms = durata ?? sezioni.reduce((sum, s) => sum + (s.durata ?? 0), 0)
  const { tempo_aggiuntivo } = chiesta
  const aperta: Aperta = {
    gettone: randomUUID(),
    iniziata,
    fine: new Date(iniziata.getTime() + withTempoAggiuntivo(ms, tempo_aggiuntivo)),
    tempo_aggiuntivo,
    estrazione: riga.estrazione ?? [],
    regole,
  }
  await q.query(
    `insert into partecipazione (id_utente, gettone, id_simulazione, iniziata, fine, tempo_aggiuntivo, estrazione, regole, sfida)
     values ($1, $2, $3, $4, $5, $6, $7, $8, (select codice from sfida where codice = $9 and id_simulazione = $3))`,
    [
      id_utente,
      aperta.gettone,
      chiesta.id_simulazione,
      aperta.iniziata,
      aperta.fine,
      tempo_aggiuntivo,
      aperta.estrazione,
      JSON.stringify(regole),
      chiesta.sfida,
    ],
    'nuova_partecipazione',
  )
  await q.query(
    'update simulazione set numero_download = numero_download + 1 where id_simulazione = $1',
    [chiesta.id_simulazione],
    'simulazione_scaricata',
  )
  return aperta
}

/** The questions of a draw in its order, with the section where they count, and the banks that hold them. */
async function readDomande(q: Esecutore, { estrazione, regole }: Pick<Aperta, 'estrazione' | 'regole'>) {
  const { righe } = await q.query<{
    id_domanda: number
    id_concorso: number
    concorso: string
    id_materia: number | null
    difficolta: number | null
  }>(
    `select d.id_domanda, d.id_concorso, c.concorso, d.id_materia, d.difficolta
     from unnest($1::bigint[]) with ordinality as e(id_domanda, posto) join domanda d using (id_domanda)
     join concorso c using (id_concorso) order by e.posto`,
    [estrazione],
    'domande_estratte',
  )
  const sezioni = assignSezioni(
    rulesOf(regole),
    righe.map((d) => ({ materia: d.id_materia ?? undefined })),
  )
  return {
    domande: righe.map(({ id_domanda, id_concorso, id_materia, difficolta }, i) => ({
      id_domanda,
      id_concorso,
      id_materia,
      sezione: sezioni[i] ?? 0,
      difficolta: difficolta ?? 0,
    })),
    concorsi: [...new Map(righe.map(({ id_concorso, concorso }) => [id_concorso, { id_concorso, concorso }])).values()],
  }
}
