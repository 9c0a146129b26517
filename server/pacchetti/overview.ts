import type { BancaGestita, OrdineBanche } from '#contract/gestione/banche'
import { fail, ok, type Result } from '#contract/result'
import type { Deps } from '../deps.ts'

/** Banks of one page, and the wait for each package's check, in ms. */
const PAGE = 30
const CHECK_MS = 2_000

type Row = Omit<BancaGestita, 'aggiornata' | 'integra'> & {
  aggiornata: Date
  totale: number
  pacchetto: string | null
  pacchetto_dimensione: number | null
  immagini: string | null
  immagini_dimensione: number | null
}

const ORDERS: Record<OrdineBanche, string> = {
  segnalazioni: 'segnalate desc, concorso',
  nome: 'concorso',
  persone: 'persone desc, concorso',
  recenti: 'aggiornata desc',
}

const SQL = `select c.id_concorso, c.concorso, e.ente, c.anno, c.stato, c.versione, c.data_ultimo_aggiornamento as aggiornata,
  c.numero_domande as domande, c.pacchetto, c.pacchetto_dimensione, c.immagini, c.immagini_dimensione,
  (select count(*) from concorso_utente u where u.id_concorso = c.id_concorso and u.rimosso is null)::int as persone,
  (select count(*) from domanda d where d.id_concorso = c.id_concorso and d.stato = 'contestata')::int as contestate,
  coalesce(s.n, 0)::int as segnalate, count(*) over ()::int as totale
from concorso c join ente e using (id_ente)
  left join (select d.id_concorso, count(distinct d.id_domanda) as n from segnalazione s join domanda d using (id_domanda)
    where s.esito is null group by 1) s on s.id_concorso = c.id_concorso
where c.id_concorso > 0`

/** Returns whether the files of a bank are whole; null where the store did not say so in time. */
async function isWhole({ packageFiles }: Pick<Deps, 'packageFiles'>, row: Row): Promise<boolean | null> {
  if (row.pacchetto === null) return false
  try {
    if ((await packageFiles.soundSize(row.pacchetto, CHECK_MS)) !== row.pacchetto_dimensione) return false
    return row.immagini === null || (await packageFiles.soundSize(row.immagini, CHECK_MS)) === row.immagini_dimensione
  } catch {
    return null
  }
}

async function toBanca(deps: Pick<Deps, 'packageFiles'>, row: Row): Promise<BancaGestita> {
  const { totale: _t, pacchetto: _p, pacchetto_dimensione: _d, immagini: _i, immagini_dimensione: _s, ...rest } = row
  return { ...rest, aggiornata: row.aggiornata.toISOString(), integra: await isWhole(deps, row) }
}

export type BancaFilters = {
  cerca?: string | undefined
  stato?: string | undefined
  ordine?: OrdineBanche | undefined
  da?: number | undefined
}

/** Lists banks by pages; `cerca` is a part of the title or of the body. */
export async function listBanche(deps: Pick<Deps, 'db' | 'packageFiles'>, f: BancaFilters) {
  const from = f.da ?? 0
  const { rows } = await deps.db.query<Row>(
    `${SQL} and ($1::text is null or strpos(lower(c.concorso || ' ' || e.ente), lower($1)) > 0) and ($2::text is null or c.stato = $2)
     order by ${ORDERS[f.ordine ?? 'segnalazioni']}, c.id_concorso offset $3 limit ${PAGE}`,
    [f.cerca?.trim() || null, f.stato ?? null, from],
  )
  const totale = rows[0]?.totale ?? 0
  return {
    elementi: await Promise.all(rows.map((row) => toBanca(deps, row))),
    totale,
    prossima: from + rows.length < totale ? from + rows.length : null,
  }
}

/** Returns one bank of the list. CONCORSO_NON_TROVATO. */
export async function readBancaRow(deps: Pick<Deps, 'db' | 'packageFiles'>, id: number): Promise<Result<BancaGestita>> {
  const { rows } = await deps.db.query<Row>(`${SQL} and c.id_concorso = $1`, [id])
  return rows[0] ? ok(await toBanca(deps, rows[0])) : fail('CONCORSO_NON_TROVATO', { dati: { id_concorso: id } })
}
