import { createHash } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MIGRATIONS_FOLDER, migrate, readSchema, WrongMigration } from '#server/db/migrate'
import type { Db } from '#server/deps'
import { RECOUNT } from '#server/giornale/store'
import { openDatabase } from '../world.ts'

/** Keys that name a token, an address or a number alone (docs/operators/crescere.md). A new table of accounts adds none. */
const KEYS_WITHOUT_ACCOUNT = [
  'acquisto (id_acquisto)',
  'acquisto (id_sessione)',
  'acquisto (pagamento)',
  'gettone (hash)',
  'identita_social (social, soggetto)',
  'passkey (id_passkey)',
  'promo (codice)',
  'push_iscrizione (impronta)',
  'richiesta_assistenza (id_richiesta)',
  'richiesta_banca (id_richiesta)',
  'segnalazione (id_segnalazione)',
  'sessione (id_sessione)',
  'sessione (token_hash)',
  'sessione (token_precedente_hash)',
  'sessione_gestione (id_sessione)',
  'sessione_gestione (token_hash)',
  'sfida (codice)',
  'uscita (id_uscita)',
  'utente (email)',
]

describe('migrations', () => {
  let folder: string
  let close: (() => Promise<void>)[]
  let open: () => Promise<Db>

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'idoneo-migrazioni-'))
    await cp(MIGRATIONS_FOLDER, folder, { recursive: true })
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
    await rm(folder, { recursive: true, force: true })
  })

  it('each file is what it was when it landed: an installation that has it refuses another', async () => {
    const names = (await readdir(MIGRATIONS_FOLDER)).filter((name) => name.endsWith('.sql')).sort()
    const found: Record<string, string> = {}
    for (const name of names)
      found[name] = createHash('sha256')
        .update(await readFile(join(MIGRATIONS_FOLDER, name)))
        .digest('hex')
    // A new migration adds its line here, and no line ever changes.
    expect(found).toEqual(JSON.parse(await readFile(join(import.meta.dirname, 'landed-migrations.json'), 'utf8')))
  })

  const tables = async (db: Db) =>
    (await db.query<{ t: string }>(`select tablename as t from pg_tables where schemaname = 'public'`)).rows.map(
      (r) => r.t,
    )
  const add = async (name: string, sql: string) => {
    const numero = (await readdir(folder)).length + 1
    const file = join(folder, `${String(numero).padStart(4, '0')}_${name}.sql`)
    await writeFile(file, sql)
    return file
  }

  it('are applied once by three starters at the same time', async () => {
    const avviati = await Promise.all([open(), open(), open()])
    const recorded = await Promise.all(avviati.map((db) => migrate(db, folder)))
    expect(recorded.flat()).toEqual(await readdir(folder))
    const [db] = avviati as [Db, Db, Db]
    expect((await readSchema(db, folder)).migrated).toBe(true)
    expect(await tables(db)).toEqual(
      expect.arrayContaining(['utente', 'sessione', 'domanda', 'statistica', 'migrazione']),
    )
    expect(await migrate(db, folder)).toEqual([])
  })

  it('a key of a table with accounts has the account in it, so that rows can be distributed by account; the rest is known', async () => {
    const db = await open()
    await migrate(db, folder)
    const { rows } = await db.query<{ name: string }>(
      `select c.relname || ' (' || string_agg(a.attname, ', ' order by k.place) || ')' as name
       from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
       cross join unnest(i.indkey) with ordinality k(attnum, place)
       join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
       where n.nspname = 'public' and i.indisunique
         and exists (select from pg_attribute u where u.attrelid = c.oid and u.attname = 'id_utente')
       group by c.relname, i.indexrelid having not bool_or(a.attname = 'id_utente') order by 1`,
    )
    expect(rows.map((r) => r.name)).toEqual(KEYS_WITHOUT_ACCOUNT)
    const triggers = await db.query<{ name: string }>(
      `select tgname as name from pg_trigger where not tgisinternal order by 1`,
    )
    expect(triggers.rows.map((r) => r.name)).toEqual(['esiti_nuovi', 'esiti_tolti', 'registro_operatore_tieni'])
  })

  it('a file that changed after it was applied is refused by name', async () => {
    const db = await open()
    const file = await add('poi', 'create table poi (x integer);')
    await migrate(db, folder)
    await writeFile(file, `${await readFile(file, 'utf8')} -- ritocco`)
    await expect(migrate(db, folder)).rejects.toThrow(/_poi\.sql: il file è cambiato/)
    expect((await readSchema(db, folder)).migrated).toBe(false)
  })

  it('a bad one leaves nothing of itself nor of those applied with it', async () => {
    const db = await open()
    await migrate(db, folder)
    await add('buona', 'create table buona (x integer);')
    const cattiva = await add('cattiva', 'create table a_meta (x integer); insert into nessuna values (1);')
    await expect(migrate(db, folder)).rejects.toThrow(/nessuna/)
    expect(await tables(db)).not.toEqual(expect.arrayContaining(['buona']))
    expect(await tables(db)).not.toEqual(expect.arrayContaining(['a_meta']))
    await writeFile(cattiva, 'create table guarita (x integer);')
    expect(await migrate(db, folder)).toHaveLength(2)
  })

  it('0016: whole addresses of operators’ calls become their blocks', async () => {
    const db = await open()
    const later = (await readdir(folder)).filter((name) => name >= '0016')
    for (const name of later) await rm(join(folder, name))
    await migrate(db, folder)
    const addresses = ['203.0.113.77', '::ffff:203.0.113.78', '2001:db8:1:2:3:4:5:6', '::1', 'fe80::1%eth0']
    for (const ip of addresses)
      await db.query(
        "insert into registro_operatore (quando, chiave, chiamata, ip) values (now(), 'nessuna', 'GET /x', $1)",
        [ip],
      )
    for (const name of later) await cp(join(MIGRATIONS_FOLDER, name), join(folder, name))
    await migrate(db, folder)
    const { rows } = await db.query<{ ip: string }>('select ip from registro_operatore order by id_riga')
    expect(rows.map(({ ip }) => ip)).toEqual(['203.0.113.0/24', '203.0.113.0/24', '2001:db8:1:2::/64', '::/64', ''])
  })

  it('0018: what journals take is counted as it is from then on', async () => {
    const db = await open()
    const later = (await readdir(folder)).filter((name) => name >= '0018')
    for (const name of later) await rm(join(folder, name))
    await migrate(db, folder)
    await db.query(`insert into utente (email) values ('a@posta.example'), ('b@posta.example')`)
    await db.query(
      `insert into evento_utente (id_utente, seq_utente, id, tipo, chiave, dati, ts_client, versione_banca, dispositivo, effettivo, ricevuto)
       select u.id_utente, n, 'e' || n, 'NOTA', 'è', nullif(repeat('è', n), 'è'), null, 'v', 'd', now(), now()
       from utente u, generate_series(1, 3) n where email = 'a@posta.example'`,
    )
    for (const name of later) await cp(join(MIGRATIONS_FOLDER, name), join(folder, name))
    await migrate(db, folder)
    const read = async () =>
      (await db.query<{ byte_eventi: number }>('select byte_eventi from utente order by email')).rows.map(
        (r) => r.byte_eventi,
      )
    const filled = await read()
    expect(filled).toEqual([3 * (200 + 2 + 4 + 2 + 1 + 1) + 4 + 6, 0])
    await db.query(RECOUNT)
    expect(await read()).toEqual(filled)
  })

  it('a missing number is refused', async () => {
    const db = await open()
    await migrate(db, folder)
    await writeFile(join(folder, '0099_salto.sql'), 'select 1;')
    await expect(migrate(db, folder)).rejects.toBeInstanceOf(WrongMigration)
  })
})
