import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backup, rehearse, restore } from '#server/backup/backup'
import { createDailyBackup } from '#server/backup/daily'
import { readLevel } from '#server/db/migrate'
import type { Deps } from '#server/deps'
import { lastBackup } from '#server/operator/audit'
import { StoreFailure } from '#server/package-files/s3-requests'
import { command, countTabelle } from '../cli/command.ts'
import { addBanca } from '../concorso/fixtures.ts'
import { type Mondo, makeWorld } from '../world.ts'

const KEY = 'chiave-di-ventiquattro-caratteri'
const DAY_MS = 86_400_000
const BACKUP = { folder: null as string | null, hour: 3, keep: 2, key: null as string | null }

let world: Mondo
let folder: string
beforeAll(async () => {
  world = await makeWorld({ config: { backup: { ...BACKUP } } })
  folder = join(world.cartella, 'copie')
  await mkdir(folder)
  await addBanca(world, { n: 3, concorso: 'Banca salvata' })
  await world.register('anna@posta.example')
})
afterAll(() => world.close())

const set = (change: Partial<typeof BACKUP>) => Object.assign(world.deps.config, { backup: { ...BACKUP, ...change } })
const files = async () => (await readdir(folder)).filter((name) => name.endsWith('.backup')).sort()

describe('[OP28] the backup of the day', () => {
  it('is made once a day from its hour on, and the oldest files beyond those to keep are deleted', async () => {
    set({ folder })
    const round = createDailyBackup(world.deps)
    world.orologio.set('2026-11-21T01:30:00.000Z')
    await round()
    expect(await files()).toEqual([])
    world.orologio.set('2026-11-21T02:00:00.000Z')
    await Promise.all([round(), createDailyBackup(world.deps)()])
    expect(await files()).toEqual(['idoneo-2026-11-21.backup'])
    expect((await lastBackup(world.db))?.toISOString()).toBe('2026-11-21T02:00:00.000Z')
    expect((await readdir(join(folder, 'pacchetti'))).length).toBeGreaterThan(0)
    const { out } = await command(world.deps, 'backup')
    expect(out[0]).toContain('idoneo-2026-11-21.backup, riletto e uguale')
    for (const _ of [1, 2]) {
      world.orologio.advance(DAY_MS)
      await round()
    }
    expect(await files()).toEqual(['idoneo-2026-11-22.backup', 'idoneo-2026-11-23.backup'])
  })

  it('that fails is logged, leaves the others, and is tried again an hour later', async () => {
    world.orologio.advance(DAY_MS)
    const before = await files()
    await rm(join(folder, 'pacchetti'), { recursive: true })
    await writeFile(join(folder, 'pacchetti'), 'un file')
    const round = createDailyBackup(world.deps)
    await round()
    await rm(join(folder, 'pacchetti'))
    await round()
    expect([await files(), world.righe.join('').includes('backup del giorno non riuscito')]).toEqual([before, true])
    world.orologio.advance(DAY_MS / 24)
    await writeFile(join(folder, 'idoneo-2026-11-20.backup.nuovo'), 'interrotto')
    await round()
    expect((await readdir(folder)).filter((name) => name.endsWith('.nuovo'))).toEqual([])
    expect((await files()).at(-1)).toBe('idoneo-2026-11-24.backup')
  })

  it('[OP31] that meets a store which is off saves the rows, is no backup, and is made again an hour later', async () => {
    world.orologio.advance(DAY_MS)
    await rm(join(folder, 'pacchetti'), { recursive: true })
    const { packageFiles } = world.deps
    let asked = 0
    const read = () => {
      asked += 1
      return Promise.reject(new StoreFailure('DEPOSITO_NON_RISPONDE', 'il deposito non risponde'))
    }
    const deps: Deps = { ...world.deps, packageFiles: { ...packageFiles, read } }
    const round = createDailyBackup(deps)
    const before = await lastBackup(world.db)
    const rows = world.righe.length
    await round()
    await round()
    const said = world.righe.slice(rows).join('')
    expect([said.includes('backup del giorno non riuscito'), said.includes('figure'), asked]).toEqual([true, false, 1])
    expect([(await files()).at(-1), await lastBackup(world.db)]).toEqual(['idoneo-2026-11-25.backup', before])
    const byHand = await command(deps, 'backup')
    expect([byHand.codice, byHand.err.join('')]).toEqual([1, expect.stringContaining('ha le righe')])
    world.orologio.advance(DAY_MS / 24)
    deps.packageFiles = packageFiles
    await round()
    expect(await lastBackup(world.db)).toEqual(new Date(world.deps.now()))
    expect((await readdir(join(folder, 'pacchetti'))).length).toBeGreaterThan(0)
  })

  it('is restored with the packages that the dated files share', async () => {
    const file = join(folder, 'idoneo-2026-11-25.backup')
    await rm(join(world.cartella, 'pacchetti'), { recursive: true })
    await mkdir(join(world.cartella, 'pacchetti'))
    await world.db.script('delete from utente')
    expect(await restore(world.deps, file)).toMatchObject({ copied: 1, missing: [] })
    expect((await countTabelle(world.deps)).utente).toBe(1)
  })
})

