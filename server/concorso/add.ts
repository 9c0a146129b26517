import { fail, ok, type Result } from '#contract/result'
import type { ConcorsoScaricabile } from '#contract/schemas'
import type { Deps, Queryable } from '../deps.ts'
import type { Session } from '../handler.ts'
import { ensureSample, type Package } from '../pacchetti/campione.ts'
import { CALL_WAITS_MS } from '../package-files/check.ts'
import { chargeDemo, type Grant, readAccount } from './allowance.ts'
import { type Banca, readBanca } from './banche.ts'
import { COLUMNS, type ConcorsoRow, KEPT, PUBLISHED, toConcorso } from './columns.ts'

/** Seconds for which a signed address works: a large bank over a slow network, cut and resumed, the same day. */
const ADDRESS_SECONDS = 6 * 3600
/** Attempts at a bank that is republished between two reads. */
const ATTEMPTS = 3

/** Condition: a withdrawn bank or path is on the account's list, so each of its devices may fetch it. */
export const heldBy = (id_utente: string): string =>
  `(${KEPT} and exists (select 1 from concorso_utente held
     where held.id_concorso = c.id_concorso and held.id_utente = ${id_utente} and held.rimosso is null))`

/** Returns a bank that an account may have; null where there is none. */
async function findConcorso(q: Queryable, id_concorso: number, id_utente: number): Promise<ConcorsoRow | null> {
  const { rows } = await q.query<ConcorsoRow>(
    `select ${COLUMNS} from concorso c join ente e using (id_ente) where c.id_concorso = $1 and (${PUBLISHED} or ${heldBy('$2')})`,
    [id_concorso, id_utente],
    'concorso',
  )
  return rows[0] ?? null
}

/**
 * Returns the zip of the grant; null when the bank changed meanwhile. A whole bank without its file (another DATA_DIR,
 * an incomplete restore) is rebuilt from the database.
 */
async function findPacchetto(
  deps: Deps,
  row: ConcorsoRow,
  concessione: Grant,
  { domande }: Banca,
): Promise<Package | null> {
  if (!concessione.tutte) return ensureSample(deps, { ...row, ...concessione })
  if ((await deps.packageFiles.soundSize(row.pacchetto, CALL_WAITS_MS)) === row.pacchetto_dimensione)
    return { nome: row.pacchetto, hash: row.pacchetto_hash, dimensione: row.pacchetto_dimensione }
  deps.log.warn({ id_concorso: row.id_concorso, file: row.pacchetto }, 'pacchetto mancante: lo ricostruisco')
  return ensureSample(deps, { ...row, id_domande: domande.map((d) => d.id_domanda), ripetibile: false })
}

/**
 * Adds a bank to the account's list, repeatable without effect. Returns the signed addresses (D15, D16) of the whole
 * bank, or of the sample that the demo allowance pays. CONCORSO_NON_TROVATO, DEMO_ESAURITA, PREMIUM_SCADUTO.
 */
export async function addConcorso(
  deps: Deps,
  { id_utente, id_sessione }: Pick<Session, 'id_utente' | 'id_sessione'>,
  id_concorso: number,
): Promise<Result<ConcorsoScaricabile>> {
  for (let i = 0; i < ATTEMPTS; i++) {
    const row = await findConcorso(deps.db, id_concorso, id_utente)
    if (!row) return fail('CONCORSO_NON_TROVATO')
    const banca = await readBanca(deps.db, id_concorso, row.versione)
    if (banca.versione !== row.versione) continue
    const concessione = await chargeDemo(deps, id_utente, row)
    if (!concessione.ok) return concessione
    const pacchetto = await findPacchetto(deps, row, concessione.value, banca)
    if (!pacchetto) continue
    const { packageFiles } = deps
    return ok({
      ...toConcorso(row, banca.materie),
      stato: concessione.value.tutte ? 1 : 2,
      domande_concesse: concessione.value.tutte ? row.numero_domande : concessione.value.id_domande.length,
      url_domande: packageFiles.sign(pacchetto.nome, ADDRESS_SECONDS, id_sessione),
      hash_domande: pacchetto.hash,
      dimensione_zip: pacchetto.dimensione,
      url_immagini: row.immagini && packageFiles.sign(row.immagini, ADDRESS_SECONDS, id_sessione),
      hash_immagini: row.immagini_hash,
      dimensione_immagini: row.immagini_dimensione ?? 0,
    })
  }
  return fail('SERVIZIO_NON_PRONTO')
}

/**
 * Returns the addresses of a bank on the account's list that the account may have whole (D15). The call charges and
 * adds nothing. Otherwise both are null: the bank's own call returns the demo's sample.
 */
export async function readAddresses(
  { db, config, now, packageFiles }: Deps,
  { id_utente, id_sessione }: Pick<Session, 'id_utente' | 'id_sessione'>,
  id_concorso: number,
): Promise<Pick<ConcorsoScaricabile, 'url_immagini'> & { url_domande: string | null }> {
  const { rows } = await db.query<Pick<ConcorsoRow, 'pacchetto' | 'immagini'>>(
    `select c.pacchetto, c.immagini from concorso c join concorso_utente cu using (id_concorso)
     where c.id_concorso = $1 and cu.id_utente = $2 and cu.rimosso is null and ${KEPT}`,
    [id_concorso, id_utente],
    'indirizzi_concorso',
  )
  const row = rows[0]
  const { rimasti } = await readAccount(db, { config, ora: now(), id_utente, blocca: false })
  if (!row || rimasti !== null) return { url_domande: null, url_immagini: null }
  return {
    url_domande: packageFiles.sign(row.pacchetto, ADDRESS_SECONDS, id_sessione),
    url_immagini: row.immagini && packageFiles.sign(row.immagini, ADDRESS_SECONDS, id_sessione),
  }
}

/** Removes a bank from the list; delivered questions stay spent (D8, D15). CONCORSO_NON_TUO when it never was on it. */
export async function removeConcorso({ db, now }: Deps, id_utente: number, id_concorso: number): Promise<Result<null>> {
  const { count } = await db.query(
    'update concorso_utente set rimosso = coalesce(rimosso, $3) where id_utente = $1 and id_concorso = $2',
    [id_utente, id_concorso, now()],
  )
  return count > 0 ? ok(null) : fail('CONCORSO_NON_TUO')
}
