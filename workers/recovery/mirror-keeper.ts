import type { KnownMirror, MirrorState, StoreContext } from '../core/context.ts'
import { type EventoScritto, isIntact } from '../core/events.ts'
import {
  isEarlier,
  type Mirror,
  type MirrorEnd,
  type MirroredProva,
  type MirrorSummary,
  type StoredRow,
} from '../core/mirror.ts'
import type { Connection } from '../core/platform.ts'

/** Newest sittings under way that are mirrored. */
const OPEN_SEDUTE = 20
/** Newest delivered trials that are searched for unsent ones. */
const DELIVERED = 20
/** Own delivered trials that are mirrored: an older copy may have them under way. A simulation is the server's. */
const JUST_DELIVERED = 3
/** Given-up sittings that are mirrored: none may reopen, and be delivered by itself when its time is over. */
const JUST_GIVEN_UP = 3
/** Events looked up between two turns of the event loop: about a millisecond. */
const SLICE = 500

export const newMirrorState = (): MirrorState => ({ known: null, queue: Promise.resolve(), sentSince: true })

/**
 * Returns the mirror of a store whose files may be lost apart from IndexedDB; null where both share it, or there is
 * none.
 */
export const mirrorOf = ({ platform, driver }: Pick<StoreContext, 'platform' | 'driver'>): Mirror | null =>
  (driver.journal !== 'memory' && platform.mirror) || null

/** Returns whether the mirror has events or a sitting that the store lacks: the store is then an older one. */
export async function isBehind(ctx: StoreContext): Promise<boolean> {
  for (;;) {
    const { upkeep } = ctx
    const end = await mirrorOf(ctx)
      ?.readEnd(ctx.id_utente)
      .catch(() => null)
    while (ctx.rereading) await ctx.rereading
    if (!end || ctx.closed || ctx.lost) return false
    // Compare again with the new chain: the store was rebuilt while the mirror was read.
    if (ctx.upkeep === upkeep) return lacks(ctx, end)
  }
}

function lacks({ db }: StoreContext, { head, sedute }: MirrorEnd): boolean {
  if (!head) return false
  const here = db.get<{ catena: Uint8Array }>(
    'SELECT catena FROM eventi WHERE dispositivo = ? AND seq = ?',
    head.dispositivo,
    head.seq,
  )
  if (head.seq > 0 && (here?.catena.some((byte, i) => byte !== head.catena[i]) ?? true)) return true
  // A sitting is never removed from the store, and never goes back in time.
  return sedute.some((row) => {
    const own = db.get<StoredRow>('SELECT stato, aggiornata_ms FROM sedute WHERE id = ?', row.id as string)
    return !own || isEarlier(own, row)
  })
}

/**
 * Updates the mirror with committed rows: adds new events that the server lacks, and removes those that it has. Runs
 * after the acknowledgement; the next run retries a failure. Skips the write when the mirror is newer than the store,
 * because recovery reads it. `dopo_recupero`: a recovery has just used all of it.
 */
export function reflect(ctx: StoreContext, dopo_recupero = false): Promise<void> {
  const { mirrorState } = ctx
  const done = mirrorState.queue.then(() => run(ctx, dopo_recupero))
  mirrorState.queue = done.catch(() => {})
  return done
}

async function run(ctx: StoreContext, dopo_recupero: boolean): Promise<void> {
  const mirror = mirrorOf(ctx)
  if (!mirror) return
  if (!ctx.mirrorState.known) {
    const summary = await mirror.readSummary(ctx.id_utente)
    if (!dopo_recupero && lacks(ctx, summary)) return
    ctx.mirrorState.known = await knownOf(ctx, summary)
  }
  const { known: knownMirror } = ctx.mirrorState
  const { dispositivo, seq, catena } = ctx.chain
  const eventi = newEventi(ctx, knownMirror)
  // Look only after a send: the look costs as many reads as events wait.
  const { sentSince } = ctx.mirrorState
  ctx.mirrorState.sentSince = false
  const removed = sentSince ? sentByNow(ctx, knownMirror) : []
  const { sedute, ended } = changedSedute(ctx, knownMirror)
  const same = knownMirror.dispositivo === dispositivo && knownMirror.seq === seq && !dopo_recupero
  if (same && removed.length + sedute.length + ended.length === 0) return
  try {
    await mirror.write(ctx.id_utente, { head: { dispositivo, seq, catena }, events: eventi, removed, sedute, ended })
  } catch (error) {
    ctx.mirrorState.sentSince ||= sentSince
    throw error
  }
  Object.assign(knownMirror, { dispositivo, seq })
  for (const { id, id_domanda } of eventi) knownMirror.eventi.set(id, id_domanda)
  for (const id of removed) knownMirror.eventi.delete(id)
  for (const { id, riga } of sedute) knownMirror.sedute.set(id, signOf(riga))
  for (const id of ended) knownMirror.sedute.delete(id)
}

