/** The OpenAPI document: every mounted endpoint, valid schemas, and replies that match it. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { scopeOf } from '#contract/platform/scope.ts'
import { modules } from '#server/modules.ts'
import { type Contract, readContract } from '#server/openapi/contract.ts'
import { openApi } from '#server/openapi/openapi.ts'
import { inSpanish } from '#server/openapi/spanish.ts'
import { examples } from '#server/openapi/examples.ts'
import { files } from '#server/openapi/files.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'

type Schema = { readonly [name: string]: unknown }
type Content = Record<string, { schema: Schema }>
type Operation = {
  operationId: string
  summary: string
  tags: string[]
  security?: Record<string, string[]>[]
  parameters?: { name?: string; $ref?: string; example?: unknown }[]
  requestBody?: { content: Content }
  responses: Record<string, { $ref?: string; content?: Content }>
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Schema>
    responses: Record<string, { content: Content }>
    securitySchemes: { app?: { flows: { authorizationCode: { scopes: Record<string, string> } } } }
  }
}

let kalli: TestServer
let contract: Contract
let document: Document
before(async () => {
  kalli = await startTestServer({ seeded: true, now: new Date('2026-11-20T16:00:00Z') })
  contract = await readContract()
  document = JSON.parse(JSON.stringify(openApi(contract)))
})
after(() => kalli.close())

const operations = () => Object.values(document.paths).flatMap((methods) => Object.values(methods))

test('the document describes every mounted endpoint and no other', () => {
  const mounted = modules.flatMap(({ routes = [] }) =>
    routes.map(({ endpoint: { method, path } }) => `${method} ${path}`),
  )
  const described = [...contract.endpoints.values()].map(({ method, path }) => `${method} ${path}`)
  assert.deepEqual(described.toSorted(), mounted.toSorted())
  assert.equal(operations().length, mounted.length + files.length)
})

test('each summary begins with a verb', () => {
  const noVerb =
    /^(A|An|The|My|Own|Its?|I|One|Another|Other|What|When|Where|Who(m|se)?|How|Which|Whether|In|On|Of|By|For|No|Not|To|After|Before) /i
  const summaries = operations().map(({ summary }) => summary)
  assert.deepEqual(
    summaries.filter((summary) => noVerb.test(summary)),
    [],
  )
})

test('the document describes every file and stream', () => {
  const own = new Set([...contract.endpoints.values()].map(({ path }) => path))
  const described = new Set(files.map(({ path }) => path))
  // Of no use to a client: pages for browsers, and calls by other services.
  const internal =
    /^\/api\/(docs|openapi(\.es)?\.json|health|ready|login|messages\/(twilio|whatsapp)|calendar\/google\/push|connections\/return|\*)|\/webhook\/|^\/api\/$/
  // The router names a parameter as in the first mounted path.
  const bare = (path: string) => path.replaceAll(/:\w+/g, ':')
  const others = mountedPaths().filter((path) => !own.has(path) && !internal.test(path))
  assert.deepEqual(others.map(bare).toSorted(), [...described].map(bare).toSorted())
})

/** Fastify's list of routes is a tree in text. */
const mountedPaths = () => {
  const above: string[] = []
  const paths = new Set<string>()
  for (const line of kalli.app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', part = '', methods] = /^([│├└─\s]*)(\S*)(?: \((.*)\))?/.exec(line) ?? []
    const depth = indent.length / 4
    above.length = depth
    above[depth] = part
    const path = above.join('').replaceAll(/\|:\w+/g, '')
    if (methods?.includes('GET') === true && path.startsWith('/api')) paths.add(path)
  }
  return [...paths]
}

test('each operation has a unique id, and each parameter a description', () => {
  const ids = operations().map(({ operationId }) => operationId)
  assert.equal(new Set(ids).size, ids.length)
  for (const { operationId, parameters = [] } of operations())
    for (const parameter of parameters)
      assert.ok('$ref' in parameter || 'description' in parameter, operationId)
})

test('an uploaded file is described beside the fields of its body', () => {
  const { requestBody } =
    document.paths['/api/account/photo']?.['put'] ?? document.paths['/api/account/photo']?.['post'] ?? {}
  const schema = JSON.stringify(requestBody?.content['multipart/form-data']?.schema)
  assert.match(schema, /"contentMediaType":"application\/octet-stream"/)
})

const ajv = () => {
  const made = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  made.addSchema({ $id: 'kalli', components: document.components })
  return made
}
const from = (schema: Schema): Schema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"kalli#/components/'))

