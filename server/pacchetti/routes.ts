import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fail, ok, type Result } from '#contract/result'
import { imageType } from '#rules/image'
import type { Bytes, Deps, SignedAddress } from '../deps.ts'
import { sendProblem } from '../http/problems.ts'
import { CALL_WAITS_MS } from '../package-files/check.ts'
import { isPackage } from '../package-files/names.ts'
import { readImage } from './read-image.ts'

/** Requested bytes of a file. `fuori`: the range cannot be satisfied (416). */
export type ByteRange = Bytes | 'intero' | 'fuori'

/** Reads a Range header (RFC 9110 §14): one range of bytes; several ranges or another unit mean the whole file. */
export function parseRange(header: string | undefined, size: number): ByteRange {
  const found = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (!found) return 'intero'
  const [, start = '', end = ''] = found
  if (start === '' && end === '') return 'intero'
  if (start === '') {
    const suffix = Number(end)
    return suffix === 0 || size === 0 ? 'fuori' : { from: Math.max(0, size - suffix), to: size - 1 }
  }
  const from = Number(start)
  if (end !== '' && Number(end) < from) return 'intero'
  return from >= size ? 'fuori' : { from, to: end === '' ? size - 1 : Math.min(Number(end), size - 1) }
}

const matches = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((entry) => entry.trim() === etag || entry.trim() === '*') ?? false

/** Returns the parts of a signed address; null when one is missing or repeated. */
function readAddress({ scade, sessione, firma }: Signed): SignedAddress | null {
  if (typeof scade !== 'string' || typeof sessione !== 'string' || typeof firma !== 'string') return null
  return { scade, sessione, firma }
}

/** Returns whether the session that asked for an address is still open (D42). */
async function isAlive({ db, now }: Pick<Deps, 'db' | 'now'>, id_sessione: number): Promise<boolean> {
  const { count } = await db.query(
    'select 1 from sessione where id_sessione = $1 and chiusa is null and scade > $2',
    [id_sessione, now()],
    'pacchetto_sessione',
  )
  return count > 0
}

/** Content to send: its tag and its bytes. */
type Content = { etag: string; type: string; size: number; read: (range: Bytes) => Promise<Readable> | Buffer }

/**
 * Sends an immutable content of one account: whole, a range of it (206, 416), or an empty 304 where the caller has it.
 */
async function sendContent(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, type, size, read }: Content,
): Promise<FastifyReply> {
  reply.headers({
    etag,
    'cache-control': 'private, max-age=31536000, immutable',
    'accept-ranges': 'bytes',
  })
  if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send()

  reply.type(type)
  const { range } = request.headers
  const condition = request.headers['if-range']?.toString().trim()
  const valid = condition === undefined || condition === etag
  const intervallo = valid ? parseRange(range, size) : 'intero'
  if (intervallo === 'fuori')
    return sendProblem(reply.header('content-range', `bytes */${size}`), { codice: 'RICHIESTA_NON_VALIDA' }, 416)
  const { from, to } = intervallo === 'intero' ? { from: 0, to: size - 1 } : intervallo
  // Read before the response has its length: a store that fails gets a response of its own.
  const body = request.method === 'HEAD' ? undefined : await read({ from, to })
  if (intervallo !== 'intero') reply.code(206).header('content-range', `bytes ${from}-${to}/${size}`)
  return reply.header('content-length', to - from + 1).send(body)
}

type Signed = Partial<Record<keyof SignedAddress | 'rinvio', unknown>>

/**
 * `GET /pacchetti/<hash>.zip?scade=…&sessione=…&firma=…`: packages and images (D16), immutable, with ranges so that a download resumes.
 * With `rinvio=1` the response is a redirect to the S3 store, where browsers reach it.
 * `GET /immagini/<hash>/<name>?…`: one image of such a zip, by the signature of the zip [IM1].
 * 403 PACCHETTO_SCADUTO when the address is forged, past its time or of a session that ended, 404 NON_TROVATO when the file is gone,
 * 404 IMMAGINE_NON_DISPONIBILE when the zip has no such image.
 */
export function registerPackages(app: FastifyInstance, deps: Pick<Deps, 'packageFiles' | 'db' | 'now'>): void {
  const { packageFiles } = deps
  /** Returns the size of a file that the address opens to its caller. */
  const admit = async (name: string, query: Signed): Promise<Result<number>> => {
    const address = readAddress(query)
    if (!address || !packageFiles.isGenuine(name, address) || !(await isAlive(deps, Number(address.sessione))))
      return fail('PACCHETTO_SCADUTO')
    const size = isPackage(name) ? await packageFiles.soundSize(name, CALL_WAITS_MS) : null
    return size === null ? fail('NON_TROVATO') : ok(size)
  }

  app.route<{ Params: { nome: string }; Querystring: Signed }>({
    method: ['GET', 'HEAD'],
    url: '/pacchetti/:nome',
    schema: { hide: true },
    handler: async (request, reply) => {
      const { nome: name } = request.params
      const size = await admit(name, request.query)
      if (!size.ok) return sendProblem(reply, size.error)
      const elsewhere = request.query.rinvio === '1' ? await packageFiles.address(name) : null
      if (elsewhere) return reply.header('cache-control', 'no-store').redirect(elsewhere)
      return sendContent(request, reply, {
        etag: `"${name.slice(0, -'.zip'.length)}"`,
        type: 'application/zip',
        size: size.value,
        read: (range) => packageFiles.stream(name, range),
      })
    },
  })

  app.route<{ Params: { hash: string; nome: string }; Querystring: Signed }>({
    method: ['GET', 'HEAD'],
    url: '/immagini/:hash/:nome',
    schema: { hide: true },
    handler: async (request, reply) => {
      const { hash, nome: name } = request.params
      const zip = `${hash}.zip`
      const size = await admit(zip, request.query)
      if (!size.ok) return sendProblem(reply, size.error)
      const byte = await readImage(deps, zip, size.value, name)
      const type = byte && imageType(byte)
      if (!type) return sendProblem(reply, { codice: 'IMMAGINE_NON_DISPONIBILE' })
      return sendContent(request, reply, {
        etag: `"${createHash('sha256').update(`${hash}/${name}`).digest('hex')}"`,
        type,
        size: byte.length,
        read: ({ from, to }) => byte.subarray(from, to + 1),
      })
    },
  })
}
