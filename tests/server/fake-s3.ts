import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { S3Settings } from '#server/configuration'

const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

const KEYS = { keyId: 'prova', key: 'segretissima-davvero' }
const REGION = 'us-east-1'
/** Names of one page of a list: few, so that tests meet a second page. */
const PAGE = 3

/** Returns the code of S3 for a request whose signature (version 4) is wrong or too old; null for a right one. */
function refuseSignature(request: IncomingMessage, url: URL, secret: string): string | null {
  const query = new URLSearchParams(url.search)
  const inQuery = query.has('X-Amz-Signature')
  const header = request.headers.authorization ?? ''
  const field = (name: string) => new RegExp(`${name}=([^,]+)`).exec(header)?.[1] ?? ''
  const credential = inQuery ? (query.get('X-Amz-Credential') ?? '') : field('Credential')
  const names = inQuery ? (query.get('X-Amz-SignedHeaders') ?? '') : field('SignedHeaders')
  const signature = inQuery ? query.get('X-Amz-Signature') : field('Signature')
  const date = inQuery ? query.get('X-Amz-Date') : request.headers['x-amz-date']
  const [keyId, day = '', region = '', service = ''] = credential.split('/')
  if (keyId !== KEYS.keyId) return 'InvalidAccessKeyId'
  if (region !== REGION) return 'AuthorizationHeaderMalformed'
  const at = Date.parse(String(date).replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  const lasts = inQuery ? Number(query.get('X-Amz-Expires')) * 1000 : 900_000
  if (Date.now() - at > lasts) return 'AccessDenied'
  query.delete('X-Amz-Signature')
  const canonical = [
    request.method,
    url.pathname,
    [...query]
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .sort()
      .join('&'),
    ...names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    names,
    inQuery ? 'UNSIGNED-PAYLOAD' : request.headers['x-amz-content-sha256'],
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', date, `${day}/${region}/${service}/aws4_request`, sha256(canonical)].join('\n')
  const key = hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), service), 'aws4_request')
  return hmac(key, text).toString('hex') === signature ? null : 'SignatureDoesNotMatch'
}

const STATUS: Record<string, number> = {
  NoSuchBucket: 404,
  NoSuchKey: 404,
  XAmzContentSHA256Mismatch: 400,
  AuthorizationHeaderMalformed: 400,
  SlowDown: 503,
}

/** Faults that the store shows instead of its work: fails with a code of S3, cuts the connection, is silent, sends half a body. */
export type Obstacle = { code: string } | 'cut' | 'silent' | 'half' | null

/** A store in memory that speaks S3 and checks signatures. Tests look into it and stand in its way. */
export async function startS3(bucket = 'idoneo') {
  const objects = new Map<string, Buffer>()
  /** Tags and dates of what was put; content that a test alters afterwards has those of the put one. */
  const written = new Map<string, { etag: string; 'last-modified': string }>()
  const tagOf = (bytes: Buffer) => `"${sha256(bytes).slice(0, 32)}"`
  const buckets = new Set([bucket])
  const asked: { method: string; name: string; range: string | undefined }[] = []
  const fake = {
    objects,
    asked,
    obstacle: (_: { method: string; name: string; count: number }): Obstacle | Promise<Obstacle> => null,
  }
  const refuse = (response: ServerResponse, code: string) =>
    response
      .writeHead(STATUS[code] ?? 403, { 'content-type': 'application/xml' })
      .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`)

  const list = (response: ServerResponse, query: URLSearchParams) => {
    const prefix = query.get('prefix') ?? ''
    const after = query.get('continuation-token') ?? ''
    const all = [...objects.keys()].filter((name) => name.startsWith(prefix) && name > after).sort()
    const page = all.slice(0, Math.min(PAGE, Number(query.get('max-keys') ?? PAGE)))
    const next = page.length < all.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    const contents = page.map((name) => `<Contents><Key>${name}</Key></Contents>`).join('')
    response.end(`<?xml version="1.0"?><ListBucketResult>${contents}${next}</ListBucketResult>`)
  }
  const send = (request: IncomingMessage, response: ServerResponse, name: string, half: boolean) => {
    const bytes = objects.get(name)
    if (!bytes) return refuse(response, 'NoSuchKey')
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    const part = from === undefined ? bytes : bytes.subarray(Number(from), Number(to) + 1)
    response.writeHead(from === undefined ? 200 : 206, {
      etag: tagOf(bytes),
      ...written.get(name),
      'content-length': part.length,
      ...(from !== undefined && { 'content-range': `bytes ${from}-${to}/${bytes.length}` }),
    })
    if (!half) return response.end(request.method === 'HEAD' ? undefined : part)
    response.write(part.subarray(0, part.length >> 1), () => response.destroy())
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://qui')
    const [, inBucket, ...rest] = url.pathname.split('/')
    const name = decodeURIComponent(rest.join('/'))
    const method = request.method ?? ''
    asked.push({ method, name, range: request.headers.range })
    const count = asked.filter((before) => before.method === method).length
    const obstacle = await fake.obstacle({ method, name, count })
    if (obstacle === 'silent') return
    if (obstacle === 'cut') return request.socket.destroy()
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const wrong = refuseSignature(request, url, KEYS.key)
    if (wrong) return refuse(response, wrong)
    if (obstacle !== 'half' && obstacle !== null) return refuse(response, obstacle.code)
    if (method === 'PUT' && name === '') {
      buckets.add(inBucket ?? '')
      return response.end()
    }
    if (!buckets.has(inBucket ?? '')) return refuse(response, 'NoSuchBucket')
    if (method !== 'PUT')
      return name === '' ? list(response, url.searchParams) : send(request, response, name, obstacle === 'half')
    const body = Buffer.concat(parts)
    if (sha256(body) !== request.headers['x-amz-content-sha256']) return refuse(response, 'XAmzContentSHA256Mismatch')
    objects.set(name, body)
    written.set(name, { etag: tagOf(body), 'last-modified': new Date(1000 * asked.length).toUTCString() })
    return response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings: S3Settings = { url, bucket, region: REGION, ...KEYS, publicUrl: null }
  const close = async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
  return Object.assign(fake, { settings, close })
}
export type FakeS3 = Awaited<ReturnType<typeof startS3>>
