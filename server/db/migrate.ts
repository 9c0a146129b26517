import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db, Queryable } from '../deps.ts'
import { ROOT } from '../root.ts'

export const MIGRATIONS_FOLDER = join(ROOT, 'server/db/migrations')
/** Key of the advisory lock that lets one starter migrate while the others wait ("IDNO" as a number). */
const LOCK_KEY = 0x49444e4f

type Migration = { number: number; name: string; sql: string; digest: string }

/** An applied migration differs from its file, or the files have a gap. The start refuses: it would have to guess. */
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
      return { number, name, sql, digest: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function applied(q: Queryable): Promise<Map<number, string>> {
  const { rows } = await q.query<{ numero: number; impronta: string }>('select numero, impronta from migrazione')
  return new Map(rows.map((r) => [r.numero, r.impronta]))
}

/**
 * Applies missing migrations in one transaction, one starter at a time; returns their names. Throws WrongMigration when
 * an applied file changed or the database is newer than these files.
 */
export async function migrate(db: Db, folder = MIGRATIONS_FOLDER): Promise<string[]> {
  const migrations = await readMigrations(folder)
  return db.tx(async (q) => {
    await q.script('set local statement_timeout = 0; set local lock_timeout = 0')
    await q.query('select pg_advisory_xact_lock($1)', [LOCK_KEY])
    await q.script(`create table if not exists migrazione (
      numero integer primary key, nome text not null, impronta text not null, applicata timestamptz not null default now())`)
    const recorded = await applied(q)
    const stranger = [...recorded.keys()].find((numero) => numero > migrations.length)
    if (stranger) throw new WrongMigration(`il database ha la migrazione ${stranger}, più recente di questa versione`)
    const added: string[] = []
    for (const { number, name, sql, digest } of migrations) {
      const before = recorded.get(number)
      if (before !== undefined && before !== digest)
        throw new WrongMigration(`${name}: il file è cambiato dopo essere stato applicato`)
      if (before !== undefined) continue
      await q.script(sql)
      await q.query('insert into migrazione (numero, nome, impronta) values ($1, $2, $3)', [number, name, digest])
      added.push(name)
    }
    return added
  })
}

/** Returns the newest applied migration, and whether every one of these files is applied (for the readiness probe). */
export async function readSchema(db: Db, folder = MIGRATIONS_FOLDER): Promise<{ schema: number; migrated: boolean }> {
  const migrations = await readMigrations(folder)
  const recorded = await applied(db)
  return {
    schema: Math.max(0, ...recorded.keys()),
    migrated: migrations.every(({ number, digest }) => recorded.get(number) === digest),
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
