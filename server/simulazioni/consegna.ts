import { fail, ok, type Result } from '#contract/result'
import type { EsitoInviato, EsitoSimulazione, RispostaSimulazione } from '#contract/simulazioni'
import { instantOf } from '#rules/data'
import { assignSezioni } from '#rules/regolamento/assegna'
import { type DomandaProva, type Punteggio, scoreProva } from '#rules/regolamento/punteggio'
import type { Difficolta, RegolamentoScritto } from '#rules/regolamento/tipi'
import type { Deps, Esecutore } from '../deps.ts'
import { COLONNE_ESITO, type RigaEsito, toEsito } from './esito.ts'
import { rulesOf } from './regole.ts'

/** What travels after the end still counts for so long: the network is not the candidate's fault (reliability S22). */
export const TOLLERANZA_MS = 60_000
/** Nobody reads and answers a question faster (reliability S22). */
export const MINIMO_PER_RISPOSTA_MS = 1_000

/** An answer as it is kept: printed position, milliseconds, changes. */
type Segno = { r: number | null; ms: number; c: number }
type Partecipazione = {
  id_simulazione: number
  iniziata: Date
  fine: Date
  tempo_aggiuntivo: number
  estrazione: number[]
  regole: RegolamentoScritto
  sfida: string | null
  risposte: Record<string, Segno>
}

async function lockPartecipazione(
  q: Esecutore,
  id_utente: number,
  gettone: string,
): Promise<Partecipazione | undefined> {
  const { righe } = await q.query<Partecipazione>(
    `select id_simulazione, iniziata, fine, tempo_aggiuntivo, estrazione, regole, sfida, risposte
     from partecipazione where id_utente = $1 and gettone = $2 for update`,
    [id_utente, gettone],
    'partecipazione',
  )
  return righe[0]
}

async function findEsito(q: Esecutore, id_utente: number, gettone: string): Promise<EsitoSimulazione | undefined> {
  const { righe } = await q.query<RigaEsito>(
    `select ${COLONNE_ESITO} from esito_simulazione where id_utente = $1 and gettone = $2`,
    [id_utente, gettone],
    'esito_per_gettone',
  )
  return righe[0] && toEsito(righe[0])
}

/** Answers that are of the draw; the last one for a question counts. */
function gather(estrazione: readonly number[], prima: Record<string, Segno>, risposte: readonly RispostaSimulazione[]) {
  const mie = new Set(estrazione)
  const segni = new Map(Object.entries(prima).map(([id, s]) => [Number(id), s]))
  for (const { id_domanda, risposta, ms, cambi } of risposte) {
    const id = Number(id_domanda)
    if (!mie.has(id)) continue
    // A device that never saw the question does not erase what another one marked: taking a mark away counts as a change.
    if (risposta == null && !cambi && segni.get(id)?.r != null) continue
    segni.set(id, { r: risposta ?? null, ms: ms ?? 0, c: cambi ?? 0 })
  }
  return segni
}

/** Keeps the answers of a sitting under way. NON_TROVATO for a ticket that is not this account's; nothing after delivery. */
export function storeRisposteSimulazione(
  { db }: Deps,
  id_utente: number,
  gettone: string,
  risposte: readonly RispostaSimulazione[],
): Promise<Result<null>> {
  return db.tx(async (q) => {
    const p = await lockPartecipazione(q, id_utente, gettone)
    if (!p) return fail('NON_TROVATO', { dettaglio: 'gettone' })
    if (await findEsito(q, id_utente, gettone)) return ok(null)
    const segni = gather(p.estrazione, p.risposte, risposte)
    await q.query(
      'update partecipazione set risposte = $3 where id_utente = $1 and gettone = $2',
      [id_utente, gettone, JSON.stringify(Object.fromEntries(segni))],
      'risposte_simulazione',
    )
    return ok(null)
  })
}

/**
 * Receives an outcome: the score is counted here from the answers, whatever the page says (D23). The same ticket again answers
 * what was stored. Late, implausible or later attempts are kept outside the ranking (D24).
 */
