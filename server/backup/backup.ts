import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createTables, readLevel } from '../db/migrate.ts'
import type { Deps, Queryable } from '../deps.ts'
import { CONTRACT_IF_PACKED } from '../giornale/packing.ts'
import { RECOUNT } from '../giornale/store.ts'
import { Impossible } from '../impossible.ts'
import { StoreFailure } from '../package-files/s3-requests.ts'
import { type BackupContent, openArchive, readArchive } from './archive.ts'
import { listTables, quote } from './tables.ts'

/** Most rows of one fetch, and about its characters: rows of versions hold a whole bank. */
const FETCH = 1_000
const FETCH_CHARACTERS = 4_000_000

/** Folder of the packages that belong to a backup; kept between backups, so that only new ones are copied. */
export const packagesOf = (file: string): string => `${file}.pacchetti`
/** Folder, beside them, of the packages that the dated backups share. */
export const SHARED_PACKAGES = 'pacchetti'

async function* readRows(q: Queryable, table: string): AsyncIterable<string[]> {
  await q.query(`declare backup_righe no scroll cursor for select row_to_json(t)::text as riga from ${quote(table)} t`)
  let count = 1
  for (;;) {
    const { rows } = await q.query<{ riga: string }>(`fetch ${count} from backup_righe`)
    if (rows.length === 0) break
    yield rows.map((r) => r.riga)
    const longest = Math.max(...rows.map((r) => r.riga.length))
    count = Math.max(1, Math.min(FETCH, 4 * count, Math.floor(FETCH_CHARACTERS / longest)))
  }
  await q.query('close backup_righe')
}

async function listPackages(q: Queryable): Promise<string[]> {
  const { rows } = await q.query<{ nome: string }>(
    `select pacchetto as nome from concorso where pacchetto is not null
     union select immagini from concorso where immagini is not null union select pacchetto from campione order by 1`,
  )
  return rows.map((r) => r.nome)
}

/** Returns the packages with pictures. The database rebuilds the others, and has only the names of pictures. */
async function listPictures(q: Queryable, names: readonly string[]): Promise<string[]> {
  const { rows } = await q.query<{ nome: string }>(
    'select distinct immagini as nome from concorso where immagini = any($1) order by 1',
    [names],
  )
  return rows.map((r) => r.nome)
}

const isSound = (name: string, bytes: Uint8Array): boolean =>
  `${createHash('sha256').update(bytes).digest('hex')}.zip` === name

/** Returns whether a file exists and its content has the hash of its name. */
async function isSoundFile(folder: string, name: string, file = name): Promise<boolean> {
  const hash = createHash('sha256')
  const read = await pipeline(createReadStream(join(folder, file)), hash).then(
    () => true,
    () => false,
  )
  return read && `${hash.digest('hex')}.zip` === name
}

/**
 * Copies what the backup's folder lacks or has damaged, and reads every copy back. A missing package is reported and
 * stops nothing; `failure` of the S3 store ends the copying.
 */
async function copyPackages(
  { packageFiles }: Deps,
  folder: string,
  names: readonly string[],
  signal: AbortSignal | undefined,
) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  let copied = 0
  let failure: StoreFailure | null = null
  const missing: string[] = []
  for (const name of names) {
    signal?.throwIfAborted()
    if (await isSoundFile(folder, name)) continue
    const bytes = await packageFiles.read(name).catch((error: unknown) => {
      if (error instanceof StoreFailure && error.code !== 'DEPOSITO_MANCANTE') failure = error
      return null
    })
    if (failure) break
    if (!bytes || !isSound(name, bytes)) {
      missing.push(name)
      continue
    }
    const next = `${name}.nuovo`
    await writeFile(join(folder, next), bytes, { flush: true, mode: 0o600 })
    if (!(await isSoundFile(folder, name, next))) throw new Impossible(`${join(folder, next)}: riletto, non è com’era`)
    await rename(join(folder, next), join(folder, name))
    copied += 1
  }
  return { copied, missing, failure: failure as StoreFailure | null }
}

/** Returns a visitor that ends a reading when `signal` aborts. */
const endingVisitor = (signal: AbortSignal | undefined) => ({ rows: async () => signal?.throwIfAborted() })

