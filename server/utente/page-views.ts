import { ok, type Result } from '#contract/result'
import type { RoutePath } from '#rules/routes'
import type { Deps } from '../deps.ts'

/** Counts one view of a route on the present Italian day (D35); the caller's identity is neither read nor stored. */
export async function countPageView({ db, now }: Pick<Deps, 'db' | 'now'>, percorso: RoutePath): Promise<Result<null>> {
  await db.query(
    `insert into vista_pagina as v (giorno, percorso, viste) values (($1::timestamptz at time zone 'Europe/Rome')::date, $2, 1)
     on conflict (giorno, percorso) do update set viste = v.viste + 1`,
    [now(), percorso],
    'pagina_vista',
  )
  return ok(null)
}

export type PageViewsRow = { percorso: string; viste: number }

/** Views of each route in the last `giorni` days, the most seen first. */
export async function listPageViews({ db, now }: Pick<Deps, 'db' | 'now'>, giorni: number): Promise<PageViewsRow[]> {
  const { rows } = await db.query<PageViewsRow>(
    `select percorso, sum(viste)::int as viste from vista_pagina
     where giorno > ($1::timestamptz at time zone 'Europe/Rome')::date - $2::int group by percorso order by viste desc, percorso`,
    [now(), giorni],
  )
  return rows
}
