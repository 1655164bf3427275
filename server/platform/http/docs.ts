import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { refuse } from '#server/platform/refuse.ts'

/** Written by the build (server/openapi/write.ts). */
const folder = join(import.meta.dirname, '../../../dist')
const documents = [
  { name: 'Español', file: 'openapi.es.json' },
  { name: 'English', file: 'openapi.json' },
]

/** The page's own texts are English; the language selector is in both. */
const look = `.swagger-ui .topbar { background: #2f1d2f; }
.swagger-ui .topbar .link { max-width: 40px; }
.swagger-ui .topbar .download-url-wrapper .select-label span { font-size: 0; }
.swagger-ui .topbar .download-url-wrapper .select-label span::after { content: 'Idioma / Language'; font-size: 14px; }
.swagger-ui .topbar .download-url-wrapper .select-label select { border-color: #fffaf5; }
`

/**
 * The contract as OpenAPI at /api/openapi.json, in Spanish at /api/openapi.es.json and, to read, at /api/docs. Refuses `not_found`
 * where Kalli was not built, as in most tests.
 */
export const mountDocs = async (app: FastifyInstance) => {
  for (const { file } of documents)
    app.get(`/api/${file}`, async (_request, reply) => {
      const text = await readFile(join(folder, file)).catch(() => refuse('not_found'))
      return reply.type('application/json; charset=utf-8').send(text)
    })
  await app.register(swagger, {
    openapi: {},
    transform: ({ url }) => ({ url, schema: { hide: true } }),
    // Read at the first request.
    transformObject: () => JSON.parse(readFileSync(join(folder, 'openapi.json'), 'utf8')),
  })
  const sign = readFileSync(join(import.meta.dirname, '../../../web/public/icon.svg'))
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: policy,
    logo: { type: 'image/svg+xml', content: sign, href: '/' },
    theme: {
      title: 'Kalli · API',
      css: [{ filename: 'kalli.css', content: look }],
      favicon: [{ filename: 'icon.svg', rel: 'icon', type: 'image/svg+xml', sizes: 'any', content: sign }],
    },
    uiConfig: { urls: documents.map(({ name, file }) => ({ name, url: `/api/${file}` })) },
  })
}

/** The page runs its own scripts, reads the contract from here and calls the API here. Swagger sets inline styles. */
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
