import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Done, Id, PageQuery, Text } from '#contract/platform/shapes.ts'
import { readConfig } from '#server/platform/config.ts'
import { type Database, openDatabase } from '#server/platform/database/database.ts'
import { mount, Page, route, visitorCookie } from '#server/platform/http/http.ts'
import { onError } from '#server/platform/http/on-error.ts'
import { forgetOldKeys } from '#server/platform/http/idempotency.ts'
import { openLog } from '#server/platform/log.ts'
import { refuse } from '#server/platform/refuse.ts'
import { signer } from '#server/platform/tokens.ts'
import { type AppContext, anonymous, ownWork, workFor } from '#server/platform/work.ts'
import { type TestDatabase, testDatabase } from '#server/testing/database.ts'
import { type Person, refusalOf, visitor } from '#server/testing/person.ts'
import { until } from '#server/testing/until.ts'

let store: TestDatabase
let database: Database
let app: FastifyInstance
let kalli: AppContext
let url: string
let now = new Date('2026-11-20T16:00:00Z')
const secret = 'only-for-tests-0123456789abcdef0123456789'

/** What the verbs below did. */
let brewed: string[] = []
let kettleIsCold = false
let seenVisitors: (string | null)[] = []

const Tea = z.object({ name: Text(20) })
const brew = endpoint({
  method: 'POST',
  path: '/api/tea',
  summary: '',
  access: 'anyone',
  body: Tea,
  reply: z.object({ cup: z.int(), name: z.string() }),
  status: 201,
  idempotent: true,
  refusals: ['busy'],
})
const list = endpoint({
  method: 'GET',
  path: '/api/tea',
  summary: '',
  access: 'anyone',
  query: z.object({ ...PageQuery, q: z.optional(z.string()) }),
  reply: z.array(Tea),
})
const one = endpoint({
  method: 'GET',
  path: '/api/tea/:id',
  summary: '',
  access: 'anyone',
  params: z.object({ id: Id }),
  reply: z.object({ id: z.int() }),
})
const spill = endpoint({ method: 'GET', path: '/api/spill', summary: '', access: 'anyone', reply: Done })
const pour = endpoint({
  method: 'POST',
  path: '/api/pour',
  summary: '',
  access: 'account',
  reply: Done,
  idempotent: true,
})
const manage = endpoint({ method: 'GET', path: '/api/manage', summary: '', access: 'host', reply: Done })

const done = { ok: true } as const

const routes = [
  route(brew, async (work, { body }) => {
    seenVisitors.push(work.viewer.visitor)
    if (kettleIsCold) refuse('busy', { kettle: 'cold' })
    if (body.name === 'slow') await sleep(300)
    if (body.name === 'very slow') await sleep(4_000)
    if (body.name === 'broken') throw new Error('the pot broke: password=hunter2')
    brewed.push(body.name)
    return { cup: brewed.length, name: body.name, recipe: 'secret' }
  }),
  route(list, async (_work, { query }) =>
    query.q === 'last' ? new Page([{ name: 'Mate' }], null) : new Page([{ name: 'Mate' }], 'a b&c/='),
  ),
  route(one, async (_work, { params }) => ({ id: params.id })),
  route(spill, async () => {
    throw new Error('spilled')
  }),
  route(pour, async () => done),
  route(manage, async () => done),
]

before(async () => {
  store = await testDatabase()
  database = openDatabase(store.url)
  const config = readConfig({ DATABASE_URL: store.url, KALLI_SECRET: secret, KALLI_DATA: tmpdir() })
  kalli = { database, config, log: openLog('silent'), tokens: signer(secret), clock: () => now }
  app = Fastify({ trustProxy: ['loopback'] })
  app.setErrorHandler(onError)
  await app.register(cookie)
  const gateway = {
    work: (who: Parameters<typeof workFor>[1]) => workFor(kalli, who),
    // The actor, as a test states it in a header.
    identify: async (request: FastifyRequest) => {
      const as = request.headers['x-as']
      const [account, role] = typeof as === 'string' ? as.split(':') : []
      return account === undefined || account === ''
        ? anonymous
        : { ...anonymous, accountId: Number(account), roles: role === undefined ? [] : [role] }
    },
    limit: async () => undefined,
  }
  mount(app, gateway, routes)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  const isPort = (given: string | AddressInfo | null): given is AddressInfo =>
    typeof given === 'object' && given !== null
  url = `http://127.0.0.1:${isPort(address) ? address.port : 0}`
})
after(async () => {
  await app.close()
  await database.close()
  await store.drop()
})

