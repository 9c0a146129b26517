import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAddresses } from '#server/package-files/addresses'
import { openDisk } from '#server/package-files/disk'

let folder: string
const key = randomBytes(32)
const now = () => new Date()
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'idoneo-archivio-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const open = () => openDisk(folder, now)
const make = (n: number) => {
  const bytes = new Uint8Array(randomBytes(n))
  return { byte: bytes, nome: `${createHash('sha256').update(bytes).digest('hex')}.zip` }
}

test('many who store the same file leave one whole file and nothing else', async () => {
  const packageFiles = await open()
  const { byte: bytes, nome: name } = make(300_000)
  await Promise.all(Array.from({ length: 10 }, () => packageFiles.put(name, bytes)))
  expect(await packageFiles.size(name)).toBe(300_000)
  expect(new Uint8Array(await packageFiles.read(name))).toEqual(bytes)
  expect(await readdir(folder)).toEqual([name])
})

test('a file that a failing disk cut short is written again', async () => {
  const packageFiles = await open()
  const { byte: bytes, nome: name } = make(5_000)
  await packageFiles.put(name, bytes)
  await writeFile(join(folder, name), bytes.subarray(0, 100))
  await packageFiles.put(name, bytes)
  expect(new Uint8Array(await readFile(join(folder, name)))).toEqual(bytes)
})

test('a file that was altered in place has no sound size, and is written again', async () => {
  const packageFiles = await open()
  const { byte: bytes, nome: name } = make(5_000)
  await packageFiles.put(name, bytes)
  expect(await packageFiles.soundSize(name)).toBe(5_000)
  const altered = Uint8Array.from(bytes)
  altered[2_500]! ^= 1
  await writeFile(join(folder, name), altered)
  expect([await packageFiles.size(name), await packageFiles.soundSize(name)]).toEqual([5_000, null])
  await packageFiles.put(name, bytes)
  expect(await packageFiles.soundSize(name)).toBe(5_000)
  expect(new Uint8Array(await readFile(join(folder, name)))).toEqual(bytes)
})

test('what an interrupted write left is swept an hour later, and a write under way is not', async () => {
  const old = join(folder, `.${'a'.repeat(16)}.nuovo`)
  const giovane = join(folder, `.${'b'.repeat(16)}.nuovo`)
  await writeFile(old, 'x')
  await writeFile(giovane, 'x')
  const due = new Date(Date.now() - 2 * 3_600_000)
  await utimes(old, due, due)
  await open()
  const names = await readdir(folder)
  expect(names).not.toContain(`.${'a'.repeat(16)}.nuovo`)
  expect(names).toContain(`.${'b'.repeat(16)}.nuovo`)
})

test('addresses signed by one process are good in another with the same key, and in none with another', () => {
  const { nome: name } = make(10)
  const [percorso = '', query = ''] = createAddresses(key, now).sign(name, 60, 7).split('?')
  const { scade = '', sessione = '', firma = '' } = Object.fromEntries(new URLSearchParams(query))
  expect(percorso).toBe(`/pacchetti/${name}`)
  expect(createAddresses(key, now).isGenuine(name, { scade, sessione, firma })).toBe(true)
  const other = createAddresses(randomBytes(32), now)
  expect(other.isGenuine(name, { scade, sessione, firma })).toBe(false)
})

test('a file that is not there has no size', async () => {
  expect(await (await open()).size(make(3).nome)).toBeNull()
})
