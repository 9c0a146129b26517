import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ROOT } from '#server/root'
import { addBanca, makeDomanda, PNG } from '../concorso/fixtures.ts'
import { type FakeS3, startS3 } from '../fake-s3.ts'
import { type Mondo, makeWorld } from '../world.ts'
import { command } from './command.ts'

let s3: FakeS3
let world: Mondo
let names: string[]
beforeAll(async () => {
  s3 = await startS3()
  world = await makeWorld({ motore: 'esterno' })
  for (let i = 1; i <= 3; i++)
    await addBanca(world, {
      concorso: `Banca ${i}`,
      domande: [makeDomanda(1, { testo: `Figura ${i}?`, immagine: `${i}.png` })],
      immagini: [{ nome: `${i}.png`, byte: PNG }],
    })
  names = (await readdir(folder())).sort()
})
afterAll(async () => {
  await world.close()
  await s3.close()
})
beforeEach(() => {
  s3.obstacle = () => null
  s3.asked.length = 0
})

const folder = () => join(world.cartella, 'pacchetti')
const inStore = () => [...s3.objects.keys()].map((key) => key.replace('pacchetti/', '')).sort()
const put = () => s3.asked.filter(({ method }) => method === 'PUT').map(({ name }) => name.replace('pacchetti/', ''))
const run = (...args: string[]) =>
  command({ ...world.deps, config: { ...world.deps.config, s3: s3.settings } }, 'deposito', ...args)

it('[OP33] a copying to the store that is killed halfway goes on where it was', async () => {
  const { url, bucket, keyId, key } = s3.settings
  const child = spawn(process.execPath, [join(ROOT, 'dist/server/idoneo.js'), 'deposito', 'carica'], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      DATA_DIR: world.cartella,
      DATABASE_URL: world.database.url,
      S3_URL: url,
      S3_SECCHIO: bucket,
      S3_CHIAVE_ID: keyId,
      S3_CHIAVE: key,
    },
    stdio: 'ignore',
  })
  const exit = once(child, 'exit')
  const third = new Promise<void>((reached) => {
    s3.obstacle = ({ method, count }) => {
      if (method !== 'PUT' || count < 3) return null
      reached()
      return 'silent'
    }
  })
  await Promise.race([third, exit])
  child.kill('SIGKILL')
  expect(await exit).toEqual([null, 'SIGKILL'])
  const before = inStore()
  expect(before).toEqual(names.slice(0, 2))

  s3.obstacle = () => null
  s3.asked.length = 0
  const { codice, json } = await run('carica', '--json')
  expect([codice, json()]).toEqual([0, { copiati: names.length - 2, presenti: 2, guasti: [] }])
  expect([put(), inStore()]).toEqual([names.slice(2), names])
  for (const name of names) expect(s3.objects.get(`pacchetti/${name}`)).toEqual(await readFile(join(folder(), name)))
  expect((await readdir(folder())).sort()).toEqual(names)
})

it('[OP31] the bucket is made where it is missing', async () => {
  expect((await run('crea')).out).toEqual(['Il secchio idoneo c’è già.'])
  const config = { ...world.deps.config, s3: { ...s3.settings, bucket: 'nuovo' } }
  expect((await command({ ...world.deps, config }, 'deposito', 'crea')).out).toEqual(['Secchio nuovo creato.'])
})

it('[OP33] a second copying writes nothing, and both places are counted', async () => {
  const { out } = await run('carica')
  expect([out, put()]).toEqual([[`Copiati nel secchio idoneo e riletti: 0. C’erano già: ${names.length}.`], []])
  expect((await run('--json')).json()).toEqual({ disco: names.length, deposito: names.length })
  expect((await run()).out).toEqual([
    `Nel secchio idoneo (${s3.settings.url}), da cui si legge: ${names.length} file.`,
    `Sul disco (${folder()}): ${names.length} file.`,
  ])
})

it('[OP33] what is damaged at its source is named and left, and the rest is copied', async () => {
  const [first = '', second = ''] = names
  const whole = await readFile(join(folder(), first))
  await writeFile(join(folder(), first), whole.subarray(1))
  for (const name of [first, second]) s3.objects.delete(`pacchetti/${name}`)
  const { codice, err } = await run('carica')
  expect([codice, err.join()]).toEqual([1, expect.stringContaining(`guasti, e non copiati: ${first}. «verifica»`)])
  expect(inStore()).toEqual(names.slice(1))
  await writeFile(join(folder(), first), whole)
  expect((await run('carica')).codice).toBe(0)
  expect(inStore()).toEqual(names)
})

it('[OP33] everything comes back to an empty disk, and goes on where the store failed', async () => {
  await rm(folder(), { recursive: true })
  s3.obstacle = ({ name }) => (name.endsWith(names[3] ?? '') ? { code: 'AccessDenied' } : null)
  const failed = await run('scarica')
  expect([failed.codice, failed.err.join()]).toEqual([1, expect.stringContaining('S3_CHIAVE')])
  expect((await readdir(folder())).sort()).toEqual(names.slice(0, 3))
  s3.obstacle = () => null
  expect((await run('scarica')).out.at(-1)).toBe('Senza le variabili S3_… il server legge ora dal disco.')
  expect((await readdir(folder())).sort()).toEqual(names)
  expect((await command(world.deps, 'verifica')).codice).toBe(0)
})

it('[OP33] without a store there is nothing to copy to, and other words are refused', async () => {
  const { codice, err } = await command(world.deps, 'deposito', 'carica')
  expect([codice, err.join()]).toEqual([1, expect.stringContaining('S3_URL, S3_SECCHIO')])
  expect((await command(world.deps, 'deposito', '--json')).json()).toEqual({ disco: names.length })
  expect((await command(world.deps, 'deposito')).out).toEqual([
    `Sul disco (${folder()}), da cui si legge: ${names.length} file.`,
  ])
  for (const args of [['svuota'], ['carica', 'x']]) expect((await run(...args)).codice).toBe(2)
})
