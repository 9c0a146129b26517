import type { CausaRecupero, Recupero } from '#contract/cura'
import type { Archivio } from '../archivio.ts'
import { attach, detach } from '../attach.ts'
import { unregisterBanca } from '../banche.ts'
import type { Bottega, Officina } from '../drivers/officina.ts'
import type { Connection, Driver, FileStore, Platform } from '../drivers/platform.ts'
import { type Chain, type EventoScritto, linkOf } from '../eventi.ts'
import { alignRecords } from '../pacchetti/registra.ts'
import { type ConsegnaIniziata, endConsegne, findIniziate } from '../prove/riprendi-consegna.ts'
import { newTenuta, reflect, specchioOf } from '../specchio/tieni.ts'
import { sweep } from '../sweep.ts'
import { readCopia } from './copia.ts'
import { restoreElenco } from './elenco.ts'
import { Danno, isDamage, Vuoto } from './guasto.ts'
import { imageOf } from './immagine.ts'
import { finishReplace, replaceUtente, setAside } from './parte.ts'
import { repairRegistro } from './registro.ts'
import { lookBeyond, readResti } from './resti-log.ts'
import { type Fonti, rebuild } from './ricostruisci.ts'
import { replayCoda } from './rigioca.ts'
import { framesOf, newCustodia } from './sigillo.ts'
import { readSomme, type Somme } from './somme.ts'

/** A recovery before its date is known: the worker reads no clock. */
export type RecuperoInCorso = Omit<Recupero, 'at'>
/** What a rebuilt store still has to be told of: `specchio`, that the mirror was read. */
export type Riparato = RecuperoInCorso & { specchio: boolean }

/** `apertura`: bytes of the log that were there already, before anything was written. */
export type Aperto = { db: Connection; versione: number; chain: Chain; apertura: number }
/** `iniziate`: deliveries that were begun and did not end. */
type Finito = Aperto & { iniziate: ConsegnaIniziata[] }
/** `look` sees the database before it is brought to the newest version. */
export type Connetti = (nuovo: boolean, look: (db: Connection) => void) => Aperto
/** What opening needs of the world. */
export type Luogo = { platform: Platform; driver: Driver; files: FileStore; id_utente: number }

/** What opening found, beside the store. */
type Trovato = {
  /** Banks whose file is gone. */
  perse: Recupero['banche']
  recupero: Riparato | undefined
}

/**
 * Opens the store by `connect`, and puts a damaged one right first. Only what is quick is checked here: that it opens, that
 * its log is read to its end, that the end of its chain fits, that it is there at all when it was there before.
 */
export async function openSafely(luogo: Luogo, connect: Connetti): Promise<Finito & Trovato> {
  const { driver, files } = luogo
  const { officina } = driver
  const nomi = files.primi ?? (await files.list())
  // A recovery that a full disk cuts short is tried again, and its store to come is in no list made before.
  files.primi = undefined
  let coda: Coda
  const begin = async (nuovo = true): Promise<Finito & Pick<Trovato, 'perse'>> => {
    const look = (db: Connection) => {
      coda = officina && readCoda(db)
    }
    const aperto: Finito = { ...connect(nuovo, look), iniziate: [] }
    try {
      if (officina) {
        checkEnd(aperto)
        if (coda) Object.assign(aperto, replayCoda(aperto.db, aperto.chain, coda))
      }
      return { ...aperto, perse: await joinBanche({ ...aperto, driver, files }, () => checkAll(luogo), nomi) }
    } catch (error) {
      aperto.db.close()
      throw error
    }
  }
  if (!officina) return openOverLog(luogo, begin)
  await finishReplace(files, nomi, officina)
  try {
    const nuovo = !officina.exists()
    if (nuovo && (await hadStore(luogo))) throw new Vuoto('the store is gone')
    return { ...(await begin(nuovo)), recupero: undefined }
  } catch (error) {
    let perche = error
    let causa: CausaRecupero = 'danno'
    if (error instanceof Vuoto && (await hadStore(luogo))) causa = 'indietro'
    else if (error instanceof Vuoto)
      try {
        // Made a moment before the power went, and never used; unless its log says that it was.
        return { ...(await begin()), recupero: undefined }
      } catch (later) {
        perche = later
      }
    if (!isDamage(perche) && !(await isBroken(luogo, officina))) throw perche
    const recupero = await repair(luogo, officina, causa, { coda })
    return { ...(await begin()), recupero }
  }
}