test('every schema is valid JSON Schema 2020-12, and each reference resolves', () => {
  const check = ajv()
  const contents = operations().flatMap(({ requestBody, responses }) => [
    ...Object.values(requestBody?.content ?? {}),
    ...Object.values(responses).flatMap(({ content = {} }) => Object.values(content)),
  ])
  for (const schema of Object.values(document.components.schemas)) assert.ok(check.compile(from(schema)))
  for (const { schema } of contents) assert.ok(check.compile(from(schema)))
  const shared = operations().flatMap(({ responses }) =>
    Object.values(responses).flatMap(({ $ref }) => $ref ?? []),
  )
  for (const ref of new Set(shared))
    assert.ok(document.components.responses[ref.split('/').at(-1) ?? ''], ref)
})

const responseSchema = (operation: Operation, status: string): Schema => {
  const response = operation.responses[status]
  const found =
    response?.$ref === undefined
      ? response
      : document.components.responses[response.$ref.split('/').at(-1) ?? '']
  const schema = found?.content?.['application/json']?.schema
  assert.ok(schema, `${operation.operationId} ${status}`)
  return schema
}

const operationCalled = (id: string) => {
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods))
      if (operation.operationId === id) return { path, method, operation }
  throw new Error(`no operation is called ${id}`)
}

test('each operation names its required scope, and each scope is one that an app may request', () => {
  const { app } = document.components.securitySchemes
  const offered = Object.keys(app?.flows.authorizationCode.scopes ?? {})
  for (const endpoint of contract.endpoints.values()) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    const { security = [] } = document.paths[path]?.[endpoint.method.toLowerCase()] ?? {}
    const required = scopeOf(endpoint)
    const said = security.flatMap((one) => one['app'] ?? [])
    assert.deepEqual(said, required === null || required === 'any' ? [] : [required], endpoint.path)
    assert.equal(
      security.some((one) => 'key' in one),
      required !== null,
      endpoint.path,
    )
    for (const scope of said) assert.ok(offered.includes(scope))
  }
})

test('each example is a call with the documented reply', async () => {
  const check = ajv()
  for (const [id, values] of examples) {
    const { path, method, operation } = operationCalled(id)
    assert.equal(method, 'get')
    const rest = new URLSearchParams()
    let address = path
    for (const [name, value] of Object.entries(values)) {
      const shown = operation.parameters?.find((one) => one.name === name)
      assert.equal(shown?.example, value, `${id}.${name}`)
      if (address.includes(`{${name}}`)) address = address.replace(`{${name}}`, String(value))
      else rest.set(name, String(value))
    }
    const reply = await fetch(`${kalli.url}${address}?${rest}`)
    const body: unknown = await reply.json()
    assert.equal(reply.status, 200, `${id}: ${JSON.stringify(body)}`)
    const validate = check.compile(from(responseSchema(operation, '200')))
    assert.ok(validate(body), `${id}: ${JSON.stringify(validate.errors)?.slice(0, 400)}`)
  }
})

test('a refusal matches the documented status and codes', async () => {
  const check = ajv()
  const refusal = async (id: string, address: string, status: number) => {
    const reply = await fetch(`${kalli.url}${address}`)
    const body: unknown = await reply.json()
    assert.equal(reply.status, status)
    const validate = check.compile(from(responseSchema(operationCalled(id).operation, String(status))))
    assert.ok(validate(body), `${id}: ${JSON.stringify([body, validate.errors])}`)
    assert.ok(!validate({ message: 'No.', code: 'no_such_code' }), id)
  }
  await refusal('publicProfessional', '/api/public/professionals/999999', 404)
  await refusal('searchProfessionals', '/api/professionals/search?verified=unknown', 400)
  await refusal('ownInstallments', '/api/professional/installments', 401)
})

test('the Spanish document differs only in its texts, and a missing text fails the build', () => {
  const spanish: Document = JSON.parse(JSON.stringify(inSpanish(document)))
  assert.deepEqual(Object.keys(spanish.paths), Object.keys(document.paths))
  assert.deepEqual(spanish.components, document.components)
  assert.equal(operationOf(spanish, 'hold').summary, 'Aparta un horario diez minutos')
  assert.notEqual(operationOf(document, 'hold').summary, operationOf(spanish, 'hold').summary)
  const said = JSON.stringify(operationOf(spanish, 'slots'))
  assert.match(said, /El primer día, `YYYY-MM-DD` en el reloj del lugar\./)
  assert.doesNotMatch(said, /The first day/)
  const { '/api/holds': holds, ...others } = document.paths
  assert.ok(holds)
  assert.throws(() => inSpanish({ ...document, paths: others }), /no such operation: .*hold/)
  const added = { '/api/nothing': { get: { operationId: 'nothing' } } }
  assert.throws(
    () => inSpanish({ ...document, paths: { ...document.paths, ...added } }),
    /no text for nothing/,
  )
})

const operationOf = ({ paths }: Document, id: string) => {
  const found = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .find(({ operationId }) => operationId === id)
  assert.ok(found)
  return found
}
