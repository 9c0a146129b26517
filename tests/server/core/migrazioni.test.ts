import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CARTELLA_MIGRAZIONI, isMigrated, MigrazioneErrata, migrate } from '#server/db/migra'
import type { Db } from '#server/deps'
import { openDatabase } from '../mondo.ts'

describe('migrations', () => {
  let cartella: string
  let chiudi: (() => Promise<void>)[]
  let apri: () => Promise<Db>

  beforeEach(async () => {
    cartella = await mkdtemp(join(tmpdir(), 'idoneo-migrazioni-'))
    await cp(CARTELLA_MIGRAZIONI, cartella, { recursive: true })
    const database = await openDatabase('incorporato', 'template0')
    chiudi = [database.drop]
    apri = async () => {
      const db = await database.open()
      chiudi.unshift(() => db.close())
      return db
    }
  })
  afterEach(async () => {
    for (const lavoro of chiudi) await lavoro()
    await rm(cartella, { recursive: true, force: true })
  })

  const tables = async (db: Db) =>
    (await db.query<{ t: string }>(`select tablename as t from pg_tables where schemaname = 'public'`)).righe.map(
      (r) => r.t,
    )
  const add = async (nome: string, sql: string) => {
    const numero = (await readdir(cartella)).length + 1
    const file = join(cartella, `${String(numero).padStart(4, '0')}_${nome}.sql`)
    await writeFile(file, sql)
    return file
  }

  it('are applied once by three starters at the same time', async () => {
    const avviati = await Promise.all([apri(), apri(), apri()])
    const fatte = await Promise.all(avviati.map((db) => migrate(db, cartella)))
    expect(fatte.flat()).toEqual(await readdir(cartella))
    const [db] = avviati as [Db, Db, Db]
    expect(await isMigrated(db, cartella)).toBe(true)
    expect(await tables(db)).toEqual(
      expect.arrayContaining(['utente', 'sessione', 'domanda', 'statistica', 'migrazione']),
    )
    expect(await migrate(db, cartella)).toEqual([])
  })

  it('a file that changed after it was applied is refused by name', async () => {
    const db = await apri()
    const file = await add('poi', 'create table poi (x integer);')
    await migrate(db, cartella)
    await writeFile(file, `${await readFile(file, 'utf8')} -- ritocco`)
    await expect(migrate(db, cartella)).rejects.toThrow(/_poi\.sql: il file è cambiato/)
    expect(await isMigrated(db, cartella)).toBe(false)
  })

  it('a bad one leaves nothing of itself nor of those applied with it', async () => {
    const db = await apri()
    await migrate(db, cartella)
    await add('buona', 'create table buona (x integer);')
    const cattiva = await add('cattiva', 'create table a_meta (x integer); insert into nessuna values (1);')
    await expect(migrate(db, cartella)).rejects.toThrow(/nessuna/)
    expect(await tables(db)).not.toEqual(expect.arrayContaining(['buona']))
    expect(await tables(db)).not.toEqual(expect.arrayContaining(['a_meta']))
    await writeFile(cattiva, 'create table guarita (x integer);')
    expect(await migrate(db, cartella)).toHaveLength(2)
  })

  it('a missing number or a database from a newer version is refused', async () => {
    const db = await apri()
    const ultima = await add('nuova', 'create table nuova (x integer);')
    await migrate(db, cartella)
    await rm(ultima)
    await expect(migrate(db, cartella)).rejects.toThrow(/più recente/)
    await writeFile(join(cartella, '0099_salto.sql'), 'select 1;')
    await expect(migrate(db, cartella)).rejects.toBeInstanceOf(MigrazioneErrata)
  })
})
