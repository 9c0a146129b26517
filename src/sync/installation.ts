import type { Database } from '#contract/database'
import { ok, type Result } from '#contract/result'
import type { Concorso } from '#contract/schemas'
import { isPropria } from '#rules/raccolta'
import type { FetchRisposte } from './pull.ts'

/** Returns the present installation of the server (contract/epoch); null before the first response to a call of a session. */
export type HeardEpoch = () => string | null

type MeetStore = Pick<Database, 'meetEpoch'>

/**
 * Wraps `fetchPage` so that the store meets the installation before it gets a page. Otherwise older records of a restored server
 * would replace newer ones of the installation before. A page fetched with an outdated cursor is fetched again.
 */
export const meetingFirst =
  (db: MeetStore & Pick<Database, 'pullState'>, fetchPage: FetchRisposte, heard: HeardEpoch): FetchRisposte =>
  async (args) => {
    const page = await fetchPage(args)
    if (!page.ok) return page
    const epoca = heard()
    const met = epoca === null ? ok(null) : await db.meetEpoch({ epoca, lista_giusta: false })
    if (!met.ok) return met
    const state = await db.pullState({ id_concorso: args.query.id_concorso })
    if (!state.ok || state.value.cursore === args.query.cursore) return state.ok ? page : state
    return fetchPage({ query: { ...args.query, cursore: state.value.cursore } })
  }

type Lists = { list: () => Promise<Result<Concorso[]>>; grant: (id_concorso: number) => Promise<Result<unknown>> }

/**
 * Grants again the banks with waiting records that a restored server lacks in the account's list. Otherwise the server refuses all
 * their records. A bank that cannot be granted keeps its records here, set aside.
 */
async function grantAgain(db: Pick<Database, 'countUnsynced'>, { list, grant }: Lists): Promise<Result<null>> {
  const waiting = await db.countUnsynced()
  if (!waiting.ok) return waiting
  const listed = await list()
  if (!listed.ok) return listed
  for (const { id_concorso } of waiting.value.per_banca)
    if (!isPropria(id_concorso) && !listed.value.some((c) => c.id_concorso === id_concorso)) await grant(id_concorso)
  return ok(null)
}

/** Prepares each push. After a restore of the server, marks the records it may lack as waiting and repairs the account's list. */
export async function settle(
  db: MeetStore & Pick<Database, 'countUnsynced'>,
  heard: HeardEpoch,
  lists: Lists,
): Promise<Result<null>> {
  const epoca = heard()
  if (epoca === null) return ok(null)
  const met = await db.meetEpoch({ epoca, lista_giusta: false })
  if (!met.ok) return met
  if (!met.value.lista_vecchia) return ok(null)
  const granted = await grantAgain(db, lists)
  if (!granted.ok) return granted
  const noted = await db.meetEpoch({ epoca, lista_giusta: true })
  return noted.ok ? ok(null) : noted
}
