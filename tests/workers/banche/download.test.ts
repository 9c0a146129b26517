import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { memoryPlatform } from '#tests/workers/memory'
import { downloadFile } from '#workers/banche/download'
import { throttle } from '#workers/banche/progress-throttle'
import type { FileStore } from '#workers/core/platform'
import { raccolta, UTENTE } from '../mondo.ts'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
  server = undefined
})

type Richiesta = { range: string | undefined; ifRange: string | undefined }

/** A server with ranges and ETag on a random port; `cut` stops after so many bytes of an answer, `hidden` shows no range. */
async function pubblica(
  bytes: Uint8Array,
  { cut, etag = '"e1"', hidden = false }: { cut?: (n: number) => number | null; etag?: string; hidden?: boolean } = {},
) {
  const richieste: Richiesta[] = []
  const handle = (req: IncomingMessage, res: ServerResponse) => {
    const range = req.headers.range
    richieste.push({ range, ifRange: req.headers['if-range'] as string | undefined })
    const asked = /^bytes=(\d+)-$/.exec(range ?? '')?.[1]
    const same = req.headers['if-range'] === undefined || req.headers['if-range'] === etag
    const from = asked !== undefined && same ? Number(asked) : 0
    if (from >= bytes.length) return void res.writeHead(416).end()
    const part = bytes.subarray(from)
    const headers = { etag, 'content-length': part.length }
    const shown = hidden ? {} : { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }
    if (from > 0) res.writeHead(206, { ...headers, ...shown })
    else res.writeHead(200, headers)
    const stop = cut?.(richieste.length) ?? null
    if (stop === null) return void res.end(part)
    res.write(part.subarray(0, stop), () => res.destroy())
  }
  server = createServer(handle)
  await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done))
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/x.zip`, richieste }
}

/** A server whose addresses with `rinvio=1` lead elsewhere. */
async function publishElsewhere(bytes: Uint8Array, elsewhere: (own: string) => string) {
  const asked: string[] = []
  server = createServer((req, res) => {
    asked.push(req.url ?? '')
    const own = `http://127.0.0.1:${(req.socket.address() as AddressInfo).port}`
    if (req.url?.includes('rinvio=1')) return void res.writeHead(302, { location: elsewhere(own) }).end()
    const refused = /stato=(\d+)/.exec(req.url ?? '')?.[1]
    if (refused) return void res.writeHead(Number(refused)).end()
    res.writeHead(200, { 'content-length': bytes.length }).end(bytes)
  })
  await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done))
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/x.zip?firma=1&rinvio=1`, asked }
}

const casuali = (n: number) => {
  const bytes = new Uint8Array(n)
  for (let i = 0; i < n; i++) bytes[i] = (Math.imul(i, 2654435761) >>> 13) & 255
  return bytes
}

const file = (): Promise<FileStore> => memoryPlatform().openFiles(UTENTE)

function scarica(
  files: FileStore,
  address: string,
  bytes: Uint8Array,
  other: Partial<Parameters<typeof downloadFile>[2]> = {},
) {
  return downloadFile(
    files,
    fetch,
    {
      address,
      hash: createHash('sha256').update(bytes).digest('hex'),
      dimensione: bytes.length,
      name: '1-domande-x.zip',
      etag: null,
      onEtag: () => {},
      onBytes: () => {},
      signal: new AbortController().signal,
      ...other,
    },
    2000,
  )
}

it('[OP31] a download follows the server to its store, and comes from the server where the store is out of reach or fails', async () => {
  const bytes = casuali(5_000)
  const near = await publishElsewhere(bytes, (own) => `${own}/secchio`)
  expect(await esito(scarica(await file(), near.address, bytes))).toBe('ok')
  expect(near.asked).toEqual(['/x.zip?firma=1&rinvio=1', '/secchio'])
  server?.close()
  const far = await publishElsewhere(bytes, () => 'http://127.0.0.1:9/secchio')
  expect(await esito(scarica(await file(), far.address, bytes))).toBe('ok')
  expect(far.asked).toEqual(['/x.zip?firma=1&rinvio=1', '/x.zip?firma=1'])
  for (const status of [403, 404, 503]) {
    server?.close()
    const failing = await publishElsewhere(bytes, (own) => `${own}/secchio?stato=${status}`)
    expect(await esito(scarica(await file(), failing.address, bytes))).toBe('ok')
    expect(failing.asked.at(-1)).toBe('/x.zip?firma=1')
  }
})

const esito = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'ok',
    (error: { failure?: { codice: string } }) => error.failure?.codice ?? String(error),
  )

const salvati = async (files: FileStore) => (await files.blob('1-domande-x.zip'))?.size ?? null

describe('download of a file', () => {
  it('[PK4] resumes after a cut from where it stopped, with the ETag it was given', async () => {
    const bytes = casuali(300_000)
    const { address, richieste } = await pubblica(bytes, { cut: (n) => (n === 1 ? 100_000 : null) })
    const files = await file()
    let etag: string | null = null
    const onEtag = (e: string) => {
      etag = e
    }
    expect(await esito(scarica(files, address, bytes, { onEtag }))).toBe('DOWNLOAD_INTERROTTO')
    const here = (await salvati(files))!
    expect(here).toBeGreaterThan(0)
    expect(here).toBeLessThan(bytes.length)
    const ricevuti: number[] = []
    await scarica(files, address, bytes, { etag, onBytes: (n) => ricevuti.push(n) })
    expect(richieste[1]).toEqual({ range: `bytes=${here}-`, ifRange: '"e1"' })
    expect([ricevuti[0], ricevuti.at(-1)]).toEqual([here, bytes.length])
    expect(new Uint8Array(await (await files.blob('1-domande-x.zip'))!.arrayBuffer())).toEqual(bytes)
  })

  it('[PK4] starts again when a store shows no content-range', async () => {
    const bytes = casuali(200_000)
    const { address, richieste } = await pubblica(bytes, { cut: (n) => (n === 1 ? 90_000 : null), hidden: true })
    const files = await file()
    await esito(scarica(files, address, bytes))
    expect(await esito(scarica(files, address, bytes))).toBe('ok')
    expect(richieste.map(({ range }) => range !== undefined)).toEqual([false, true, false])
  })

  it('starts again when the file changed on the server', async () => {
    const bytes = casuali(200_000)
    const { address } = await pubblica(bytes, { cut: (n) => (n === 1 ? 90_000 : null), etag: '"new"' })
    const files = await file()
    await esito(scarica(files, address, bytes))
    await scarica(files, address, bytes, { etag: '"old"' })
    expect(await salvati(files)).toBe(bytes.length)
  })

  it('asks nothing when all bytes are here', async () => {
    const bytes = casuali(50_000)
    const { address, richieste } = await pubblica(bytes)
    const files = await file()
    await scarica(files, address, bytes)
    await scarica(files, address, bytes)
    expect(richieste).toHaveLength(1)
  })

  it('[PK4] a part that lost bytes in a power cut is thrown away and the file comes whole, without an error', async () => {
    const bytes = casuali(50_000)
    const { address, richieste } = await pubblica(bytes)
    for (const kept of [20_000, 50_000]) {
      const files = await file()
      const part = await files.open('1-domande-x.zip')
      part.write(new Uint8Array(kept), { at: 0 })
      part.close()
      const given: number[] = []
      const sink = {
        push: (chunk: Uint8Array) => void given.push(chunk.length),
        reset: () => void given.splice(0),
      }
      await scarica(files, address, bytes, { sink })
      expect(new Uint8Array(await (await files.blob('1-domande-x.zip'))!.arrayBuffer())).toEqual(bytes)
      expect(given.reduce((sum, n) => sum + n, 0)).toBe(bytes.length)
    }
    expect(richieste.map((r) => r.range)).toEqual(['bytes=20000-', undefined, undefined])
  })

  it('a file whose last flush fails is closed all the same, so that it can be opened again', async () => {
    const bytes = casuali(50_000)
    const { address } = await pubblica(bytes, { cut: () => 1000 })
    const files = await file()
    let closed = 0
    const open = async (name: string) => {
      const real = await files.open(name)
      const flush = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
      return { ...real, flush, close: () => void closed++ }
    }
    expect(await esito(scarica({ ...files, open }, address, bytes))).toContain('QuotaExceededError')
    expect(closed).toBe(1)
  })

  it('[PK5] bytes that are not the announced ones are PACCHETTO_CORROTTO and deleted', async () => {
    const bytes = casuali(50_000)
    const { address } = await pubblica(bytes)
    const files = await file()
    expect(await esito(scarica(files, address, bytes, { hash: '0'.repeat(64) }))).toBe('PACCHETTO_CORROTTO')
    expect(await salvati(files)).toBeNull()
    expect(await esito(scarica(files, address, bytes, { dimensione: 10 }))).toBe('PACCHETTO_CORROTTO')
    expect(await salvati(files)).toBeNull()
    expect(await esito(scarica(files, address, bytes))).toBe('ok')
  })

  it('fewer bytes than announced are DOWNLOAD_INTERROTTO and kept', async () => {
    const bytes = casuali(50_000)
    const { address } = await pubblica(bytes)
    const files = await file()
    expect(await esito(scarica(files, address, bytes, { dimensione: 60_000 }))).toBe('DOWNLOAD_INTERROTTO')
    expect(await salvati(files)).toBe(50_000)
  })

  it('the answers of the server have their codes', async () => {
    const files = await file()
    const codes = new Map([
      [401, 'PACCHETTO_SCADUTO'],
      [403, 'PACCHETTO_SCADUTO'],
      [404, 'PACCHETTO_SCADUTO'],
      [410, 'PACCHETTO_SCADUTO'],
      [429, 'RATE_LIMIT_EXCEEDED'],
      [500, 'REMOTE_REQUEST_FAILED'],
    ])
    for (const [status, code] of codes) {
      server = createServer((_, res) => void res.writeHead(status).end())
      await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done))
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
      expect(await esito(scarica(files, address, casuali(10)))).toBe(code)
      server.closeAllConnections()
      server.close()
    }
  })

  it('no network is DOWNLOAD_INTERROTTO, a stop is DOWNLOAD_ANNULLATO, silence is cut', async () => {
    const files = await file()
    const bytes = casuali(100_000)
    expect(await esito(scarica(files, 'http://127.0.0.1:1/', bytes))).toBe('DOWNLOAD_INTERROTTO')
    server = createServer((_, res) => void res.writeHead(200).write(bytes.subarray(0, 1000)))
    await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done))
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const abort = new AbortController()
    const stopped = scarica(files, address, bytes, {
      signal: abort.signal,
      onBytes: (n) => n > 0 && abort.abort(),
    })
    expect(await esito(stopped)).toBe('DOWNLOAD_ANNULLATO')
    expect(await salvati(files)).toBe(1000)
    expect(await esito(scarica(files, address, bytes))).toBe('DOWNLOAD_INTERROTTO')
  })
})

describe('reports', () => {
  it('at most one every 100 ms inside a phase, first and last always', () => {
    const { tutti, onAvanzamento: onProgress } = raccolta()
    let ms = 0
    const report = throttle(onProgress, () => ms)
    for (let ricevuti = 0; ricevuti <= 100; ricevuti += 10) {
      report({ fase: 'domande', ricevuti, totali: 100 })
      ms += 30
    }
    report({ fase: 'verifica', ricevuti: 0, totali: 100 })
    expect(tutti.map((a) => [a.fase, a.ricevuti])).toEqual([
      ['domande', 0],
      ['domande', 40],
      ['domande', 80],
      ['domande', 100],
      ['verifica', 0],
    ])
  })
})
