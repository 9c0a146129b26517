import type { CausaRecupero, Recupero, StatoArchivio } from '#contract/cura'
import { MEBIBYTE } from '#contract/pacchetto'
import { isDovuta, passato } from '#rules/cadenza'
import { instantOf } from '#rules/data'
import type { Archivio } from '../archivio.ts'
import { attach } from '../attach.ts'
import type { RawFile } from '../drivers/raw.ts'
import { rawOver } from '../drivers/raw.ts'
import { type EventoScritto, isIntact, linkOf } from '../eventi.ts'
import { StoreFault } from '../guard.ts'
import { digestHex } from '../pacchetti/digest.ts'
import { isBehind } from '../specchio/tieni.ts'
import { makeCopia } from './copia.ts'
import { mirror } from './custode.ts'
import { isDamage, mayBeDamage } from './guasto.ts'
import { listGuasti, removeGuasto } from './parte.ts'
import { dropBanca, type RecuperoInCorso } from './recupera.ts'
import { brokenPages, knownSomme, seal } from './sigillo.ts'

/** Links of the chain checked between two looks at what waits: a few milliseconds. */
const FETTA = 100
const GIORNO_MS = 86_400_000
/** A copy younger than this is not made again. */
const COPIA_OGNI_MS = 20 * 3_600_000
/** Damaged stores put aside are kept so long. */
const GUASTI_MS = 30 * GIORNO_MS

type Rimedio = (a: Archivio, causa: CausaRecupero) => Promise<void>

/**
 * Checks the store and has `heal` rebuild it when it is damaged. What opening or a method had to do before is told here too:
 * only the caller knows the time.
 */
export async function verifyArchivio(
  a: Archivio,
  { at, completa }: { at: string; completa: boolean },
  heal: Rimedio,
): Promise<{ stato: StatoArchivio; recupero: Recupero | null }> {
  // Before anything is written: to the store, or to the mirror, which would learn what is not so.
  if (completa && (await isDamaged(a))) {
    await heal(a, 'danno')
    if (await isDamaged(a)) throw new StoreFault('INDEXEDDB_GENERIC_ERROR', 'still damaged after a recovery')
  }
  await catchUp(a, heal)
  await mirror(a).catch((error: unknown) => console.warn('mirror', error))
  if (completa) {
    await verifyBanche(a)
    await seal(a)
    write(a, 'ultima_verifica', at)
    await dailyCopia(a, at)
    await forgetGuasti(a, at)
  }
  const recupero = a.recupero ? told(a, a.recupero, at) : null
  a.recupero = undefined
  return { stato: readStatoArchivio(a), recupero }
}

/**
 * Before anything is written to a store that was just opened: one that is older than its mirror says is put right first, or
 * what is written would stand where something else was, and could not be told from it any more.
 */
export function keepUp(a: Archivio, heal: Rimedio): Promise<void> {
  a.pari ??= catchUp(a, heal).catch((error: unknown) => {
    a.pari = undefined
    throw error
  })
  return a.pari
}

async function catchUp(a: Archivio, heal: Rimedio): Promise<void> {
  if (!(await isBehind(a))) return
  // Some of what is there may be damaged too.
  await brokenPages(a)
  await heal(a, 'indietro')
}

function told(a: Archivio, fatto: RecuperoInCorso, at: string): Recupero {
  const recupero = { ...fatto, at }
  write(a, 'ultimo_recupero', JSON.stringify(recupero))
  return recupero
}

const read = ({ db }: Archivio, chiave: string): string | null =>
  db.get<{ valore: string }>('SELECT valore FROM ambiente WHERE chiave = ?', chiave)?.valore ?? null
const write = ({ db }: Archivio, chiave: string, valore: string): void =>
  void db.run('INSERT OR REPLACE INTO ambiente VALUES (?, ?)', chiave, valore)

/** How the store is, as far as it is known without looking at every byte. */
export function readStatoArchivio(a: Archivio): StatoArchivio {
  const size = a.db.get<{ n: number }>(
    'SELECT p.page_count * s.page_size AS n FROM pragma_page_count p, pragma_page_size s',
  )
  const recupero = read(a, 'ultimo_recupero')
  return {
    gradino: a.driver.gradino,
    byte: size?.n ?? null,
    ultima_verifica: read(a, 'ultima_verifica'),
    ultima_copia: read(a, 'ultima_copia'),
    ultimo_recupero: recupero === null ? null : (JSON.parse(recupero) as Recupero),
  }
}

/** Pages, chains and, where the rung has no sums of pages, what SQLite itself finds. */
async function isDamaged(a: Archivio): Promise<boolean> {
  try {
    if ((await brokenPages(a)).length > 0) return true
    if (!(await knownSomme(a))) {
      const [found] = a.db.all<{ integrity_check: string }>('PRAGMA main.integrity_check(1)')
      if (found?.integrity_check !== 'ok') return true
    }
    return !(await chainsFit(a))
  } catch (error) {
    if (mayBeDamage(error)) return true
    throw error
  }
}