const order = (person: Person, name: string, key?: string, headers: Record<string, string> = {}) =>
  person.call(brew, { body: { name } }, key === undefined ? { headers } : { key, headers })
/** A returning visitor. */
const regular = async () => {
  const person = visitor(url)
  await order(person, 'first')
  brewed = []
  return person
}

test('a reply has its contract’s status and fields, and is not cacheable', async () => {
  const answer = await order(visitor(url), 'Mate')
  assert.deepEqual([answer.status, Object.keys(answer.body)], [201, ['cup', 'name']])
  assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
  assert.equal(answer.headers.get('cache-control'), 'no-store')
})

test('access: anonymous, any signed-in user, only that role', async () => {
  const status = async (path: string, as?: string, method = 'GET') =>
    (await visitor(url).fetch(method, path, { headers: as === undefined ? {} : { 'x-as': as } })).status
  assert.equal(await status('/api/pour', undefined, 'POST'), 401)
  assert.equal(await status('/api/pour', '1:client', 'POST'), 200)
  assert.equal(await status('/api/manage'), 401)
  assert.equal(await status('/api/manage', '1:client'), 403)
  assert.equal(await status('/api/manage', '1:host'), 200)
})

test('every refusal has the same body: message, code, details', async () => {
  const person = visitor(url)
  const body = async (method: string, path: string, init: Parameters<Person['fetch']>[2] = {}) => {
    const response = await person.fetch(method, path, init)
    return [response.status, await response.json()]
  }
  assert.deepEqual(await body('POST', '/api/pour'), [
    401,
    { message: 'No autorizado. Por favor inicia sesión.', code: 'not_signed_in' },
  ])
  assert.deepEqual(await body('GET', '/api/manage', { headers: { 'x-as': '1' } }), [
    403,
    { message: 'No tienes permisos para realizar esta acción.', code: 'forbidden' },
  ])
  const [status, refusal] = await body('POST', '/api/tea', { body: { name: '' } })
  assert.deepEqual(
    [status, refusal.code, refusal.message],
    [400, 'invalid_input', 'Datos inválidos. Por favor verifica la información.'],
  )
  assert.deepEqual(
    refusal.details.fields.map(({ field }: { field: string }) => field),
    ['name'],
  )
  for (const bad of ['{', '[]', 'null', '"x"', '']) {
    const [status, refusal] = await body('POST', '/api/tea', {
      body: bad,
      headers: { 'content-type': 'application/json' },
    })
    assert.deepEqual([status, refusal.code], [400, 'invalid_input'], bad)
  }
  const huge = await body('POST', '/api/tea', { body: { name: 'x'.repeat(2_000_000) } })
  assert.deepEqual([huge[0], huge[1].code], [413, 'invalid_input'])
  const proto = await body('POST', '/api/tea', { body: '{"__proto__": {"name": "x"}, "name": "y"}' })
  assert.deepEqual([proto[0], proto[1].code], [400, 'invalid_input'])
  const form = await body('POST', '/api/tea', {
    body: 'name=x',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  assert.deepEqual([form[0], form[1].code], [415, 'invalid_input'])
})

test('an invalid id is not found', async () => {
  const answer = async (id: string) => (await visitor(url).fetch('GET', `/api/tea/${id}`)).status
  assert.equal(await answer('7'), 200)
  for (const id of ['0', '-1', '1.5', 'abc', '99999999999999999999', '%00', "7'--"])
    assert.equal(await answer(id), 404, id)
})

test('an unexpected error reveals only a request id to report', async () => {
  const response = await visitor(url).fetch('GET', '/api/spill')
  const body = await response.json()
  assert.equal(response.status, 500)
  assert.deepEqual(body, {
    message: 'Error del servidor. Por favor intenta más tarde.',
    code: 'unexpected',
    details: { requestId: body.details.requestId },
  })
})

test('the log has the full error under that request id', async () => {
  const lines: string[] = []
  const logged = Fastify({
    logger: { level: 'error', stream: { write: (line: string) => void lines.push(line) } },
  })
  logged.setErrorHandler(onError)
  logged.get('/', () => {
    throw new Error('spilled', { cause: new Error('the cat') })
  })
  const { requestId } = (await logged.inject('/')).json().details
  await logged.close()
  assert.equal(lines.length, 1)
  const line = JSON.parse(lines[0] ?? '')
  assert.equal(line.requestId, requestId)
  assert.match(line.err.stack, /spilled.*the cat/s)
})

test('a list gives its next page in a Link header that retains the query', async () => {
  const answer = await visitor(url).call(list, { query: { q: 'té verde', limit: 5 } })
  assert.deepEqual(answer.body, [{ name: 'Mate' }])
  const link = answer.headers.get('link') ?? ''
  const next = /^<([^>]+)>; rel="next"$/.exec(link)?.[1] ?? ''
  const query = new URL(next, url).searchParams
  assert.deepEqual([query.get('q'), query.get('limit'), query.get('cursor')], ['té verde', '5', 'a b&c/='])
  assert.equal((await visitor(url).call(list, { query: { q: 'last' } })).headers.get('link'), null)
  assert.equal((await visitor(url).fetch('GET', '/api/tea?limit=101')).status, 400)
})

test('the same key and body give the same reply, and the work runs once', async () => {
  const person = await regular()
  const key = randomUUID()
  const first = await order(person, 'Mate', key)
  const again = await order(person, 'Mate', key)
  assert.deepEqual([again.status, again.body], [first.status, first.body])
  assert.deepEqual(brewed, ['Mate'])
})

test('the same key with another body is refused with 422, and nothing runs', async () => {
  const person = await regular()
  const key = randomUUID()
  await order(person, 'Mate', key)
  const other = await order(person, 'Oolong', key)
  assert.deepEqual([other.status, refusalOf(other).code], [422, 'idempotency_mismatch'])
  assert.deepEqual(brewed, ['Mate'])
})

test('a key belongs to the user who used it, and to one endpoint', async () => {
  const key = randomUUID()
  const one = await regular()
  await order(one, 'Mate', key)
  const two = await regular()
  await order(two, 'Oolong', key)
  assert.deepEqual(brewed, ['Oolong'])
  const as = { 'x-as': '5' }
  assert.equal((await order(one, 'Sencha', key, as)).status, 201)
  const elsewhere = await one.call(pour, {}, { key, headers: as })
  assert.equal(refusalOf(elsewhere).code, 'idempotency_mismatch')
})

test('of many concurrent retries one runs, and the others wait or are told that it is in progress', async () => {
  const person = await regular()
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 8 }, () => order(person, 'slow', key)))
  // A request that comes after completion receives the same response.
  assert.ok(answers.some(({ status }) => status === 201))
  assert.ok(answers.every((answer) => answer.status === 201 || refusalOf(answer).code === 'in_progress'))
  assert.deepEqual(brewed, ['slow'])
  assert.equal((await order(person, 'slow', key)).status, 201)
  assert.deepEqual(brewed, ['slow'])
})