/** `pictures`: the missing packages that cannot be rebuilt. */
export type BackupResult = BackupContent & { copied: number; missing: string[]; pictures: string[] }

/**
 * Writes the whole database to `file`, in one snapshot while the server works, with the packages beside it. Then reads
 * it back and compares. Only a whole backup replaces an older one of the same name. Throws StoreFailure where the S3
 * store fails: the rows are saved then. `signal` ends it until the file has its name; nothing of it stays but whole packages.
 */
export async function backup(
  deps: Deps,
  file: string,
  folder = packagesOf(file),
  signal?: AbortSignal,
): Promise<BackupResult> {
  const secret = deps.config.backup.key
  const next = `${file}.nuovo`
  await rm(next, { force: true })
  const archive = openArchive(next, secret)
  const written = await deps.db
    .tx(async (q) => {
      await q.query('set transaction isolation level repeatable read read only')
      const { rows } = await q.query<{ nome: string }>('select nome from migrazione order by numero')
      await archive.record({ idoneo_backup: 1, creato: deps.now().toISOString(), migrazioni: rows.map((r) => r.nome) })
      const counts: Record<string, number> = {}
      for (const { name, columns } of await listTables(q))
        counts[name] = await archive.table(name, columns, readRows(q, name))
      const pacchetti = await listPackages(q)
      await archive.record({ pacchetti })
      await archive.close()
      return { counts, pacchetti }
    })
    .catch(async (error) => {
      await archive.abandon()
      await rm(next, { force: true })
      throw error
    })
  const check = async () => {
    const packages = await copyPackages(deps, folder, written.pacchetti, signal)
    const content = await readArchive(next, secret, endingVisitor(signal))
    signal?.throwIfAborted()
    for (const [name, count] of Object.entries(written.counts))
      if (content.rows[name] !== count) throw new Impossible(`${file}: riletto, la tabella ${name} non torna`)
    await rename(next, file)
    return { packages, content }
  }
  const {
    packages: { failure, ...packages },
    content,
  } = await check().catch(async (error) => {
    await rm(next, { force: true })
    throw error
  })
  await syncFile(file)
  if (failure)
    throw new StoreFailure(failure.code, `${file} ha le righe, e non tutti i pacchetti: ${failure.message}`, failure)
  return { ...content, ...packages, pictures: await listPictures(deps.db, packages.missing) }
}

async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r')
  await handle.sync().finally(() => handle.close())
}

async function setSequences(q: Queryable): Promise<void> {
  const { rows } = await q.query<{ tabella: string; colonna: string }>(
    `select c.relname as tabella, a.attname as colonna from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attidentity <> ''`,
  )
  for (const { tabella, colonna } of rows)
    await q.query(
      `select setval(pg_get_serial_sequence($1, $2), coalesce((select max(${quote(colonna)}) from ${quote(tabella)}), 0) + 1, false)`,
      [quote(tabella), colonna],
    )
}

async function restoreRows(q: Queryable, file: string, secret: string | null): Promise<BackupContent> {
  const tables = await listTables(q)
  const names = tables.map(({ name }) => quote(name))
  const { rows: triggered } = await q.query<{ tabella: string }>(
    `select distinct relname as tabella from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = current_schema()::regnamespace and not tgisinternal`,
  )
  const setTriggers = async (state: 'disable' | 'enable') => {
    for (const { tabella } of triggered) await q.query(`alter table ${quote(tabella)} ${state} trigger user`)
  }
  await setTriggers('disable')
  await q.query(`truncate ${names.join(', ')} restart identity`)
  let columns: string[] = []
  const content = await readArchive(file, secret, {
    table: (name, found) => {
      const known = tables.find((table) => table.name === name)?.columns
      const strange = found.find((column) => !known?.includes(column))
      if (!known || strange) throw new Impossible(`${file} ha ${strange ?? name}, che questo database non conosce`)
      columns = found.map(quote)
    },
    rows: async (name, rows) => {
      const list = columns.join(', ')
      await q.query(
        `insert into ${quote(name)} (${list}) overriding system value
         select ${list} from json_populate_recordset(null::${quote(name)}, $1::json)`,
        [`[${rows.join(',')}]`],
      )
    },
  })
  await setSequences(q)
  await q.query(RECOUNT)
  // Draw a new epoch: devices that see it send again what the restored server may lack.
  await q.query("delete from segreto where nome = 'epoca'")
  await setTriggers('enable')
  return content
}

