import type { ResponseOf } from '#contract/calls'
import type { Database } from '#contract/database'
import { EVENTI_BYTES, EVENTI_PER_CALL, type EventoGiornale } from '#contract/giornale'
import { ok, type Result } from '#contract/result'

/** The part of the store that the journal needs. */
export type GiornaleStore = Pick<
  Database,
  'readGiornale' | 'listEventi' | 'takeVoci' | 'markEventi' | 'applyEventi' | 'resetGiornale'
>

/** The server and its clock: now, ISO 8601, and how far it is ahead of this device's, in ms. */
export type GiornaleServer = {
  send: (args: { corpo: { eventi: EventoGiornale[] } }) => Promise<Result<ResponseOf<'invia_eventi'>>>
  fetch: (args: { query: { cursore: number; aperte: 'true' } }) => Promise<Result<ResponseOf<'eventi'>>>
  clock: () => { at: string; scarto_ms: number }
}

export type GiornaleOutcome = {
  sent: number
  refused: number
  /** Events from other devices. */
  eventi: number
  voci: number
  /** Answers among the events. */
  risposte: number
  /** True when this store had met no server yet. */
  first: boolean
  /** True when the server accepts no more of this account. Unsent events wait here [OP18]. */
  full: boolean
}

/** Splits the voices into batches that each fit one push. */
function cut(voci: readonly EventoGiornale[]): EventoGiornale[][] {
  const batches: EventoGiornale[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const e of voci) {
    const size = e.dati?.length ?? 0
    const last = batches.at(-1)
    if (!last || bytes + size > EVENTI_BYTES || last.length >= EVENTI_PER_CALL) {
      batches.push([e])
      bytes = size
    } else {
      last.push(e)
      bytes += size
    }
  }
  return batches
}

const isFull = (result: Result<unknown>): boolean => !result.ok && result.error.codice === 'GIORNALE_PIENO'

/**
 * Sends voices and events until the server has them all (decision 0073). Stops at the first failure, and when the account's room
 * ends. Before the next batch the store applies the events sent meanwhile by other devices. Its cursor then passes the batch
 * itself, which is not pulled again (decision 0077).
 */
async function pushGiornale(db: GiornaleStore, server: GiornaleServer): Promise<Result<Pushed>> {
  const { send, clock } = server
  const sum: Pushed = { ...NOTHING_PUSHED }
  const count = (sent: number, refused: number) => {
    sum.sent += sent - refused
    sum.refused += refused
  }
  const voci = await db.takeVoci(clock())
  if (!voci.ok) return voci
  for (const eventi of cut(voci.value)) {
    const sent = await send({ corpo: { eventi } })
    if (isFull(sent)) return ok({ ...sum, full: true })
    if (!sent.ok) return sent
    const { rifiutati } = sent.value
    // Mark only the refused voices. Another voice counts as sent when a pull returns it, since the cursor passes none.
    const marked = rifiutati.length > 0 ? await db.markEventi({ fino: null, rifiutati, numeri: null }) : ok(true)
    if (!marked.ok) return marked
    count(eventi.length, rifiutati.length)
  }
  let behind = voci.value.length > 0
  for (let last = ''; ; ) {
    const waiting = await db.listEventi({ limite: EVENTI_PER_CALL })
    if (!waiting.ok) return waiting
    // Stop when a marked batch is listed again, because it would be sent for ever.
    if (!waiting.value || waiting.value.fino.id === last) return ok(sum)
    if (behind) {
      const pulled = await pullGiornale(db, server)
      if (!pulled.ok) return pulled
      add(sum, pulled.value)
      if (pulled.value.restored) return ok({ ...sum, restored: true })
    }
    const { eventi, fino } = waiting.value
    last = fino.id
    // Send nothing for a batch of own banks alone.
    const sent = eventi.length > 0 ? await send({ corpo: { eventi } }) : ok({ rifiutati: [], numeri: null })
    if (isFull(sent)) return ok({ ...sum, full: true })
    if (!sent.ok) return sent
    const marked = await db.markEventi({ fino, ...sent.value })
    if (!marked.ok) return marked
    behind = !marked.value
    count(eventi.length, sent.value.rifiutati.length)
  }
}

type Came = Pick<GiornaleOutcome, 'eventi' | 'voci' | 'risposte'>
type Pushed = Came & { sent: number; refused: number; restored: boolean; full: boolean }

const NOTHING_CAME: Came = { eventi: 0, voci: 0, risposte: 0 }
const NOTHING_PUSHED: Pushed = { ...NOTHING_CAME, sent: 0, refused: 0, restored: false, full: false }
function add(sum: Came, { eventi, voci, risposte }: Came): void {
  sum.eventi += eventi
  sum.voci += voci
  sum.risposte += risposte
}

/** Applies page after page until the cursor stands still. `restored`: the server is another than the one met before. */
async function pullGiornale(
  db: GiornaleStore,
  { fetch, clock }: GiornaleServer,
): Promise<Result<Came & { restored: boolean }>> {
  const came = { ...NOTHING_CAME }
  for (;;) {
    const state = await db.readGiornale()
    if (!state.ok) return state
    const { cursore, epoca } = state.value
    const page = await fetch({ query: { cursore, aperte: 'true' } })
    if (!page.ok) return page
    if (epoca !== null && page.value.epoca !== epoca) {
      const forgotten = await db.resetGiornale({ epoca: page.value.epoca })
      return forgotten.ok ? ok({ ...came, restored: true }) : forgotten
    }
    const applied = await db.applyEventi({ ...page.value, scarto_ms: clock().scarto_ms })
    if (!applied.ok) return applied
    add(came, applied.value)
    if (page.value.cursore <= cursore) return ok({ ...came, restored: false })
  }
}

/**
 * Sends unsent events and applies those of other devices. A store that has met no server pulls first. It thus marks nothing as sent
 * to a replaced server. A failed step is repeated the next time, and a repeated event counts once. `receive`: nothing is sent.
 */
export async function syncGiornale(
  db: GiornaleStore,
  server: GiornaleServer,
  { receive = false } = {},
): Promise<Result<GiornaleOutcome>> {
  const state = await db.readGiornale()
  if (!state.ok) return state
  const first = state.value.epoca === null
  const sum = { ...NOTHING_CAME }
  const found = first ? await pullGiornale(db, server) : ok(NOTHING_CAME)
  if (!found.ok) return found
  add(sum, found.value)
  for (let again = false; ; again = true) {
    const pushed = receive ? ok(NOTHING_PUSHED) : await pushGiornale(db, server)
    if (!pushed.ok) return pushed
    add(sum, pushed.value)
    if (pushed.value.restored && !again) continue
    const pulled = await pullGiornale(db, server)
    if (!pulled.ok) return pulled
    add(sum, pulled.value)
    if (pulled.value.restored && !again) continue
    const { sent, refused, full } = pushed.value
    return ok({ sent, refused, ...sum, first, full })
  }
}
