import type { Archivio } from '../archivio.ts'
import type { Connection } from '../drivers/platform.ts'
import { type EventoScritto, isIntact } from '../eventi.ts'
import { type Fine, isPrima, type ProvaRiflessa, type RigaMagazzino, type Sommario, type Specchio } from './specchio.ts'

/** Sittings under way that are mirrored: the newest. */
const SEDUTE = 20
/** Delivered trials among which those to be sent are looked for: the newest. */
const CONSEGNATE = 20
/** Delivered trials of one's own that are mirrored: a copy of another day may have them under way. A simulation is the server's. */
const APPENA_CONSEGNATE = 3
/** The same of sittings that were given up: none may come back open, and be delivered by itself when its time is over. */
const APPENA_ABBANDONATE = 3
/** Events looked up between two looks at what waits: about a millisecond. */
const FETTA = 500

/** What the mirror is known to hold. */
type Stato = {
  dispositivo: string
  seq: number
  /** Question of each event mirrored. */
  eventi: Map<string, number>
  /** What was mirrored of each sitting: see `segnoDi`. */
  sedute: Map<string, string>
}
/** `spediti`: records were marked as sent since the mirror last looked; only then is there anything to take out of it. */
export type Tenuta = { stato: Stato | null; coda: Promise<void>; spediti: boolean }

export const newTenuta = (): Tenuta => ({ stato: null, coda: Promise.resolve(), spediti: true })

/** The mirror of a store whose files may be lost apart from IndexedDB; null where they are in it, or there is none. */
export const specchioOf = ({ platform, driver }: Pick<Archivio, 'platform' | 'driver'>): Specchio | null =>
  (driver.journal !== 'memory' && platform.specchio) || null

/** The mirror knows of events or of a sitting that the store does not have: the store is older than it was. */
export async function isBehind(a: Archivio): Promise<boolean> {
  for (;;) {
    const { custodia } = a
    const fine = await specchioOf(a)
      ?.readFine(a.id_utente)
      .catch(() => null)
    while (a.rilettura) await a.rilettura
    if (!fine || a.chiuso || a.perso) return false
    // Rebuilt while the mirror was asked: what it said is of the chain of before.
    if (a.custodia === custodia) return lacks(a, fine)
  }
}

function lacks({ db }: Archivio, { testa, sedute }: Fine): boolean {
  if (!testa) return false
  const here = db.get<{ catena: Uint8Array }>(
    'SELECT catena FROM eventi WHERE dispositivo = ? AND seq = ?',
    testa.dispositivo,
    testa.seq,
  )
  if (testa.seq > 0 && (here?.catena.some((byte, i) => byte !== testa.catena[i]) ?? true)) return true
  // No sitting is ever taken out of the store, and none goes back in time.
  return sedute.some((riga) => {
    const sua = db.get<RigaMagazzino>('SELECT stato, aggiornata_ms FROM sedute WHERE id = ?', riga.id as string)
    return !sua || isPrima(sua, riga)
  })
}

/**
 * Brings the mirror up to date with what is committed: new events that the server lacks go in, those it has by now go out.
 * After the answer, never before it; a mirror that fails is left for the next time. The mirror of a store that is behind it
 * is left alone: a recovery needs it. `dopo_recupero`: one has just taken all that it holds.
 */
export function reflect(a: Archivio, dopo_recupero = false): Promise<void> {
  const { tenuta } = a
  const done = tenuta.coda.then(() => run(a, dopo_recupero))
  tenuta.coda = done.catch(() => {})
  return done
}

async function run(a: Archivio, dopo_recupero: boolean): Promise<void> {
  const specchio = specchioOf(a)
  if (!specchio) return
  if (!a.tenuta.stato) {
    const sommario = await specchio.readSommario(a.id_utente)
    if (!dopo_recupero && lacks(a, sommario)) return
    a.tenuta.stato = await statoOf(a, sommario)
  }
  const { stato } = a.tenuta
  const { dispositivo, seq, catena } = a.chain
  const eventi = newEventi(a, stato)
  // Looking costs the number of events that wait: not after every method.
  const { spediti } = a.tenuta
  a.tenuta.spediti = false
  const togli = spediti ? sentByNow(a, stato) : []
  const { sedute, finite } = changedSedute(a, stato)
  const same = stato.dispositivo === dispositivo && stato.seq === seq && !dopo_recupero
  if (same && togli.length + sedute.length + finite.length === 0) return
  try {
    await specchio.write(a.id_utente, { testa: { dispositivo, seq, catena }, eventi, togli, sedute, finite })
  } catch (error) {
    a.tenuta.spediti ||= spediti
    throw error
  }
  Object.assign(stato, { dispositivo, seq })
  for (const { id, id_domanda } of eventi) stato.eventi.set(id, id_domanda)
  for (const id of togli) stato.eventi.delete(id)
  for (const { id, riga } of sedute) stato.sedute.set(id, segnoDi(riga))
  for (const id of finite) stato.sedute.delete(id)
}