describe('[OP29] a sealed backup', () => {
  it('shows nothing of its content, and is refused with no key, another key or a changed byte', async () => {
    set({ key: KEY })
    const file = join(folder, 'chiuso.backup')
    await backup(world.deps, file)
    const bytes = await readFile(file)
    expect(bytes.subarray(0, 5).toString()).toBe('IDNC1')
    expect((await restore(world.deps, file)).rows.utente).toBe(1)
    const before = await countTabelle(world.deps)
    set({ key: null })
    await expect(restore(world.deps, file)).rejects.toThrow('è cifrato: serve BACKUP_CHIAVE')
    set({ key: `${KEY}-altra` })
    await expect(restore(world.deps, file)).rejects.toThrow('BACKUP_CHIAVE non è quella')
    set({ key: KEY })
    for (const at of [60, bytes.length >> 1, bytes.length - 1]) {
      const changed = Buffer.from(bytes)
      changed[at]! ^= 1
      await writeFile(file, changed)
      await expect(restore(world.deps, file), `byte ${at}`).rejects.toThrow(/non è un backup intero|è alterato/)
    }
    expect(await countTabelle(world.deps)).toEqual(before)
  })

  it('of before the key is read as it is', async () => {
    set({})
    const file = join(folder, 'aperto.backup')
    await backup(world.deps, file)
    set({ key: KEY })
    expect((await rehearse(world.deps, file)).rows.utente).toBe(1)
  })
})

describe('[OP30] a rehearsal of a restore', () => {
  it('makes every table beside the present ones, compares, and leaves all as it was', async () => {
    set({})
    const file = join(folder, 'prova.backup')
    await backup(world.deps, file)
    await world.register('dopo@posta.example')
    const before = await countTabelle(world.deps)
    const { codice, out } = await command(world.deps, 'ripristina', file, '--prova')
    expect([codice, out[0]]).toEqual([
      0,
      expect.stringMatching(/^Prova di .*, nulla è cambiato: [\d.]+ righe di \d+ tabelle/),
    ])
    expect(await countTabelle(world.deps)).toEqual(before)
    const { rows } = await world.db.query(`select 1 from pg_namespace where nspname = 'ripristino_prova'`)
    expect(rows).toEqual([])
    await rm(`${file}.pacchetti`, { recursive: true })
    await rm(join(folder, 'pacchetti'), { recursive: true })
    expect((await command(world.deps, 'ripristina', file, '--prova')).err[0]).toMatch(/^1 pacchetti di domande mancano/)
  })

  it('on a schema that a newer program expanded is left to that program, and a restore goes on', async () => {
    set({})
    const file = join(folder, 'esteso.backup')
    const level = await readLevel()
    await world.db.script('alter table utente add column prova integer')
    await world.db.query(
      "insert into migrazione (numero, nome, impronta, compatibile_da) values ($1::int + 1, 'prova.sql', '', $1)",
      [level],
    )
    await backup(world.deps, file)
    await expect(rehearse(world.deps, file)).rejects.toThrow(
      `${file} ha lo schema ${level + 1}: la prova si fa con il programma che lo conosce (questo ha lo schema ${level})`,
    )
    expect((await restore(world.deps, file)).rows.utente).toBeGreaterThan(0)
  })
})
