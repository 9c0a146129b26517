import { createReadStream } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { Deps, SignedAddress } from '../deps.ts'
import { sendProblem } from '../http/problems.ts'
import { PACKAGE_NAME } from '../package-files/local.ts'

/** Bytes of a file that are asked for, both ends included. `fuori`: the range cannot be satisfied (416). */
export type ByteRange = { from: number; to: number } | 'intero' | 'fuori'

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

/** The parts of a signed address; null when one is missing or repeated. */
function readAddress({ scade, sessione, firma }: Partial<Record<keyof SignedAddress, unknown>>): SignedAddress | null {
  if (typeof scade !== 'string' || typeof sessione !== 'string' || typeof firma !== 'string') return null
  return { scade, sessione, firma }
}

/** Whether the session that asked for an address is still open (D42). */
async function isAlive({ db, now }: Pick<Deps, 'db' | 'now'>, id_sessione: number): Promise<boolean> {
  const { count } = await db.query(
    'select 1 from sessione where id_sessione = $1 and chiusa is null and scade > $2',
    [id_sessione, now()],
    'pacchetto_sessione',
  )
  return count > 0
}

/**
 * `GET /pacchetti/<hash>.zip?scade=…&sessione=…&firma=…`: packages and images (D16), immutable, with ranges so that a download resumes.
 * 403 PACCHETTO_SCADUTO when the address is forged, past its time or of a session that ended, 404 NON_TROVATO when the file is gone.
 */
export function registerPackages(app: FastifyInstance, deps: Pick<Deps, 'packageFiles' | 'db' | 'now'>): void {
  const { packageFiles } = deps
  app.route<{ Params: { nome: string }; Querystring: Partial<Record<keyof SignedAddress, unknown>> }>({
    method: ['GET', 'HEAD'],
    url: '/pacchetti/:nome',
    schema: { hide: true },
    handler: async (request, reply) => {
      const { nome: name } = request.params
      const address = readAddress(request.query)
      if (!address || !packageFiles.verify(name, address) || !(await isAlive(deps, Number(address.sessione))))
        return sendProblem(reply, { codice: 'PACCHETTO_SCADUTO' })
      const size = PACKAGE_NAME.test(name) ? await packageFiles.soundSize(name) : null
      if (size === null) return sendProblem(reply, { codice: 'NON_TROVATO' })

      const etag = `"${name.slice(0, -'.zip'.length)}"`
      reply.headers({
        etag,
        'cache-control': 'private, max-age=31536000, immutable',
        'accept-ranges': 'bytes',
      })
      if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send()

      reply.type('application/zip')
      const { range } = request.headers
      const condition = request.headers['if-range']?.toString().trim()
      const valid = condition === undefined || condition === etag
      const intervallo = valid ? parseRange(range, size) : 'intero'
      if (intervallo === 'fuori')
        return sendProblem(reply.header('content-range', `bytes */${size}`), { codice: 'RICHIESTA_NON_VALIDA' }, 416)
      const { from: da, to: a } = intervallo === 'intero' ? { from: 0, to: size - 1 } : intervallo
      if (intervallo !== 'intero') reply.code(206).header('content-range', `bytes ${da}-${a}/${size}`)
      reply.header('content-length', a - da + 1)
      if (request.method === 'HEAD') return reply.send()
      return reply.send(createReadStream(packageFiles.path(name), { start: da, end: a }))
    },
  })
}
