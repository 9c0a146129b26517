import { createReadStream } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { NOME_FILE } from '../archivio/locale.ts'
import type { Deps } from '../deps.ts'
import { sendProblema } from '../http/problemi.ts'

/** Bytes of a file that are asked for, both ends included. `fuori`: the range cannot be satisfied (416). */
export type Intervallo = { da: number; a: number } | 'intero' | 'fuori'

/** Reads a Range header (RFC 9110 §14): one range of bytes; several ranges or another unit mean the whole file. */
export function parseRange(intestazione: string | undefined, dimensione: number): Intervallo {
  const trovato = /^bytes=(\d*)-(\d*)$/.exec(intestazione?.trim() ?? '')
  if (!trovato) return 'intero'
  const [, inizio = '', fine = ''] = trovato
  if (inizio === '' && fine === '') return 'intero'
  if (inizio === '') {
    const ultimi = Number(fine)
    return ultimi === 0 || dimensione === 0 ? 'fuori' : { da: Math.max(0, dimensione - ultimi), a: dimensione - 1 }
  }
  const da = Number(inizio)
  if (fine !== '' && Number(fine) < da) return 'intero'
  return da >= dimensione ? 'fuori' : { da, a: fine === '' ? dimensione - 1 : Math.min(Number(fine), dimensione - 1) }
}

const matches = (intestazione: string | undefined, etag: string): boolean =>
  intestazione?.split(',').some((voce) => voce.trim() === etag || voce.trim() === '*') ?? false

/**
 * `GET /pacchetti/<hash>.zip?scade=…&firma=…`: packages and images (D16), immutable, with ranges so that a download resumes.
 * 403 PACCHETTO_SCADUTO when the address is forged or past its time, 404 NON_TROVATO when the file is gone.
 */
export function registerPacchetti(app: FastifyInstance, { archivio }: Pick<Deps, 'archivio'>): void {
  app.route<{ Params: { nome: string }; Querystring: { scade?: unknown; firma?: unknown } }>({
    method: ['GET', 'HEAD'],
    url: '/pacchetti/:nome',
    schema: { hide: true },
    handler: async (request, reply) => {
      const { nome } = request.params
      const { scade, firma } = request.query
      if (typeof scade !== 'string' || typeof firma !== 'string' || !archivio.verify(nome, scade, firma))
        return sendProblema(reply, { codice: 'PACCHETTO_SCADUTO' })
      const dimensione = NOME_FILE.test(nome) ? await archivio.size(nome) : null
      if (dimensione === null) return sendProblema(reply, { codice: 'NON_TROVATO' })

      const etag = `"${nome.slice(0, -'.zip'.length)}"`
      reply.headers({
        etag,
        'cache-control': 'private, max-age=31536000, immutable',
        'accept-ranges': 'bytes',
      })
      if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send()

      reply.type('application/zip')
      const { range } = request.headers
      const condizione = request.headers['if-range']?.toString().trim()
      const valido = condizione === undefined || condizione === etag
      const intervallo = valido ? parseRange(range, dimensione) : 'intero'
      if (intervallo === 'fuori')
        return reply
          .code(416)
          .headers({ 'content-range': `bytes */${dimensione}`, 'content-length': 0, 'cache-control': 'no-store' })
          .send()
      const { da, a } = intervallo === 'intero' ? { da: 0, a: dimensione - 1 } : intervallo
      if (intervallo !== 'intero') reply.code(206).header('content-range', `bytes ${da}-${a}/${dimensione}`)
      reply.header('content-length', a - da + 1)
      if (request.method === 'HEAD') return reply.send()
      return reply.send(createReadStream(archivio.path(nome), { start: da, end: a }))
    },
  })
}
