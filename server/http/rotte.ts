import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { CHIAMATE, type Chiamata, type NomeChiamata } from '#contract/chiamate'
import type { Result } from '#contract/result'
import { problema } from '#contract/schemi'
import type { Deps } from '../deps.ts'
import type { Gestori, Richiesta, Rinvio } from '../gestore.ts'
import { authenticate, checkIdUtente, readToken } from './autenticazione.ts'
import { API } from './errori.ts'
import { createLimitatore, type Limitatore } from './limiti.ts'
import { sendProblema } from './problemi.ts'

type GestoreQualsiasi = (r: Richiesta<NomeChiamata>) => Promise<Result<unknown>>

const isRinvio = (valore: unknown): valore is Rinvio =>
  typeof valore === 'object' && valore !== null && 'rinvio' in valore && typeof valore.rinvio === 'string'

/** A handler's result as an answer: nothing 204, a redirect 302, a value 200 stripped by its schema, a failure RFC 9457. */
function sendEsito(reply: FastifyReply, esito: Result<unknown>): FastifyReply {
  if (!esito.ok) return sendProblema(reply, esito.error)
  if (isRinvio(esito.value)) return reply.redirect(esito.value.rinvio, 302)
  if (esito.value === null) return reply.code(204).send()
  return reply.code(200).send(esito.value)
}

const ERRORE = { description: 'RFC 9457', content: { 'application/problem+json': { schema: problema } } }

function describe(nome: NomeChiamata, chiamata: Chiamata) {
  const sicurezza = { pubblica: [], chiave: [{ chiave: [] }] }[chiamata.accesso as string] ?? [{ token_api: [] }]
  const vuote = chiamata.senzaCorpo ?? []
  const buona = {
    ...(chiamata.risposta === null || vuote.includes(302) ? {} : { 200: chiamata.risposta }),
    ...Object.fromEntries((chiamata.risposta === null ? [204] : vuote).map((status) => [status, z.null()])),
  }
  return {
    operationId: nome,
    summary: chiamata.sommario,
    tags: [chiamata.percorso.split('/')[1]?.startsWith('ms_') ? (chiamata.percorso.split('/')[1] ?? 'altro') : 'altro'],
    security: sicurezza,
    ...(chiamata.query ? { querystring: chiamata.query } : {}),
    ...(chiamata.corpo ? { body: chiamata.corpo } : {}),
    response: { ...(chiamata.pronta ? buona : {}), '4xx': ERRORE, '5xx': ERRORE },
  }
}

function hooks(deps: Deps, chiamata: Chiamata, limitatore: Limitatore) {
  return {
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      if (!chiamata.pronta) return sendProblema(reply, { codice: 'NON_DISPONIBILE' })
      const esito = await authenticate(deps, chiamata, request)
      if (!esito.ok) return sendProblema(reply, esito.error)
      request.sessione = esito.value
    },
    preValidation: async (request: FastifyRequest, reply: FastifyReply) => {
      const esito = checkIdUtente(request)
      if (!esito.ok) return sendProblema(reply, esito.error)
    },
    preHandler: async (request: FastifyRequest, reply: FastifyReply) => {
      const esito = await limitatore.check(request)
      if (!esito.ok) return sendProblema(reply, esito.error)
    },
  }
}

/** Every call of the contract, from its one declaration: route, access, validation, limits, answer, OpenAPI. */
export function registerChiamate(app: FastifyInstance, deps: Deps, gestori: Gestori): void {
  app.decorateRequest('sessione', null)
  for (const nome of Object.keys(CHIAMATE) as NomeChiamata[]) {
    const chiamata: Chiamata = CHIAMATE[nome]
    const limitatore = createLimitatore(app, deps, nome)
    // Type and handler were matched call by call in `Gestori`; the loop cannot say it again.
    const gestore = (gestori as Partial<Record<NomeChiamata, unknown>>)[nome] as GestoreQualsiasi | undefined
    app.route({
      method: chiamata.metodo,
      url: API + chiamata.percorso,
      exposeHeadRoute: false,
      schema: describe(nome, chiamata),
      ...hooks(deps, chiamata, limitatore),
      handler: async (request, reply) => {
        if (!gestore) return sendProblema(reply, { codice: 'NON_DISPONIBILE' })
        const { sessione, query, body: corpo, ip } = request
        const token = readToken(request)
        const esito = await gestore({ deps, sessione, query, corpo, token, ip } as Richiesta<NomeChiamata>)
        await limitatore.count(request, esito.ok ? null : esito.error.codice)
        return sendEsito(reply, esito)
      },
    })
  }
}

/** Two calls are addressed as `{base}/?method=…` (spec §7): the same call by its other name. */
export function rewriteMethod(url: string): string {
  const [percorso = '', query = ''] = url.split('?', 2)
  if (percorso !== API && percorso !== `${API}/`) return url
  const nome = new URLSearchParams(query).get('method')
  return nome === 'segnalaquiz' || nome === 'getBanners' ? `${API}/${nome}?${query}` : url
}