/** Rows and files of the banks together again; answers the banks whose file is gone. */
async function joinBanche(
  luogo: Pick<Archivio, 'db' | 'driver' | 'files'>,
  sure: () => Promise<void>,
  nomi: readonly string[],
): Promise<Recupero['banche']> {
  const rifatte = await restoreElenco(luogo)
  return [...(rifatte ?? []), ...(await sweep(luogo, rifatte === null, sure, nomi))]
}

/** Every page is the one that was written last: an older store would lose what came after it. */
async function checkAll(luogo: Luogo): Promise<void> {
  const { officina } = luogo.driver
  if (officina && (await isBroken(luogo, officina))) throw new Danno('an older store, or one that is damaged')
}

/** The same where the store is a snapshot and a log: it is rebuilt from what is left of both. */
async function openOverLog<T>(luogo: Luogo, begin: () => Promise<T>) {
  const { bottega } = luogo.driver
  try {
    return { ...(await begin()), recupero: undefined }
  } catch (error) {
    if (!bottega || !isDamage(error)) throw error
    const recupero = await repairRegistro(luogo, bottega, 'danno')
    return { ...(await begin()), recupero }
  }
}

/** This device knows of a store of this account; a young one may be in its log alone. */
async function hadStore({ files, platform, driver, id_utente }: Luogo): Promise<boolean> {
  if ((await readSomme(files)).presenti || (await readCopia(files))) return true
  const log = driver.officina?.readUtente().log
  if (log && readResti(log).totale > 0) return true
  const fine = await specchioOf({ platform, driver })
    ?.readFine(id_utente)
    .catch(() => null)
  return fine?.testa != null
}

/** The last events fit each other. */
function checkEnd({ db, chain }: Aperto): void {
  const [last, before] = db.all<EventoScritto>(
    'SELECT * FROM eventi WHERE dispositivo = ? ORDER BY seq DESC LIMIT 2',
    chain.dispositivo,
  )
  if (!last) return
  const previous = before?.catena ?? new Uint8Array(0)
  const link = linkOf(previous, last)
  if ((last.seq > 1 && before?.seq !== last.seq - 1) || link.some((byte, i) => byte !== last.catena[i]))
    throw new Danno('the end of the chain does not fit')
}

type Coda = Uint8Array<ArrayBuffer> | undefined

/**
 * What the log holds after SQLite's end of it, read before a migration is written over it. A last transaction that the power cut
 * short, or whose last bytes are gone, was never read: what the person did in it is done now, as far as it is whole
 * (`replayCoda`). Throws `Danno` for commits that others followed.
 */
function readCoda(db: Connection): Coda {
  const log = db.raw?.('main', true)
  if (!log) return undefined
  const { stato, fine } = lookBeyond(log, framesOf(db))
  if (stato === 'danno') throw new Danno('commits lie beyond a gap of the log')
  return stato === 'niente' ? undefined : log.read(fine, log.size() - fine)
}

/** The bytes are not what was written, whatever error that gave. */
async function isBroken({ files }: Luogo, officina: Officina): Promise<boolean> {
  const somme = await trueSomme(files)
  const { db, log } = officina.readUtente()
  const img = somme && db && imageOf(db, log, somme)
  return img ? !img.logIntero || somme.somme.some((_, i) => img.rotta(i + 1)) : false
}

/** Sums that are not those of another time. */
async function trueSomme(files: FileStore): Promise<Somme | null> {
  const { somme, dubbie } = await readSomme(files)
  return dubbie ? null : somme
}