/** Reads a whole backup; throws Impossible where it is incomplete or of a newer version. */
async function readKnown(deps: Deps, file: string, signal?: AbortSignal): Promise<BackupContent> {
  if (!existsSync(file)) throw new Impossible(`${file} non c’è`)
  const content = await readArchive(file, deps.config.backup.key, endingVisitor(signal))
  const { rows } = await deps.db.query<{ nome: string }>('select nome from migrazione')
  const unknown = content.header.migrazioni.find((name) => !rows.some((r) => r.nome === name))
  if (unknown) throw new Impossible(`${file} viene da una versione più recente (${unknown}): aggiornare Idoneo`)
  return content
}

/**
 * Restores a whole backup in one transaction, in place of the present rows. An incomplete or newer backup changes
 * nothing. Works while the server runs: calls wait.
 */
export async function restore(deps: Deps, file: string): Promise<BackupResult> {
  const { pacchetti } = await readKnown(deps, file)
  const missing = await takePackages(file, pacchetti, (name, bytes) => deps.packageFiles.put(name, bytes))
  const content = await deps.db.tx(async (q) => {
    const restored = await restoreRows(q, file, deps.config.backup.key)
    await q.query(CONTRACT_IF_PACKED)
    return restored
  })
  const copied = pacchetti.length - missing.length
  return { ...content, copied, missing, pictures: await listPictures(deps.db, missing) }
}

/** Passes each sound package of a backup on; returns the names of those that are missing or damaged. */
async function takePackages(
  file: string,
  names: readonly string[],
  take: (name: string, bytes: Uint8Array) => Promise<void>,
): Promise<string[]> {
  const own = packagesOf(file)
  const folder = existsSync(own) ? own : join(dirname(file), SHARED_PACKAGES)
  const missing: string[] = []
  for (const name of names) {
    const bytes = await readFile(join(folder, name)).catch(() => null)
    if (!bytes || !isSound(name, bytes)) missing.push(name)
    else await take(name, bytes)
  }
  return missing
}

/** Thrown to take a rehearsal back. */
class Rehearsed extends Error {}

/**
 * Rehearses a restore in a schema of its own, in a transaction that is taken back: present rows stay as they are. Throws
 * Impossible where a restored table differs from the file, or the file has a schema whose tables this program cannot make.
 * `signal` ends it between two statements; the caller cancels a statement under way.
 */
export async function rehearse(deps: Deps, file: string, signal?: AbortSignal): Promise<BackupResult> {
  const known = await readKnown(deps, file, signal)
  const [schema, level] = [known.header.migrazioni.length, await readLevel()]
  if (schema > level)
    throw new Impossible(
      `${file} ha lo schema ${schema}: la prova si fa con il programma che lo conosce (questo ha lo schema ${level})`,
    )
  const missing = await takePackages(file, known.pacchetti, async () => signal?.throwIfAborted())
  let pictures: string[] = []
  const compare = async (q: Queryable): Promise<never> => {
    await q.script('set local statement_timeout = 0; set local lock_timeout = 0')
    await q.script('create schema ripristino_prova; set local search_path = ripristino_prova')
    await createTables(q)
    await restoreRows(q, file, deps.config.backup.key)
    for (const { name } of await listTables(q)) {
      const { rows } = await q.query<{ n: number }>(`select count(*) as n from ${quote(name)}`)
      const wanted = name === 'segreto' ? undefined : known.rows[name]
      if (wanted !== undefined && rows[0]?.n !== wanted)
        throw new Impossible(`${file}: ripristinata, la tabella ${name} ha ${rows[0]?.n} righe invece di ${wanted}`)
    }
    pictures = await listPictures(q, missing)
    throw new Rehearsed()
  }
  await deps.db.tx(compare).catch((error) => {
    if (!(error instanceof Rehearsed)) throw error
  })
  return { ...known, copied: 0, missing, pictures }
}
