import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { LegacyMigration } from '#contract/store-care'
import { elapsedMs } from '#rules/cadence'
import { NON_RISPOSTE } from '#rules/livello'
import { mergeRisposta } from '#rules/merge'
import { type RispostaRecord, type Statistica, toRisposta } from '#rules/statistica'
import type { StoreContext } from '../core/context.ts'
import { appendEvento, type Chain, readEvento, type TipoEvento } from '../core/events.ts'
import type { Mirror, OldDatabaseClaim } from '../core/mirror.ts'
import type { Connection } from '../core/platform.ts'
import { alignBanks } from '../recovery/index.ts'
import { readStatistica, toStatistica, writeStatistica } from '../statistiche/records.ts'
import { convertStatistica, UNKNOWN_BANK } from './convert.ts'
import { copyLists, copyPercorsi } from './lists.ts'
import { deleteOld, type OldContent, readOld } from './read.ts'

const DAY_MS = 86_400_000
/** The old database stays so long after it was taken over. */
export const KEPT_MS = 30 * DAY_MS
/** Key of `ambiente` that says that it was: written with the records, in one transaction. */
const DONE = 'vecchio'

/**
 * Takes the old database 'concorsi' over, once (D31) [MI2]. It belongs to the first account that opens its store in this
 * browser: the old app cleared the data of a user when another one signed in [AU6], so there is one person's data in it.
 * Each step can be interrupted and is taken up at the next start: claimed, copied and counted in one transaction, marked once
 * that is durable, deleted 30 days later by the account that has the copy. A failure is logged as 'Migration failed' and changes
 * nothing [MI3].
 */
export async function migrateOld(ctx: StoreContext, { at }: { at: string }): Promise<LegacyMigration> {
  const { indexedDB: factory, mirror } = ctx.platform
  if (!factory || !mirror) return { stato: 'assente', copiate: 0 }
  try {
    const claim = await mirror.readOld()
    const now = Date.parse(at)
    const mine = claim?.id_utente === ctx.id_utente
    const before = done(ctx.db)
    // Only the mark beside the records says that they are here: the one outside may be of a copy that was not kept.
    const isHere = claim?.svuotato === true || (mine && before !== null)
    if (isHere && claim && (await isExpired(mirror, claim, now))) {
      // Deleting what is not there is harmless, and asking whether it is costs as much.
      return { stato: (await deleteOld(factory)) ? 'eliminata' : 'gia_fatta', copiate: 0 }
    }
    if (claim && !mine) return { stato: 'assente', copiate: 0 }
    if (isHere && claim && claim.fino_ms !== null) return { stato: 'gia_fatta', copiate: before ?? 0 }
    if (before === null) {
      const content = await readOld(factory)
      if (!content) return { stato: claim?.fino_ms == null ? 'assente' : 'gia_fatta', copiate: 0 }
      await mirror.writeOld({ id_utente: ctx.id_utente, fino_ms: null })
      copy(ctx, content, at)
      alignBanks(ctx)
    }
    await ctx.driver.settle()
    await mirror.writeOld({ id_utente: ctx.id_utente, fino_ms: now + KEPT_MS })
    return { stato: before === null ? 'fatta' : 'gia_fatta', copiate: done(ctx.db) ?? 0 }
  } catch (error) {
    console.error('Migration failed', error)
    return { stato: 'fallita', copiate: 0 }
  }
}

/** What is left of the 30 days counts down as far as the clock was seen to go on: one jump of it deletes nothing. */
async function isExpired(mirror: Mirror, claim: OldDatabaseClaim, now: number): Promise<boolean> {
  if (claim.fino_ms === null) return false
  const { fino_ms, visto_ms = fino_ms - KEPT_MS } = claim
  const until = now + fino_ms - visto_ms - elapsedMs(visto_ms, now)
  if (until < now) return true
  // As long as the clock does what it should, a note a day is enough.
  if (until !== fino_ms || now - visto_ms >= DAY_MS) await mirror.writeOld({ ...claim, fino_ms: until, visto_ms: now })
  return false
}

function done(db: Connection): number | null {
  const found = db.get<{ valore: string }>('SELECT valore FROM ambiente WHERE chiave = ?', DONE)
  return found ? Number(found.valore) : null
}

function copy(
  ctx: StoreContext,
  { banche, banche_meta, percorsi, percorsi_meta, ...old }: OldContent,
  at: string,
): void {
  const { db } = ctx
  const convert = (records: typeof old.statistiche) =>
    records.flatMap((record) => convertStatistica(record, at) ?? []).sort(byDate)
  // The server takes none of an unknown bank: it waits until its bank comes (pacchetti/registra).
  const statistiche = convert(old.statistiche).map((s) =>
    s.id_concorso === UNKNOWN_BANK && s.sincronizzata === 0 ? { ...s, sincronizzata: null } : s,
  )
  const ofPaths = convert(old.statistiche_percorsi)
  ctx.chain = db.transaction(() => {
    copyLists(db, { banche, banche_meta, percorsi, percorsi_meta }, at)
    let chain = ctx.chain
    for (const stat of statistiche) chain = copyOne(db, chain, ctx.id_utente, stat)
    copyPercorsi(db, ofPaths)
    const copied = new Set(statistiche.map((s) => s.id_domanda))
    const paths = new Set(ofPaths.map((s) => s.id_domanda))
    checkCount(db, 'statistiche', copied)
    checkCount(db, 'statistiche_percorsi', paths)
    db.run('INSERT OR REPLACE INTO ambiente VALUES (?, ?)', DONE, String(copied.size + paths.size))
    return chain
  })
}

