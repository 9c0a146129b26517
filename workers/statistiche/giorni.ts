import type { Giorno } from '#contract/database'
import { instantOf } from '#rules/dates'
import { addDays, italianDay } from '#rules/italian-day'
import { NON_RISPOSTE } from '#rules/livello'
import type { StoreContext } from '../core/context.ts'

type Hour = { ora: string } & Omit<Giorno, 'giorno'>

/**
 * What was answered on each Italian day from `da` on, days without an answer left out, oldest first; answers that were taken back do
 * not count. `id_concorso` null: of every bank. Events are grouped by the hour on the device's clock, then by the Italian day.
 */
export function readGiorni(
  ctx: StoreContext,
  { id_concorso, da }: { id_concorso: number | null; da: string },
): Giorno[] {
  const hours = ctx.db.all<Hour>(
    `SELECT substr(ts_client, 1, 13) || ':00:00.000' || substr(ts_client, 24) AS ora, count(*) AS risposte,
       sum(json_extract(dati, '$.esito') = 'corretta') AS giuste,
       sum(json_extract(dati, '$.prima.livello_conoscenza') = ${NON_RISPOSTE}) AS nuove,
       sum(coalesce(json_extract(dati, '$.ms'), 0)) AS ms
     FROM eventi WHERE tipo = 'RISPOSTA' AND ts_client >= ? AND coalesce(id_concorso = ?, 1)
       AND id NOT IN (SELECT json_extract(dati, '$.annulla') FROM eventi WHERE tipo = 'ANNULLA')
     GROUP BY 1`,
    // A day early: the text is of the device's clock, the day is the Italian one.
    addDays(da, -1),
    id_concorso,
  )
  const days = new Map<string, Giorno>()
  for (const { ora, ...figures } of hours) {
    const giorno = italianDay(instantOf(ora))
    if (giorno < da) continue
    const sum = days.get(giorno)
    if (!sum) days.set(giorno, { giorno, ...figures })
    else for (const key of ['risposte', 'giuste', 'nuove', 'ms'] as const) sum[key] += figures[key]
  }
  return [...days.values()].sort((a, b) => (a.giorno < b.giorno ? -1 : 1))
}