async function chainsFit(a: Archivio): Promise<boolean> {
  for (const { dispositivo } of a.db.all<{ dispositivo: string }>('SELECT DISTINCT dispositivo FROM eventi'))
    for (let previous: Uint8Array<ArrayBuffer> = new Uint8Array(0), seq = 0; !a.chiuso; ) {
      const rows = a.db.all<EventoScritto>(
        'SELECT * FROM eventi WHERE dispositivo = ? AND seq > ? ORDER BY seq LIMIT ?',
        dispositivo,
        seq,
        FETTA,
      )
      for (const e of rows) {
        const link = linkOf(previous, e)
        if (e.seq !== ++seq || link.some((byte, i) => byte !== e.catena[i]) || !isIntact(e)) return false
        previous = e.catena
      }
      if (rows.length < FETTA) break
      await a.platform.wait(0)
    }
  return true
}

/** Every byte of every bank against the hashes of its manifest; a damaged one is dropped, to be downloaded again. */
export async function verifyBanche(a: Archivio): Promise<void> {
  const banche = a.db.all<{ id_concorso: number; file: string }>(
    'SELECT id_concorso, file FROM banche WHERE file IS NOT NULL',
  )
  for (const { id_concorso, file } of banche) {
    if (a.chiuso || a.downloads.has(id_concorso)) continue
    if (!(await isWhole(a, id_concorso, file))) dropBanca(a, id_concorso)
  }
}

async function isWhole(a: Archivio, id_concorso: number, file: string): Promise<boolean> {
  // Deleted, or in its next version, between two blocks: there is nothing to say of it.
  const isHere = () =>
    !a.chiuso && a.db.get('SELECT 1 FROM banche WHERE id_concorso = ? AND file = ?', id_concorso, file) !== undefined
  try {
    // Where files cannot be read beneath the engine their bytes come whole: once, not for every block.
    const copia = a.db.raw ? null : rawOver(await a.driver.readBank(file))
    const known = a.db.get<{ blocchi: string }>(
      'SELECT blocchi FROM banche_blocchi WHERE id_concorso = ? AND file = ?',
      id_concorso,
      file,
    )
    const found: string[] = []
    for (let at = 0; isHere(); at += MEBIBYTE) {
      const block = (copia ?? (await bankFile(a, id_concorso, file))).read(at, MEBIBYTE)
      if (block.length === 0) break
      found.push(await digestHex(block))
      await a.platform.wait(0)
    }
    if (!isHere()) return true
    const blocchi = JSON.stringify(found)
    // Installed before hashes were kept: from now on it must stay what it is.
    if (!known) a.db.run('INSERT OR REPLACE INTO banche_blocchi VALUES (?, ?, ?)', id_concorso, file, blocchi)
    return !known || known.blocchi === blocchi
  } catch (error) {
    if (isDamage(error)) return false
    throw error
  }
}

/** Found again for each block: another bank may have taken its place among the attached ones. */
async function bankFile(a: Archivio, id_concorso: number, file: string): Promise<RawFile> {
  const { alias } = attach(a, id_concorso)
  // SQLite opens a file at its first use.
  a.db.get(`PRAGMA ${alias}.user_version`)
  return a.db.raw?.(alias) ?? rawOver(await a.driver.readBank(file))
}

async function dailyCopia(a: Archivio, at: string): Promise<void> {
  if (a.chiuso || !isDovuta(read(a, 'ultima_copia'), instantOf(at), COPIA_OGNI_MS)) return
  try {
    if (await makeCopia(a)) write(a, 'ultima_copia', at)
  } catch (error) {
    // A full disk has better use for its room.
    console.warn('copy', error)
  }
}

/** How long a damaged store has been seen here, and when last. Before there was an age the note was that date alone. */
type Visto = { eta_ms: number; vista: string }

/** Damaged stores put aside go once they were seen here for 30 days; a clock that jumps takes none of them away. */
async function forgetGuasti(a: Archivio, at: string): Promise<void> {
  const seen = JSON.parse(read(a, 'guasti') ?? '{}') as Record<string, string | Visto>
  const kept: Record<string, Visto> = {}
  for (const { numero } of await listGuasti(a.files)) {
    const known = seen[numero] ?? at
    const prima = typeof known === 'string' ? { eta_ms: 0, vista: known } : known
    const eta_ms = prima.eta_ms + passato(instantOf(prima.vista), instantOf(at))
    if (eta_ms > GUASTI_MS) await removeGuasto(a.files, numero)
    else kept[numero] = { eta_ms, vista: at }
  }
  write(a, 'guasti', JSON.stringify(kept))
}

/** After an error that damage gives: finds what is damaged and puts it right. False when nothing was. */
export async function healDamage(a: Archivio, heal: Rimedio): Promise<boolean> {
  const before = a.recupero
  if (await isDamaged(a)) await heal(a, 'danno')
  await verifyBanche(a)
  return a.recupero !== before
}
