import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { API_PAGE_CSP, composeApiPage, type OpenapiDocument } from './api-page.ts'
import { API } from './errors.ts'

/** Serves OpenAPI 3.1 of the whole contract at /api/openapi.json, and as a page at /api/chiamate. */
export async function registerOpenapi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Idoneo', version: '1', description: 'Simulatore di quiz per concorsi pubblici' },
      components: {
        securitySchemes: {
          token_api: { type: 'http', scheme: 'bearer' },
          chiave: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        },
      },
    },
    transform: jsonSchemaTransform,
  })
  // Make the document once: the contract is fixed while the process lives.
  let document: string | null = null
  app.get(`${API}/openapi.json`, { schema: { hide: true } }, async (_, reply) => {
    document ??= JSON.stringify(app.swagger())
    return reply.type('application/json; charset=utf-8').send(document)
  })
  let page: string | null = null
  app.get(`${API}/chiamate`, { schema: { hide: true } }, async (_, reply) => {
    page ??= composeApiPage(app.swagger() as OpenapiDocument)
    return reply.type('text/html; charset=utf-8').header('content-security-policy', API_PAGE_CSP).send(page)
  })
}
