import { randomUUID } from 'node:crypto'
import { fail, ok, type Result } from '#contract/result'
import type { SimulazioneAvviata } from '#contract/simulazioni'
import { durataTotale, withTempoAggiuntivo } from '#rules/regolamento/durata'
import type { RegolamentoScritto } from '#rules/regolamento/tipi'
import { PUBBLICATO } from '../concorso/righe.ts'
import { type RigaSimulazione, SIMULAZIONE, toSimulazione } from '../concorso/simulazioni.ts'
import type { Deps, Esecutore } from '../deps.ts'
import { IN_CORSO } from './partecipazione.ts'
import { resumePartecipazione, usatiDi } from './pausa.ts'
import { readPosti } from './posti.ts'
import { rulesOf, writeRegole } from './regole.ts'
import { hasVisto } from './tentativi.ts'

type Chiesta = { id_simulazione: number; sfida: string | null }
type Riga = RigaSimulazione & { estrazione: number[] | null; cominciabile: boolean }
type Aperta = {
  gettone: string
  iniziata: Date
  fine: Date
  in_pausa: Date | null
  tempo_aggiuntivo: number
  estrazione: number[]
  regole: RegolamentoScritto
  /** Section and difficulty of each question of the draw, as they were at the start; null in sittings begun before they were kept. */
  sezioni: number[] | null
  difficolta: number[] | null
}

/**
 * Begins a simulation: a ticket, the draw, and the end on the server's clock (D24). One that the account left open is given
 * back as it is: beginning again cannot win time, and it goes on even when nobody can begin it any more (docs/decisions/0026).
 * NON_TROVATO when there is none, or it is no longer active.
 */
export async function startSimulazione(
  { db, now }: Deps,
  id_utente: number,
  chiesta: Chiesta,
): Promise<Result<SimulazioneAvviata>> {
  const adesso = now()
  return db.tx(async (q) => {
    const { righe } = await q.query<Riga>(
      `select ${SIMULAZIONE}, s.estrazione,
         s.attiva and (s.data_scadenza is null or s.data_scadenza > $2) and ${PUBBLICATO} and s.estrazione is not null as cominciabile
       from simulazione s join concorso c using (id_concorso) join ente e using (id_ente) where s.id_simulazione = $1`,
      [chiesta.id_simulazione, adesso],
      'simulazione',
    )
    const riga = righe[0]
    if (!riga) return fail('NON_TROVATO', { detail: 'simulazione' })
    // Two devices that begin together begin the same sitting.
    const { righe: conti } = await q.query<Pick<Aperta, 'tempo_aggiuntivo'>>(
      'select tempo_aggiuntivo from utente where id_utente = $1 for update',
      [id_utente],
      'tempo_utente',
    )
    // What a device says of it counts for nothing: the end and the group of equal time are the account's.
    const tempo_aggiuntivo = conti[0]?.tempo_aggiuntivo ?? 0
    const trovata = await findAperta(q, id_utente, chiesta.id_simulazione, adesso)
    if (!trovata && !riga.cominciabile) return fail('NON_TROVATO', { detail: 'simulazione' })
    const aperta = trovata ?? (await create(q, id_utente, riga, { ...chiesta, tempo_aggiuntivo }, adesso))
    // Whoever begins goes on: a pause that another device made ends here.
    const fine = await resumePartecipazione(q, id_utente, aperta, adesso)
    if (chiesta.sfida !== null)
      await q.query(
        `update partecipazione set sfida = (select codice from sfida where codice = $3 and id_simulazione = $4)
         where id_utente = $1 and gettone = $2 and sfida is null`,
        [id_utente, aperta.gettone, chiesta.sfida, chiesta.id_simulazione],
        'accetta_sfida',
      )
    const domande = await readDomande(q, aperta)
    const { estrazione: _estrazione, cominciabile: _cominciabile, ...simulazione } = riga
    return ok({
      ...toSimulazione(simulazione),
      ...domande,
      regole: aperta.regole,
      gettone: aperta.gettone,
      // When it would have begun without its pauses.
      iniziata: new Date(adesso.getTime() - usatiDi({ ...aperta, fine, in_pausa: null }, adesso)).toISOString(),
      fine: fine.toISOString(),
      adesso: adesso.toISOString(),
      tempo_aggiuntivo: aperta.tempo_aggiuntivo,
      fuori_classifica: await hasVisto(q, id_utente, { ...aperta, id_simulazione: chiesta.id_simulazione }),
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
    `select gettone, iniziata, fine, in_pausa, tempo_aggiuntivo, estrazione, regole, sezioni, difficolta from partecipazione p
     where id_utente = $1 and id_simulazione = $2 and ${IN_CORSO('$3')} order by iniziata desc limit 1`,
    [id_utente, id_simulazione, adesso],
    'partecipazione_aperta',
  )
  return righe[0]
}

async function create(
  q: Esecutore,
  id_utente: number,
  riga: Riga,
  chiesta: Chiesta & Pick<Aperta, 'tempo_aggiuntivo'>,
  iniziata: Date,
): Promise<Aperta> {
  const regole = writeRegole(riga)
  const ms = durataTotale(rulesOf(regole)) ?? 0
  const { tempo_aggiuntivo } = chiesta
  const aperta: Aperta = {
    gettone: randomUUID(),
    iniziata,
    in_pausa: null,
    fine: new Date(iniziata.getTime() + withTempoAggiuntivo(ms, tempo_aggiuntivo)),
    tempo_aggiuntivo,
    estrazione: riga.estrazione ?? [],
    regole,
    sezioni: null,
    difficolta: null,
  }
  const posti = await readPosti(q, aperta)
  aperta.sezioni = posti.map((p) => p.sezione)
  aperta.difficolta = posti.map((p) => p.difficolta)
  await q.query(
    `insert into partecipazione (id_utente, gettone, id_simulazione, iniziata, fine, tempo_aggiuntivo, estrazione, regole, sfida,
       sezioni, difficolta, aperta)
     values ($1, $2, $3, $4, $5, $6, $7, $8, (select codice from sfida where codice = $9 and id_simulazione = $3), $10, $11, true)`,
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
      aperta.sezioni,
      aperta.difficolta,
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

/** The questions of a draw that are still there, in its order, with the section where they count, and the banks that hold them. */
async function readDomande(q: Esecutore, aperta: Aperta) {
  const qui = (await readPosti(q, aperta)).flatMap(({ id_concorso, concorso, ...p }) =>
    id_concorso === null || concorso === null ? [] : [{ ...p, id_concorso, concorso }],
  )
  return {
    domande: qui.map(({ id_domanda, id_concorso, id_materia, sezione, difficolta }) => ({
      id_domanda,
      id_concorso,
      id_materia,
      sezione,
      difficolta,
    })),
    concorsi: [...new Map(qui.map(({ id_concorso, concorso }) => [id_concorso, { id_concorso, concorso }])).values()],
  }
}
