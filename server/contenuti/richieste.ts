import type { RichiestaBanca } from '#contract/contenuti'
import { fail, ok, type Result } from '#contract/result'
import type { Deps } from '../deps.ts'

/** Requests that one account may make in a day. */
const MAX_PER_DAY = 10
const DAY_SECONDS = 24 * 3_600

/** Stores a request for a bank; a repeated one changes nothing [RB1]. RATE_LIMIT_EXCEEDED beyond the day's limit. */
export async function keepRichiesta({ db, now }: Deps, id_utente: number, r: RichiestaBanca): Promise<Result<null>> {
  const at = now()
  return db.tx(async (q) => {
    // Lock the account's row, so that its concurrent requests are counted one after the other.
    await q.query('select 1 from utente where id_utente = $1 for update', [id_utente])
    const { rows } = await q.query<{ oggi: number; nota: boolean; prima: Date | null }>(
      `select count(*) filter (where creata > $2)::int as oggi, min(creata) filter (where creata > $2) as prima,
         coalesce(bool_or(id_richiesta = $3), false) as nota
       from richiesta_banca where id_utente = $1`,
      [id_utente, new Date(at.getTime() - DAY_SECONDS * 1000), r.id_richiesta],
    )
    const { oggi = 0, nota = false, prima = null } = rows[0] ?? {}
    if (nota) return ok(null)
    if (oggi >= MAX_PER_DAY) {
      const secondi = Math.ceil(((prima?.getTime() ?? 0) + DAY_SECONDS * 1000 - at.getTime()) / 1000)
      return fail('RATE_LIMIT_EXCEEDED', { dati: { secondi } })
    }
    await q.query(
      `insert into richiesta_banca (id_richiesta, id_utente, ente, profilo, anno, nota, link, creata)
       values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (id_richiesta) do nothing`,
      [r.id_richiesta, id_utente, r.ente, r.profilo, r.anno, r.nota, r.link, at],
    )
    return ok(null)
  })
}

export type RichiestaLine = Omit<RichiestaBanca, 'id_richiesta'> & {
  id_richiesta: string
  creata: Date
  chiusa: Date | null
}

/** Lists requests for the operator, the newest first: open ones, or all. The authors are left out. */
export async function listRichieste(
  { db }: Deps,
  { all, max }: { all: boolean; max: number },
): Promise<{ rows: RichiestaLine[]; totale: number }> {
  const { rows } = await db.query<RichiestaLine & { totale: number }>(
    `select id_richiesta, ente, profilo, anno, nota, link, creata, chiusa, (count(*) over ())::int as totale
     from richiesta_banca where $1 or chiusa is null order by creata desc, id_richiesta limit $2`,
    [all, max],
  )
  return { rows: rows.map(({ totale: _totale, ...r }) => r), totale: rows[0]?.totale ?? 0 }
}

/** Closes a request, or opens it again; returns false where there is none. */
export async function closeRichiesta({ db, now }: Deps, id: string, closed: boolean): Promise<boolean> {
  const { count } = await db.query('update richiesta_banca set chiusa = $2 where id_richiesta::text = $1', [
    id,
    closed ? now() : null,
  ])
  return count > 0
}
