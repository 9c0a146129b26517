import { createHash, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { S3Settings } from '#server/configuration'
import { createBucket, openBucket } from '#server/package-files/s3'
import { STORE_TIMES } from '#server/package-files/s3-requests'
import { type FakeS3, startS3 } from '../fake-s3.ts'

/** Settings of a real store, from the script that starts one. */
const REAL = process.env.DEPOSITO_VERO
/** A busy machine is no silent store. */
const QUICK = { ...STORE_TIMES, begin: 60_000, silence: 60_000, retries: [1, 1] }

const make = (n: number) => {
  const bytes = new Uint8Array(randomBytes(n))
  return { bytes, name: `${createHash('sha256').update(bytes).digest('hex')}.zip` }
}

let fake: FakeS3
let settings: S3Settings
beforeAll(async () => {
  fake = await startS3()
  settings = REAL ? JSON.parse(REAL) : fake.settings
})
afterAll(() => fake.close())

const open = (other: Partial<S3Settings> = {}) => openBucket({ ...settings, ...other }, QUICK)
const failure = (code: string, sentence: string | RegExp) =>
  expect.objectContaining({ code, message: expect.stringMatching(sentence) })

describe(`a store ${REAL ? 'of the machine' : 'in memory'}`, () => {
  test('[OP31] what one replica stores another reads, whole and in ranges, and finds in its list', async () => {
    const { bytes, name } = make(300_000)
    const [one, other] = [open(), open()]
    expect([await other.size(name), await other.soundSize(name)]).toEqual([null, null])
    await one.put(name, bytes)
    await one.put(name, bytes)
    expect([await other.size(name), await other.soundSize(name)]).toEqual([300_000, 300_000])
    expect(new Uint8Array(await other.read(name))).toEqual(bytes)
    expect(new Uint8Array(await other.read(name, { from: 10, to: 19 }))).toEqual(bytes.slice(10, 20))
    expect(new Uint8Array(await buffer(await other.stream(name, { from: 299_990, to: 299_999 })))).toEqual(
      bytes.slice(299_990),
    )
    expect(await other.list()).toContain(name)
  })

  test('[OP31] a list has every name, over as many pages as the store makes of it', async () => {
    const made = Array.from({ length: 5 }, () => make(10))
    for (const { name, bytes } of made) await open().put(name, bytes)
    const names = await open().list()
    for (const { name } of made) expect(names).toContain(name)
    expect(new Set(names).size).toBe(names.length)
  })

  test('[OP31] a presigned address opens its file to whoever has it, and nothing once it is altered', async () => {
    const { bytes, name } = make(5_000)
    const store = open({ publicUrl: settings.url })
    await store.put(name, bytes)
    const address = String(await store.address(name))
    const part = await fetch(address, { headers: { range: 'bytes=0-9' } })
    expect([part.status, new Uint8Array(await part.arrayBuffer())]).toEqual([206, bytes.slice(0, 10)])
    const { status } = await fetch(address.replace('X-Amz-Expires=120', 'X-Amz-Expires=9999'))
    expect(status).toBe(403)
    expect(await open().address(name)).toBeNull()
  })

  test('[OP31] a missing bucket is made, once', async () => {
    const other = { ...settings, bucket: `idoneo-${randomBytes(4).toString('hex')}` }
    expect([await createBucket(other, QUICK), await createBucket(other, QUICK)]).toEqual([true, false])
    expect(await openBucket(other, QUICK).list()).not.toContain('x')
    await expect(createBucket({ ...other, key: 'sbagliata' }, QUICK)).rejects.toEqual(failure('DEPOSITO_CHIAVI', '403'))
  })

  test('[OP31] content that differs from its name is refused by the store, and nothing is left', async () => {
    const { bytes, name } = make(5_000)
    const altered = Uint8Array.from(bytes)
    altered[7]! ^= 1
    await expect(open().put(name, altered)).rejects.toEqual(failure('DEPOSITO_IMPRONTA', 'non è arrivato intero'))
    expect(await open().size(name)).toBeNull()
  })

  test('[OP31] a missing file, a missing bucket, wrong keys and a store that is off have sentences of their own', async () => {
    const { bytes, name } = make(10)
    await expect(open().read(name)).rejects.toEqual(failure('DEPOSITO_MANCANTE', name))
    const elsewhere = open({ bucket: 'un-altro-secchio' })
    await expect(elsewhere.verify()).rejects.toEqual(failure('DEPOSITO_SECCHIO', 'un-altro-secchio'))
    await expect(elsewhere.put(name, bytes)).rejects.toEqual(failure('DEPOSITO_SECCHIO', 'S3_SECCHIO'))
    for (const keys of [{ key: 'sbagliata' }, { keyId: 'nessuno' }])
      for (const attempt of ['verify', 'size', 'put'] as const)
        await expect(open(keys)[attempt](name, bytes)).rejects.toEqual(
          failure('DEPOSITO_CHIAVI', /S3_CHIAVE_ID, S3_CHIAVE/),
        )
    await expect(open({ url: 'http://127.0.0.1:9' }).verify()).rejects.toEqual(
      failure('DEPOSITO_NON_RISPONDE', /S3_URL \(http:\/\/127\.0\.0\.1:9\)/),
    )
    await expect(open().verify()).resolves.toBeUndefined()
  })
})

describe.skipIf(REAL)('a store that fails', () => {
  test('[OP31] a moment of overload or a cut connection is tried again, and three are told', async () => {
    const { bytes, name } = make(1_000)
    for (const obstacle of [{ code: 'SlowDown' }, 'cut'] as const) {
      let left = 2
      fake.obstacle = () => (left-- > 0 ? obstacle : null)
      await expect(open().verify()).resolves.toBeUndefined()
      left = 3
      await expect(open().verify()).rejects.toEqual(failure('DEPOSITO_NON_RISPONDE', 'non risponde'))
      fake.obstacle = () => null
    }
    let cut = false
    fake.obstacle = ({ method }) => {
      if (method !== 'PUT' || cut) return null
      cut = true
      return 'cut'
    }
    await open().put(name, bytes)
    expect(fake.objects.get(`pacchetti/${name}`)?.equals(bytes)).toBe(true)
  })

  test('[OP31] a store that is silent is left after its time', async () => {
    fake.obstacle = () => 'silent'
    const store = openBucket(settings, { begin: 20, silence: 20, byte: 0, retries: [1] })
    await expect(store.verify()).rejects.toEqual(failure('DEPOSITO_NON_RISPONDE', 'nessuna risposta in 20 ms'))
    fake.obstacle = () => null
  })

  test('[OP31] a body that breaks off is an error, and the next reading is whole', async () => {
    const { bytes, name } = make(200_000)
    const store = open()
    await store.put(name, bytes)
    fake.obstacle = ({ method }) => (method === 'GET' ? 'half' : null)
    await expect(store.read(name)).rejects.toEqual(failure('DEPOSITO_NON_RISPONDE', 'non risponde'))
    fake.obstacle = () => null
    expect(await store.soundSize(name)).toBe(200_000)
  })

  test('[OP31] a call waits for a slow reading no longer than it may, and the next has its result', async () => {
    const { bytes, name } = make(1_000)
    await open().put(name, bytes)
    let deliver = () => {}
    const delivered = new Promise<null>((done) => {
      deliver = () => done(null)
    })
    fake.obstacle = ({ method }) => (method === 'GET' ? delivered : null)
    const store = open()
    fake.asked.length = 0
    await expect(store.soundSize(name, 10)).rejects.toEqual(failure('DEPOSITO_NON_RISPONDE', 'ancora in lettura'))
    const next = store.soundSize(name, 60_000)
    deliver()
    expect(await next).toBe(1_000)
    expect(fake.asked.filter(({ method }) => method === 'GET')).toHaveLength(1)
    fake.obstacle = () => null
  })

  test('[OP31] a file that was altered in the store has no sound size, and is written again', async () => {
    const { bytes, name } = make(1_000)
    const store = open()
    fake.objects.set(`pacchetti/${name}`, Buffer.from('guasto'))
    expect([await store.size(name), await store.soundSize(name)]).toEqual([6, null])
    await store.put(name, bytes)
    expect(await store.soundSize(name)).toBe(1_000)
  })

  test('[OP31] a file that rots under the tag of its content is sound again once it is written again', async () => {
    const { bytes, name } = make(1_000)
    const one = open()
    await one.put(name, bytes)
    fake.objects.set(`pacchetti/${name}`, Buffer.alloc(1_000))
    expect(await one.soundSize(name)).toBeNull()
    await one.put(name, bytes)
    expect(await one.soundSize(name)).toBe(1_000)
  })

  test('[OP31] a sound file is read whole once for its hash, and looked up once a minute', async () => {
    const { bytes, name } = make(1_000)
    const store = open()
    await store.put(name, bytes)
    await store.soundSize(name)
    const before = fake.asked.length
    for (let i = 0; i < 5; i++) await store.soundSize(name)
    expect(fake.asked.length).toBe(before)
  })

  test('[OP31] another region is named', async () => {
    await expect(open({ region: 'eu-south-1' }).verify()).rejects.toEqual(failure('DEPOSITO_RIFIUTO', 'S3_REGIONE'))
  })
})
