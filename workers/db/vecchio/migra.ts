import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Migrazione } from '#contract/cura'
import { passato } from '#rules/cadenza'
import { NON_RISPOSTE } from '#rules/livello'
import { mergeRisposta } from '#rules/merge'
import { type RispostaRecord, type Statistica, toRisposta } from '#rules/statistica'
import type { Archivio } from '../archivio.ts'
import type { Connection } from '../drivers/platform.ts'
import { appendEvento, type Chain, readEvento, type TipoEvento } from '../eventi.ts'
import { alignBanche } from '../recupero/recupera.ts'
import type { Specchio, Vecchio } from '../specchio/specchio.ts'
import { readStatistica, toStatistica, writeStatistica } from '../statistiche.ts'
import { BANCA_IGNOTA, convertStatistica } from './converti.ts'
import { copyElenchi, copyPercorsi } from './elenchi.ts'
import { type Contenuto, deleteVecchio, readVecchio } from './leggi.ts'

const GIORNO_MS = 86_400_000
/** The old database stays so long after it was taken over. */
export const CONSERVATO_MS = 30 * GIORNO_MS
/** Key of `ambiente` that says that it was: written with the records, in one transaction. */
const FATTO = 'vecchio'

/**
 * Takes the old database 'concorsi' over, once (D31) [MI2]. It belongs to the first account that opens its store in this
 * browser: the old app cleared the data of a user when another one signed in [AU6], so there is one person's data in it.
 * Each step can be interrupted and is taken up at the next start: claimed, copied and counted in one transaction, marked once
 * that is durable, deleted 30 days later by the account that has the copy. A failure is logged as 'Migration failed' and changes
 * nothing [MI3].
 */
export async function migrateVecchio(a: Archivio, { at }: { at: string }): Promise<Migrazione> {
  const { indexedDB: factory, specchio } = a.platform
  if (!factory || !specchio) return { stato: 'assente', copiate: 0 }
  try {
    const claim = await specchio.readVecchio()
    const now = Date.parse(at)
    const mine = claim?.id_utente === a.id_utente
    const before = done(a.db)
    // Only the mark beside the records says that they are here: the one outside may be of a copy that was not kept.
    const qui = claim?.svuotato === true || (mine && before !== null)
    if (qui && claim && (await isScaduto(specchio, claim, now))) {
      // Deleting what is not there is harmless, and asking whether it is costs as much.
      return { stato: (await deleteVecchio(factory)) ? 'eliminata' : 'gia_fatta', copiate: 0 }
    }
    if (claim && !mine) return { stato: 'assente', copiate: 0 }
    if (qui && claim && claim.fino_ms !== null) return { stato: 'gia_fatta', copiate: before ?? 0 }
    if (before === null) {
      const contenuto = await readVecchio(factory)
      if (!contenuto) return { stato: claim?.fino_ms == null ? 'assente' : 'gia_fatta', copiate: 0 }
      await specchio.writeVecchio({ id_utente: a.id_utente, fino_ms: null })
      copy(a, contenuto, at)
      alignBanche(a)
    }
    await a.driver.settle()
    await specchio.writeVecchio({ id_utente: a.id_utente, fino_ms: now + CONSERVATO_MS })
    return { stato: before === null ? 'fatta' : 'gia_fatta', copiate: done(a.db) ?? 0 }
  } catch (error) {
    console.error('Migration failed', error)
    return { stato: 'fallita', copiate: 0 }
  }
}

/** What is left of the 30 days counts down as far as the clock was seen to go on: one jump of it deletes nothing. */
async function isScaduto(specchio: Specchio, claim: Vecchio, now: number): Promise<boolean> {
  if (claim.fino_ms === null) return false
  const { fino_ms, visto_ms = fino_ms - CONSERVATO_MS } = claim
  const fino = now + fino_ms - visto_ms - passato(visto_ms, now)
  if (fino < now) return true
  // As long as the clock does what it should, a note a day is enough.
  if (fino !== fino_ms || now - visto_ms >= GIORNO_MS)
    await specchio.writeVecchio({ ...claim, fino_ms: fino, visto_ms: now })
  return false
}

function done(db: Connection): number | null {
  const found = db.get<{ valore: string }>('SELECT valore FROM ambiente WHERE chiave = ?', FATTO)
  return found ? Number(found.valore) : null
}

function copy(a: Archivio, { banche, banche_meta, percorsi, percorsi_meta, ...old }: Contenuto, at: string): void {
  const { db } = a
  const convert = (records: typeof old.statistiche) =>
    records.flatMap((record) => convertStatistica(record, at) ?? []).sort(byDate)
  // The server takes none of an unknown bank: it waits until its bank comes (pacchetti/registra).
  const statistiche = convert(old.statistiche).map((s) =>
    s.id_concorso === BANCA_IGNOTA && s.sincronizzata === 0 ? { ...s, sincronizzata: null } : s,
  )
  const dei_percorsi = convert(old.statistiche_percorsi)
  a.chain = db.transaction(() => {
    copyElenchi(db, { banche, banche_meta, percorsi, percorsi_meta }, at)
    let chain = a.chain
    for (const stat of statistiche) chain = copyOne(db, chain, a.id_utente, stat)
    copyPercorsi(db, dei_percorsi)
    const copiate = new Set(statistiche.map((s) => s.id_domanda))
    const paths = new Set(dei_percorsi.map((s) => s.id_domanda))
    checkCount(db, 'statistiche', copiate)
    checkCount(db, 'statistiche_percorsi', paths)
    db.run('INSERT OR REPLACE INTO ambiente VALUES (?, ?)', FATTO, String(copiate.size + paths.size))
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
function copyOne(db: Connection, from: Chain, id_utente: number, vecchia: Statistica): Chain {
  const stored = readStatistica(db, vecchia.id_domanda)
  const statistica = stored ? union(toStatistica(stored), vecchia) : vecchia
  let chain = from
  for (const { tipo, dati, ts_client } of eventsOf(vecchia)) {
    const id = idOf([id_utente, vecchia.id_domanda, vecchia.id_concorso, ts_client, tipo, dati])
    if (readEvento(db, id)) continue
    const { id_concorso, id_domanda } = vecchia
    chain = appendEvento(db, chain, { id, id_concorso, id_domanda, tipo, dati, ts_client, versione_banca: null })
  }
  writeStatistica(db, statistica, stored?.presente ?? 0, stored?.ultimo_evento ?? null)
  return chain
}

type Voce = { tipo: TipoEvento; dati: object; ts_client: string }

/** What the old record says that happened, last of each kind: its history was never kept. */
function eventsOf(s: Statistica): Voce[] {
  const at = s.data_eseguita as string
  const voci: Voce[] = []
  const origine = 'concorsi'
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
        origine,
      },
    })
  else if (s.livello_conoscenza !== NON_RISPOSTE)
    voci.push({ tipo: 'LIVELLO', ts_client: at, dati: { livello: s.livello_conoscenza, origine } })
  if (s.preferiti === 1) voci.push({ tipo: 'PREFERITO', ts_client: at, dati: { preferiti: true, origine } })
  if (s.data_letta) voci.push({ tipo: 'LETTA', ts_client: s.data_letta, dati: { origine } })
  if (s.data_ascoltata) voci.push({ tipo: 'ASCOLTATA', ts_client: s.data_ascoltata, dati: { origine } })
  return voci
}

/** The same for the same record, whenever it is copied (reliability §4.3). */
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
