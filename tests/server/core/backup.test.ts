import { randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { backup, packagesOf, restore } from '#server/backup/backup'
import { listTables, quote } from '#server/backup/tables'
import { command } from '../cli/command.ts'
import { addBanca } from '../concorso/fixtures.ts'
import { type Mondo, makeWorld } from '../world.ts'

const ACCOUNTS = 1_000

/** Every row of every table, in one order. */
async function dump({ db }: Mondo): Promise<Record<string, string[]>> {
  const tables = await listTables(db)
  const all: Record<string, string[]> = {}
  for (const { name } of tables) {
    if (name === 'segreto') continue
    const { rows } = await db.query<{ riga: string }>(
      `select row_to_json(t)::text as riga from ${quote(name)} t order by 1`,
    )
    all[name] = rows.map((r) => r.riga)
  }
  return all
}

async function addAccounts({ db }: Mondo): Promise<void> {
  await db.query(
    `insert into utente (email, email_verificata, seq_sync) select 'n' || i || '@posta.example', true, 5 from generate_series(1, $1::int) i`,
    [ACCOUNTS],
  )
  await db.script(`insert into statistica (id_utente, contesto, id_contesto, id_domanda, livello_conoscenza, preferiti, modalita,
      data_eseguita, data_eseguita_testo, seq)
    select id_utente, 0, 1, d, 0, d % 2 = 0, array['ESEGUITA'], '2026-11-20 09:00:00.123456+01', '2026-11-20T09:00:00.123+01:00', d
    from utente, generate_series(1, 5) d where email like 'n%@posta.example'`)
}

const push = (world: Mondo, token: string, id_concorso: number, id_domanda: number) =>
  world.call('PUT', '/ms_reportistica/risposte_concorso', {
    token,
    payload: [
      {
        id_concorso,
        id_domanda,
        livello_conoscenza: 0,
        preferiti: false,
        risposta_gettonata: 1,
        modalita: ['ESEGUITA'],
        data_eseguita: new Date(Date.parse('2026-11-21T08:00:00.000Z') + id_domanda * 1000).toISOString(),
      },
    ],
  })

describe('backup', () => {
  it('of a thousand accounts under load comes back row by row after everything was deleted, and devices meet another epoch', async () => {
    const world = await makeWorld()
    const { id_concorso } = await addBanca(world, { n: 40, concorso: 'Banca salvata' })
    await addAccounts(world)
    const { token } = await world.registerVerified('attiva@posta.example', 3)
    const packages = (await world.call('GET', `/ms_concorso/concorso?id_concorso=${id_concorso}`, { token })).corpo
    const file = join(world.cartella, 'prova.idoneo')
    let running = true
    const load = (async () => {
      let n = 0
      while (running) expect((await push(world, token, id_concorso, ++n)).status).toBeLessThan(300)
      return n
    })()
    const first = await backup(world.deps, file)
    running = false
    expect(await load).toBeGreaterThan(0)
    expect(first.rows).toMatchObject({ utente: ACCOUNTS + 1 })
    expect(first.copied).toBeGreaterThan(0)

    const second = await backup(world.deps, file)
    expect(second.copied).toBe(0)
    const before = await dump(world)
    const epochOf = async () => (await world.call('GET', '/ms_utente/utente', { token })).intestazioni['x-epoca']
    const epoch = await epochOf()
    await world.db.script('delete from utente; delete from concorso; delete from ente')
    await rm(join(world.cartella, 'pacchetti'), { recursive: true })
    const restored = await restore(world.deps, file)
    expect(restored.missing).toEqual([])
    expect(await dump(world)).toEqual(before)

    // A number given after the restore is nobody else's.
    await world.register('nuova@posta.example')
    expect((await world.app.inject({ url: packages.url_domande })).statusCode).toBe(200)
    await expect.poll(epochOf, { timeout: 15_000, interval: 500 }).not.toBe(epoch)
    const { corpo } = await world.call(
      'GET',
      `/ms_reportistica/risposte_concorso?modalita=ESEGUITA&id_concorso=${id_concorso}&cursore=0`,
      { token },
    )
    expect(corpo.risposte.length).toBe(
      before.statistica?.filter((row) => row.includes(`"id_contesto":${id_concorso},`) && !row.includes('123+01:00'))
        .length,
    )
    await world.close()
  }, 120_000)

  it('replaces a package that was damaged in it without changing its size, and names one that is damaged on both sides', async () => {
    const world = await makeWorld()
    const { id_concorso } = await addBanca(world, { n: 5, concorso: 'Banca salvata' })
    const { token } = await world.registerVerified('attiva@posta.example', 3)
    await world.call('GET', `/ms_concorso/concorso?id_concorso=${id_concorso}`, { token })
    const file = join(world.cartella, 'prova.idoneo')
    const [name = ''] = (await backup(world.deps, file)).pacchetti
    const damage = async (path: string) => {
      const bytes = await readFile(path)
      bytes[bytes.length >> 1]! ^= 1
      await writeFile(path, bytes)
    }
    const copy = join(packagesOf(file), name)
    const sound = await readFile(copy)
    await damage(copy)
    expect(await backup(world.deps, file)).toMatchObject({ copied: 1, missing: [] })
    expect((await readFile(copy)).equals(sound)).toBe(true)
    await damage(copy)
    await damage(join(world.cartella, 'pacchetti', name))
    expect(await backup(world.deps, file)).toMatchObject({ copied: 0, missing: [name] })
    await world.close()
  })

  it('that is cut, altered or newer is refused and changes nothing', async () => {
    const world = await makeWorld()
    await world.register('resta@posta.example')
    const file = join(world.cartella, 'prova.idoneo')
    await backup(world.deps, file)
    const before = await dump(world)
    const bytes = await readFile(file)
    const text = gunzipSync(bytes).toString()
    const wrong: [string, Uint8Array][] = [
      ['cut', bytes.subarray(0, bytes.length - 40)],
      ['without its end', gzipSync(text.slice(0, text.lastIndexOf('#{')))],
      ['altered', gzipSync(text.replace('resta@posta.example', 'altra@posta.example'))],
      ['of a newer version', gzipSync(text.replace('"0001_base.sql"', '"0001_base.sql","9999_futura.sql"'))],
      ['of nothing', randomBytes(100)],
    ]
    for (const [, content] of wrong) {
      await writeFile(file, content)
      await expect(restore(world.deps, file)).rejects.toThrow(/backup|versione/)
    }
    expect(await dump(world)).toEqual(before)
    expect(packagesOf(file)).toBe(`${file}.pacchetti`)
    await world.close()
  })

  it.each(['is missing', 'is damaged'])(
    '[OP10] the command fails where a zip with pictures %s, and says that nothing builds it again',
    async (how) => {
      const world = await makeWorld()
      const { id_concorso } = await addBanca(world, { n: 2 })
      const { token } = await world.registerVerified('figure@posta.example', 3)
      await world.call('GET', `/ms_concorso/concorso?id_concorso=${id_concorso}`, { token })
      const pictures = `${'a'.repeat(64)}.zip`
      if (how === 'is damaged') await world.deps.packageFiles.put(pictures, Buffer.from('guasto'))
      await world.db.query('update concorso set immagini = $1 where id_concorso = $2', [pictures, id_concorso])
      const file = join(world.cartella, 'figure.idoneo')
      const { codice, err } = await command(world.deps, 'backup', file)
      expect(codice).toBe(1)
      expect(err.join('\n')).toContain(pictures)
      expect(err.join('\n')).not.toContain('ricostruiti')
      // The database is saved all the same.
      expect((await readFile(file)).length).toBeGreaterThan(0)
      await world.close()
    },
  )
})