/** Rebuilds the closed store from all that is left; the old bytes are put aside. */
export async function repair(
  { platform, driver, files, id_utente }: Luogo,
  officina: Officina,
  causa: CausaRecupero,
  altro: Pick<Fonti, 'guaste' | 'coda'>,
): Promise<Riparato> {
  const raw = officina.readUtente()
  const riflesso =
    (await specchioOf({ platform, driver })
      ?.read(id_utente)
      .catch(() => null)) ?? null
  const fonti = { ...raw, somme: await trueSomme(files), copia: await readCopia(files), riflesso }
  const { bytes, ...fatto } = rebuild(officina, { ...fonti, ...altro, newDevice: () => platform.newDevice() })
  await setAside(files, raw)
  await replaceUtente(files, officina, bytes)
  return { causa, utente: true, ...fatto, banche: [], specchio: riflesso !== null }
}

/** Rebuilds the store that is open, and opens it again by `reopen`. Nothing else runs meanwhile (durevole). */
export async function recoverUtente(a: Archivio, causa: CausaRecupero, connect: () => Aperto): Promise<void> {
  const { officina, bottega } = a.driver
  if (!officina && !bottega) throw new Danno('a damaged store on a rung that cannot be rebuilt')
  await a.custodia.coda
  await a.tenuta.coda
  a.attached.clear()
  a.db.close()
  const { guaste } = a.custodia
  const fatto = officina
    ? await repair(a, officina, causa, { guaste })
    : await repairRegistro(a, bottega as Bottega, causa)
  const { apertura, ...aperto } = connect()
  Object.assign(a, aperto)
  a.custodia = newCustodia(apertura)
  a.tenuta = newTenuta()
  // Files of downloads under way are no leftovers.
  const illeggibili = (await restoreElenco(a, (id) => a.downloads.has(id))) ?? []
  for (const banca of [...illeggibili, ...(await sweep(a, false))]) noteBanca(a, banca)
  await afterRecupero(a, fatto)
}

/** What a store just rebuilt still needs, and what the page will be told. */
export async function afterRecupero(a: Archivio, { specchio, ...fatto }: Riparato): Promise<void> {
  note(a, fatto)
  alignBanche(a)
  endConsegne(a, findIniziate(a.db))
  // Until the mirror knows the new chain it would take the store for one that is behind.
  if (specchio) await reflect(a, true).catch(() => {})
}

/** Adds to what the page will be told. */
function note(a: Archivio, fatto: RecuperoInCorso): void {
  const prima = a.recupero
  a.recupero = {
    // A bank that follows says nothing of the store's own figures.
    ...(prima && !fatto.utente ? prima : fatto),
    banche: [...(prima?.banche ?? []), ...fatto.banche],
    utente: fatto.utente || (prima?.utente ?? false),
  }
}

/** Records made from events alone learn from the banks what their questions are. */
export function alignBanche(a: Archivio): void {
  for (const { id_concorso } of a.db.all<{ id_concorso: number }>(
    'SELECT id_concorso FROM banche WHERE file IS NOT NULL',
  ))
    try {
      const { alias } = attach(a, id_concorso)
      a.db.transaction(() => alignRecords(a.db, id_concorso, alias))
    } catch (error) {
      if (!isDamage(error)) throw error
      dropBanca(a, id_concorso)
    }
}

/** A damaged bank leaves: it is only added again, to be downloaded. Records and events stay. */
export function dropBanca(a: Archivio, id_concorso: number): void {
  const row = a.db.get<{ file: string | null; concorso: string }>(
    'SELECT file, concorso FROM banche WHERE id_concorso = ?',
    id_concorso,
  )
  if (!row?.file) return
  a.db.transaction(() => unregisterBanca(a.db, id_concorso))
  detach(a, id_concorso)
  a.driver.deleteBank(row.file)
  noteBanca(a, { id_concorso, concorso: row.concorso })
}

/** A bank whose file is gone, for the page to tell. */
export function noteBanca(a: Archivio, banca: Recupero['banche'][number]): void {
  const { n } = a.db.get<{ n: number }>('SELECT count(*) AS n FROM eventi') as { n: number }
  note(a, { causa: 'danno', utente: false, eventi: n, dallo_specchio: 0, mancanti: 0, banche: [banca] })
}
