/**
 * Hostile input through every endpoint, including future ones, since the list is the app's own. `npm run test:deep` sends everything,
 * `npm test` a sixth of it, drawn by the run's seed.
 */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { refusals } from '#contract/platform/refusals.ts'
import { modules } from '#server/modules.ts'
import { sessionCookie } from '#server/account/session.ts'
import { cases, isDeep, testSeed } from '#server/testing/crash/deep.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import {
  brokenAddresses,
  exampleOf,
  forgedHeaders,
  hostileBodies,
  hostileKinds,
  hostileTexts,
  spoilt,
} from '#server/testing/hostile.ts'
import * as people from '#server/testing/people.ts'

const endpoints = modules.flatMap(({ routes }) => (routes ?? []).map(({ endpoint }) => endpoint))

let kalli: TestServer
before(async () => {
  kalli = await startTestServer({ config: { logLevel: 'silent' } })
})
after(() => kalli.close())

/** An actor with every permission: refusals are caused by the input, not by missing rights. */
const everybody = async () => {
  const accountId = await people.account(kalli, { roles: ['professional', 'host', 'client'] })
  const { id } = await people.professional(kalli, { accountId })
  await kalli.database.kysely
    .insertInto('hosts')
    .values({ account_id: accountId, verified: true, created_at: kalli.clock() })
    .execute()
  await people.service(kalli, id)
  const person = await people.signIn(kalli, accountId)
  return `${sessionCookie}=${person.jar.get('sid')}`
}

type Sent = { what: string; request: InjectOptions & { url: string } }

/** The usual 503 message when this busy process could not answer for seconds. */
const isReadiness = ({ request }: Sent) => request.url.startsWith('/api/ready')

/** The response was no 5xx, and a refusal has a message and a code that a program can use. */
const expectGoodAnswer = async ({ what, request }: Sent) => {
  const answer = await kalli.app.inject(request)
  const reported = `${String(request.method)} ${request.url.slice(0, 120)}, ${what}: ${answer.statusCode} ${answer.body.slice(0, 200)}`
  if (isReadiness({ what, request }) && answer.statusCode === 503) return
  assert.ok(answer.statusCode < 500, reported)
  if (answer.statusCode < 400) return
  assert.match(String(answer.headers['content-type']), /^application\/(?:problem\+)?json/, reported)
  const { code, message }: { code?: unknown; message?: unknown } = answer.json()
  assert.ok(typeof code === 'string' && Object.hasOwn(refusals, code), reported)
  // A message may quote the input; the rest of it is Spanish.
  const ours = typeof message === 'string' ? message.replace(/«.*»/gs, '') : ''
  assert.ok(/[a-z]/.test(ours) && !/error|invalid|not found/i.test(ours), reported)
}

/** The run's share of all possible requests: the same for the same seed. */
const drawn = (all: readonly Sent[]) =>
  isDeep
    ? all
    : all.filter(
        ({ what, request }, place) =>
          createHash('sha1')
            .update(`${testSeed} ${request.method} ${request.url} ${what} ${place}`)
            .digest()
            .readUInt16BE() %
            6 ===
          0,
      )

/** A few at a time: this tests responses, not load. */
const sendAll = async (all: readonly Sent[]) => {
  const waiting = all.values()
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (const sent of waiting) await expectGoodAnswer(sent)
    }),
  )
}

const base = ({ method, path }: Endpoint, cookie: string) => ({
  method,
  url: path.replace(/:\w+/g, '1'),
  headers: { cookie },
})