test('a refusal is not stored: the corrected call succeeds under the same key', async () => {
  const person = await regular()
  const key = randomUUID()
  kettleIsCold = true
  const refused = await order(person, 'Mate', key)
  kettleIsCold = false
  assert.equal(refused.status, 503)
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  assert.deepEqual(refusalOf(refused).details, { kettle: 'cold' })
  assert.equal((await order(person, 'Mate', key)).status, 201)
})

test('after an unexpected error the key is free, and a retry runs again', async () => {
  const person = await regular()
  const key = randomUUID()
  assert.equal((await order(person, 'broken', key)).status, 500)
  assert.equal((await order(person, 'broken', key)).status, 500, 'tried anew')
})

test('a key whose process died is taken over once its lease has expired, and not before', async () => {
  const person = await regular()
  const key = randomUUID()
  const under = order(person, 'slow', key)
  await sleep(100)
  assert.equal(refusalOf(await order(person, 'slow', key)).code, 'in_progress')
  // As a killed process leaves it: never answered, and never renewed.
  assert.equal((await under).status, 201)
  const forget = (lease: string) =>
    database.pool.query(
      `update idempotency_keys set reply = null, run = gen_random_uuid(), leased_until = clock_timestamp() + $2::interval where key = $1`,
      [key, lease],
    )
  await forget('8 s')
  assert.equal(refusalOf(await order(person, 'slow', key)).code, 'in_progress')
  await forget('-1 ms')
  assert.equal((await order(person, 'slow', key)).status, 201)
})

