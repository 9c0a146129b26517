import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listMissing, MIGRATIONS_FOLDER, migrate, readSchema, WrongMigration } from '#server/db/migrate'
import type { Db } from '#server/deps'
import { openDatabase } from '../world.ts'

const FILES = (await readdir(MIGRATIONS_FOLDER)).filter((name) => name.endsWith('.sql')).sort()
/** Last migration of the program before; the newer ones have one and two more. */
const LAST = FILES.length
/** Migrations up to this one were applied by programs that refused every newer schema. */
const UNDECLARED = 29

const nameOf = (number: number, name: string) => `${String(number).padStart(4, '0')}_${name}.sql`
const fromOn = (number: number) => `-- compatibile da: ${String(number).padStart(4, '0')}\n`

let folder: string
const sets: Record<'before' | 'expanded' | 'contracted', string> = { before: '', expanded: '', contracted: '' }
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'idoneo-versioni-'))
  for (const set of ['before', 'expanded', 'contracted'] as const) {
    sets[set] = join(folder, set)
    await cp(MIGRATIONS_FOLDER, sets[set], { recursive: true })
  }
  const expand = `${fromOn(LAST)}alter table utente add column prova integer;`
  const contract = `${fromOn(LAST + 1)}alter table utente drop column prova;`
  for (const set of [sets.expanded, sets.contracted]) await writeFile(join(set, nameOf(LAST + 1, 'prova')), expand)
  await writeFile(join(sets.contracted, nameOf(LAST + 2, 'toglie')), contract)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

let close: (() => Promise<void>)[]
let open: () => Promise<Db>
beforeEach(async () => {
  const database = await openDatabase('incorporato', 'template0')
  close = [database.drop]
  open = async () => {
    const db = await database.open()
    close.unshift(() => db.close())
    return db
  }
})
afterEach(async () => {
  for (const work of close) await work()
})

describe('[OP34] programs of two versions on one database', () => {
  it('the one before starts again on an expanded schema, and is ready', async () => {
    const db = await open()
    await migrate(db, sets.before)
    expect(await migrate(db, sets.expanded)).toEqual([nameOf(LAST + 1, 'prova')])
    expect(await migrate(db, sets.before)).toEqual([])
    expect(await readSchema(db, sets.before)).toEqual({ schema: LAST + 1, migrated: true })
    expect(await migrate(db, sets.expanded)).toEqual([])
  })

  it('a contracted schema is refused by the programs before the one that it names, and serves the others', async () => {
    const db = await open()
    await migrate(db, sets.contracted)
    await expect(migrate(db, sets.before)).rejects.toThrow(
      `il database ha la migrazione ${LAST + 2}, di una versione più recente, e questa (schema ${LAST}) non può più usarlo: serve una versione dallo schema ${LAST + 1} in poi, o il backup di prima dell’aggiornamento`,
    )
    expect(await readSchema(db, sets.before)).toEqual({ schema: LAST + 2, migrated: false })
    expect(await migrate(db, sets.expanded)).toEqual([])
    expect(await readSchema(db, sets.expanded)).toEqual({ schema: LAST + 2, migrated: true })
  })

  it('of two contractions the sentence names the newer program that serves, in the list of missing ones too', async () => {
    const db = await open()
    await migrate(db, sets.contracted)
    await db.query('update migrazione set compatibile_da = numero where numero > $1', [LAST])
    for (const work of [migrate, listMissing])
      await expect(work(db, sets.before)).rejects.toThrow(
        `ha la migrazione ${LAST + 2}, di una versione più recente, e questa (schema ${LAST}) non può più usarlo: serve una versione dallo schema ${LAST + 2} in poi`,
      )
    expect(await listMissing(db, sets.contracted)).toEqual([])
    await db.script('alter table migrazione drop column compatibile_da')
    await expect(listMissing(db, sets.before)).rejects.toBeInstanceOf(WrongMigration)
    expect(await readSchema(db, sets.before)).toEqual({ schema: LAST + 2, migrated: false })
  })

  it('a migration that declares nothing contracts', async () => {
    const db = await open()
    await migrate(db, sets.expanded)
    await db.query('update migrazione set compatibile_da = null where numero = $1', [LAST + 1])
    await expect(migrate(db, sets.before)).rejects.toBeInstanceOf(WrongMigration)
  })

  it('both start at once, and every migration is applied once', async () => {
    const [one, two, three, four] = [await open(), await open(), await open(), await open()]
    const names = await Promise.all([
      migrate(one, sets.expanded),
      migrate(two, sets.before),
      migrate(three, sets.expanded),
      migrate(four, sets.before),
    ])
    expect(names.flat().sort()).toEqual([...FILES, nameOf(LAST + 1, 'prova')])
  })

  it('a table of a program that knew no levels gets them, and a start waits for no backup that reads it', async () => {
    const [db, backup] = [await open(), await open()]
    await migrate(db, sets.before)
    await db.script('alter table migrazione drop column compatibile_da')
    expect(await migrate(db, sets.before)).toEqual([])
    await backup.tx(async (q) => {
      await q.query('select nome from migrazione')
      expect(await migrate(db, sets.before)).toEqual([])
    })
  })
})

