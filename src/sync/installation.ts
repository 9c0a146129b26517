import type { Database } from '#contract/database'
import { ok, type Result } from '#contract/result'
import type { Concorso } from '#contract/schemas'
import { isPropria } from '#rules/raccolta'
import type { FetchRisposte } from './pull.ts'

/** The installation that answers now (contract/epoch); null until a call of a session was answered. */
export type HeardEpoch = () => string | null

type MeetStore = Pick<Database, 'meetEpoch'>

/**
 * A page of records of which no installation is told before it is met: older records of a restored server would take the place of
 * newer ones that the one before had. Asked by a cursor that is gone, it is asked for again.
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
 * Puts back into the account's list the banks of which records wait and which a restored server does not know to be the account's:
 * it would take none of their records. One that cannot be put back keeps its records here, set aside.
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

/** What comes before each push: after a restore of the server, what it may lack waits again and the account's list is put right. */
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
