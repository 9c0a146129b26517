import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openArchivio } from '#server/archivio/locale'

let cartella: string
const chiave = randomBytes(32)
const now = () => new Date()
beforeAll(async () => {
  cartella = await mkdtemp(join(tmpdir(), 'idoneo-archivio-'))
})
afterAll(() => rm(cartella, { recursive: true, force: true }))

const open = () => openArchivio({ cartella, chiave, now })
const make = (n: number) => {
  const byte = new Uint8Array(randomBytes(n))
  return { byte, nome: `${createHash('sha256').update(byte).digest('hex')}.zip` }
}

test('many who store the same file leave one whole file and nothing else', async () => {
  const archivio = await open()
  const { byte, nome } = make(300_000)
  await Promise.all(Array.from({ length: 10 }, () => archivio.put(nome, byte)))
  expect(await archivio.size(nome)).toBe(300_000)
  expect(new Uint8Array(await archivio.read(nome))).toEqual(byte)
  expect(await readdir(cartella)).toEqual([nome])
})

test('a file that a failing disk cut short is written again', async () => {
  const archivio = await open()
  const { byte, nome } = make(5_000)
  await archivio.put(nome, byte)
  await writeFile(archivio.path(nome), byte.subarray(0, 100))
  await archivio.put(nome, byte)
  expect(new Uint8Array(await readFile(archivio.path(nome)))).toEqual(byte)
})

test('what an interrupted write left is swept an hour later, and a write under way is not', async () => {
  const vecchio = join(cartella, `.${'a'.repeat(16)}.nuovo`)
  const giovane = join(cartella, `.${'b'.repeat(16)}.nuovo`)
  await writeFile(vecchio, 'x')
  await writeFile(giovane, 'x')
  const due = new Date(Date.now() - 2 * 3_600_000)
  await utimes(vecchio, due, due)
  await open()
  const nomi = await readdir(cartella)
  expect(nomi).not.toContain(`.${'a'.repeat(16)}.nuovo`)
  expect(nomi).toContain(`.${'b'.repeat(16)}.nuovo`)
})

test('addresses signed by one process are good in another with the same key, and in none with another', async () => {
  const { nome } = make(10)
  const [percorso = '', query = ''] = (await open()).sign(nome, 60).split('?')
  const { scade = '', firma = '' } = Object.fromEntries(new URLSearchParams(query))
  expect(percorso).toBe(`/pacchetti/${nome}`)
  expect((await open()).verify(nome, scade, firma)).toBe(true)
  const altro = await openArchivio({ cartella, chiave: randomBytes(32), now })
  expect(altro.verify(nome, scade, firma)).toBe(false)
})

test('a file that is not there has no size', async () => {
  expect(await (await open()).size(make(3).nome)).toBeNull()
})
