import type { ResponseOf } from '#contract/calls'
import type { Concorso, ConcorsoUtente } from '#contract/schemas'
import type { Db, Deps } from '../deps.ts'
import { RUNNING } from '../simulazioni/partecipazione.ts'
import { readAccount } from './allowance.ts'
import { readBanca } from './banche.ts'
import { COLUMNS, type ConcorsoRow, KEPT, PUBLISHED, PUBLISHED_BANCA, toConcorso, WITHDRAWN } from './columns.ts'
import { ALFABETO, holdsAll, holdsNear, nameRank, readPaging, readTerms } from './search.ts'
import { SIMULAZIONE, type SimulazioneRow, toSimulazione } from './simulazioni.ts'

type Paging = { start?: number | undefined; size?: number | undefined; search?: string | undefined }
type Filters = Paging & {
  id_ente?: number | undefined
  anno?: number | undefined
  profilo?: string | undefined
  in_evidenza?: boolean | undefined
}

const withMaterie = (db: Db, rows: ConcorsoRow[]): Promise<Concorso[]> =>
  Promise.all(rows.map(async (r) => toConcorso(r, (await readBanca(db, r.id_concorso, r.versione)).materie)))

const catalogues = new WeakMap<Db, ReturnType<typeof singleFlight<ResponseOf<'concorsi'>>>>()
/** Share one reading of the catalogue among concurrent calls: every caller gets the same. */
function flightsOf(db: Db) {
  const flights = catalogues.get(db) ?? singleFlight<ResponseOf<'concorsi'>>()
  catalogues.set(db, flights)
  return flights
}

/** The text that a search looks at. */
const TEXT = `c.concorso || ' ' || e.ente || ' ' || coalesce(c.profilo, '') || ' ' || coalesce(c.anno::text, '')`

/**
 * Lists published banks: the searched name first, then featured, then the newest. Carries the years and profiles of the
 * filters [CA19].
 */
export const listConcorsi = (db: Db, query: Filters): Promise<ResponseOf<'concorsi'>> =>
  flightsOf(db)(JSON.stringify(query), async () => {
    const found = await readConcorsi(db, query, holdsAll)
    return found.totale === 0 && query.search ? readConcorsi(db, query, holdsNear) : found
  })

async function readConcorsi(db: Db, query: Filters, holds: typeof holdsAll): Promise<ResponseOf<'concorsi'>> {
  const { start, size } = readPaging(query)
  const terms = readTerms(query.search)
  const [pagina, values] = await Promise.all([
    db.query<ConcorsoRow & { totale: number }>(
      `with trovati as (select c.id_concorso from concorso c join ente e using (id_ente) where ${PUBLISHED_BANCA}
         and ($1::bigint is null or c.id_ente = $1) and ($2::int is null or c.anno = $2)
         and ($3::text is null or c.profilo = $3) and ($4::boolean is null or c.in_evidenza = $4)
         and (cardinality($5::text[]) = 0 or ${holds(TEXT, '$5')}))
       select ${COLUMNS}, (select count(*) from trovati) as totale
       from concorso c join ente e using (id_ente) join trovati using (id_concorso)
       order by ${nameRank('c.concorso', '$5')} desc, c.in_evidenza desc, c.anno desc nulls last, c.data_ultimo_aggiornamento desc, c.id_concorso
       offset $6 limit $7`,
      [query.id_ente ?? null, query.anno ?? null, query.profilo ?? null, query.in_evidenza ?? null, terms, start, size],
      holds === holdsAll ? 'concorsi' : 'concorsi_affini',
    ),
    db.query<{ anno: number | null; profilo: string | null; trovati: number }>(
      `select distinct c.anno, c.profilo from concorso c where ${PUBLISHED_BANCA}`,
      [],
      'anni_e_profili',
    ),
  ])
  const anni = new Set(values.rows.flatMap((r) => r.anno ?? []))
  const profili = new Set(values.rows.flatMap((r) => r.profilo ?? []))
  return {
    elementi: await withMaterie(db, pagina.rows),
    totale: pagina.rows[0]?.totale ?? (start > 0 ? await countConcorsi(db, query) : 0),
    anni: [...anni].sort((a, b) => b - a),
    profili: [...profili].sort(ALFABETO.compare),
  }
}