type Catalogue = {
  columns: Map<
    string,
    { type: string; required: boolean; fills: boolean }
  > /** `columns`: what a constraint is about, where rows that leave it empty are never refused. */
  rules: Map<string, string[]>
}

/** Columns of every table, and the constraints and unique indexes by which a row can be refused. */
async function readCatalogue(db: Db): Promise<Catalogue> {
  const { rows: columns } = await db.query<{ name: string; type: string; required: boolean; fills: boolean }>(
    `select c.relname || '.' || a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required,
       a.atthasdef or a.attidentity <> '' as fills
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and a.attnum > 0 and not a.attisdropped`,
  )
  const { rows: rules } = await db.query<{ rule: string; columns: string[] }>(
    `select conrelid::regclass || ': ' || pg_get_constraintdef(oid) as rule, case when contype = 'c' or contype = 'f' and confdeltype in ('c', 'n')
       then array(select conrelid::regclass || '.' || attname from pg_attribute where attrelid = conrelid and attnum = any(conkey)) else '{}' end as columns
       from pg_constraint where connamespace = 'public'::regnamespace and contype in ('c', 'f', 'u', 'p', 'x')
     union select indrelid::regclass || ': ' || pg_get_indexdef(indexrelid), '{}' from pg_index i join pg_class c on c.oid = indexrelid
       where indisunique and c.relnamespace = 'public'::regnamespace`,
  )
  return {
    columns: new Map(columns.map((c) => [c.name, c])),
    rules: new Map(rules.map(({ rule, columns }) => [rule, columns])),
  }
}

/** Names what a program of before would miss, or be refused, after a migration. */
function findBreaks(before: Catalogue, after: Catalogue): string[] {
  const tables = new Set([...before.columns.keys()].map((name) => name.split('.')[0]!))
  const isOld = (table: string) => tables.has(table.replaceAll('"', ''))
  const changed = [...before.columns].filter(([name, { type, required }]) => {
    const now = after.columns.get(name)
    return !now || now.type !== type || (now.required && !required)
  })
  const needed = [...after.columns].filter(
    ([name, { required, fills }]) => !before.columns.has(name) && isOld(name.split('.')[0]!) && required && !fills,
  )
  // A program of before leaves new columns empty, and empty ones pass.
  const passes = (columns: string[]) => columns.length > 0 && columns.every((name) => !before.columns.has(name))
  const rules = [...after.rules].filter(
    ([rule, columns]) => !before.rules.has(rule) && isOld(rule.split(':')[0]!) && !passes(columns),
  )
  return [...changed, ...needed, ...rules].map(([name]) => name)
}

it('[OP34] a migration on which older programs run takes nothing from them and asks nothing new', async () => {
  const step = join(folder, 'step')
  const db = await open()
  const apply = async (name: string, sql?: string) => {
    const before = await readCatalogue(db)
    await (sql === undefined ? cp(join(MIGRATIONS_FOLDER, name), join(step, name)) : writeFile(join(step, name), sql))
    await migrate(db, step)
    return findBreaks(before, await readCatalogue(db))
  }
  await cp(MIGRATIONS_FOLDER, step, {
    recursive: true,
    filter: (path) => !FILES.slice(UNDECLARED).some((n) => path.endsWith(n)),
  })
  await migrate(db, step)
  for (const name of FILES.slice(UNDECLARED)) {
    const breaks = await apply(name)
    const { rows } = await db.query<{ da: number; numero: number }>(
      'select compatibile_da as da, numero from migrazione order by numero desc limit 1',
    )
    if (rows[0]!.da < rows[0]!.numero) expect(breaks, name).toEqual([])
  }
  const plants: [string, string[]][] = [
    ['create table nuova (x integer not null unique); alter table utente add y integer not null default 1;', []],
    [
      'alter table utente add v bigint references utente on delete set null check (v > 0), add u bigint references utente;',
      ['utente: FOREIGN KEY (u) REFERENCES utente(id_utente)'],
    ],
    ['alter table utente rename column y to z;', ['utente.y']],
    ['alter table utente alter z drop default, add w text not null default 1;', []],
    ['alter table utente alter w drop default, alter w type varchar(9);', ['utente.w']],
    ['alter table nuova add check (x > 0);', ['nuova: CHECK ((x > 0))']],
    [
      'create unique index on utente (z);',
      ['utente: CREATE UNIQUE INDEX utente_z_idx ON public.utente USING btree (z)'],
    ],
    ['drop table nuova;', ['nuova.x']],
  ]
  for (const [i, [sql, breaks]] of plants.entries())
    expect(await apply(nameOf(LAST + 1 + i, `p${i}`), sql)).toEqual(breaks)
})
