import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { refusals } from '#contract/platform/refusals.ts'
import { jsonSchema } from '#server/platform/http/reply-shape.ts'

/** The contract as OpenAPI at /api/openapi.json and, to read, at /api/docs. Drawn at the first question. */
export const mountDocs = async (app: FastifyInstance) => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Kalli',
        version: '1',
        description:
          'Amounts are whole centavos of MXN, instants are UTC, wall-clock times name their IANA zone.',
      },
    },
    transform: ({ url, route }) => {
      const endpoint = route.config?.endpoint
      if (endpoint === undefined) return { url, schema: { hide: true } }
      const schema = {
        summary: endpoint.summary,
        description: refusalsText(endpoint.refusals ?? []),
        tags: [url.split('/')[2] ?? 'api'],
        params: endpoint.params && jsonSchema(endpoint.params, 'input'),
        querystring: endpoint.query && jsonSchema(endpoint.query, 'input'),
        body:
          endpoint.upload === undefined
            ? endpoint.body && jsonSchema(endpoint.body, 'input')
            : form(endpoint),
        consumes: endpoint.upload && ['multipart/form-data'],
        response: { [endpoint.status ?? 200]: jsonSchema(endpoint.reply, 'output') },
      }
      return {
        url,
        schema: Object.fromEntries(Object.entries(schema).filter(([, part]) => part !== undefined)),
      }
    },
  })
  app.get('/api/openapi.json', () => app.swagger())
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: policy })
}

/** The page runs its own scripts, reads the contract from here and tries calls here. Swagger writes styles into elements. */
const policy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'font-src': "'self' data:",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
}

/** A file beside the fields of the body. */
const form = ({ body, upload }: Endpoint) => {
  const fields = body === undefined ? {} : jsonSchema(body, 'input')
  const properties = 'properties' in fields && typeof fields.properties === 'object' ? fields.properties : {}
  const about = `Up to ${(upload?.maxBytes ?? 0) / 1024 / 1024} MB`
  return {
    ...fields,
    type: 'object',
    properties: { file: { type: 'string', format: 'binary', description: about }, ...properties },
  }
}

const refusalsText = (codes: readonly (keyof typeof refusals)[]) =>
  codes.map((code) => `- **${refusals[code][0]} ${code}**: ${refusals[code][1]}`).join('\n')