const byDate = (x: Statistica, y: Statistica): number =>
  Date.parse(x.data_eseguita ?? '') - Date.parse(y.data_eseguita ?? '') || x.id_domanda - y.id_domanda

/** As many records are here as there were: otherwise nothing is. */
function checkCount(db: Connection, table: string, ids: ReadonlySet<number>): void {
  const { n } = db.get<{ n: number }>(
    `SELECT count(*) AS n FROM ${table} WHERE id_domanda IN (SELECT value FROM json_each(?))`,
    JSON.stringify([...ids]),
  ) as { n: number }
  if (n !== ids.size) throw new Error(`${n} of ${ids.size} records in ${table}`)
}

/** One record with the events that say the same, so that it is rebuilt and sent like any other (D27). */
function copyOne(db: Connection, from: Chain, id_utente: number, oldRecord: Statistica): Chain {
  const stored = readStatistica(db, oldRecord.id_domanda)
  const statistica = stored ? union(toStatistica(stored), oldRecord) : oldRecord
  let chain = from
  for (const { tipo, dati, ts_client } of eventsOf(oldRecord)) {
    const id = idOf([id_utente, oldRecord.id_domanda, oldRecord.id_concorso, ts_client, tipo, dati])
    if (readEvento(db, id)) continue
    const { id_concorso, id_domanda } = oldRecord
    chain = appendEvento(db, chain, { id, id_concorso, id_domanda, tipo, dati, ts_client, versione_banca: null })
  }
  writeStatistica(db, statistica, stored?.presente ?? 0, stored?.ultimo_evento ?? null)
  return chain
}

type PartialEvent = { tipo: TipoEvento; dati: object; ts_client: string }

/** What the old record says that happened, last of each kind: its history was never kept. */
function eventsOf(s: Statistica): PartialEvent[] {
  const at = s.data_eseguita as string
  const voci: PartialEvent[] = []
  const origin = 'concorsi'
  if (s.risposta_gettonata !== null && s.livello_conoscenza !== NON_RISPOSTE)
    voci.push({
      tipo: 'RISPOSTA',
      ts_client: at,
      dati: {
        risposta: s.risposta_gettonata,
        // The old record does not say whether it was right.
        esito: null,
        modalita: s.modalita ?? 'ESEGUITA',
        id_seduta: null,
        indice: null,
        livello_dopo: s.livello_conoscenza,
        prima: { livello_conoscenza: NON_RISPOSTE, risposta_gettonata: null, modalita: null },
        evento_prima: null,
        impronta: null,
        origine: origin,
      },
    })
  else if (s.livello_conoscenza !== NON_RISPOSTE)
    voci.push({ tipo: 'LIVELLO', ts_client: at, dati: { livello: s.livello_conoscenza, origine: origin } })
  if (s.preferiti === 1) voci.push({ tipo: 'PREFERITO', ts_client: at, dati: { preferiti: true, origine: origin } })
  if (s.data_letta) voci.push({ tipo: 'LETTA', ts_client: s.data_letta, dati: { origine: origin } })
  if (s.data_ascoltata) voci.push({ tipo: 'ASCOLTATA', ts_client: s.data_ascoltata, dati: { origine: origin } })
  return voci
}

/** The same for the same record, whenever it is copied. */
const idOf = (parts: unknown): string => `v9-${bytesToHex(sha256(utf8ToBytes(JSON.stringify(parts)))).slice(0, 32)}`

/** What is here already and what comes from the old database, each half from where it is newer. */
function union(here: Statistica, old: Statistica): Statistica {
  if (here.data_eseguita === null) return { ...old, ...identity(here) }
  const both = mergeRisposta(toRisposta(here), toRisposta(old))
  const same = (s: Statistica) =>
    s.livello_conoscenza === both.livello_conoscenza &&
    (s.preferiti === 1) === both.preferiti &&
    s.risposta_gettonata === (both.risposta_gettonata ?? null)
  const sent = [here, old].some((s) => s.sincronizzata === 1 && same(s) && s.data_eseguita === both.data_eseguita)
  return {
    ...here,
    ...fields(both),
    sincronizzata: sent ? 1 : 0,
    ...(sent ? {} : { isLevelUpdated: 1, isPreferitiUpdated: 1 }),
  }
}

const identity = ({ id_materia, indice_uff, has_image, has_risposta }: Statistica) => ({
  id_materia,
  indice_uff,
  has_image,
  has_risposta,
})

const fields = (r: RispostaRecord) => ({
  livello_conoscenza: r.livello_conoscenza,
  preferiti: r.preferiti ? (1 as const) : (0 as const),
  risposta_gettonata: r.risposta_gettonata ?? null,
  modalita: r.modalita[0] ?? null,
  data_eseguita: r.data_eseguita,
  data_livello: r.data_livello ?? null,
  data_preferiti: r.data_preferiti ?? null,
  data_letta: r.data_letta ?? null,
  data_ascoltata: r.data_ascoltata ?? null,
})
