import type { ResponseOf } from '#contract/calls'
import { ok, type Result } from '#contract/result'
import { BANDI_PER_PAGINA } from '#rules/bando'
import { call } from '../../api/client.ts'
import { createKeptList } from '../../api/kept-list.ts'
import { serverNow } from '../../platform/clock.ts'

/** Days within which a call is worth a line on the home. */
const SOON_DAYS = 30
const SHOWN_ON_HOME = 3

/** Fetches every open call, page by page, so that filters work at once and without a network. */
async function fetchAll(): Promise<Result<ResponseOf<'bandi'>>> {
  const elementi: ResponseOf<'bandi'>['elementi'] = []
  for (;;) {
    const result = await call('bandi', { query: { start: elementi.length, size: BANDI_PER_PAGINA } })
    if (!result.ok) return result
    elementi.push(...result.value.elementi)
    // Drop a call that came twice, because one that expires between two pages shifts the next page.
    const unique = [...new Map(elementi.map((b) => [b.id_bando, b])).values()]
    if (result.value.elementi.length === 0 || elementi.length >= result.value.totale)
      return ok({ ...result.value, elementi: unique, totale: unique.length })
  }
}

/** Open calls [RT14]. */
export const bandiList = createKeptList('bandi', fetchAll)

/** Next calls to expire, for the home. */
export const soonBandi = createKeptList(
  'bandi',
  () => call('bandi', { query: { giorni: SOON_DAYS, size: SHOWN_ON_HOME } }),
  'bandi-vicini',
)

/** Returns the server's time, or the device's before the first response, so that deadlines survive a wrong clock. */
export const nowForDeadlines = (): number => serverNow() ?? Date.now()
