/** The OpenAPI document: every mounted endpoint, valid schemas, and replies that match it. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { login } from '#contract/account/account.ts'
import { slots } from '#contract/availability/availability.ts'
import { ownHours } from '#contract/booking/series/own-appointment.ts'
import { apiVersions, newestVersion, scopeOf } from '#contract/platform/scope.ts'
import { modules } from '#server/modules.ts'
import { type Contract, readContract } from '#server/openapi/contract.ts'
import { openApi } from '#server/openapi/openapi.ts'
import { inSpanish } from '#server/openapi/spanish.ts'
import { bodyExamples, examples, fromSlots, keyExamples } from '#server/openapi/examples.ts'
import { files } from '#server/openapi/files.ts'
import { callBy, keyOf } from '#server/testing/keys.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'

type Schema = { readonly [name: string]: unknown }
type Content = Record<string, { schema: Schema; example?: Record<string, unknown> }>
type Operation = {
  operationId: string
  summary: string
  tags: string[]
  security?: Record<string, string[]>[]
  parameters?: { name?: string; description?: string; $ref?: string; example?: unknown }[]
  requestBody?: { content: Content }
  responses: Record<string, { $ref?: string; content?: Content }>
}
type Document = {
  info: { version: string }
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

test('the document has the date of the newest version, and each combination of parameters that a query requires', () => {
  assert.equal(document.info.version, newestVersion)
  assert.ok(apiVersions.includes(document.info.version))
  const refined = [...contract.endpoints].filter(
    ([, { query }]) => query?._zod.def.checks?.some((check) => check._zod.def.check === 'custom') === true,
  )
  assert.ok(refined.length > 0)
  for (const [id] of refined) {
    const { parameters = [] } = operationCalled(id).operation
    const alternatives = parameters.filter(({ description = '' }) =>
      /either this or|at least one of|only together with/.test(description),
    )
    assert.ok(alternatives.length > 0, id)
    for (const { description = '' } of alternatives)
      for (const [, named] of description.matchAll(/`(\w+)`/g))
        assert.ok(
          parameters.some(({ name }) => name === named),
          `${id}: ${named}`,
        )
  }
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

/** A key of an account of the demo data. */
const keyOfDemo = async (email: string, actsAs: string) => {
  const { id } = await kalli.database.kysely
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return (await keyOf(kalli, id, { actsAs })).secret
}
const headersOf = (key: string) => ({
  authorization: `Bearer ${key}`,
  'content-type': 'application/json',
})

test('each example of a call that writes is done with the documented reply, by a key or in a browser', async () => {
  const check = ajv()
  const key = await keyOfDemo('profesional@kalli.test', 'professional')
  const clientKey = await keyOfDemo('clienta@kalli.test', 'client')
  const owner = kalli.visitor()
  await owner.call(login, { body: { email: 'profesional@kalli.test', password: 'kalli-demo' } })
  const replyTo = async (id: string, body: Readonly<Record<string, unknown>>) => {
    const { path, method, operation } = operationCalled(id)
    const isOfKeys = operation.security?.some((one) => 'key' in one) === true
    const address = kalli.url + path
    const reply = isOfKeys
      ? await fetch(address, {
          method: method.toUpperCase(),
          headers: headersOf(id === 'hold' ? clientKey : key),
          body: JSON.stringify(body),
        })
      : await owner.fetch(method.toUpperCase(), path, { body })
    const value: unknown = await reply.json()
    assert.equal(reply.status, 201, `${id}: ${JSON.stringify(value)}`)
    const validate = check.compile(from(responseSchema(operation, '201')))
    assert.ok(validate(value), `${id}: ${JSON.stringify(validate.errors)?.slice(0, 400)}`)
  }
  const found = await callBy(kalli, key, slots, {
    query: { professional: 1, service: 1, from: '2026-12-01', to: '2026-12-03' },
  })
  const own = await callBy(kalli, key, ownHours, { query: { services: '1', date: '2026-12-08' } })
  const tokens = new Map([
    ['hold', found.body.days.flatMap((day) => day.slots)[0]?.token],
    ['makeOwnAppointment', own.body.hours[0]?.slot.token],
  ])
  for (const [id, example] of bodyExamples) {
    const shown = operationCalled(id).operation.requestBody?.content['application/json']?.example
    assert.deepEqual(shown, example)
    await replyTo(
      id,
      Object.fromEntries(
        Object.entries(example).map(([name, value]) => [name, value === fromSlots ? tokens.get(id) : value]),
      ),
    )
  }
})

test('each example is a call with the documented reply', async () => {
  const check = ajv()
  const headers = headersOf(await keyOfDemo('profesional@kalli.test', 'professional'))
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
    const reply = await fetch(`${kalli.url}${address}?${rest}`, keyExamples.has(id) ? { headers } : {})
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