async function statoOf({ chain, db, platform }: Archivio, { testa, eventi, sedute }: Sommario): Promise<Stato> {
  const domande = new Map<string, number>()
  for (let from = 0; from < eventi.length; from += FETTA) {
    if (from > 0) await platform.wait(0)
    const rows = db.all<{ id: string; id_domanda: number }>(
      'SELECT id, id_domanda FROM eventi WHERE id IN (SELECT value FROM json_each(?))',
      JSON.stringify(eventi.slice(from, from + FETTA)),
    )
    for (const { id, id_domanda } of rows) domande.set(id, id_domanda)
  }
  const mia = testa?.dispositivo === chain.dispositivo && testa.seq <= chain.seq
  return {
    dispositivo: chain.dispositivo,
    seq: mia ? testa.seq : 0,
    eventi: domande,
    sedute: new Map(sedute.map((riga) => [riga.id as string, segnoDi(riga)])),
  }
}

/** Events after the last one mirrored whose record the server does not have. */
const newEventi = ({ db, chain }: Archivio, { seq, eventi }: Stato): EventoScritto[] =>
  db
    .all<EventoScritto>(
      `SELECT * FROM eventi e WHERE dispositivo = ? AND seq > ? AND NOT EXISTS (
         SELECT 1 FROM statistiche s WHERE s.id_domanda = e.id_domanda AND s.sincronizzata = 1) ORDER BY seq`,
      chain.dispositivo,
      seq,
    )
    // One that is damaged must not take the place of what a recovery would look for.
    .filter((e) => !eventi.has(e.id) && isIntact(e))

function sentByNow({ db }: Archivio, { eventi }: Stato): string[] {
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

const DA_TENERE = `SELECT * FROM sedute WHERE id IN (
    SELECT id FROM sedute WHERE stato IN ('in_corso', 'in_pausa') ORDER BY aggiornata_ms DESC, id DESC LIMIT ${SEDUTE})
  OR id IN (SELECT id_seduta FROM (
    SELECT id_seduta, da_spedire FROM prove WHERE consegnata_ms IS NOT NULL ORDER BY consegnata_ms DESC LIMIT ${CONSEGNATE})
    WHERE da_spedire = 1)
  OR id IN (
    SELECT id_seduta FROM prove WHERE consegnata_ms IS NOT NULL AND id_simulazione IS NULL
    ORDER BY consegnata_ms DESC LIMIT ${APPENA_CONSEGNATE})`

/** Of those that the mirror has and that are not under way any more: a surrender that the server must hear of, and the last ones. */
const ABBANDONATE = `WITH rese AS (
    SELECT s.id, s.aggiornata_ms, p.id_simulazione, p.da_spedire
    FROM json_each(?) j CROSS JOIN sedute s ON s.id = j.value LEFT JOIN prove p ON p.id_seduta = s.id
    WHERE s.stato = 'abbandonata')
  SELECT * FROM sedute WHERE id IN (SELECT id FROM rese WHERE da_spedire = 1)
  OR id IN (
    SELECT id FROM rese WHERE id_simulazione IS NULL ORDER BY aggiornata_ms DESC, id DESC LIMIT ${APPENA_ABBANDONATE})`

type RigaSeduta = RigaMagazzino & { id: string }

/** Two rows of a sitting with the same sign are the same: an end may have the date of the step before it, or of a clock set back. */
const segnoDi = ({ stato, aggiornata_ms }: RigaMagazzino): string => `${aggiornata_ms} ${stato}`

function changedSedute({ db }: Archivio, stato: Stato) {
  const here = db.all<RigaSeduta>(DA_TENERE)
  const aperte = new Set(here.map(({ id }) => id))
  const ferme = [...stato.sedute.keys()].filter((id) => !aperte.has(id))
  if (ferme.length > 0) here.push(...db.all<RigaSeduta>(ABBANDONATE, JSON.stringify(ferme)))
  const sedute = here
    .filter((riga) => stato.sedute.get(riga.id) !== segnoDi(riga))
    .map((riga) => {
      const domande = stato.sedute.has(riga.id)
        ? undefined
        : db.get<RigaMagazzino>('SELECT * FROM sedute_domande WHERE id_seduta = ?', riga.id)
      const prova = readProva(db, riga.id)
      return { id: riga.id, riga, ...(domande && { domande }), ...(prova && { prova }) }
    })
  const still = new Set(here.map(({ id }) => id))
  return { sedute, finite: [...stato.sedute.keys()].filter((id) => !still.has(id)) }
}

function readProva(db: Connection, id: string): ProvaRiflessa | undefined {
  const riga = db.get<RigaMagazzino>('SELECT * FROM prove WHERE id_seduta = ?', id)
  return riga && { riga, voci: db.all<RigaMagazzino>('SELECT * FROM prove_voci WHERE id_seduta = ?', id) }
}