export function deliverSimulazione(
  { db, now }: Deps,
  id_utente: number,
  id_simulazione: number,
  inviato: EsitoInviato,
): Promise<Result<EsitoSimulazione>> {
  const ricevuta = now()
  return db.tx(async (q) => {
    // First attempts of one account decide one after the other who is ranked.
    await q.query('select 1 from utente where id_utente = $1 for update', [id_utente], 'blocca_utente')
    const p = await lockPartecipazione(q, id_utente, inviato.gettone)
    if (p?.id_simulazione !== id_simulazione) return fail('NON_TROVATO', { dettaglio: 'gettone' })
    const gia = await findEsito(q, id_utente, inviato.gettone)
    if (gia) return ok(gia)
    const segni = gather(p.estrazione, p.risposte, inviato.risposte ?? [])
    const punteggio = await score(q, p, segni)
    const motivo = await whyUnranked(q, id_utente, p, { inviato, segni, ricevuta })
    // A device's date says when, never before the start nor in the future.
    const data = new Date(
      Math.max(p.iniziata.getTime(), Math.min(instantOf(inviato.data_simulazione), ricevuta.getTime())),
    )
    const secondi = Math.round((Math.min(data.getTime(), p.fine.getTime()) - p.iniziata.getTime()) / 1000)
    const { righe } = await q.query<RigaEsito>(
      `insert into esito_simulazione (id_utente, gettone, id_simulazione, data_simulazione, ricevuta, secondi,
         numero_domande_previste, corrette, errate, intermedie, omesse, punti, massimo, superata, sorgente, consegnata,
         tempo_aggiuntivo, in_classifica, motivo, sfida)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
       returning ${COLONNE_ESITO}`,
      [
        id_utente,
        inviato.gettone,
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
        inviato.sorgente,
        inviato.consegnata,
        p.tempo_aggiuntivo,
        motivo === null,
        motivo,
        p.sfida,
      ],
      'nuovo_esito',
    )
    await q.query(
      'update partecipazione set risposte = $3 where id_utente = $1 and gettone = $2',
      [id_utente, inviato.gettone, JSON.stringify(Object.fromEntries(segni))],
      'risposte_simulazione',
    )
    if (inviato.consegnata)
      await q.query(
        'update simulazione set numero_esecuzioni = numero_esecuzioni + 1 where id_simulazione = $1',
        [p.id_simulazione],
        'simulazione_eseguita',
      )
    return ok(toEsito(righe[0] as RigaEsito))
  })
}

const passed = ({ esito }: Punteggio): boolean | null =>
  esito === 'superata' ? true : esito === 'non_superata' ? false : null

async function score(q: Esecutore, p: Partecipazione, segni: ReadonlyMap<number, Segno>): Promise<Punteggio> {
  const regole = rulesOf(p.regole)
  const { righe } = await q.query<{
    id_domanda: number
    id_materia: number | null
    corretta: number | null
    punti: number[] | null
    difficolta: Difficolta | null
    stato: string
  }>(
    `select d.id_domanda, d.id_materia, d.corretta, d.punti, d.difficolta, d.stato
     from unnest($1::bigint[]) with ordinality as e(id_domanda, posto) join domanda d using (id_domanda) order by e.posto`,
    [p.estrazione],
    'chiavi_estratte',
  )
  const sezioni = assignSezioni(
    regole,
    righe.map((d) => ({ materia: d.id_materia ?? undefined })),
  )
  const domande = righe.map(
    // A question that was annulled counts for nobody.
    ({ corretta, punti, difficolta, stato }, i): DomandaProva => ({
      sezione: sezioni[i] ?? 0,
      corretta: stato === 'annullata' ? null : corretta,
      punti: stato === 'annullata' ? null : punti,
      difficolta,
    }),
  )
  return scoreProva(
    regole,
    domande,
    righe.map((d) => [segni.get(d.id_domanda)?.r ?? []].flat()),
  )
}

type Arrivo = { inviato: EsitoInviato; segni: ReadonlyMap<number, Segno>; ricevuta: Date }

async function whyUnranked(
  q: Esecutore,
  id_utente: number,
  { id_simulazione, iniziata, fine }: Partecipazione,
  { inviato, segni, ricevuta }: Arrivo,
): Promise<EsitoSimulazione['motivo']> {
  if (!inviato.consegnata) return 'non_consegnata'
  const { righe } = await q.query(
    // Whatever it was worth: its review has shown the answers of this draw (D24).
    'select 1 from esito_simulazione where id_utente = $1 and id_simulazione = $2 and consegnata',
    [id_utente, id_simulazione],
    'gia_consegnata',
  )
  if (righe.length > 0) return 'gia_classificata'
  if (ricevuta.getTime() > fine.getTime() + TOLLERANZA_MS) return 'in_ritardo'
  const answered = [...segni.values()].filter((s) => s.r !== null).length
  // Both instants are the server's: no device can make a sitting look longer than it was.
  const elapsed = ricevuta.getTime() - iniziata.getTime()
  return elapsed < answered * MINIMO_PER_RISPOSTA_MS ? 'tempi_implausibili' : null
}
