import { fail, ok, type Result } from '#contract/result'
import type { ConcorsoScaricabile } from '#contract/schemi'
import type { Deps, Esecutore } from '../deps.ts'
import { ensureCampione, type Pacchetto } from '../pacchetti/campione.ts'
import { type Banca, readBanca } from './banche.ts'
import { assignDomande, readConto } from './consegna.ts'
import { COLONNE, PUBBLICATO, type RigaConcorso, toConcorso } from './righe.ts'

/** How long a signed address works, in seconds: a large bank over a slow network, cut and resumed, the same day. */
export const DURATA_INDIRIZZO = 6 * 3600
/** A bank that is republished while it is being asked for is asked for again. */
const TENTATIVI = 3

/** A published bank; null when there is none. */
async function findConcorso(q: Esecutore, id_concorso: number): Promise<RigaConcorso | null> {
  const { righe } = await q.query<RigaConcorso>(
    `select ${COLONNE} from concorso c join ente e using (id_ente) where c.id_concorso = $1 and ${PUBBLICATO}`,
    [id_concorso],
    'concorso',
  )
  return righe[0] ?? null
}

const addToList = (q: Esecutore, id_utente: number, id_concorso: number, ora: Date) =>
  q.query(
    `insert into concorso_utente as cu (id_utente, id_concorso, aggiunto) values ($1, $2, $3)
     on conflict (id_utente, id_concorso) do update set rimosso = null,
       aggiunto = case when cu.rimosso is null then cu.aggiunto else excluded.aggiunto end`,
    [id_utente, id_concorso, ora],
    'aggiungi_concorso',
  )

type Concessione = { tutte: true } | { tutte: false; id_domande: number[]; ripetibile: boolean }

/** Adds the bank and charges what a demo account gets of it, both in one transaction under the account's row lock (D8). */
async function grant({ db, config, now }: Deps, id_utente: number, riga: RigaConcorso): Promise<Result<Concessione>> {
  const banca = await readBanca(db, riga.id_concorso, riga.versione)
  const ora = now()
  return db.tx(async (q) => {
    const conto = await readConto(q, { config, ora, id_utente, blocca: true })
    if (conto.rimasti === null) {
      await addToList(q, id_utente, riga.id_concorso, ora)
      return ok({ tutte: true })
    }
    const { righe } = await q.query<{ domande_consegnate: number[] }>(
      'select domande_consegnate from concorso_utente where id_utente = $1 and id_concorso = $2',
      [id_utente, riga.id_concorso],
    )
    const consegnate = righe[0]?.domande_consegnate ?? []
    const { id_domande, nuove, ripetibile } = assignDomande(banca.domande, consegnate, conto.rimasti)
    if (id_domande.length === 0)
      return fail(conto.rifiuto, conto.rifiuto === 'DEMO_ESAURITA' ? { dati: { limite: config.quizDemo } } : {})
    await addToList(q, id_utente, riga.id_concorso, ora)
    if (nuove > 0) {
      await q.query('update utente set quiz_usati = quiz_usati + $2 where id_utente = $1', [id_utente, nuove])
      await q.query('update concorso_utente set domande_consegnate = $3 where id_utente = $1 and id_concorso = $2', [
        id_utente,
        riga.id_concorso,
        [...new Set([...consegnate, ...id_domande])],
      ])
    }
    return ok({ tutte: id_domande.length === banca.domande.length, id_domande, ripetibile })
  })
}

/**
 * The zip of what was granted; null when the bank changed meanwhile. A whole bank whose file is gone (another DATA_DIR, a
 * folder restored without it) is built again from the database.
 */
async function findPacchetto(
  deps: Deps,
  riga: RigaConcorso,
  concessione: Concessione,
  { domande }: Banca,
): Promise<Pacchetto | null> {
  if (!concessione.tutte) return ensureCampione(deps, { ...riga, ...concessione })
  if ((await deps.archivio.size(riga.pacchetto)) === riga.pacchetto_dimensione)
    return { nome: riga.pacchetto, hash: riga.pacchetto_hash, dimensione: riga.pacchetto_dimensione }
  deps.log.warn({ id_concorso: riga.id_concorso, file: riga.pacchetto }, 'pacchetto mancante: lo ricostruisco')
  return ensureCampione(deps, { ...riga, id_domande: domande.map((d) => d.id_domanda), ripetibile: false })
}

/**
 * Adds a bank to the account's list, idempotently, and answers its signed addresses (D15, D16): the whole bank, or the sample
 * that the demo allowance pays. CONCORSO_NON_TROVATO, DEMO_ESAURITA, PREMIUM_SCADUTO.
 */
export async function addConcorso(
  deps: Deps,
  id_utente: number,
  id_concorso: number,
): Promise<Result<ConcorsoScaricabile>> {
  for (let i = 0; i < TENTATIVI; i++) {
    const riga = await findConcorso(deps.db, id_concorso)
    if (!riga) return fail('CONCORSO_NON_TROVATO')
    const banca = await readBanca(deps.db, id_concorso, riga.versione)
    if (banca.versione !== riga.versione) continue
    const concessione = await grant(deps, id_utente, riga)
    if (!concessione.ok) return concessione
    const pacchetto = await findPacchetto(deps, riga, concessione.value, banca)
    if (!pacchetto) continue
    const { archivio } = deps
    return ok({
      ...toConcorso(riga, banca.materie),
      stato: concessione.value.tutte ? 1 : 2,
      domande_concesse: concessione.value.tutte ? riga.numero_domande : concessione.value.id_domande.length,
      url_domande: archivio.sign(pacchetto.nome, DURATA_INDIRIZZO),
      hash_domande: pacchetto.hash,
      dimensione_zip: pacchetto.dimensione,
      url_immagini: riga.immagini && archivio.sign(riga.immagini, DURATA_INDIRIZZO),
      hash_immagini: riga.immagini_hash,
      dimensione_immagini: riga.immagini_dimensione ?? 0,
    })
  }
  return fail('SERVIZIO_NON_PRONTO')
}

/** Takes a bank off the list; what was delivered stays spent (D8, D15). CONCORSO_NON_TUO when it never was on it. */
export async function removeConcorso({ db, now }: Deps, id_utente: number, id_concorso: number): Promise<Result<null>> {
  const { quante } = await db.query(
    'update concorso_utente set rimosso = coalesce(rimosso, $3) where id_utente = $1 and id_concorso = $2',
    [id_utente, id_concorso, now()],
  )
  return quante > 0 ? ok(null) : fail('CONCORSO_NON_TUO')
}