const jsonRequest = (endpoint: Endpoint, cookie: string, body: unknown): Sent['request'] => {
  const { headers, ...rest } = base(endpoint, cookie)
  return {
    ...rest,
    headers: { ...headers, 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  }
}

const inBodies = (endpoint: Endpoint, cookie: string): Sent[] => {
  if (endpoint.body === undefined) return []
  const good = exampleOf(endpoint.body)
  const values = Object.entries({ ...hostileTexts, ...hostileKinds })
  const fields = values.flatMap(([what, value]) =>
    spoilt(good, value).map((body) => ({ what, request: jsonRequest(endpoint, cookie, body) })),
  )
  const whole = Object.entries(hostileBodies).map(([what, { payload, type }]) => {
    const { headers, ...rest } = base(endpoint, cookie)
    return { what, request: { ...rest, headers: { ...headers, 'content-type': type }, payload } }
  })
  return [{ what: 'an example', request: jsonRequest(endpoint, cookie, good) }, ...fields, ...whole]
}

const inQueries = (endpoint: Endpoint, cookie: string): Sent[] => {
  if (endpoint.query === undefined) return []
  const good = exampleOf(endpoint.query)
  const names = typeof good === 'object' && good !== null ? Object.keys(good) : []
  const written = [
    ...Object.entries(hostileTexts).flatMap(([what, text]) =>
      text.length > 4000 || !text.isWellFormed() ? [] : [{ what, text: encodeURIComponent(text) }],
    ),
    ...brokenAddresses.map((text) => ({ what: text.slice(0, 40), text })),
  ]
  const { url, ...rest } = base(endpoint, cookie)
  return [...names, '__proto__', 'a[b][c]'].flatMap((name) => [
    ...written.map(({ what, text }) => ({
      what: `${name}: ${what}`,
      request: { ...rest, url: `${url}?${queryOf(good, name)}${name}=${text}` },
    })),
    {
      what: `${name} twice`,
      request: { ...rest, url: `${url}?${name}=a&${name}=b&${name}[]=c&${name}[x]=d` },
    },
  ])
}

/** All other parameters are valid. */
const queryOf = (good: unknown, except: string) =>
  typeof good !== 'object' || good === null
    ? ''
    : Object.entries(good)
        .filter(([name]) => name !== except)
        .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}&`)
        .join('')

const inAddresses = (endpoint: Endpoint, cookie: string): Sent[] => {
  if (!endpoint.path.includes('/:')) return []
  const { url: _, ...rest } = base(endpoint, cookie)
  return brokenAddresses.map((bad) => ({
    what: 'a bad address',
    request: { ...rest, url: endpoint.path.replace(/:\w+/g, bad) },
  }))
}

const inHeaders = (endpoint: Endpoint, cookie: string): Sent[] =>
  forgedHeaders.map((forged) => {
    const request =
      endpoint.body === undefined
        ? base(endpoint, cookie)
        : jsonRequest(endpoint, cookie, exampleOf(endpoint.body))
    const [[name, value] = ['', '']] = Object.entries(forged)
    return {
      what: `${name}: ${value.slice(0, 40)}`,
      request: { ...request, headers: { ...request.headers, ...forged } },
    }
  })

test('the server has endpoints to test', () => assert.ok(endpoints.length > 50, String(endpoints.length)))

for (const endpoint of endpoints)
  test(`${endpoint.method} ${endpoint.path} answers hostile input with a documented status and body`, async () => {
    const cookie = await everybody()
    await sendAll(drawn(inBodies(endpoint, cookie)))
    await sendAll(drawn([...inQueries(endpoint, cookie), ...inAddresses(endpoint, cookie)]))
    await sendAll(drawn(inHeaders(endpoint, cookie)))
    const { headers: _, ...anonymousUser } = base(endpoint, '')
    await sendAll([{ what: 'anonymously', request: anonymousUser }])
  })

test('a body of ten megabytes is refused before it is read', async () => {
  const posts = endpoints.filter(({ body }) => body !== undefined)
  const step = cases(10, 1)
  for (const endpoint of posts.filter((_, place) => place === 0 || (place + testSeed) % step === 0)) {
    const answer = await kalli.app.inject({
      ...base(endpoint, ''),
      headers: { 'content-type': 'application/json' },
      payload: `{"a":"${'x'.repeat(10_000_000)}"}`,
    })
    assert.ok([400, 401, 413].includes(answer.statusCode), `${endpoint.path}: ${answer.statusCode}`)
    assert.ok(Object.hasOwn(refusals, answer.json().code), endpoint.path)
    if (endpoint === posts[0]) assert.equal(answer.statusCode, 413)
  }
})

test('an unreadable or overlong address is not found, in Spanish', async () => {
  for (const bad of brokenAddresses)
    await expectGoodAnswer({ what: 'no such call', request: { method: 'GET', url: `/api/${bad}` } })
})

const doors = [
  '/api/login',
  '/api/login/return',
  '/api/health',
  '/api/ready',
  '/api/openapi.json',
  '/api/openapi.es.json',
]

test('paths that are not endpoints answer hostile input correctly as well', async () => {
  const texts = Object.values(hostileTexts).filter((text) => text.isWellFormed() && text.length < 4000)
  for (const url of doors)
    await sendAll(
      [
        ...texts.map((text) => ({ text: encodeURIComponent(text) })),
        ...brokenAddresses.map((text) => ({ text })),
      ].flatMap(({ text }) => [
        {
          what: 'a query',
          request: { method: 'GET' as const, url: `${url}?redirect=${text}&code=${text}&state=${text}` },
        },
        { what: 'a longer address', request: { method: 'GET' as const, url: `${url}/${text}` } },
      ]),
    )
  for (const headers of forgedHeaders)
    await sendAll(doors.map((url) => ({ what: 'a forged header', request: { method: 'GET', url, headers } })))
})

const unreadable =
  '[\\u0001-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069\\ufffd]'

test('the database stores no unreadable text and none that changes text direction', async () => {
  const { rows: columns } = await sql<{ table_name: string; column_name: string }>`
    select table_name, column_name from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'jsonb', 'ARRAY')`.execute(kalli.database.kysely)
  assert.ok(columns.length > 100)
  for (const { table_name: table, column_name: column } of columns) {
    const { rows } = await sql<{ value: string }>`
      select ${sql.ref(column)}::text as value from ${sql.table(table)}
      where ${sql.ref(column)}::text ~ ${unreadable} limit 1`.execute(kalli.database.kysely)
    assert.deepEqual(rows, [], `${table}.${column}`)
  }
})
