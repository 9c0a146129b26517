import type { ResponseOf } from '#contract/calls'
import { fail, ok, type Result } from '#contract/result'
import type { Percorso } from '#contract/schemas'
import { ACCESS_RIGHTS } from '#rules/access'
import { type SottoPercorso, toMappa } from '#rules/percorso'
import { idOfRaccolta } from '#rules/raccolta'
import type { Db, Deps } from '../deps.ts'
import type { Session } from '../handler.ts'
import { addConcorso, heldBy, removeConcorso } from './add.ts'
import { readAccount } from './allowance.ts'
import { KEPT, PUBLISHED_PERCORSO, WITHDRAWN } from './columns.ts'
import { ALFABETO, holdsNear, readPaging, readTerms } from './search.ts'

type PercorsoRow = Omit<Percorso, 'sotto_percorsi' | 'data_ultimo_aggiornamento'> & {
  albero: SottoPercorso[]
  data_ultimo_aggiornamento: Date
}

const COLUMNS = `p.id_argomento, p.argomento, p.descrizione, p.premium, p.albero, c.numero_domande, c.con_immagini,
  c.data_ultimo_aggiornamento, c.versione`
const FROM = 'percorso p join concorso c on c.id_concorso = -p.id_argomento'

const toPercorso = ({ albero, data_ultimo_aggiornamento, ...r }: PercorsoRow): Percorso => ({
  id_argomento: r.id_argomento,
  argomento: r.argomento,
  descrizione: r.descrizione,
  premium: r.premium,
  sotto_percorsi: toMappa(albero),
  numero_domande: r.numero_domande,
  con_immagini: r.con_immagini,
  data_ultimo_aggiornamento: data_ultimo_aggiornamento.toISOString(),
  versione: r.versione,
})

type Paging = { start?: number | undefined; size?: number | undefined; search?: string | undefined }

/** Lists published paths in alphabetical order [CA26]. */
export async function listPercorsi(db: Db, query: Paging): Promise<ResponseOf<'percorsi'>> {
  const { rows } = await db.query<PercorsoRow>(
    `select ${COLUMNS} from ${FROM} where ${PUBLISHED_PERCORSO}
       and (cardinality($1::text[]) = 0 or ${holdsNear(`p.argomento || ' ' || coalesce(p.descrizione, '')`, '$1')})`,
    [readTerms(query.search)],
    'percorsi',
  )
  const { start, size } = readPaging(query)
  const sorted = rows.sort((a, b) => ALFABETO.compare(a.argomento, b.argomento) || a.id_argomento - b.id_argomento)
  return { elementi: sorted.slice(start, start + size).map(toPercorso), totale: rows.length }
}

/** Lists the account's paths, the last added first, each with what the account may have of it now [CA27]. */
export async function listPercorsiUtente(
  { db, config, now }: Deps,
  id_utente: number,
): Promise<ResponseOf<'percorsi_utente'>> {
  const [account, { rows }] = await Promise.all([
    readAccount(db, { config, ora: now(), id_utente, blocca: false }),
    db.query<PercorsoRow & { consegnate: number; ritirata: boolean }>(
      `select ${COLUMNS}, ${WITHDRAWN}, cardinality(cu.domande_consegnate) as consegnate
       from ${FROM} join concorso_utente cu on cu.id_concorso = c.id_concorso
       where cu.id_utente = $1 and cu.rimosso is null and ${KEPT} order by cu.aggiunto desc, p.id_argomento`,
      [id_utente],
      'percorsi_utente',
    ),
  ])
  const elementi = rows.map((row) => {
    const granted = account.rimasti === null ? row.numero_domande : row.consegnate + account.rimasti
    const domande_concesse = Math.min(row.numero_domande, granted)
    const stato = domande_concesse < row.numero_domande ? 2 : 0
    return { ...toPercorso(row), stato, domande_concesse, ...(row.ritirata && { ritirata: true }) }
  })
  return { elementi, totale: elementi.length }
}

/**
 * Adds a path to the account's list and returns its signed addresses, as a bank's [CA28] (D15, D16).
 * PERCORSO_NON_TROVATO, PREMIUM_RICHIESTO or PREMIUM_SCADUTO for a premium path, DEMO_ESAURITA.
 */
export async function addPercorso(
  deps: Deps,
  session: Session,
  id_argomento: number,
): Promise<Result<ResponseOf<'percorso'>>> {
  const { rows } = await deps.db.query<PercorsoRow>(
    `select ${COLUMNS} from ${FROM} where p.id_argomento = $1 and (${PUBLISHED_PERCORSO} or ${heldBy('$2')})`,
    [id_argomento, session.id_utente],
    'percorso',
  )
  const [row] = rows
  if (!row) return fail('PERCORSO_NON_TROVATO')
  const { id_utente, livello } = session
  if (row.premium && !ACCESS_RIGHTS[livello].materie_premium) {
    const account = await readAccount(deps.db, { config: deps.config, ora: deps.now(), id_utente, blocca: false })
    return account.rifiuto === 'PREMIUM_SCADUTO'
      ? fail('PREMIUM_SCADUTO')
      : fail('PREMIUM_RICHIESTO', { dati: { funzione: 'materie_premium', livello } })
  }
  const added = await addConcorso(deps, session, idOfRaccolta({ contesto: 'PERCORSO', id: id_argomento }))
  if (!added.ok) return added.error.codice === 'CONCORSO_NON_TROVATO' ? fail('PERCORSO_NON_TROVATO') : added
  const { versione, numero_domande, con_immagini, data_ultimo_aggiornamento, ...granted } = added.value
  return ok({
    ...toPercorso(row),
    // Return the version of the grant: the path may have been published again meanwhile.
    versione,
    numero_domande,
    con_immagini,
    data_ultimo_aggiornamento,
    stato: granted.stato,
    domande_concesse: granted.domande_concesse,
    url_domande: granted.url_domande,
    hash_domande: granted.hash_domande,
    dimensione_zip: granted.dimensione_zip,
    url_immagini: granted.url_immagini,
    hash_immagini: granted.hash_immagini,
    dimensione_immagini: granted.dimensione_immagini,
  })
}

/** Removes a path from the list, as a bank [CA29]. PERCORSO_NON_TUO when it never was on it. */
export async function removePercorso(deps: Deps, id_utente: number, id_argomento: number): Promise<Result<null>> {
  const removed = await removeConcorso(deps, id_utente, idOfRaccolta({ contesto: 'PERCORSO', id: id_argomento }))
  return removed.ok ? removed : fail('PERCORSO_NON_TUO')
}
