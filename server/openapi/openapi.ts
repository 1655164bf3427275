import type { Endpoint } from '#contract/platform/endpoint.ts'
import { scopeWords } from '#contract/developer/scope-words.ts'
import { apiVersions, newestVersion, scopes } from '#contract/platform/scope.ts'
import { componentsOf, type Json } from '#server/openapi/components.ts'
import type { Contract } from '#server/openapi/contract.ts'
import { errorCodeSchema, errorSchema, errorsOf, problemSchema } from '#server/openapi/errors.ts'
import { files, operationOfFile } from '#server/openapi/files.ts'
import { operationOf, pathOf, tagOf } from '#server/openapi/operations.ts'
import { tagTexts } from '#server/openapi/tags.ts'
import { webhooksOf } from '#server/openapi/webhooks.ts'

/** The contract as an OpenAPI 3.1 document. Throws for a noun or a parameter that is not described. */
export const openApi = ({ endpoints, schemas }: Contract): Json => {
  const components = componentsOf(schemas)
  const errors = errorsOf()
  const paths: Record<string, Json> = {}
  const add = (one: Pick<Endpoint, 'method' | 'path'>, operation: Json) => {
    const path = pathOf(one)
    paths[path] = { ...paths[path], [one.method.toLowerCase()]: operation }
  }
  for (const [id, endpoint] of endpoints) add(endpoint, operationOf(id, endpoint, components, errors))
  for (const file of files) add({ method: 'GET', path: file.path }, operationOfFile(file, errors))
  const webhooks = webhooksOf(components)
  const nouns = [...new Set([...endpoints.values(), ...files].map(tagOf))].toSorted()
  return {
    openapi: '3.1.1',
    info: {
      title: 'Kalli',
      // The newest of the dates that `Kalli-Version` may name.
      version: newestVersion,
      description:
        'Amounts are whole centavos of MXN, instants are UTC, wall-clock times name their IANA zone. Messages of refusals are in Mexican Spanish. A key or an app gets refusals as problem details, and its limits in `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset`. / Los importes son centavos enteros de MXN, los instantes van en UTC y las horas de reloj dicen su zona IANA.',
      contact: { name: 'Kalli', email: 'hola@kalli.test' },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/', description: 'The server that sent this document' }],
    tags: nouns.map((name) => ({ name, description: textOf(name) })),
    paths: Object.fromEntries(Object.entries(paths).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    webhooks,
    components: {
      schemas: {
        ...components.used(),
        Error: errorSchema,
        ErrorCode: errorCodeSchema,
        Problem: problemSchema,
      },
      responses: errors.shared(),
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description:
            'Any text that is new for each request, counted apart for each key and app. The same key with the same body is answered with the same reply for 24 hours, and nothing is done twice; with another body it is refused (422).',
          schema: { type: 'string', minLength: 8, maxLength: 200 },
        },
        KalliVersion: {
          name: 'Kalli-Version',
          in: 'header',
          required: false,
          description:
            'The version of the API that a key or an app wants; without it the newest of the day on which it was made.',
          schema: { type: 'string', enum: apiVersions },
        },
      },
      headers: {
        Link: {
          description: '`<…>; rel="next"`: the next page, where there is one.',
          schema: { type: 'string' },
        },
      },
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-sid',
          description: 'The cookie that signing in sets. Over http, in development, it is called `sid`.',
        },
        key: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A key from Configuración, Desarrolladores: `Authorization: Bearer kalli_live_…`. Each operation names the scope that it takes; a `write` scope includes its `read`.',
        },
        app: {
          type: 'oauth2',
          description:
            'An app that a person allowed. PKCE with S256 is required; metadata at `/.well-known/oauth-authorization-server`.',
          flows: {
            authorizationCode: {
              authorizationUrl: '/oauth/authorize',
              tokenUrl: '/oauth/token',
              refreshUrl: '/oauth/token',
              scopes: Object.fromEntries(scopes.map((scope) => [scope, scopeWords(scope)])),
            },
          },
        },
      },
    },
  }
}

const textOf = (noun: string): string => {
  const text = tagTexts.get(noun)
  if (text === undefined) throw new Error(`what is ${noun} about? (tags.ts)`)
  return text
}
