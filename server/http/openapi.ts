import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { API } from './errors.ts'

/** OpenAPI 3.1 of the whole contract at /api/openapi.json, calls that are not built yet included. */
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
  // Made once: the contract does not change while the process lives.
  let document: Buffer | null = null
  app.get(`${API}/openapi.json`, { schema: { hide: true } }, async (_, reply) => {
    document ??= Buffer.from(JSON.stringify(app.swagger()))
    return reply.type('application/json; charset=utf-8').send(document)
  })
}
