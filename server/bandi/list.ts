import type { Bando } from '#contract/bandi'
import type { QueryOf, ResponseOf } from '#contract/calls'
import { BANDI_PER_PAGINA, expiryLimit } from '#rules/bando'
import { PUBLISHED } from '../concorso/columns.ts'
import { holdsAll, PAGE_SIZE, readTerms } from '../concorso/search.ts'
import type { Deps } from '../deps.ts'

type Filters = {
  [K in Exclude<keyof QueryOf<'bandi'>, 'giorni' | 'in_evidenza' | 'start' | 'size'>]?: QueryOf<'bandi'>[K]
} & {
  giorni?: number | undefined
  in_evidenza?: boolean | undefined
  start?: number | undefined
  size?: number | undefined
}

type BandoRow = Omit<Bando, 'scadenza'> & { scadenza: Date; totale: number }

/** Banks that the operator named, else those of the same body; published ones only. */
const BANCHE = `(select coalesce(json_agg(json_build_object('id_concorso', c.id_concorso, 'concorso', c.concorso)
    order by c.anno desc nulls last, c.id_concorso), '[]')
  from concorso c join ente e using (id_ente) where ${PUBLISHED}
    and case when cardinality(b.banche) > 0 then c.id_concorso = any(b.banche) else lower(e.ente) = lower(b.ente) end)`

/** Lists open calls, the first to expire first [CN1][SC22][BA4]. */
export async function listBandi({ db, now, config }: Deps, query: Filters): Promise<ResponseOf<'bandi'>> {
  const at = now()
  const start = query.start ?? 0
  const size = Math.min(BANDI_PER_PAGINA, Math.max(1, query.size ?? PAGE_SIZE))
  const limit = query.giorni === undefined ? null : new Date(expiryLimit(query.giorni, at.getTime()))
  const filters = [
    at,
    limit,
    query.tipo_ente ?? null,
    query.livello_istruzione ?? null,
    query.settore ?? null,
    query.area_geografica ?? null,
    query.in_evidenza === true,
    readTerms(query.search),
  ]
  // Exclude example calls, which older installations still hold.
  const where = `b.ritirato is null and not b.esempio and b.scadenza >= $1 and ($2::timestamptz is null or b.scadenza < $2)
    and ($3::text is null or b.tipo_ente = $3) and ($4::text is null or b.livello_istruzione = $4)
    and ($5::text is null or b.settore = $5) and ($6::text is null or b.area_geografica = $6)
    and (not $7::boolean or b.in_evidenza)
    and (cardinality($8::text[]) = 0 or ${holdsAll("b.nome || ' ' || b.ente", '$8')})`
  const [page, all] = await Promise.all([
    db.query<BandoRow>(
      `select b.id_bando, b.nome, b.ente, b.descrizione, b.tipo_ente, b.livello_istruzione, b.settore,
         b.area_geografica, b.regione, b.posti, b.scadenza, b.in_evidenza, b.pagina_ufficiale, ${BANCHE} as banche
       from bando b where ${where} order by b.scadenza, b.id_bando offset $9 limit $10`,
      [...filters, start, size],
      'bandi',
    ),
    db.query<{ n: number }>(`select count(*)::int as n from bando b where ${where}`, filters, 'bandi_quanti'),
  ])
  return {
    elementi: page.rows.map(({ scadenza, ...b }) => ({ ...b, scadenza: scadenza.toISOString(), esempio: false })),
    totale: all.rows[0]?.n ?? 0,
    app: config.app,
  }
}