async function knownOf(
  { chain, db, platform }: StoreContext,
  { head, events: eventi, sedute }: MirrorSummary,
): Promise<KnownMirror> {
  const domande = new Map<string, number>()
  for (let from = 0; from < eventi.length; from += SLICE) {
    if (from > 0) await platform.wait(0)
    const rows = db.all<{ id: string; id_domanda: number }>(
      'SELECT id, id_domanda FROM eventi WHERE id IN (SELECT value FROM json_each(?))',
      JSON.stringify(eventi.slice(from, from + SLICE)),
    )
    for (const { id, id_domanda } of rows) domande.set(id, id_domanda)
  }
  const ownChain = head?.dispositivo === chain.dispositivo && head.seq <= chain.seq
  return {
    dispositivo: chain.dispositivo,
    seq: ownChain ? head.seq : 0,
    eventi: domande,
    sedute: new Map(sedute.map((row) => [row.id as string, signOf(row)])),
  }
}

/** Returns the events after the last mirrored one whose record the server lacks. */
const newEventi = ({ db, chain }: StoreContext, { seq, eventi }: KnownMirror): EventoScritto[] =>
  db
    .all<EventoScritto>(
      `SELECT * FROM eventi e WHERE dispositivo = ? AND seq > ? AND NOT EXISTS (
         SELECT 1 FROM statistiche s WHERE s.id_domanda = e.id_domanda AND s.sincronizzata = 1) ORDER BY seq`,
      chain.dispositivo,
      seq,
    )
    // Skip a damaged event: it must not replace the good one that a recovery would search.
    .filter((e) => !eventi.has(e.id) && isIntact(e))

function sentByNow({ db }: StoreContext, { eventi }: KnownMirror): string[] {
  if (eventi.size === 0) return []
  const sent = new Set(
    db
      .all<{ id: number }>(
        `SELECT value AS id FROM json_each(?) j WHERE EXISTS (
           SELECT 1 FROM statistiche s WHERE s.id_domanda = j.value AND s.sincronizzata = 1)`,
        JSON.stringify([...new Set(eventi.values())]),
      )
      .map(({ id }) => id),
  )
  return [...eventi].filter(([, id_domanda]) => sent.has(id_domanda)).map(([id]) => id)
}

const TO_KEEP = `SELECT * FROM sedute WHERE id IN (
    SELECT id FROM sedute WHERE stato IN ('in_corso', 'in_pausa') ORDER BY aggiornata_ms DESC, id DESC LIMIT ${OPEN_SEDUTE})
  OR id IN (SELECT id_seduta FROM (
    SELECT id_seduta, da_spedire FROM prove WHERE consegnata_ms IS NOT NULL ORDER BY consegnata_ms DESC LIMIT ${DELIVERED})
    WHERE da_spedire = 1)
  OR id IN (
    SELECT id_seduta FROM prove WHERE consegnata_ms IS NOT NULL AND id_simulazione IS NULL
    ORDER BY consegnata_ms DESC LIMIT ${JUST_DELIVERED})`

/** Given-up sittings that the mirror holds: those whose surrender is still to be sent, and the last own ones. */
const GIVEN_UP = `WITH rese AS (
    SELECT s.id, s.aggiornata_ms, p.id_simulazione, p.da_spedire
    FROM json_each(?) j CROSS JOIN sedute s ON s.id = j.value LEFT JOIN prove p ON p.id_seduta = s.id
    WHERE s.stato = 'abbandonata')
  SELECT * FROM sedute WHERE id IN (SELECT id FROM rese WHERE da_spedire = 1)
  OR id IN (
    SELECT id FROM rese WHERE id_simulazione IS NULL ORDER BY aggiornata_ms DESC, id DESC LIMIT ${JUST_GIVEN_UP})`

type SedutaRow = StoredRow & { id: string }

/**
 * Returns the sign of a sitting's row: equal signs are equal rows. The state is in it, because an end may have the date
 * of the step before it, or of a clock set back.
 */
const signOf = ({ stato: knownMirror, aggiornata_ms }: StoredRow): string => `${aggiornata_ms} ${knownMirror}`

function changedSedute({ db }: StoreContext, knownMirror: KnownMirror) {
  const here = db.all<SedutaRow>(TO_KEEP)
  const open = new Set(here.map(({ id }) => id))
  const stopped = [...knownMirror.sedute.keys()].filter((id) => !open.has(id))
  if (stopped.length > 0) here.push(...db.all<SedutaRow>(GIVEN_UP, JSON.stringify(stopped)))
  const sedute = here
    .filter((row) => knownMirror.sedute.get(row.id) !== signOf(row))
    .map((row) => {
      const domande = knownMirror.sedute.has(row.id)
        ? undefined
        : db.get<StoredRow>('SELECT * FROM sedute_domande WHERE id_seduta = ?', row.id)
      const prova = readProva(db, row.id)
      return { id: row.id, riga: row, ...(domande && { domande }), ...(prova && { prova }) }
    })
  const still = new Set(here.map(({ id }) => id))
  return { sedute, ended: [...knownMirror.sedute.keys()].filter((id) => !still.has(id)) }
}

function readProva(db: Connection, id: string): MirroredProva | undefined {
  const row = db.get<StoredRow>('SELECT * FROM prove WHERE id_seduta = ?', id)
  return row && { riga: row, voci: db.all<StoredRow>('SELECT * FROM prove_voci WHERE id_seduta = ?', id) }
}
