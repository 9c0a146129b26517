import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import type { S3Settings } from '../configuration.ts'
import type { Bytes, PackageStore } from '../deps.ts'
import { createCheck } from './check.ts'
import { hashOfName, isPackage, refuseName } from './names.ts'
import {
  createRequests,
  parseXml,
  STORE_TIMES,
  type StoreFailure,
  type StoreResponse,
  type StoreTimes,
  within,
} from './s3-requests.ts'

/** Prefix of packages in the bucket, which may hold more. */
const PREFIX = 'pacchetti/'
/** Seconds for which a browser may begin a download from the store. */
const ADDRESS_SECONDS = 120
/** Time, in ms, for which a file counts as still there. */
const FRESH_MS = 60_000
/** Most files that count as there; beyond them all are looked up again. */
const MAX_SEEN = 10_000

type Seen = { size: number; stamp: string; at: number }

/** Returns size, tag and date: a damaged file and its mended copy differ in the date alone. */
const stampOf = (headers: Headers): string =>
  ['content-length', 'etag', 'last-modified'].map((name) => headers.get(name)).join(' ')

/** Names of one page of a list, and the token of the next. */
function parseList(text: string): { names: string[]; next: string | undefined } {
  const { ListBucketResult: list } = parseXml(text) as {
    ListBucketResult?: { Contents?: { Key: string } | { Key: string }[]; NextContinuationToken?: string }
  }
  const names = [list?.Contents ?? []].flat().map(({ Key }) => Key.slice(PREFIX.length))
  return { names: names.filter(isPackage), next: list?.NextContinuationToken }
}

/** Returns what the work returns; throws `late` after `ms`, where there is a limit, and the work goes on. */
function orLate<T>(work: Promise<T>, ms: number | undefined, late: () => Error): Promise<T> {
  if (ms === undefined) return work
  const done = new AbortController()
  const slow = setTimeout(ms, undefined, { signal: done.signal }).then(() => Promise.reject(late()))
  return Promise.race([work, slow]).finally(() => done.abort())
}

/** Opens the packages of an S3 bucket. Every method throws StoreFailure where the store fails. */
export function openBucket(settings: S3Settings, times: StoreTimes = STORE_TIMES): PackageStore {
  const { send, silence, presign } = createRequests(settings, times)
  const keyOf = (name: string): string => PREFIX + refuseName(name)
  const seen = new Map<string, Seen>()

  async function* chunksOf(name: string, { response, line }: StoreResponse): AsyncGenerator<Uint8Array> {
    const reader = response.body?.getReader()
    try {
      while (reader) {
        // Bound the store's silence alone: a slow caller may take its time between two parts.
        const { done, value } = await within(line, times.silence, reader.read())
        if (done) return
        yield value
      }
    } catch (error) {
      seen.delete(name)
      throw silence(name, error)
    }
  }
  const stream = async (name: string, range?: Bytes): Promise<Readable> => {
    const headers = range && { range: `bytes=${range.from}-${range.to}` }
    const sent = await send({ method: 'GET', name: keyOf(name), ...(headers && { headers }) }).catch(
      (error: StoreFailure) => {
        seen.delete(name)
        throw error
      },
    )
    const body = Readable.from(chunksOf(name, sent), { objectMode: false })
    return body.once('close', () => sent.line.abort())
  }
  const list = async (query: Record<string, string>) => {
    const { response, line } = await send({
      method: 'GET',
      name: '',
      query: { 'list-type': '2', prefix: PREFIX, ...query },
    })
    return parseList(
      await within(line, times.silence, response.text()).catch((error) => Promise.reject(silence('', error))),
    )
  }
  const find = async (name: string): Promise<Seen | null> => {
    const before = seen.get(name)
    if (before && performance.now() - before.at < FRESH_MS) return before
    const { headers } = await send({ method: 'HEAD', name: keyOf(name) }).then(({ response }) => response)
    const size = Number(headers.get('content-length'))
    const found = { size, stamp: stampOf(headers), at: performance.now() }
    if (seen.size >= MAX_SEEN) seen.clear()
    seen.set(name, found)
    return found
  }
  const findOrNull = (name: string) =>
    find(name).catch((error: StoreFailure) => {
      if (error.code === 'DEPOSITO_MANCANTE') return null
      throw error
    })
  const check = createCheck((name) => stream(name))
  const soundSize = async (name: string): Promise<number | null> => {
    const found = await findOrNull(name)
    return found && (await check(name, found.stamp)) ? found.size : null
  }

  return {
    async put(name, bytes) {
      const key = keyOf(name)
      if ((await soundSize(name)) !== null) return
      seen.delete(name)
      const { response } = await send({
        method: 'PUT',
        name: key,
        // The store refuses content with another hash.
        headers: { 'x-amz-content-sha256': hashOfName(name), 'content-type': 'application/zip' },
        body: new Uint8Array(bytes),
      })
      await response.body?.cancel()
    },
    size: async (name) => (await findOrNull(name))?.size ?? null,
    soundSize: (name, wait) =>
      orLate(soundSize(name), wait, () => silence(name, new Error(`ancora in lettura dopo ${wait} ms`))),
    async read(name, range) {
      const parts: Uint8Array[] = []
      for await (const part of await stream(name, range)) parts.push(part)
      return Buffer.concat(parts)
    },
    stream,
    async list() {
      const all: string[] = []
      let next: string | undefined
      do {
        const page = await list(next === undefined ? {} : { 'continuation-token': next })
        all.push(...page.names)
        next = page.next
      } while (next !== undefined)
      return all
    },
    address: async (name) => settings.publicUrl && presign(settings.publicUrl, keyOf(name), ADDRESS_SECONDS),
    verify: async () => void (await list({ 'max-keys': '1' })),
  }
}

/** Region whose buckets are made without naming it. */
const UNNAMED_REGION = 'us-east-1'

/** Makes the bucket where it is missing; returns whether it was. */
export async function createBucket(settings: S3Settings, times: StoreTimes = STORE_TIMES): Promise<boolean> {
  try {
    await openBucket(settings, times).verify()
    return false
  } catch (error) {
    if ((error as StoreFailure).code !== 'DEPOSITO_SECCHIO') throw error
  }
  const { region } = settings
  const place = `<CreateBucketConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><LocationConstraint>${region}</LocationConstraint></CreateBucketConfiguration>`
  const body = region === UNNAMED_REGION ? undefined : new TextEncoder().encode(place)
  const { response } = await createRequests(settings, times).send({ method: 'PUT', name: '', ...(body && { body }) })
  await response.body?.cancel()
  return true
}
