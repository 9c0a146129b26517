import { addDays, italianDay, startOfItalianDay } from '#rules/italian-day'
import type { Deps } from '../deps.ts'

/** Longest time of a count, in ms: the console's first screen does not wait for a slow one. */
const COUNT_MS = 3_000

export type Activity = { risposte: number; persone: number }

/** Counts answers that arrived in a stretch of time and the accounts that sent anything; null where the count takes too long. */
async function countActivity({ db, log }: Deps, from: Date, to: Date): Promise<Activity | null> {
  try {
    return await db.tx(async (q) => {
      await q.script(`set local statement_timeout = ${COUNT_MS}`)
      const { rows } = await q.query<Activity>(
        `select count(*) filter (where tipo = 'RISPOSTA')::int as risposte, count(distinct id_utente)::int as persone
         from evento_utente where ricevuto >= $1 and ricevuto < $2`,
        [from, to],
      )
      return rows[0] ?? null
    })
  } catch (error) {
    log.warn({ err: error }, 'attività non contata')
    return null
  }
}

/** Counts the activity of this Italian day, and of the same day a week ago up to the same hour. */
export async function readActivity(deps: Deps): Promise<{ oggi: Activity | null; settimana_fa: Activity | null }> {
  const now = deps.now()
  const today = italianDay(now.getTime())
  const start = startOfItalianDay(today)
  const before = startOfItalianDay(addDays(today, -7))
  const oggi = await countActivity(deps, new Date(start), new Date(now.getTime() + 1))
  const settimana_fa = await countActivity(deps, new Date(before), new Date(before + (now.getTime() - start) + 1))
  return { oggi, settimana_fa }
}
