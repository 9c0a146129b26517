import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db, Queryable } from '../deps.ts'
import { ROOT } from '../root.ts'

export const MIGRATIONS_FOLDER = join(ROOT, 'server/db/migrations')
/** Key of the advisory lock that lets one starter migrate while the others wait ("IDNO" as a number). */
const LOCK_KEY = 0x49444e4f

/**
 * First line of a migration that expands: the last migration of the oldest program that runs on what it leaves. Without
 * the line the migration contracts, and a program that lacks it does not run (decision 0143).
 */
const OLDEST = /^-- compatibile da: (\d{4})\n/

/** `oldest`: number of the last migration that a program must have to run on the schema that this one leaves. */
export type Migration = { number: number; name: string; sql: string; digest: string; oldest: number }

/** An applied migration differs from its file, the files have a gap, or the database is beyond this program. */
export class WrongMigration extends Error {
  override name = 'WrongMigration'
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((nome) => /^\d{4}_\w+\.sql$/.test(nome)).sort()
  return Promise.all(
    names.map(async (name, i) => {
      const number = Number(name.slice(0, 4))
      if (number !== i + 1) throw new WrongMigration(`${name}: manca la migrazione ${i + 1}`)
      const sql = await readFile(join(folder, name), 'utf8')
      const digest = createHash('sha256').update(sql).digest('hex')
      return { number, name, sql, digest, oldest: Number(OLDEST.exec(sql)?.[1] ?? number) }
    }),
  )
}

/** Returns the level of this program: the number of its last migration. */
export const readLevel = async (): Promise<number> => (await readMigrations(MIGRATIONS_FOLDER)).length

type Applied = Map<number, { impronta: string; compatibile_da: number | null }>

/** Reads the level through the row's JSON: the table of an older program may lack the column, and the level is then null. */
async function applied(q: Queryable): Promise<Applied> {
  const { rows } = await q.query<{ numero: number; impronta: string; compatibile_da: number | null }>(
    "select numero, impronta, (to_jsonb(m) ->> 'compatibile_da')::int as compatibile_da from migrazione m",
  )
  return new Map(rows.map((r) => [r.numero, r]))
}

/** Returns, of the applied migrations on which a program whose last one is `last` does not run, the one that needs the newest. */
const findBeyond = (recorded: Applied, last: number) =>
  [...recorded]
    .map(([number, { compatibile_da }]) => ({ number, oldest: compatibile_da ?? number }))
    .filter(({ number, oldest }) => number > last && oldest > last)
    .sort((a, b) => b.oldest - a.oldest)[0]

/**
 * Returns the migrations that a database lacks. Throws WrongMigration when an applied file changed, or a newer program
 * contracted the schema.
 */
function findMissing(migrations: readonly Migration[], recorded: Applied): Migration[] {
  const beyond = findBeyond(recorded, migrations.length)
  if (beyond)
    throw new WrongMigration(
      `il database ha la migrazione ${beyond.number}, di una versione più recente, e questa (schema ${migrations.length}) non può più usarlo: serve una versione dallo schema ${beyond.oldest} in poi, o il backup di prima dell’aggiornamento`,
    )
  const changed = migrations.find(({ number, digest }) => (recorded.get(number)?.impronta ?? digest) !== digest)
  if (changed) throw new WrongMigration(`${changed.name}: il file è cambiato dopo essere stato applicato`)
  return migrations.filter(({ number }) => !recorded.has(number))
}

/** Makes the table of applied migrations. Look before a change: it would wait for a backup, which reads the table. */
async function makeTable(q: Queryable): Promise<void> {
  await q.script(`create table if not exists migrazione (numero integer primary key, nome text not null,
    impronta text not null, applicata timestamptz not null default now(), compatibile_da integer)`)
  const { count } = await q.query(
    "select 1 from pg_attribute where attrelid = 'migrazione'::regclass and attname = 'compatibile_da'",
  )
  if (count === 0) await q.script('alter table migrazione add column compatibile_da integer')
}

/**
 * Applies missing migrations in one transaction, one starter at a time; returns their names. Throws WrongMigration when
 * an applied file changed, or a newer program contracted the schema.
 */
export async function migrate(db: Db, folder = MIGRATIONS_FOLDER): Promise<string[]> {
  const migrations = await readMigrations(folder)
  return db.tx(async (q) => {
    await q.script('set local statement_timeout = 0; set local lock_timeout = 0')
    await q.query('select pg_advisory_xact_lock($1)', [LOCK_KEY])
    await makeTable(q)
    const added: string[] = []
    for (const { number, name, sql, digest, oldest } of findMissing(migrations, await applied(q))) {
      await q.script(sql)
      await q.query('insert into migrazione (numero, nome, impronta, compatibile_da) values ($1, $2, $3, $4)', [
        number,
        name,
        digest,
        oldest,
      ])
      added.push(name)
    }
    return added
  })
}

/** Returns the migrations that `migrate` would apply, in their order; throws as it would, and changes nothing. */
export async function listMissing(db: Db, folder = MIGRATIONS_FOLDER): Promise<Migration[]> {
  const migrations = await readMigrations(folder)
  return (await isEmpty(db)) ? migrations : findMissing(migrations, await applied(db))
}

/** Returns the newest applied migration, and whether this program runs on the schema (for the readiness probe). */
export async function readSchema(db: Db, folder = MIGRATIONS_FOLDER): Promise<{ schema: number; migrated: boolean }> {
  const migrations = await readMigrations(folder)
  const recorded = await applied(db)
  return {
    schema: Math.max(0, ...recorded.keys()),
    migrated:
      !findBeyond(recorded, migrations.length) &&
      migrations.every(({ number, digest }) => recorded.get(number)?.impronta === digest),
  }
}

/** Makes every table in the current schema, which is empty. */
export async function createTables(q: Queryable, folder = MIGRATIONS_FOLDER): Promise<void> {
  for (const { sql } of await readMigrations(folder)) await q.script(sql)
}

/** Returns whether no migration was ever applied. */
export async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = await db.query<{ vuoto: boolean }>("select to_regclass('migrazione') is null as vuoto")
  return rows[0]?.vuoto ?? true
}

/** Returns the engine's version, as a number (`170002`) and by name, and the newest applied migration. */
export async function describeDatabase(db: Db): Promise<{ number: number; name: string; schema: string }> {
  const { rows } = await db.query<{ number: number; name: string; schema: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as name,
       (select max(nome) from migrazione) as schema`,
  )
  return rows[0]!
}