/** Count apart: a page beyond the last one has no row for the total. */
async function countConcorsi(db: Db, query: Filters): Promise<number> {
  const { totale: total } = await listConcorsi(db, { ...query, start: 0, size: 1 })
  return total
}

/** Lists bodies that have a published bank, in alphabetical order [CA23]. */
export async function listEnti(db: Db, query: Paging): Promise<ResponseOf<'enti'>> {
  const { rows } = await db.query<{ id_ente: number; ente: string }>(
    `select e.id_ente, e.ente from ente e
     where exists (select 1 from concorso c where c.id_ente = e.id_ente and ${PUBLISHED_BANCA})
       and (cardinality($1::text[]) = 0 or ${holdsAll('e.ente', '$1')})`,
    [readTerms(query.search)],
    'enti',
  )
  const { start, size } = readPaging(query)
  const ordinati = rows.sort((a, b) => ALFABETO.compare(a.ente, b.ente) || a.id_ente - b.id_ente)
  return { elementi: ordinati.slice(start, start + size), totale: rows.length }
}

/** Lists the account's banks, the last added first, each with what the account may have of it now [CA20]. */
export async function listMiei({ db, config, now }: Deps, id_utente: number): Promise<ResponseOf<'concorsi_utente'>> {
  const [account, { rows }] = await Promise.all([
    readAccount(db, { config, ora: now(), id_utente, blocca: false }),
    db.query<ConcorsoRow & { consegnate: number; ritirata: boolean }>(
      `select ${COLUMNS}, ${WITHDRAWN}, cardinality(cu.domande_consegnate) as consegnate
       from concorso_utente cu join concorso c using (id_concorso) join ente e using (id_ente)
       where cu.id_utente = $1 and cu.rimosso is null and ${KEPT} and c.id_concorso > 0 order by cu.aggiunto desc, c.id_concorso`,
      [id_utente],
      'concorsi_utente',
    ),
  ])
  const concorsi = await withMaterie(db, rows)
  const items = rows.map((row, i): ConcorsoUtente => {
    const concesse =
      account.rimasti === null ? row.numero_domande : Math.min(row.numero_domande, row.consegnate + account.rimasti)
    return {
      ...(concorsi[i] as Concorso),
      stato: concesse < row.numero_domande ? 2 : 0,
      domande_concesse: concesse,
      ...(row.ritirata && { ritirata: true }),
    }
  })
  return { elementi: items, totale: items.length }
}

/**
 * Lists simulations of a bank, the newest first [CA30]. A simulation that the account has open on some device counts as
 * active, even past its last instant to begin.
 */
export async function listSimulazioni(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  id_utente: number | null,
  query: Paging & { id_concorso: number; attiva?: boolean | undefined },
): Promise<ResponseOf<'simulazioni'>> {
  const { start, size } = readPaging(query)
  const { rows } = await db.query<SimulazioneRow & { in_corso: boolean }>(
    `select * from (
       select ${SIMULAZIONE}, exists (select 1 from partecipazione p
         where p.id_utente = $4 and p.id_simulazione = s.id_simulazione and ${RUNNING('$5')}) as in_corso
       from simulazione s join concorso c using (id_concorso) join ente e using (id_ente)
       where s.id_concorso = $1 and ${PUBLISHED} and s.data_inserimento <= $5 and (cardinality($3::text[]) = 0 or ${holdsAll('s.descrizione', '$3')})) s
     where $2::boolean is null or s.attiva = $2 or ($2 and s.in_corso)
     order by s.data_inserimento desc, s.id_simulazione desc`,
    [query.id_concorso, query.attiva ?? null, readTerms(query.search), id_utente, now()],
    'simulazioni',
  )
  const items = rows
    .slice(start, start + size)
    .map(({ in_corso, ...s }) => ({ ...toSimulazione(s), ...(in_corso && { in_corso }) }))
  return { elementi: items, totale: rows.length }
}

/** Shares one costly reading among concurrent calls with the same key; the result is not kept. */
function singleFlight<T>(): (key: string, make: () => Promise<T>) => Promise<T> {
  const flying = new Map<string, Promise<T>>()
  return (key, make) => {
    const present = flying.get(key)
    if (present) return present
    const next = make().finally(() => flying.delete(key))
    flying.set(key, next)
    return next
  }
}