test('a call longer than its lease keeps its key', async () => {
  const person = await regular()
  const key = randomUUID()
  const under = order(person, 'very slow', key)
  await sleep(100)
  const left = async () => {
    const { rows } = await database.pool.query<{ left: number }>(
      `select extract(epoch from leased_until - clock_timestamp())::float8 as left from idempotency_keys where key = $1`,
      [key],
    )
    return rows[0]?.left ?? 0
  }
  await database.pool.query(
    `update idempotency_keys set leased_until = clock_timestamp() + interval '3 s' where key = $1`,
    [key],
  )
  await until('it was renewed', async () => (await left()) > 5, 10)
  assert.equal((await under).status, 201)
})

test('a key that is too short or too long is refused', async () => {
  const person = await regular()
  for (const key of ['short', 'x'.repeat(201)]) assert.equal((await order(person, 'Mate', key)).status, 400)
  assert.deepEqual(brewed, [])
})

test('a key is deleted after a day', async () => {
  const person = await regular()
  const key = randomUUID()
  await order(person, 'Mate', key)
  now = new Date(now.getTime() + 25 * 3_600_000)
  await forgetOldKeys(ownWork(kalli))
  await order(person, 'Mate', key)
  assert.deepEqual(brewed, ['Mate', 'Mate'])
})

test('a visitor gets a cookie with their first change, and keeps it', async () => {
  const person = visitor(url)
  seenVisitors = []
  await person.call(list)
  assert.equal(person.jar.has(visitorCookie), false)
  await order(person, 'Mate')
  const token = person.jar.get(visitorCookie)
  await order(person, 'Mate')
  assert.equal(person.jar.get(visitorCookie), token)
  const [first, second] = seenVisitors
  assert.ok(typeof first === 'string' && first === second && first !== token)
})

test('a visitor whose first reply was lost retries as the same visitor', async () => {
  const key = randomUUID()
  brewed = []
  seenVisitors = []
  const lost = await order(visitor(url), 'Mate', key)
  const person = visitor(url)
  const again = await order(person, 'Mate', key)
  assert.deepEqual(again.body, lost.body)
  assert.deepEqual(brewed, ['Mate'])
  await order(person, 'Oolong')
  assert.equal(seenVisitors[0], seenVisitors[1])
  assert.equal((await order(visitor(url), 'Mate', 'order-0001')).status, 201)
  assert.equal((await order(visitor(url), 'Mate', 'order-0001')).status, 201)
  assert.equal(brewed.length, 4, 'a key that two people may think of makes nobody the other')
})

test('a change is accepted only from our own pages', async () => {
  const { host } = new URL(url)
  const status = async (headers: Record<string, string>) =>
    (await order(visitor(url), 'Mate', undefined, headers)).status
  const welcome: Record<string, string>[] = [
    {},
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'same-origin', origin: 'null' },
    { origin: url },
    { origin: 'https://kalli.mx', 'x-forwarded-host': 'kalli.mx', 'x-forwarded-proto': 'https' },
    { origin: 'https://kalli.mx:443', 'x-forwarded-host': 'kalli.mx', 'x-forwarded-proto': 'https' },
    { referer: 'https://otro.example/' },
  ]
  const refused: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', origin: url },
    { origin: 'https://otro.example' },
    { origin: `http://otro.${host}` },
    { origin: 'http://127.0.0.1' },
    { origin: 'http://kalli.mx', 'x-forwarded-host': 'kalli.mx', 'x-forwarded-proto': 'https' },
    { origin: 'https://kalli.mx', 'x-forwarded-host': 'kalli.mx' },
    { origin: url.replace('http:', 'https:') },
    { origin: 'null' },
    { origin: '' },
  ]
  for (const headers of welcome) assert.equal(await status(headers), 201, JSON.stringify(headers))
  for (const headers of refused) assert.equal(await status(headers), 403, JSON.stringify(headers))
  assert.equal(
    (await visitor(url).fetch('GET', '/api/tea', { headers: { 'sec-fetch-site': 'cross-site' } })).status,
    200,
  )
})
