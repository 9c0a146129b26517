import type { RispostaDi } from '#contract/chiamate'
import type { Concorso, ConcorsoUtente } from '#contract/schemi'
import type { Db, Deps } from '../deps.ts'
import { IN_CORSO } from '../simulazioni/partecipazione.ts'
import { readBanca } from './banche.ts'
import { readConto } from './consegna.ts'
import { ALFABETO, holdsAll, readPagina, readTermini } from './ricerca.ts'
import { COLONNE, PUBBLICATO, type RigaConcorso, toConcorso } from './righe.ts'
import { type RigaSimulazione, SIMULAZIONE, toSimulazione } from './simulazioni.ts'

type Pagina = { start?: number | undefined; size?: number | undefined; search?: string | undefined }
type Filtri = Pagina & {
  id_ente?: number | undefined
  anno?: number | undefined
  profilo?: string | undefined
  in_evidenza?: boolean | undefined
}

const withMaterie = (db: Db, righe: RigaConcorso[]): Promise<Concorso[]> =>
  Promise.all(righe.map(async (r) => toConcorso(r, (await readBanca(db, r.id_concorso, r.versione)).materie)))

/** Everything that a search looks at. */
const TESTO = `c.concorso || ' ' || e.ente || ' ' || coalesce(c.profilo, '') || ' ' || coalesce(c.anno::text, '')`

/** Published banks, featured first, then the newest; with the years and profiles that exist for the filters [CA19]. */
export async function listConcorsi(db: Db, query: Filtri): Promise<RispostaDi<'concorsi'>> {
  const { start, size } = readPagina(query)
  const termini = readTermini(query.search)
  const [pagina, valori] = await Promise.all([
    db.query<RigaConcorso & { totale: number }>(
      `with trovati as (select c.id_concorso from concorso c join ente e using (id_ente) where ${PUBBLICATO}
         and ($1::bigint is null or c.id_ente = $1) and ($2::int is null or c.anno = $2)
         and ($3::text is null or c.profilo = $3) and ($4::boolean is null or c.in_evidenza = $4)
         and (cardinality($5::text[]) = 0 or ${holdsAll(TESTO, '$5')}))
       select ${COLONNE}, (select count(*) from trovati) as totale
       from concorso c join ente e using (id_ente) join trovati using (id_concorso)
       order by c.in_evidenza desc, c.anno desc nulls last, c.data_ultimo_aggiornamento desc, c.id_concorso
       offset $6 limit $7`,
      [
        query.id_ente ?? null,
        query.anno ?? null,
        query.profilo ?? null,
        query.in_evidenza ?? null,
        termini,
        start,
        size,
      ],
      'concorsi',
    ),
    db.query<{ anno: number | null; profilo: string | null; trovati: number }>(
      `select distinct c.anno, c.profilo from concorso c where ${PUBBLICATO}`,
      [],
      'anni_e_profili',
    ),
  ])
  const anni = new Set(valori.righe.flatMap((r) => r.anno ?? []))
  const profili = new Set(valori.righe.flatMap((r) => r.profilo ?? []))
  return {
    elementi: await withMaterie(db, pagina.righe),
    totale: pagina.righe[0]?.totale ?? (start > 0 ? await countConcorsi(db, query) : 0),
    anni: [...anni].sort((a, b) => b - a),
    profili: [...profili].sort(ALFABETO.compare),
  }
}

/** A page beyond the last one has no row to carry the total. */
async function countConcorsi(db: Db, query: Filtri): Promise<number> {
  const { totale } = await listConcorsi(db, { ...query, start: 0, size: 1 })
  return totale
}

/** Bodies that have a published bank, in alphabetical order [CA23]. */
export async function listEnti(db: Db, query: Pagina): Promise<RispostaDi<'enti'>> {
  const { righe } = await db.query<{ id_ente: number; ente: string }>(
    `select e.id_ente, e.ente from ente e
     where exists (select 1 from concorso c where c.id_ente = e.id_ente and ${PUBBLICATO})
       and (cardinality($1::text[]) = 0 or ${holdsAll('e.ente', '$1')})`,
    [readTermini(query.search)],
    'enti',
  )
  const { start, size } = readPagina(query)
  const ordinati = righe.sort((a, b) => ALFABETO.compare(a.ente, b.ente) || a.id_ente - b.id_ente)
  return { elementi: ordinati.slice(start, start + size), totale: righe.length }
}

/** The account's banks, the last added first, each with what the account may have of it now [CA20]. */
export async function listMiei({ db, config, now }: Deps, id_utente: number): Promise<RispostaDi<'concorsi_utente'>> {
  const [conto, { righe }] = await Promise.all([
    readConto(db, { config, ora: now(), id_utente, blocca: false }),
    db.query<RigaConcorso & { consegnate: number }>(
      `select ${COLONNE}, cardinality(cu.domande_consegnate) as consegnate
       from concorso_utente cu join concorso c using (id_concorso) join ente e using (id_ente)
       where cu.id_utente = $1 and cu.rimosso is null and ${PUBBLICATO} order by cu.aggiunto desc, c.id_concorso`,
      [id_utente],
      'concorsi_utente',
    ),
  ])
  const concorsi = await withMaterie(db, righe)
  const elementi = righe.map((riga, i): ConcorsoUtente => {
    const concesse =
      conto.rimasti === null ? riga.numero_domande : Math.min(riga.numero_domande, riga.consegnate + conto.rimasti)
    return {
      ...(concorsi[i] as Concorso),
      stato: concesse < riga.numero_domande ? 2 : 0,
      domande_concesse: concesse,
    }
  })
  return { elementi, totale: elementi.length }
}

/**
 * Simulations of a bank, the newest first [CA30]. What the account has open, on whatever device, is among the active ones even when
 * nobody can begin it any more.
 */
export async function listSimulazioni(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  id_utente: number | null,
  query: Pagina & { id_concorso: number; attiva?: boolean | undefined },
): Promise<RispostaDi<'simulazioni'>> {
  const { start, size } = readPagina(query)
  const { righe } = await db.query<RigaSimulazione & { in_corso: boolean }>(
    `select * from (
       select ${SIMULAZIONE}, exists (select 1 from partecipazione p
         where p.id_utente = $4 and p.id_simulazione = s.id_simulazione and ${IN_CORSO('$5')}) as in_corso
       from simulazione s join concorso c using (id_concorso) join ente e using (id_ente)
       where s.id_concorso = $1 and ${PUBBLICATO} and (cardinality($3::text[]) = 0 or ${holdsAll('s.descrizione', '$3')})) s
     where $2::boolean is null or s.attiva = $2 or ($2 and s.in_corso)
     order by s.data_inserimento desc, s.id_simulazione desc`,
    [query.id_concorso, query.attiva ?? null, readTermini(query.search), id_utente, now()],
    'simulazioni',
  )
  const elementi = righe
    .slice(start, start + size)
    .map(({ in_corso, ...s }) => ({ ...toSimulazione(s), ...(in_corso && { in_corso }) }))
  return { elementi, totale: righe.length }
}
